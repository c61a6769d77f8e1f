/**
 * The shared ledger through a pooler, in session and in transaction mode: a real pgbouncer where it is installed, and always a
 * stand-in, whose connections change with each transaction.
 */
import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { LedgerChange } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { newId } from '#shared/new-id.ts';
import { makeStore, storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { openLedger } from '#test/fixtures/ledger/open-ledger.ts';
import { approved, capture, guard, newAttempt, query, record, value } from '#test/fixtures/examples.ts';
import { pgbouncer, startPgbouncer, type Pooler, type PoolerOptions } from '#test/support/pgbouncer.ts';
import { soon } from '#test/support/soon.ts';
import { times } from '#test/support/thorough.ts';
import { startPoolerStandIn } from '#test/support/pooler-stand-in.ts';

const modes = ['session', 'transaction'] as const;
const standIns = [
  // In session mode a seat has its connection to itself, as without a pooler.
  ...modes.slice(-times(1, 2)).map((mode) => ({ name: `a stand-in in ${mode} mode`, mode, start: startPoolerStandIn })),
  {
    name: 'a stand-in in transaction mode that shows the processes of the server',
    mode: 'transaction' as const,
    start: (options: PoolerOptions) => startPoolerStandIn({ ...options, showsProcesses: true }),
  },
];
const real = modes.map((mode) => ({ name: `pgbouncer in ${mode} mode`, mode, start: startPgbouncer }));
const poolers = [...(pgbouncer === null ? [] : real), ...standIns];

type SharedAddress = SharedStore['address'];

function through({ port, asksForPassword }: Pooler, address: SharedAddress): SharedAddress {
  const url = new URL(address.url);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { ...address, url: url.href, password: asksForPassword ? address.password : '' };
}

const account = ({ url, password }: SharedAddress): pg.ClientConfig => {
  const { hostname: host, port, username: user, pathname } = new URL(url);
  return { host, port: Number(port), user, password, database: pathname.slice(1) };
};

describe.each(poolers)('the shared ledger through $name', ({ name, mode, start }) => {
  let pooler: Pooler;
  let store: SharedStore;
  let direct: StoredLedger;
  let address: SharedAddress;
  let seats: readonly [StoredLedger, StoredLedger];
  const opened: StoredLedger[] = [];

  beforeAll(async () => {
    store = await makeStore('PostgreSQL');
    // The role of the seats would neither wait for the disk nor limit any time.
    const database = new URL(store.address.url).pathname.slice(1);
    direct = await store.open('Direct');
    await sql.raw(`alter database ${database} set synchronous_commit = off`).execute(direct.engine.db);
    await sql.raw(`alter database ${database} set statement_timeout = 0`).execute(direct.engine.db);
    pooler = await start({
      server: inject('postgres'),
      mode,
      size: mode === 'session' ? 12 : 3,
      clients: 50,
      wait: 20_000,
    });
    address = through(pooler, store.address);
    for (const seat of ['Front desk', 'Till']) opened.push(await openLedger(address, seat));
    seats = opened as [StoredLedger, StoredLedger];
  });
  afterAll(async () => {
    try {
      await Promise.all(opened.map((seat) => seat.close()));
      await store.drop();
    } finally {
      await pooler.stop();
    }
  });

  const pay = (seat: StoredLedger, changes: Parameters<typeof newAttempt>[0] = {}) => record(seat, newAttempt(changes));

  it('records, guards, captures and finds the payments of two seats', async () => {
    const [one, other] = seats;
    const paid = await pay(one, { lastName: 'Quetzalcoatl', cardFingerprint: 'the same card' });
    expect(await other.begin(newAttempt({ cardFingerprint: 'the same card' }), guard())).toMatchObject({
      failure: { kind: 'duplicate', earlier: [{ id: paid }] },
    });
    const overrideReason = 'A second order';
    const second = newAttempt({ cardFingerprint: 'the same card', overrideReason });
    value(await other.begin(second, guard('supervisor')));
    expect((await one.search(query({ text: 'quetzal' }))).attempts.map(({ id }) => id)).toEqual([paid]);
    const captured = value(await other.begin(capture(paid), null));
    expect(await one.begin(capture(paid), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
    await other.finish(captured.id, approved(), new Date().toISOString());
    expect(await one.hold(paid)).toMatchObject({ state: 'captured' });
  });

  it('brings the changes of a seat to the other one, by notices or by heartbeats', async () => {
    const [one, other] = seats;
    const changes: LedgerChange[] = [];
    const stop = other.onChange((change) => changes.push(change));
    const id = await pay(one);
    const isTold = ({ attemptIds, by }: LedgerChange) =>
      // A notice soon after another one, and a heartbeat, stand for everything.
      by === 'another' && (attemptIds === null || (mode === 'session' && attemptIds.includes(id)));
    await vi.waitFor(() => expect(changes.some(isTold)).toBe(true), soon);
    stop();
  });

  it('captures a batch row by row', async () => {
    const [one, other] = seats;
    const holds = await Promise.all([pay(one), pay(one), pay(one)]);
    const batchId = newId();
    for (const holdId of holds) await record(one, capture(holdId, { batchId }));
    const made = holds.map((holdId) => ({ holdId, state: 'approved' }));
    expect(await other.attemptsOfBatch(batchId)).toMatchObject(made);
  });

  it('waits for the disk at every commit, although the database leaves it off', async () => {
    const { db } = direct.engine;
    await sql`create table seen (setting text)`.execute(db);
    await sql`create function note_setting() returns trigger language plpgsql as $$
      begin insert into seen values (current_setting('synchronous_commit')); return null; end $$`.execute(db);
    await sql`create trigger seen after insert or update on attempts execute function note_setting()`.execute(db);
    for (const seat of seats) {
      await pay(seat);
      value(await seat.begin(newAttempt({ overrideReason: 'Again' }), null));
    }
    const { rows } = await sql`select distinct setting from seen`.execute(db);
    expect(rows).toEqual([{ setting: 'on' }]);
    await sql`drop trigger seen on attempts`.execute(db);
  });

  it('limits the time of reads and of transactions, and leaves no limit to the next user of a connection', async () => {
    const limits = sql<{ limits: string }>`
      select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') as limits`;
    const wanted = { rows: [{ limits: '15s 5s' }] };
    const foreign = new pg.Pool({ ...account(address), max: 3 });
    for (const seat of seats) {
      for (let round = 0; round < 4; round += 1) {
        expect(await seat.engine.read((db) => limits.execute(db))).toMatchObject(wanted);
        expect(await seat.engine.write((trx) => limits.execute(trx))).toMatchObject(wanted);
        await pay(seat);
      }
    }
    const seen = await Promise.all(
      [1, 2, 3].map(() => foreign.query(`select current_setting('statement_timeout') as limit, pg_sleep(0.1)`)),
    );
    expect(seen.map(({ rows }) => rows[0]?.limit)).toEqual(['0', '0', '0']);
    await foreign.end();
  });

  it('carries many interleaved payments and reads without a confusion of statements', async () => {
    const [one, other] = seats;
    const streams = seats.flatMap((seat) =>
      [1, 2, 3].map(async () => {
        for (let count = 0; count < times(5, 20); count += 1) {
          const paid = await pay(seat);
          if (count % 5 === 0) {
            // A refusal within a transaction leaves the names of its statements in doubt.
            const refused = seat.engine.transact(() => [CompiledQuery.raw(`insert into holds (id) values ('x')`)]);
            await expect(refused).rejects.toMatchObject({ cause: { code: '23502' } });
            expect(await seat.show(paid)).toMatchObject({ state: 'approved' });
          }
        }
      }),
    );
    await Promise.all([...streams, ...seats.map((seat) => seat.search(query({ text: 'maria' })))]);
    expect((await one.search(query({ limit: 1 }))).attempts).toEqual(
      (await other.search(query({ limit: 1 }))).attempts,
    );
    const confused = pooler.refusals.filter((code) => code === '42P05' || code === '26000');
    // Once for each connection that looked direct.
    if (name.includes('shows')) expect(confused.length).toBeLessThanOrEqual(12);
    else expect(confused).toEqual([]);
  });
});

describe.each(poolers)('$name without a free connection', ({ mode, start }) => {
  it('is full, which is said to the seat that opens', async () => {
    const { address } = await storeOfTest('PostgreSQL');
    const pooler = await start({ server: inject('postgres'), mode, size: 2, clients: 2, wait: 1_000 });
    const full = expect.objectContaining({ name: 'LedgerUnavailable', reason: 'full' });
    const holders = [
      new pg.Client(account(through(pooler, address))),
      new pg.Client(account(through(pooler, address))),
    ];
    try {
      for (const holder of holders) await holder.connect();
      await expect(openLedger(through(pooler, address), 'Till')).rejects.toEqual(full);
    } finally {
      for (const holder of holders) await holder.end();
      await pooler.stop();
    }
  });
});
