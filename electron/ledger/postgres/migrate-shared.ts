/**
 * Brings a shared ledger up to date while other seats pay. Runs on a connection of its own, whose statements may take as long as
 * they need. A lock is waited for in short turns, because payments queue up behind a migration that waits.
 */
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { setTimeout } from 'node:timers/promises';
import { patientClient } from '#electron/ledger/postgres/connection/connection-config.ts';
import { serverFacts } from '#electron/ledger/postgres/connection/server-facts.ts';
import { readApplied } from '#electron/ledger/postgres/connection/schema-watch.ts';
import {
  applyMissing,
  checkApplied,
  migrations,
  type Migration,
  type OnMigration,
} from '#electron/ledger/migrations/migrate.ts';

/** Times in ms. Tests shorten them. */
export interface MigrationTurns {
  /** Longest wait for a lock. */
  readonly lock: number;
  /** Pause after it, in which the others pay. */
  readonly pause: number;
  /** Pause while another seat migrates. */
  readonly anotherSeat: number;
}

const usualTurns: MigrationTurns = { lock: 2_500, pause: 3_000, anotherSeat: 500 };

/** A lock was not free in time, or a deadlock was broken at this transaction's cost. Nothing was changed. */
const worthAnotherTurn: ReadonlySet<unknown> = new Set(['55P03', '40P01', '40001']);

/** Settings of the transaction. A seat that falls asleep halfway must not hold its locks until it wakes. */
const settings = (lockTimeout: number): string => `
  set local statement_timeout = 0; set local lock_timeout = ${lockTimeout};
  set local idle_in_transaction_session_timeout = 30000; set local synchronous_commit = on`;

/** Opens a connection whose queries may take as long as they need. */
export async function connectUnhurried(config: pg.ClientConfig): Promise<pg.Client> {
  const client = patientClient(config);
  await client.connect();
  await serverFacts(client, []);
  return client;
}

/**
 * Applies the missing migrations in one transaction, so that a program killed halfway leaves the former schema whole. One seat
 * at a time; others wait and then find nothing to do. Rejects with `LedgerUnavailable` when the ledger is refused.
 * @param db the connection of payments, which must not wait for long
 * @param connect opens a connection of its own when a step is missing
 */
export async function migrateShared(
  db: Kysely<unknown>,
  connect: () => Promise<pg.Client>,
  onProgress: OnMigration,
  turns: MigrationTurns = usualTurns,
  known: readonly Migration[] = migrations,
): Promise<void> {
  if (await isUpToDate(db, known)) return;
  const client = await connect();
  const alone = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: poolOf(client) }) });
  try {
    for (;;) {
      const turn = await takeTurn(alone, onProgress, turns, known);
      if (turn === 'done') return;
      onProgress({ kind: turn });
      await setTimeout(turn === 'waits' ? turns.pause : turns.anotherSeat);
    }
  } finally {
    await alone.destroy();
  }
}

const isLockBusy = (error: unknown): boolean => error instanceof pg.DatabaseError && worthAnotherTurn.has(error.code);

/** A list that can't be read soon is locked by another seat that migrates. Its turn is waited for on the other connection. */
async function isUpToDate(db: Kysely<unknown>, known: readonly Migration[]): Promise<boolean> {
  try {
    const applied = (await readApplied(db)) ?? [];
    checkApplied(applied, 'postgres', known);
    return applied.length >= known.length;
  } catch (error) {
    if (isLockBusy(error)) return false;
    throw error;
  }
}

async function takeTurn(
  alone: Kysely<unknown>,
  onProgress: OnMigration,
  turns: MigrationTurns,
  known: readonly Migration[],
): Promise<'done' | 'waits' | 'another-seat'> {
  try {
    return await alone.transaction().execute(async (trx) => {
      await sql.raw(settings(turns.lock)).execute(trx);
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('caja.schema')) as free`.execute(trx);
      if (rows[0]?.free !== true) return 'another-seat';
      await applyMissing(trx, 'postgres', onProgress, known);
      return 'done';
    });
  } catch (error) {
    if (isLockBusy(error)) return 'waits';
    throw error;
  }
}

/** Presents one connection to Kysely, which asks for a pool. */
const poolOf = (client: pg.Client) => ({
  options: {},
  connect: () => Promise.resolve({ query: client.query.bind(client), release: () => undefined }),
  end: () => client.end(),
});
