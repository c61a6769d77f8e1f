/** Programs one schema apart pay on one shared ledger at the same time, and one that is too old for it stops with words. */
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrations } from '#electron/ledger/migrations/migrate.ts';
import { connectUnhurried, migrateShared } from '#electron/ledger/postgres/shared-schema.ts';
import { connectionConfigs } from '#electron/ledger/postgres/connection/connection-config.ts';
import { heartbeat } from '#electron/ledger/seats/instances.ts';
import { connectBeside, storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { approved, capture, guard, newAttempt, query, record, value } from '#test/fixtures/examples.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import { laterMigrations } from '#test/fixtures/ledger/later-schema.ts';
import { soon } from '#test/support/soon.ts';

const unavailable = (reason: string) => expect.objectContaining({ name: 'LedgerUnavailable', reason });
const now = () => new Date().toISOString();
const next = migrations.length + 1;

let store: SharedStore;
let client: pg.Client;
beforeEach(async () => {
  store = await storeOfTest('PostgreSQL');
  client = await connectBeside(store);
});
afterEach(async () => {
  vi.useRealTimers();
  await client.end();
});

const all = async <Row>(statement: string): Promise<readonly Row[]> =>
  (await client.query(statement)).rows as readonly Row[];

/** A later schema, as its migration would make it. Additive unless the statements say otherwise. */
async function migrateLater(usableFrom: number | null, ...statements: readonly string[]): Promise<void> {
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  await client.query('insert into schema_version (version, applied_at, name, usable_from) values ($1, $2, $3, $4)', [
    next,
    now(),
    'later',
    usableFrom,
  ]);
  await client.query('commit');
}

/** Columns in every table, an index and a trigger, none of which this program knows. */
const additive = [
  ...['attempts', 'holds', 'instances', 'operator_names', 'ledger_events', 'ledger_settings'].map(
    (table) => `alter table ${table} add column later text`,
  ),
  `alter table schema_version add column later text`,
  `create index attempts_later on attempts (later)`,
  `create table later_notes (attempt_id text)`,
  `create function caja_later() returns trigger language plpgsql as $$
   begin insert into later_notes values (new.id); return new; end $$`,
  `create trigger attempts_later after update on attempts for each row execute function caja_later()`,
];

it('a seat goes on paying while a newer one migrates its ledger', async () => {
  const { address } = store;
  const [config] = connectionConfigs({ ...address, ca: null });
  const ledger = await store.open();
  await record(ledger);
  let paid = 1;
  const done = new AbortController();
  const migrating = onDatabase(address, (db) =>
    migrateShared(
      db as never,
      () => connectUnhurried(config),
      () => undefined,
      undefined,
      laterMigrations,
    ),
  ).finally(() => done.abort());
  while (!done.signal.aborted || paid < 4) {
    await record(ledger);
    paid += 1;
  }
  await migrating;
  expect(await all('select version from schema_version')).toHaveLength(laterMigrations.length);
  expect(await all('select id from attempts')).toHaveLength(paid);
});

describe('a ledger of the next schema', () => {
  it('that this program can use is opened, and paid on beside the newer seat', async () => {
    const first = await store.open('Opened before');
    const heard = vi.fn();
    first.onAvailability(heard);
    await migrateLater(next - 1, ...additive);
    const ledger = await store.open('Opened after');
    for (const each of [first, ledger]) {
      const id = await record(each);
      await client.query(`update attempts set later = 'by the newer seat' where id = $1`, [id]);
      await client.query(`update holds set later = 'by the newer seat' where id = $1`, [id]);
      await record(each, capture(id));
      expect(await each.hold(id)).toMatchObject({ state: 'captured' });
      expect(await each.show(id)).toMatchObject({ state: 'approved' });
      await each.note('Sol', { kind: 'restore', attempts: 1, file: '/copy.db' });
      expect(await each.recover()).toEqual([]);
    }
    // A copy has the columns that this program knows.
    expect(await ledger.backUp(join(temporaryFolder(), 'copy.db'))).toBe(4);
    await first.engine.probe(CompiledQuery.raw('select 1'));
    expect(heard).not.toHaveBeenCalled();
    expect(await all('select distinct attempt_id from later_notes')).toHaveLength(4);
  });

  it('that only newer programs can use is refused at the opening', async () => {
    await (await store.open()).close();
    await migrateLater(next, ...additive);
    await expect(store.open()).rejects.toEqual(unavailable('newer-version'));
  });

  it('stops a running seat with words: at once, and on top within one heartbeat, until it can be used again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const ledger = await store.open();
    const heard = vi.fn();
    ledger.onAvailability(heard);
    const flight = value(await ledger.begin(newAttempt(), guard()));
    await migrateLater(next, ...additive);
    // Before the heartbeat, the transaction itself refuses.
    await expect(ledger.begin(newAttempt(), guard())).rejects.toEqual(unavailable('newer-version'));
    expect(heard.mock.calls).toEqual([['newer-version']]);

    await client.query('delete from schema_version where version = $1', [next]);
    await vi.advanceTimersByTimeAsync(heartbeat.interval);
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(null), soon);
    await record(ledger);

    await client.query(
      `insert into schema_version (version, applied_at, name, usable_from) values ($1, 'now', 'later', $1)`,
      [next],
    );
    vi.advanceTimersByTime(heartbeat.interval);
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith('newer-version'), soon);
    const refused = newAttempt();
    const refusal = unavailable('newer-version');
    await expect(ledger.begin(refused, guard())).rejects.toEqual(refusal);
    await expect(ledger.begin(capture(flight.id), null)).rejects.toEqual(refusal);
    await expect(ledger.recover()).rejects.toEqual(refusal);
    // The caller keeps the answer on this machine's disk. The screens still read.
    await expect(ledger.finish(flight.id, approved(), now())).rejects.toEqual(refusal);
    expect(await ledger.show(flight.id)).toMatchObject({ state: 'sending' });
    expect(await ledger.show(refused.id)).toBeNull();

    await client.query('update schema_version set usable_from = $1 where version = $2', [next - 1, next]);
    vi.advanceTimersByTime(heartbeat.interval);
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(null), soon);
    expect(await ledger.finish(flight.id, approved(), now())).toMatchObject({ state: 'approved' });
    await record(ledger);
    expect(heard.mock.calls).toEqual([['newer-version'], [null], ['newer-version'], [null]]);
  });

  it.each([
    ['renames a column', ['alter table attempts rename column phone to telephone']],
    ['renames a table', ['alter table holds rename to reservations']],
    ['drops a table', ['drop table operator_names']],
    [
      'wants a value that only newer programs write',
      [
        `alter table attempts add column later text not null default ''`,
        'alter table attempts alter later drop default',
      ],
    ],
    ['checks a value', [`alter table attempts add constraint later check (seat = 'new') not valid`]],
  ])('that %s under a running seat is no bug of this program', async (_, statements) => {
    const ledger = await store.open();
    const hold = await record(ledger);
    const flight = value(await ledger.begin(capture(hold), null));
    await migrateLater(null, ...statements);
    const refusal = unavailable('newer-version');
    // Every caller that waits is told the same, however its statement fails.
    const asked = await Promise.allSettled([
      ledger.begin(newAttempt(), guard()),
      ledger.begin(capture(hold), null),
      ledger.finish(flight.id, approved(), now()),
      ledger.search(query({ text: '' })),
      ledger.operators(),
      ledger.hold(hold),
      // What was sent at the same time as the first refusal, and fits the new schema, succeeds.
      ledger.begin(newAttempt(), null),
    ]);
    const failures = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(failures.length).toBeGreaterThan(2);
    for (const failure of failures) expect(failure).toEqual(refusal);
    expect(asked.slice(0, 2).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('whose step has another name stops a running seat', async () => {
    const ledger = await store.open();
    await client.query(`update schema_version set name = 'other-line' where version = 1`);
    await expect(ledger.begin(newAttempt(), guard())).rejects.toEqual(unavailable('newer-version'));
  });
});

it('a running seat says that a ledger without its list can’t be used, and goes on when it is back', async () => {
  const ledger = await store.open();
  const heard = vi.fn();
  ledger.onAvailability(heard);
  await client.query('alter table schema_version rename to lost');
  await expect(ledger.begin(newAttempt(), guard())).rejects.toEqual(unavailable('other'));
  await expect(ledger.engine.probe(CompiledQuery.raw('select 1'))).rejects.toEqual(unavailable('other'));
  await expect(ledger.begin(newAttempt(), guard())).rejects.toEqual(unavailable('other'));
  await client.query('alter table lost rename to schema_version');
  await ledger.engine.probe(CompiledQuery.raw('select 1'));
  await record(ledger);
  expect(heard.mock.calls).toEqual([['other'], [null]]);
});
