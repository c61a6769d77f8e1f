/** Copies of the embedded ledger: consistent while payments go on, checked before one takes the ledger's place. */
import { existsSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { flushFile, flushFolder, putInPlace } from '#electron/documents/durable-file.ts';
import type { LedgerFigures } from './figures.ts';
import { inThread } from './file-thread.ts';
import { setAside } from './set-aside.ts';
import { sqliteFailureReason } from '#electron/ledger/sqlite/sqlite-failure-reason.ts';

/** Pages copied between two breaths of the program: 8 MB. */
const pagesAtOnce = 2_048;

/**
 * Copies the ledger with SQLite's own backup, which works in a thread of its own, then reads the copy back in another and
 * checks it. The copy appears under its name only when it is whole and on the disk.
 * @param target must not exist
 */
export async function backUpSqlite(file: string, target: string): Promise<LedgerFigures> {
  if (existsSync(target)) throw new Error(`There is already a file ${target}.`);
  const partial = `${target}.partial`;
  try {
    await removeCopy(partial);
    // A connection of its own that only reads: the copy is of one moment, and payments go on meanwhile.
    const source = new DatabaseSync(file, { readOnly: true });
    try {
      source.exec('begin; select 1 from schema_version');
      await backup(source, partial, { rate: pagesAtOnce });
    } finally {
      source.close();
    }
    const figures = await inThread({ kind: 'seal', file: partial });
    await putInPlace(partial, target);
    return figures;
  } catch (error) {
    await removeCopy(partial);
    throw sqliteFailureReason(error);
  }
}

/** With what SQLite keeps beside a file that is open. */
export async function removeCopy(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
}

/** Removes a backup, or what one that was broken off left of it. */
export async function removeBackup(file: string): Promise<void> {
  await rm(file, { force: true });
  await removeCopy(`${file}.partial`);
}

/** Checks a copy whole (structure, foreign keys, schema) and says what is in it; rejects with `LedgerUnavailable`. */
export const checkCopy = (file: string): Promise<LedgerFigures> => inThread({ kind: 'check', file });

const arrivingAs = (file: string): string => `${file}.restoring`;

/**
 * Puts a checked copy in the place of the ledger, which must be closed; the present file is kept beside. Broken off by a
 * power cut it is as it was, or is finished by `finishRestore`.
 * @returns the figures of the restored ledger and where the former one is
 */
export async function restoreSqlite(
  copy: string,
  file: string,
  at: Date,
): Promise<{ readonly figures: LedgerFigures; readonly keptFile: string | null }> {
  const figures = await checkCopy(copy);
  const arriving = arrivingAs(file);
  try {
    await removeCopy(arriving);
    await copyFile(copy, arriving);
    await inThread({ kind: 'bring-up', file: arriving });
    await flushFile(arriving);
    await flushFolder(path.dirname(file));
  } catch (error) {
    await removeCopy(arriving);
    throw error;
  }
  const keptFile = existsSync(file) ? setAside(file, at) : null;
  await putInPlace(arriving, file);
  return { figures, keptFile };
}

/**
 * Ends a restore that was broken off, before the ledger is opened: without it, the power cut between the two names would
 * leave an empty ledger. A copy that waits while there is a ledger had not got that far, and goes.
 */
export async function finishRestore(file: string): Promise<void> {
  const arriving = arrivingAs(file);
  if (!existsSync(arriving)) return;
  if (existsSync(file)) return removeCopy(arriving);
  await rename(arriving, file);
  await flushFolder(path.dirname(file));
}
