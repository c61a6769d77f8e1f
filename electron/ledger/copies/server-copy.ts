/** Copies the shared ledger into a file, all of one moment. Runs in a thread, because each row passes through it. */
import { Kysely } from 'kysely';
import type pg from 'pg';
import { unwatched } from '#electron/core/ports/course.ts';
import { types, usualIdle } from '#electron/ledger/postgres/connection/connection-config.ts';
import { postgresFailureReason } from '#electron/ledger/postgres/connection/failure-reason.ts';
import { createReadsPool } from '#electron/ledger/postgres/connection/reads-pool.ts';
import { queriesOn } from '#electron/ledger/postgres/statements/kysely-pool.ts';
import { migrateFile } from '#electron/ledger/migrations/migrate.ts';
import { connectSqlite } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { nodeSqliteDialect } from '#electron/ledger/sqlite/sqlite-dialect.ts';
import { createSqliteEngine } from '#electron/ledger/sqlite/sqlite-engine.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';
import { copyLedger } from './move.ts';

/** The server that records payments, as data for another thread. */
export interface CopiedServer {
  /** Settings without what no other thread can be given. */
  readonly config: Omit<pg.ClientConfig, 'types'>;
  readonly identity: string;
}

/** @param onRows told how many rows are copied, and then how many are compared */
export async function copyServer(
  file: string,
  { config, identity }: CopiedServer,
  patience: number,
  onRows: (done: number) => void,
): Promise<void> {
  const server = { config: { ...config, types }, facts: { identity, unkept: [] } };
  const beside = { present: () => server, config: () => server.config, onLost: () => () => undefined };
  const deaf = { noteUnkept: () => undefined, suspect: () => undefined };
  const reads = createReadsPool({ ...beside, ...deaf }, [], 1, usualIdle);
  const source = queriesOn(reads, () => reads.end());
  try {
    await intoFile(source, file, patience, onRows);
  } catch (error) {
    throw postgresFailureReason(error);
  } finally {
    await source.destroy();
  }
}

async function intoFile(
  source: Kysely<Tables>,
  file: string,
  patience: number,
  progress: (done: number) => void,
): Promise<void> {
  const database = connectSqlite(file, patience);
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database, patience) });
  await migrateFile(db as Kysely<unknown>);
  const reportBug = (error: unknown): never => {
    throw error;
  };
  const target = createSqliteEngine({ database, db, now: () => new Date(), reportBug });
  try {
    // A snapshot of one moment while other seats go on.
    const { verified } = await source
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => copyLedger(trx, target, { ...unwatched, progress }));
    if (!verified) throw new Error('The copy differs from the shared ledger.');
  } finally {
    await target.close();
  }
}
