/** Opens the embedded ledger: looks at the file before it touches it, refuses what it can't trust, and says why. */
import { LedgerUnavailable } from '#electron/core/ports.ts';
import { Kysely } from 'kysely';
import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backUpSqlite } from './backup.ts';
import { checkIntegrity } from './integrity.ts';
import { createLedger, type LedgerParts, type StoredLedger } from './ledger.ts';
import { migrate } from './migrations/migrate.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';
import { createSqliteEngine } from './sqlite-engine.ts';
import { sqliteTrouble } from './sqlite-trouble.ts';
import type { Tables } from './tables.ts';

export interface SqliteLedgerOptions extends LedgerParts {
  readonly file: string;
  /** Milliseconds to wait for another process that has the file locked. */
  readonly busyTimeout?: number;
}

const defaultBusyTimeout = 2_000;
/** Files up to this size are checked whole at each start, some 2 s at most; larger ones at the tables of the money in flight. */
const checkedWhole = 256 * 1024 * 1024;

/** Rejects with `LedgerUnavailable`; the file is then as it was. */
export async function openSqliteLedger(options: SqliteLedgerOptions): Promise<StoredLedger> {
  const { file, now, reportBug } = options;
  let database: DatabaseSync | null = null;
  try {
    await mkdir(dirname(file), { recursive: true });
    const patience = options.busyTimeout ?? defaultBusyTimeout;
    checkFile(file, patience);
    database = connectSqlite(file, patience);
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database, patience) });
    await migrate(db as Kysely<unknown>, 'sqlite');
    const engine = createSqliteEngine({ database, db, now, reportBug });
    return await createLedger(engine, options, (copy) => backUpSqlite(file, copy));
  } catch (error) {
    if (database?.isOpen === true) database.close();
    throw fileTrouble(sqliteTrouble(error));
  }
}

/** Reads the file through a connection that can't write, so that a damaged one keeps every byte. */
function checkFile(file: string, timeout: number): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return;
  const database = new DatabaseSync(file, { readOnly: true, timeout });
  try {
    checkIntegrity(database, size <= checkedWhole ? [''] : ['(holds)', '(instances)', '(batches)']);
  } finally {
    database.close();
  }
}

/**
 * A connection as the ledger wants it; closed again when it can't be had.
 * @param timeout milliseconds to wait for another process while the settings are made
 */
export function connectSqlite(file: string, timeout: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout });
  try {
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: DatabaseSync): void {
  const fts5 = database.prepare(`select sqlite_compileoption_used('ENABLE_FTS5') as has`).get()?.['has'];
  if (fts5 !== 1) throw new LedgerUnavailable('other', 'This SQLite was built without FTS5, which the search needs.');
  // FULL: each commit is on the disk when it returns (invariant 1); fullfsync makes macOS mean it.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma fullfsync = on;
    pragma foreign_keys = on;
    pragma cache_size = -65536;
    pragma temp_store = memory;
    pragma busy_timeout = 0;
  `);
}

/** Errors of the file system around the database. */
function fileTrouble(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new LedgerUnavailable('read-only', error.message, { cause: error });
    case 'ENOSPC':
      return new LedgerUnavailable('disk-full', error.message, { cause: error });
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOENT':
      return new LedgerUnavailable('other', error.message, { cause: error });
    default:
      return error;
  }
}

export { setAside } from './set-aside.ts';
