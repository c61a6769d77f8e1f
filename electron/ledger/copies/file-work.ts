/** Work on a whole ledger file. Runs in a thread, because a large file takes seconds, but is itself unaware of threads. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { Kysely } from 'kysely';
import { DatabaseSync } from 'node:sqlite';
import { figuresOf, type LedgerFigures } from './figures.ts';
import { migrateFile } from '#electron/ledger/migrations/migrate.ts';
import type { OnMigration } from '#electron/ledger/migrations/migration.ts';
import { connectSqlite, guarded } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { checkSchema } from '#electron/ledger/sqlite/sqlite-schema.ts';
import { nodeSqliteDialect } from '#electron/ledger/sqlite/sqlite-dialect.ts';
import { indexNewInSqlite } from '#electron/ledger/sqlite/sqlite-search.ts';
import { sqliteFailureReason } from '#electron/ledger/sqlite/sqlite-failure-reason.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';

/**
 * - `look`: checks for damage and for objects that are not Caja's, through a read-only connection, which leaves every byte of a damaged file in place
 * - `check`: checks a copy (structure, foreign keys, schema)
 * - `seal`: turns a new copy into a single searchable file and checks it
 * - `bring-up`: migrates a copy that will become the ledger, and completes its search index
 * - `migrate`: migrates the ledger itself
 */
export type FileWork =
  | {
      readonly kind: 'look';
      readonly file: string;
      /** Tables in brackets; an empty string means the whole file. */
      readonly scopes: readonly string[];
      /** Milliseconds to wait for another process. */
      readonly patience: number;
    }
  | { readonly kind: 'check' | 'seal' | 'bring-up' | 'migrate'; readonly file: string };

/** Milliseconds to wait for a copy that another program reads. */
const patienceWithCopies = 10_000;

/**
 * Does the work. Rejects with `LedgerUnavailable`.
 * @param onProgress told by `migrate`
 * @returns the copy's figures after `check` and `seal`, else null
 */
export async function workOn(work: FileWork, onProgress?: OnMigration): Promise<LedgerFigures | null> {
  const { file } = work;
  try {
    switch (work.kind) {
      case 'look':
        await look(file, work.scopes, work.patience);
        return null;
      case 'check':
        return await check(file);
      case 'seal':
        await bringUp(file);
        makeOneFile(file);
        return await check(file);
      case 'bring-up':
        await bringUp(file);
        return null;
      case 'migrate':
        await onLedger(file, (db) => migrateFile(db as Kysely<unknown>, onProgress));
        return null;
    }
  } catch (error) {
    throw sqliteFailureReason(error);
  }
}

async function look(file: string, scopes: readonly string[], timeout: number): Promise<void> {
  const database = new DatabaseSync(file, { ...guarded, readOnly: true, timeout });
  try {
    checkIntegrity(database, scopes);
    await checkSchema(database);
  } finally {
    database.close();
  }
}

async function check(file: string): Promise<LedgerFigures> {
  const database = new DatabaseSync(file, { ...guarded, readOnly: true, timeout: patienceWithCopies });
  try {
    checkIntegrity(database, ['']);
    if ((await checkSchema(database)) === 0) throw new LedgerUnavailable('corrupt', 'The file is not a ledger.');
    if (database.prepare('pragma foreign_key_check').all().length > 0) {
      throw new LedgerUnavailable('corrupt', 'The copy has captures whose hold is missing.');
    }
    return await figuresOf(new Kysely<Tables>({ dialect: nodeSqliteDialect(database, 0) }));
  } finally {
    database.close();
  }
}

/** Leaves WAL mode, so that a backup is a single file, readable on a write-protected medium too. */
function makeOneFile(copy: string): void {
  const database = new DatabaseSync(copy, { ...guarded, timeout: patienceWithCopies });
  try {
    database.exec('pragma synchronous = full; pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

const bringUp = (copy: string): Promise<void> =>
  onLedger(copy, async (db) => {
    await migrateFile(db as Kysely<unknown>);
    await indexNewInSqlite(db);
  });

async function onLedger(file: string, work: (db: Kysely<Tables>) => Promise<void>): Promise<void> {
  const database = connectSqlite(file, patienceWithCopies);
  try {
    await work(new Kysely<Tables>({ dialect: nodeSqliteDialect(database, patienceWithCopies) }));
  } finally {
    database.close();
  }
}

/** Throws `corrupt` for damage. @param scopes arguments of the pragma: a table in brackets, or empty for the whole file */
function checkIntegrity(database: DatabaseSync, scopes: readonly string[]): void {
  for (const scope of scopes) {
    const issues = issuesIn(database, scope);
    if (issues.length !== 1 || issues[0] !== 'ok') {
      throw new LedgerUnavailable('corrupt', `The ledger's file is damaged: ${issues.slice(0, 3).join('; ')}`);
    }
  }
}

/** Runs quick_check. A corrupt FTS table makes the pragma itself fail with SQLITE_ERROR (1); reports that as an issue too. */
function issuesIn(database: DatabaseSync, scope: string): readonly string[] {
  try {
    const rows = database.prepare(`pragma quick_check${scope}`).all();
    return rows.map((row) => String(Object.values(row)[0] ?? ''));
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === 1) return [error.message];
    throw error;
  }
}
