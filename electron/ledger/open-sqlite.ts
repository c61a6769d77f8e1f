/** Opens the embedded ledger. Checks the file before writing to it, and refuses a damaged one with the reason. */
import { Kysely } from 'kysely';
import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { backUpSqlite } from '#electron/ledger/copies/backup.ts';
import { inThread } from '#electron/ledger/copies/file-thread.ts';
import { workOn, type FileWork } from '#electron/ledger/copies/file-work.ts';
import { createLedger } from '#electron/ledger/ledger.ts';
import type { LedgerParts, StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { appliedMigrations, migrations } from '#electron/ledger/migrations/applied.ts';
import { migrateFile } from '#electron/ledger/migrations/migrate.ts';
import type { OnMigration } from '#electron/ledger/migrations/migration.ts';
import { endedInstances } from '#electron/ledger/sqlite/sole-user.ts';
import { connectSqlite } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { nodeSqliteDialect } from '#electron/ledger/sqlite/sqlite-dialect.ts';
import { createSqliteEngine } from '#electron/ledger/sqlite/sqlite-engine.ts';
import { fileFailureReason, sqliteFailureReason } from '#electron/ledger/sqlite/sqlite-failure-reason.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';

export interface SqliteLedgerOptions extends LedgerParts {
  readonly file: string;
  /** Milliseconds to wait for another process that has the file locked. */
  readonly busyTimeout?: number;
}

/** Name of the ledger among this seat's heads. A seat has one file, whichever copy was put in its place. */
const embedded = 'embedded';
const defaultBusyTimeout = 2_000;
/** Largest file checked whole at each start (2 s at most). In larger ones only the tables of money in flight are checked. */
const checkedWhole = 256 * 1024 * 1024;
/** Largest file checked and migrated in this thread. That takes a tenth of a second, less than another thread would save. */
const doneHere = 16 * 1024 * 1024;

/** Opens the ledger. Rejects with `LedgerUnavailable` and then leaves the file unchanged. */
export async function openSqliteLedger(options: SqliteLedgerOptions): Promise<StoredLedger> {
  const { file, now, reportBug } = options;
  let database: DatabaseSync | null = null;
  try {
    await mkdir(dirname(file), { recursive: true });
    const patience = options.busyTimeout ?? defaultBusyTimeout;
    await checkFile(file, patience);
    const ended = endedInstances(file);
    database = connectSqlite(file, patience);
    const dialect = nodeSqliteDialect(database, patience);
    const db = new Kysely<Tables>({ dialect });
    await bringUpLarge(db, file, options.onMigration);
    await migrateFile(db as Kysely<unknown>, options.onMigration);
    const engine = createSqliteEngine({ database, dialect, db, now, reportBug });
    return await createLedger(engine, options, (copy, course) => backUpSqlite(file, copy, course), {
      ended,
      name: embedded,
    });
  } catch (error) {
    if (database?.isOpen === true) database.close();
    throw fileFailureReason(sqliteFailureReason(error));
  }
}

/** Checks for damage without changing the file. Uses a thread for a large one, so that the window stays responsive. */
async function checkFile(file: string, patience: number): Promise<void> {
  const size = sizeOf(file);
  if (size === 0) return;
  const scopes = size <= checkedWhole ? [''] : ['(holds)', '(instances)', '(batches)'];
  const look: FileWork = { kind: 'look', file, scopes, patience };
  await (size <= doneHere ? workOn(look) : inThread(look));
}

/**
 * Migrates a large ledger in a separate thread, so that the window stays responsive. A step that rewrites 100,000 attempts
 * (218 MB) takes 1.8 s of processor time, and 3.0 s on the clock of a busy machine.
 */
async function bringUpLarge(db: Kysely<Tables>, file: string, onProgress?: OnMigration): Promise<void> {
  if (sizeOf(file) <= doneHere) return;
  const applied = await appliedMigrations(db as Kysely<unknown>);
  if (applied.length < migrations.length) await inThread({ kind: 'migrate', file }, { onMigration: onProgress });
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
