/**
 * Opens a ledger: the embedded one, or the shared one on PostgreSQL. Checks a file's schema and end before writing to it, and refuses
 * a damaged one with the reason. The whole file is read beside payments, because that takes longer the more there are.
 */
import type { Course } from '#electron/core/ports/course.ts';
import { Kysely } from 'kysely';
import { copyToFile, backUpSqlite } from '#electron/ledger/copies/backup.ts';
import { createLedger } from './ledger.ts';
import { ledgerId } from '#electron/ledger/journal/known-server.ts';
import { connectionConfigs, type PostgresAddress } from '#electron/ledger/postgres/connection/connection-config.ts';
import { openingReason } from '#electron/ledger/postgres/connection/failure-reason.ts';
import { connectLink, usualPatience, type LinkPatience } from '#electron/ledger/postgres/connection/link.ts';
import { createReadsPool } from '#electron/ledger/postgres/connection/reads-pool.ts';
import { connectUnhurried, migrateShared } from '#electron/ledger/postgres/shared-schema.ts';
import { postgresEngine, type PostgresEngineParts } from '#electron/ledger/postgres/postgres-engine.ts';
import { queriesOn } from '#electron/ledger/postgres/statements/kysely-pool.ts';
import type { LedgerParts, StoredLedger } from './stored-ledger.ts';
import { serverPromises } from '#shared/seat/settings.ts';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { inThread } from '#electron/ledger/copies/file-thread.ts';
import { appliedMigrations, migrateFile, migrations, type OnMigration } from '#electron/ledger/migrations/migrate.ts';
import {
  endedInstances,
  connectSqlite,
  inPlace,
  guarded,
  isCutOffAtFirst,
  admitFile,
  sizeOf,
  checkSchema,
} from '#electron/ledger/sqlite/sqlite-connection.ts';
import {
  nodeSqliteDialect,
  fileFailureReason,
  isStatementError,
  sqliteFailureReason,
} from '#electron/ledger/sqlite/sqlite-dialect.ts';
import { createSqliteEngine } from '#electron/ledger/sqlite/sqlite-engine.ts';
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
    admitFile(file);
    if (sizeOf(file) > 0 && !isCutOffAtFirst(file)) await checkEnd(file, patience);
    const ended = endedInstances(file);
    database = connectSqlite(file, patience);
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database, patience) });
    await bringUpLarge(db, file, options.onMigration);
    await migrateFile(db as Kysely<unknown>, options.onMigration);
    const own = { ...(await ledgerId(db, journal, embedded, makeId)), isOnDisk: inPlace(file) };
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
async function bringUpLarge(db: Kysely<Tables>, file: string, onProgress: OnMigration): Promise<void> {
  if (sizeOf(file) <= doneHere) return;
  const applied = await appliedMigrations(db as Kysely<unknown>);
  if (applied.length < migrations.length) await inThread({ kind: 'migrate', file }, undefined, onProgress);
}

export interface PostgresLedgerOptions extends LedgerParts, PostgresAddress, Pick<PostgresEngineParts, 'required'> {
  /** Most connections of this seat: one that records payments, and the others, at least one, for everything else. */
  readonly poolSize: number;
  readonly patience?: Partial<LinkPatience>;
}

/** Rejects with `LedgerUnavailable` when the server can't be used or has a newer ledger. */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<StoredLedger> {
  const { reportBug, journal, required = serverPromises } = options;
  const patience = { ...usualPatience, ...options.patience };
  const configs = connectionConfigs(options, patience.connect);
  const link = await connectLink({ configs, required, patience, reportBug });
  const reads = createReadsPool(link, required, Math.max(1, options.poolSize - 1), patience);
  const db = queriesOn(reads, () => reads.end());

  /** Copies over a connection of its own, because a copy is one transaction of minutes, and the screens go on. */
  const backUp = (file: string, course?: Course): Promise<number> => {
    const { types: _readers, ...config } = link.config();
    return copyToFile({ config, identity: link.facts().identity }, file, course);
  };
  try {
    const asked = queriesOn(link.lend('payment'));
    await migrateShared(asked as Kysely<unknown>, () => connectUnhurried(link.config()), options.onMigration);
    const engine = await postgresEngine(db, link, reads, options);
    const own = {
      ...(await ledgerId(asked, journal, addressOf(options.url), options.makeId)),
      isOnDisk: () => false,
    };
    return await createLedger(engine, options, backUp, { own, name: own.ledger });
  } catch (error) {
    await link.close();
    await db.destroy();
    throw openingReason(error);
  }
}

/** Returns the address without a password, which it may carry although it is ignored. */
function addressOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  parsed.password = '';
  return parsed.href;
}
