/**
 * Opens the embedded ledger. Checks the file's schema and end before writing to it, and refuses a damaged one with the reason.
 * The whole file is read beside payments, because that takes longer the more there are.
 */
import { Kysely } from 'kysely';
import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { backUpSqlite } from '#electron/ledger/copies/backup.ts';
import { inThread } from '#electron/ledger/copies/file-thread.ts';
import { ledgerId } from '#electron/ledger/journal/known-server.ts';
import { createLedger } from '#electron/ledger/ledger.ts';
import type { LedgerParts, StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { appliedMigrations, migrateFile, migrations, type OnMigration } from '#electron/ledger/migrations/migrate.ts';
import {
  endedInstances,
  connectSqlite,
  guarded,
  refuseOtherThanFile,
} from '#electron/ledger/sqlite/sqlite-connection.ts';
import { nodeSqliteDialect } from '#electron/ledger/sqlite/sqlite-dialect.ts';
import { createSqliteEngine } from '#electron/ledger/sqlite/sqlite-engine.ts';
import { checkSchema } from '#electron/ledger/sqlite/sqlite-schema.ts';
import {
  fileFailureReason,
  isStatementError,
  sqliteFailureReason,
} from '#electron/ledger/sqlite/sqlite-failure-reason.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';
import { embedded } from '#electron/ledger/trail/trail-heads.ts';

export interface SqliteLedgerOptions extends LedgerParts {
  readonly file: string;
  /** Milliseconds to wait for another process that has the file locked. */
  readonly busyTimeout?: number;
}

/** Read the last entries, and the head of the search index. */
const ends = [
  'select * from attempts order by position desc limit 50',
  'select * from ledger_events order by id desc limit 50',
  'select rowid from attempt_words limit 1',
] as const;
const defaultBusyTimeout = 2_000;
/** Largest file migrated in this thread. That takes a tenth of a second, less than another thread would save. */
const doneHere = 16 * 1024 * 1024;

/** Opens the ledger. Rejects with `LedgerUnavailable` and then leaves the file unchanged. */
export async function openSqliteLedger(options: SqliteLedgerOptions): Promise<StoredLedger> {
  const { file, now, reportBug, journal, makeId } = options;
  let database: DatabaseSync | null = null;
  try {
    await mkdir(dirname(file), { recursive: true });
    const patience = options.busyTimeout ?? defaultBusyTimeout;
    refuseOtherThanFile(file);
    if (sizeOf(file) > 0) await checkEnd(file, patience);
    const ended = endedInstances(file);
    database = connectSqlite(file, patience);
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database, patience) });
    await bringUpLarge(db, file, options.onMigration);
    await migrateFile(db as Kysely<unknown>, options.onMigration);
    const own = await ledgerId(db, journal, embedded, makeId);
    const engine = createSqliteEngine({ database, db, now, reportBug });
    return await createLedger(engine, options, (copy, course) => backUpSqlite(file, copy, course), {
      ended,
      own,
      name: embedded,
      checkApart: (chains, signal) => inThread({ kind: 'trail', file, chains }, signal),
      readFile: (signal, onRows) => inThread({ kind: 'look', file }, signal, onRows),
    });
  } catch (error) {
    if (database?.isOpen === true) database.close();
    throw fileFailureReason(sqliteFailureReason(error));
  }
}

/** Checks the schema and reads the last entries, without changing the file. SQLite itself compares its length with its header. */
async function checkEnd(file: string, timeout: number): Promise<void> {
  const database = new DatabaseSync(file, { ...guarded, readOnly: true, timeout });
  try {
    const version = await checkSchema(database);
    for (const end of version === 0 ? [] : ends) {
      const statement = database.prepare(end);
      // A row with a number that no seat writes is damaged by itself.
      statement.setReadBigInts(true);
      statement.all();
    }
  } catch (error) {
    if (isStatementError(error)) throw new LedgerUnavailable('corrupt', error.message, { cause: error });
    throw error;
  } finally {
    database.close();
  }
}

/**
 * Migrates a large ledger in a separate thread, so that the window stays responsive. A step that rewrites 100,000 attempts
 * (218 MB) takes 1.8 s of processor time, and 3.0 s on the clock of a busy machine.
 */
async function bringUpLarge(db: Kysely<Tables>, file: string, onProgress?: OnMigration): Promise<void> {
  if (sizeOf(file) <= doneHere) return;
  const applied = await appliedMigrations(db as Kysely<unknown>);
  if (applied.length < migrations.length) await inThread({ kind: 'migrate', file }, undefined, onProgress);
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
