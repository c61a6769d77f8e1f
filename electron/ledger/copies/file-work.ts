/** Work on a whole file of the ledger that takes seconds on a large one: it is done in a thread of its own. Knows nothing of threads. */
import { LedgerUnavailable } from '#electron/core/ports.ts';
import { Kysely } from 'kysely';
import { DatabaseSync } from 'node:sqlite';
import { figuresOf, type LedgerFigures } from './figures.ts';
import { checkIntegrity } from './integrity.ts';
import { migrate, schemaVersion, versionOf } from '#electron/ledger/migrations/migrate.ts';
import { connectSqlite } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { nodeSqliteDialect } from '#electron/ledger/sqlite/sqlite-dialect.ts';
import { indexNewInSqlite } from '#electron/ledger/sqlite/sqlite-search.ts';
import { sqliteFailureReason } from '#electron/ledger/sqlite/sqlite-failure-reason.ts';
import type { Tables } from '#electron/ledger/tables.ts';

/**
 * - `look`: whether there is damage, through a connection that can't write, so that a damaged file keeps every byte
 * - `check`: a copy whole (structure, foreign keys, schema)
 * - `seal`: makes one searchable file of a copy that was just written, and checks it
 * - `bring-up`: gives a copy that is to become the ledger this program's schema and a whole search index
 */
export type FileWork =
  | {
      readonly kind: 'look';
      readonly file: string;
      /** Tables in brackets; an empty text is the whole file. */
      readonly scopes: readonly string[];
      /** Milliseconds to wait for another process. */
      readonly patience: number;
    }
  | { readonly kind: 'check' | 'seal' | 'bring-up'; readonly file: string };

/** Milliseconds that a copy is waited for while another program reads or copies it. */
const patienceWithCopies = 10_000;

/** @returns the figures of the copy after `check` and `seal`, else null. Rejects with `LedgerUnavailable`. */
export async function workOn(work: FileWork): Promise<LedgerFigures | null> {
  const { file } = work;
  try {
    switch (work.kind) {
      case 'look':
        look(file, work.scopes, work.patience);
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
    }
  } catch (error) {
    throw sqliteFailureReason(error);
  }
}

function look(file: string, scopes: readonly string[], timeout: number): void {
  const database = new DatabaseSync(file, { readOnly: true, timeout });
  try {
    checkIntegrity(database, scopes);
  } finally {
    database.close();
  }
}

async function check(file: string): Promise<LedgerFigures> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: patienceWithCopies });
  try {
    checkIntegrity(database, ['']);
    if (database.prepare('pragma foreign_key_check').all().length > 0) {
      throw new LedgerUnavailable('corrupt', 'The copy has captures whose hold is missing.');
    }
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database, 0) });
    const version = await versionOf(db as Kysely<unknown>);
    if (version > schemaVersion) throw new LedgerUnavailable('newer-version', `The copy has schema ${version}.`);
    if (version === 0) throw new LedgerUnavailable('corrupt', 'The file is no ledger.');
    return await figuresOf(db);
  } finally {
    database.close();
  }
}

/** Without the mode that keeps a journal beside: a backup is one file, also on a medium that can't be written to. */
function makeOneFile(copy: string): void {
  const database = new DatabaseSync(copy, { timeout: patienceWithCopies });
  try {
    database.exec('pragma synchronous = full; pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

async function bringUp(copy: string): Promise<void> {
  const database = connectSqlite(copy, patienceWithCopies);
  try {
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database, patienceWithCopies) });
    await migrate(db as Kysely<unknown>, 'sqlite');
    await indexNewInSqlite(db);
  } finally {
    database.close();
  }
}
