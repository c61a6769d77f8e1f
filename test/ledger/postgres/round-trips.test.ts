/** Round trips to the server on the way of a payment, counted on the wire: each costs the delay of the line. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPostgresLedger } from '#electron/ledger/open-postgres.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { newId } from '#shared/new-id.ts';
import { approved, capture, guard, newAttempt, value } from '#test/fixtures/examples.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { makeStore, type Store } from '#test/fixtures/ledger/engines.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { trailHeadsIn } from '#test/fixtures/ledger/trail-heads-in.ts';

let store: Store;
let folder: string;
let wire: net.Server;
/** Round trips of each connection, the payments' first. */
let connections: { trips: number }[];
beforeEach(async () => {
  store = await makeStore('PostgreSQL');
  folder = mkdtempSync(path.join(tmpdir(), 'caja-trips-'));
  connections = [];
});
afterEach(async () => {
  wire.close();
  await store.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Begins to listen between a seat and the server, and counts how often the seat speaks after an answer. */
async function listen({ hostname, port }: URL): Promise<number> {
  wire = net.createServer((seat) => {
    const server = net.connect(Number(port), hostname);
    const connection = { trips: 0 };
    connections.push(connection);
    let isAnswered = true;
    seat.on('data', (bytes) => {
      if (isAnswered) connection.trips += 1;
      isAnswered = false;
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      isAnswered = true;
      seat.write(bytes);
    });
    for (const [end, other] of [
      [seat, server],
      [server, seat],
    ] as const)
      end.on('error', () => undefined).on('close', () => other.destroy());
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  const address = wire.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}

const fail = (error: unknown): never => {
  throw error;
};

async function open(): Promise<StoredLedger> {
  const { address } = store;
  if (address.engine !== 'PostgreSQL') throw new Error('PostgreSQL alone');
  const url = new URL(address.url);
  const port = await listen(new URL(address.url));
  url.host = `127.0.0.1:${port}`;
  return openPostgresLedger({
    ...seatParts('Till'),
    trail: trailHeadsIn(folder, fail),
    url: url.href,
    password: address.password,
    ca: null,
    poolSize: 2,
    required: [],
    journal: journalIn(path.join(folder, 'journal.db')),
  });
}

it('are twenty at an opening with its recovery, two for a sale and a capture, and one for a row of a batch', async () => {
  await (await open()).close();
  wire.close();
  connections = [];
  const ledger = await open();
  await ledger.recover();
  const [payments = { trips: 0 }] = connections;
  expect(payments.trips).toBeGreaterThan(10);
  expect(payments.trips).toBeLessThanOrEqual(20);

  const counted = async (work: () => Promise<unknown>): Promise<number> => {
    const before = payments.trips;
    await work();
    return payments.trips - before;
  };
  const paid = async (
    attempt: Parameters<StoredLedger['begin']>[0],
    ...rest: [Parameters<StoredLedger['begin']>[1]]
  ) => {
    const { id } = value(await ledger.begin(attempt, ...rest));
    await ledger.finish(id, approved(), new Date().toISOString());
  };
  const hold = newAttempt();
  expect(await counted(() => paid(hold, guard()))).toBe(2);
  expect(await counted(() => paid(capture(hold.id), null))).toBe(2);
  const row = {
    holdId: hold.id,
    authorization: null,
    amount: hold.amount,
    skipReason: null,
    attempt: null,
    unrecorded: null,
  };
  const batch = { batchId: newId(), startedAt: hold.startedAt, finished: false };
  await ledger.beginBatch({ ...batch, rows: [{ ...row, status: 'waiting' }] }, 'Till');
  expect(await counted(() => ledger.saveBatchRow(batch.batchId, { ...row, status: 'done' }))).toBe(1);
  await ledger.close();
});
