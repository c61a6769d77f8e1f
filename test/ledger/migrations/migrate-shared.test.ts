/** A shared ledger is migrated once, beside seats that pay and read, and stays whole when the migrating seat ends halfway. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { migrations } from '#electron/ledger/migrations/migrate.ts';
import { connectUnhurried, migrateShared } from '#electron/ledger/postgres/shared-schema.ts';
import { connectionConfigs } from '#electron/ledger/postgres/connection/connection-config.ts';
import { storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { laterMigrations } from '#test/fixtures/ledger/later-schema.ts';
import { soon } from '#test/support/soon.ts';

const script = fileURLToPath(new URL('./migrating-seat.ts', import.meta.url));
const former = migrations.length;
const turns = { lock: 300, pause: 50, anotherSeat: 20 };
const steps = laterMigrations.length - former;
const step = (number: number) => ({ kind: 'step', step: number, of: steps });

let store: SharedStore;
let config: pg.ClientConfig;
let client: pg.Client;
let reader: pg.Client;
let pool: pg.Pool;
let db: Kysely<unknown>;
beforeEach(async () => {
  store = await storeOfTest('PostgreSQL');
  [config] = connectionConfigs({ ...store.address, ca: null });
  client = await connectUnhurried(config);
  reader = await connectUnhurried(config);
  pool = new pg.Pool(config);
  // The database may be dropped while a connection of it is idle.
  pool.on('error', () => undefined);
  db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
});
afterEach(async () => {
  await Promise.all([client.end(), reader.end(), db.destroy()]);
});

const migrate = (onProgress: (progress: unknown) => void = () => undefined, lock = turns.lock) =>
  migrateShared(db, () => connectUnhurried(config), onProgress, { ...turns, lock }, laterMigrations);
/** Migrates with one wait for the lock that outlasts the test's. */
const migratePatiently = () => migrate(undefined, 10_000);

/** Number of applied migrations. No column of a later one is there. */
async function schema(): Promise<number> {
  const { rows } = await client.query<{ applied: number; columns: number }>(`
    select (select count(*)::int from schema_version) as applied,
      (select count(*)::int from information_schema.columns
       where column_name = 'later') as columns`);
  const [row] = rows;
  expect(row?.columns).toBe(row?.applied === former ? 0 : 2);
  return row?.applied ?? 0;
}

/** Stops the migration within its last step, which needs this table for itself. */
async function readHolds(): Promise<void> {
  await reader.query('begin');
  await reader.query('select * from holds');
}

async function waitsForLock(): Promise<readonly number[]> {
  return vi.waitFor(async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_locks where not granted and relation = 'holds'::regclass`,
    );
    expect(rows).toHaveLength(1);
    return rows.map(({ pid }) => pid);
  }, soon);
}

it('waits for a long read in short turns, in which the others read, and tells how far it is', async () => {
  await readHolds();
  const told = vi.fn();
  const migrating = migrate(told);
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith({ kind: 'waits' }), soon);
  // A turn ends with everything undone, and nobody waits longer than it.
  await client.query('select * from holds');
  expect(await schema()).toBe(former);
  await reader.query('commit');
  await migrating;
  expect(await schema()).toBe(laterMigrations.length);
  expect(told.mock.calls.slice(0, 3)).toEqual([[step(1)], [step(2)], [{ kind: 'waits' }]]);
  expect(told.mock.lastCall).toEqual([step(steps)]);
});

it('takes longer than the server allows a statement', async () => {
  await client.query(
    `do $$ begin execute format('alter database %I set statement_timeout = 100', current_database()); end $$`,
  );
  await readHolds();
  const migrating = migratePatiently();
  await waitsForLock();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await reader.query('commit');
  await migrating;
  expect(await schema()).toBe(laterMigrations.length);
});

it('is done once by seats that start together', async () => {
  const told = vi.fn();
  await readHolds();
  const first = migrate();
  await waitsForLock();
  const others = [migrate(told), migrate()];
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith({ kind: 'another-seat' }), soon);
  await reader.query('commit');
  await Promise.all([first, ...others]);
  expect(await schema()).toBe(laterMigrations.length);
  await Promise.all([store.open('One'), store.open('Other')]);
  expect(await schema()).toBe(laterMigrations.length);
});

/** Expects the former schema after a migration that was broken off, and the next one to bring it up to date. */
async function isWholeAndRepeated(): Promise<void> {
  await reader.query('commit');
  expect(await schema()).toBe(former);
  await migrate();
  expect(await schema()).toBe(laterMigrations.length);
}

it('leaves the former schema whole when its connection is ended, and is repeated', async () => {
  await readHolds();
  const migrating = migratePatiently();
  const ended = expect(migrating).rejects.toThrow();
  const [pid] = await waitsForLock();
  await client.query('select pg_terminate_backend($1)', [pid]);
  await ended;
  await isWholeAndRepeated();
});

it('leaves the former schema whole when the seat is killed, and is repeated', async () => {
  await readHolds();
  const child = spawn(process.execPath, [script, JSON.stringify(store.address)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  await waitsForLock();
  child.kill('SIGKILL');
  await exited;
  await isWholeAndRepeated();
});

it('is refused for a ledger that only newer programs can use', async () => {
  await migrate();
  await client.query(
    `insert into schema_version (version, name, applied_at) values (${laterMigrations.length + 1}, 'later', '')`,
  );
  await expect(migrate()).rejects.toBeInstanceOf(LedgerUnavailable);
});
