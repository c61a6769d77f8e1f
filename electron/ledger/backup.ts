/** Copies of the embedded ledger: consistent while payments go on, checked before one takes the ledger's place. */
import { LedgerUnavailable } from '#electron/core/ports.ts';
import { Kysely } from 'kysely';
import { existsSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import type { LedgerFigures } from './figures.ts';
import { figuresOf } from './figures.ts';
import { schemaVersion, versionOf } from './migrations/migrate.ts';
import { setAside } from './set-aside.ts';
import { checkIntegrity } from './integrity.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';
import { sqliteTrouble } from './sqlite-trouble.ts';
import type { Tables } from './tables.ts';

/** Pages copied between two breaths of the program: 8 MB. */
const pagesAtOnce = 2_048;

/**
 * Copies the ledger with SQLite's own backup, then reads the copy back and checks it. The copy appears under its name only
 * when it is whole.
 * @param target must not exist
 */
export async function backUpSqlite(file: string, target: string): Promise<LedgerFigures> {
  if (existsSync(target)) throw new Error(`There is already a file ${target}.`);
  const partial = `${target}.partial`;
  try {
    await rm(partial, { force: true });
    // A connection of its own that only reads: the copy is of one moment, and payments go on meanwhile.
    const source = new DatabaseSync(file, { readOnly: true });
    try {
      source.exec('begin; select 1 from schema_version');
      await backup(source, partial, { rate: pagesAtOnce });
    } finally {
      source.close();
    }
    makeOneFile(partial);
    const figures = await checkCopy(partial);
    await rename(partial, target);
    return figures;
  } catch (error) {
    await rm(partial, { force: true });
    throw sqliteTrouble(error);
  }
}

/** Without the mode that keeps a journal beside: a backup is one file, also on a medium that can't be written to. */
function makeOneFile(copy: string): void {
  const database = new DatabaseSync(copy);
  try {
    database.exec('pragma synchronous = full; pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

/** Checks a copy whole (structure, foreign keys, schema) and says what is in it; rejects with `LedgerUnavailable`. */
export async function checkCopy(file: string): Promise<LedgerFigures> {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    checkIntegrity(database, ['']);
    if (database.prepare('pragma foreign_key_check').all().length > 0) {
      throw new LedgerUnavailable('corrupt', 'The copy has captures whose hold is missing.');
    }
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database, 0) });
    const version = await versionOf(db as Kysely<unknown>);
    if (version > schemaVersion) throw new LedgerUnavailable('newer-version', `The copy has schema ${version}.`);
    if (version === 0) throw new LedgerUnavailable('corrupt', 'The file is no ledger.');
    return await figuresOf(db);
  } catch (error) {
    throw sqliteTrouble(error);
  } finally {
    database?.close();
  }
}

/**
 * Puts a checked copy in the place of the ledger, which must be closed; the present file is kept beside.
 * @returns the figures of the restored ledger and where the former one is
 */
export async function restoreSqlite(
  copy: string,
  file: string,
  at: Date,
): Promise<{ readonly figures: LedgerFigures; readonly keptFile: string | null }> {
  const figures = await checkCopy(copy);
  const arriving = `${file}.restoring`;
  await copyFile(copy, arriving);
  const keptFile = existsSync(file) ? setAside(file, at) : null;
  await rename(arriving, file);
  return { figures, keptFile };
}
