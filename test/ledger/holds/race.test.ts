/** Four seats capture the same hundreds of holds of a shared ledger at the same time, and the service sees each capture once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import type { CapturingSeatOrder } from './capturing-seat.ts';
import { approved, newAttempt, record, waitingHolds } from '#test/fixtures/examples.ts';
import { times } from '#test/support/thorough.ts';
import { sumsOf } from '#test/fixtures/ledger/sums-of.ts';

const seats = 4;
const holdCount = times(20, 1_000);
const script = fileURLToPath(new URL('./capturing-seat.ts', import.meta.url));

let store: SharedStore;
let counter: Server;
let seen: Map<string, number>;
beforeEach(async () => {
  store = await storeOfTest('PostgreSQL');
  seen = new Map();
  counter = createServer((request, response) => {
    const key = request.url ?? '';
    seen.set(key, (seen.get(key) ?? 0) + 1);
    response.end();
  });
  counter.listen(0, '127.0.0.1');
  await once(counter, 'listening');
});
afterEach(() => void counter.close());

interface Outcome {
  readonly done: number;
  readonly skipped: number;
  readonly failure: unknown;
}

function startSeat(name: string) {
  const { port } = counter.address() as AddressInfo;
  const order: CapturingSeatOrder = {
    store: store.address,
    counter: `http://127.0.0.1:${port}`,
    seat: name,
    holds: holdCount,
  };
  const child = spawn(process.execPath, [script, JSON.stringify(order)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  return {
    ready: Promise.race([once(child.stdout, 'data'), exited]),
    go: () => child.stdin.write('go\n'),
    outcome: exited.then(() => JSON.parse(output.replace('ready\n', '')) as Outcome),
  };
}

it(`a shared ledger captures each of ${holdCount} holds once while 4 seats race for all of them`, async () => {
  const ledger = await store.open('Front desk');
  const codes: string[] = [];
  // No more at a time than the seat has connections, so that none is given up while it waits for one.
  for (let start = 0; start < holdCount; start += 4) {
    await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const codOper = `RACE${start + index}`;
        codes.push(`/${codOper}`);
        const references = { codOper, authToken: null, idtx: null, cardToken: null, relatedTx: null };
        await record(ledger, newAttempt(), approved({ references }));
      }),
    );
  }
  const racing = Array.from({ length: seats }, (_, index) => startSeat(`Seat ${index}`));
  await Promise.all(racing.map(({ ready }) => ready));
  for (const { go } of racing) go();
  const outcomes = await Promise.all(racing.map(({ outcome }) => outcome));

  expect([...seen.keys()].toSorted()).toEqual(codes.toSorted());
  expect([...seen.values()].filter((times) => times !== 1)).toEqual([]);
  const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + pick(outcome), 0);
  expect(sum(({ done }) => done)).toBe(holdCount);
  expect(sum(({ skipped }) => skipped)).toBe(holdCount * (seats - 1));
  expect((await ledger.holds(waitingHolds({ limit: 1 }), new Date().toISOString())).holds).toEqual([]);
  expect((await sumsOf(ledger)).approved).toBe(holdCount * 2);
});
