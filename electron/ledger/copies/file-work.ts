/** Work on a whole ledger file. Runs in a thread, because a large file takes seconds, but is itself unaware of threads. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { Kysely } from 'kysely';
import { DatabaseSync } from 'node:sqlite';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { isDamaged, toAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import { checkTrail } from '#electron/ledger/trail/check/check-trail.ts';
import type { KnownChains } from '#electron/ledger/trail/ledger-trail.ts';
import type { TrailReport } from '#shared/ledger/trail.ts';
import { countAttempts } from './figures.ts';
import { migrateFile } from '#electron/ledger/migrations/migrate.ts';
import type { MigrationProgress } from '#shared/ledger/migration-progress.ts';
import { connectSqlite, guarded, checkSchema, runOnFile } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { nodeSqliteDialect, isStatementError, sqliteFailureReason } from '#electron/ledger/sqlite/sqlite-dialect.ts';
import { indexNewInSqlite } from '#electron/ledger/sqlite/sqlite-search.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';
import type pg from 'pg';
import { unwatched } from '#electron/core/ports/course.ts';
import { types, usualWaits } from '#electron/ledger/postgres/connection/connection-config.ts';
import { postgresFailureReason } from '#electron/ledger/postgres/connection/failure-reason.ts';
import { createReadsPool } from '#electron/ledger/postgres/connection/reads-pool.ts';
import { queriesOn } from '#electron/ledger/postgres/statements/kysely-pool.ts';
import { createSqliteEngine } from '#electron/ledger/sqlite/sqlite-engine.ts';
import { ledgerIdName, putSetting, readSetting, restoreName } from '#electron/ledger/engine/ledger-settings.ts';
import { awaitUnnamed } from '#electron/ledger/journal/awaited-seats.ts';
import { newId } from '#shared/new-id.ts';
import { copyLedger } from './move.ts';

/**
 * - `look`: checks the ledger for damage and for objects that are not Caja's, through a read-only connection
 * - `seal`: turns a new copy into a single searchable file and checks it
 * - `bring-up`: checks a copy that will become the ledger, migrates it, and completes its search index. `ledger` is the id of the one
 *   that it replaces; null for an unknown one. `restore` is the id of what puts it there
 * - `migrate`: migrates the ledger itself
 * - `trail`: checks the whole audit trail
 * - `copy`: copies the shared ledger into a new file
 */
export type FileWork =
  | { readonly kind: 'look' | 'seal' | 'migrate'; readonly file: string }
  | { readonly kind: 'bring-up'; readonly file: string; readonly ledger: string | null; readonly restore: string }
  | { readonly kind: 'trail'; readonly file: string; readonly chains: KnownChains }
  | { readonly kind: 'copy'; readonly file: string; readonly server: CopiedServer };

/** How far the rows are read, and the ids of damaged ones among the latest. */
export interface CheckedRows {
  readonly done: number;
  readonly of: number;
  readonly damaged: readonly string[];
}

/** Steps of `migrate`, rows that `look` has read, or the number of those that `copy` has copied. */
export type FileProgress = MigrationProgress | CheckedRows | number;

/** Milliseconds to wait for another connection or program that uses the file. */
const patience = 10_000;
/** Rows between two reports of `look`. */
const portion = 5_000;

/**
 * Does the work, and tells its progress. Rejects with `LedgerUnavailable`.
 * @returns the number of attempts of `seal` and `bring-up`, the report of `trail`, else null
 */
export async function workOn(
  work: FileWork,
  tell: (progress: FileProgress) => void,
): Promise<number | TrailReport | null> {
  const { file } = work;
  try {
    switch (work.kind) {
      case 'look':
        await look(file, tell);
        return null;
      case 'seal':
        await bringUp(file);
        // Leaves WAL mode, so that a backup is a single file, readable on a write-protected medium too.
        runOnFile(file, 'pragma synchronous = full; pragma journal_mode = delete', patience);
        return await check(file);
      case 'bring-up': {
        const attempts = await check(file);
        await bringUp(file, async (db) => {
          await adopt(db, work.ledger);
          await putSetting(db, restoreName, work.restore);
        });
        return attempts;
      }
      case 'migrate':
        await onLedger(file, (db) => migrateFile(db as Kysely<unknown>, tell));
        return null;
      case 'trail':
        return await readOnly(file, (database) => checkApart(readsOf(database), work.chains));
      case 'copy':
        await copyServer(file, work.server, tell);
        return null;
    }
  } catch (error) {
    throw sqliteFailureReason(error);
  }
}

/** Opens the file without changing a byte of it, also of a damaged one. */
async function readOnly<Value>(file: string, work: (database: DatabaseSync) => Promise<Value>): Promise<Value> {
  const database = new DatabaseSync(file, { ...guarded, readOnly: true, timeout: patience });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

const readsOf = (database: DatabaseSync) => new Kysely<Tables>({ dialect: nodeSqliteDialect(database, 0) });

const look = (file: string, onRows: (rows: CheckedRows) => void): Promise<void> =>
  readOnly(file, async (database) => {
    await checkSchema(database);
    // One table at a time, because a thread can't be ended within a statement.
    const tables = database.prepare(`select name from sqlite_schema where type = 'table' order by rootpage desc`).all();
    for (const { name } of tables) checkIntegrity(database, `("${String(name)}")`);
    checkRows(database, onRows);
  });

function checkRows(database: DatabaseSync, onRows: (rows: CheckedRows) => void): void {
  const of = Number(database.prepare('select count(*) as count from attempts').get()?.['count']);
  let done = 0;
  let damaged: string[] = [];
  for (const row of database.prepare(`select ${listedColumns.join(', ')} from attempts order by position`).iterate()) {
    const attempt = toAttempt(row as unknown as ListedRow);
    if (isDamaged(attempt)) damaged.push(attempt.id);
    done += 1;
    if (done % portion !== 0 && done !== of) continue;
    onRows({ done, of, damaged });
    damaged = [];
  }
}

/** Checks a copy (structure, foreign keys, schema) and counts its attempts. */
const check = (file: string): Promise<number> =>
  readOnly(file, async (database) => {
    checkIntegrity(database, '');
    if ((await checkSchema(database)) === 0) throw new LedgerUnavailable('corrupt', 'The file is not a ledger.');
    if (database.prepare('pragma foreign_key_check').all().length > 0) {
      throw new LedgerUnavailable('corrupt', 'The copy has captures whose hold is missing.');
    }
    return countAttempts(readsOf(database));
  });

const bringUp = (copy: string, onMigrated: (db: Database) => Promise<void> = () => Promise.resolve()): Promise<void> =>
  onLedger(copy, async (db) => {
    await migrateFile(db as Kysely<unknown>);
    await indexNewInSqlite(db);
    await onMigrated(db);
  });

/**
 * Makes a copy of another ledger, or of a shared one, that of this seat, which gets this seat's payments. What is in it may be settled where
 * it comes from, and waits for a supervisor.
 */
const adopt = (db: Database, ledger: string | null): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (ledger !== null && (await readSetting(trx, ledgerIdName)) === ledger) return;
    await trx.deleteFrom('ledger_settings').where('name', '=', ledgerIdName).execute();
    await awaitUnnamed(trx, { makeId: newId, now: () => new Date() }, null);
  });

async function onLedger(file: string, work: (db: Kysely<Tables>) => Promise<void>): Promise<void> {
  const database = connectSqlite(file, patience);
  try {
    await work(new Kysely<Tables>({ dialect: nodeSqliteDialect(database, patience) }));
  } finally {
    database.close();
  }
}

/** Checks the whole trail by what the program knows of its chains. The findings are looked into again beside payments. */
const checkApart = (db: Database, { seat, head, own, unvouched, isLost }: KnownChains): Promise<TrailReport> =>
  checkTrail({
    engine: { kind: 'sqlite', db, read: (work) => work(db) },
    seat,
    now: () => new Date(),
    chain: {
      head: () => head,
      witness: () => Promise.resolve(),
      verified: () => Promise.resolve(),
    },
    heads: {
      isLost: () => isLost,
      own: () => new Set(own),
      unvouched: () => new Set(unvouched),
      elsewhere: () => new Set(),
      mark: () => Promise.resolve(null),
    },
    findUnsigned: () => Promise.resolve([]),
    extent: 'whole',
    pause: 0,
    course: unwatched,
  });

/** Throws `corrupt` for damage. @param scope argument of the pragma: a table in brackets, or empty for the whole file */
function checkIntegrity(database: DatabaseSync, scope: string): void {
  const issues = issuesIn(database, scope);
  if (issues.length !== 1 || issues[0] !== 'ok') {
    throw new LedgerUnavailable('corrupt', `The ledger's file is damaged: ${issues.slice(0, 3).join('; ')}`);
  }
}

/**
 * Runs integrity_check: quick_check would not miss the entries of an index, by which unconfirmed payments and lookalikes are found. A
 * corrupt FTS table makes the pragma itself fail with SQLITE_ERROR (1); reports that as an issue too.
 */
function issuesIn(database: DatabaseSync, scope: string): readonly string[] {
  try {
    const rows = database.prepare(`pragma integrity_check${scope}`).all();
    return rows.map((row) => String(Object.values(row)[0] ?? ''));
  } catch (error) {
    if (isStatementError(error)) return [error.message];
    throw error;
  }
}

/** The server that records payments, as data for another thread. */
export interface CopiedServer {
  /** Settings without what no other thread can be given. */
  readonly config: Omit<pg.ClientConfig, 'types'>;
  readonly identity: string;
}

/**
 * Copies the shared ledger into a file, all of one moment.
 * @param onRows told how many rows are copied, and then how many are compared
 */
async function copyServer(
  file: string,
  { config, identity }: CopiedServer,
  onRows: (done: number) => void,
): Promise<void> {
  const server = { config: { ...config, types }, facts: { identity, unkept: [] } };
  const beside = { present: () => server, config: () => server.config, onLost: () => () => undefined };
  const deaf = { noteUnkept: () => undefined, suspect: () => undefined };
  const reads = createReadsPool({ ...beside, ...deaf }, [], 1, usualWaits);
  const source = queriesOn(reads, () => reads.end());
  try {
    await intoFile(source, file, onRows);
  } catch (error) {
    throw postgresFailureReason(error);
  } finally {
    await source.destroy();
  }
}

async function intoFile(source: Kysely<Tables>, file: string, progress: (done: number) => void): Promise<void> {
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
