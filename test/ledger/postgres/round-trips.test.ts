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
/** Answers of the server that the seat does not get yet; null while it gets them. */
let withheld: (() => void)[] | null;
beforeEach(async () => {
  store = await makeStore('PostgreSQL');
  folder = mkdtempSync(path.join(tmpdir(), 'caja-trips-'));
  connections = [];
  withheld = null;
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
      if (withheld === null) seat.write(bytes);
      else withheld.push(() => seat.write(bytes));
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

/** The ledger of a seat that has been open before, its round trips on the payments' connection, and how many a piece of work takes. */
async function reopened() {
  await (await open()).close();
  wire.close();
  connections = [];
  const ledger = await open();
  const [payments = { trips: 0 }] = connections;
  const counted = async (work: () => Promise<unknown>): Promise<number> => {
    const before = payments.trips;
    await work();
    return payments.trips - before;
  };
  return { ledger, payments, counted };
}

it('are twenty at an opening with its recovery, two for a sale, and three for a capture', async () => {
  const { ledger, payments, counted } = await reopened();
  await ledger.recover();
  expect(payments.trips).toBeGreaterThan(10);
  expect(payments.trips).toBeLessThanOrEqual(20);

  const paid = async (
    attempt: Parameters<StoredLedger['begin']>[0],
    ...rest: [Parameters<StoredLedger['begin']>[1]]
  ) => {
    const { id } = value(await ledger.begin(attempt, ...rest));
    await ledger.finish(id, approved(), new Date().toISOString());
  };
  const hold = newAttempt();
  expect(await counted(() => paid(hold, guard()))).toBe(2);
  expect(await counted(() => ledger.hold(hold.id))).toBe(1);
  expect(await counted(() => paid(capture(hold.id), null))).toBe(2);
  expect(await ledger.hold(hold.id)).toMatchObject({ state: 'captured', capture: { state: 'approved' } });
  await ledger.close();
});

it('are one for many holds of a batch and one for many of its rows', async () => {
  const { ledger, counted } = await reopened();
  const holds = [newAttempt(), newAttempt(), newAttempt()];
  for (const hold of holds) {
    value(await ledger.begin(hold, null));
    await ledger.finish(hold.id, approved(), new Date().toISOString());
  }
  expect(await counted(() => ledger.holdsById(holds.map(({ id }) => id)))).toBe(1);
  const rows = holds.map(({ id, amount }) => ({
    holdId: id,
    authorization: null,
    amount,
    status: 'waiting' as const,
    skipReason: null,
    attempt: null,
    unrecorded: null,
  }));
  const batch = { batchId: newId(), startedAt: new Date().toISOString(), finished: false };
  await ledger.beginBatch({ ...batch, rows }, 'Till');
  const skipped = rows.map((row) => ({ ...row, status: 'skipped' as const, skipReason: 'stopped' as const }));
  expect(await counted(() => ledger.saveBatchRows(batch.batchId, skipped))).toBe(1);
  expect((await ledger.batch(batch.batchId))?.rows.map(({ skipReason }) => skipReason)).toEqual(
    rows.map(() => 'stopped'),
  );
  await ledger.close();
});

it('of several captures overlap: none waits for the answer to another one', async () => {
  const { ledger } = await reopened();
  const holds = [newAttempt(), newAttempt(), newAttempt(), newAttempt()];
  for (const hold of holds) {
    value(await ledger.begin(hold, null));
    await ledger.finish(hold.id, approved(), new Date().toISOString());
  }
  const server = await store.open();
  withheld = [];
  const begun = Promise.all(holds.map(({ id }) => ledger.begin(capture(id), null)));
  const capturing = async () => (await server.holdsById(holds.map(({ id }) => id))).map(({ state }) => state);
  await expect.poll(capturing).toEqual(holds.map(() => 'capturing'));
  const answers = withheld;
  withheld = null;
  for (const answer of answers) answer();
  for (const each of await begun) expect(each.ok).toBe(true);
  await ledger.close();
});

it('beside a payment are five: four for its words in the index, and one for its notice', async () => {
  const { ledger } = await reopened();
  const server = await store.open();
  const paid = async () => {
    const { id } = value(await ledger.begin(newAttempt(), null));
    await ledger.finish(id, approved(), new Date().toISOString());
    const unindexed = () => server.engine.db.selectFrom('attempts_unindexed').select('number').execute();
    await expect.poll(unindexed).toEqual([]);
  };
  // The first one opens the connection.
  await paid();
  const [, beside = { trips: 0 }] = connections;
  const before = beside.trips;
  await paid();
  expect(beside.trips - before).toBeGreaterThan(2);
  expect(beside.trips - before).toBeLessThanOrEqual(5);
  await ledger.close();
});
