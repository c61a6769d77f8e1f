/** Backs up and restores the embedded ledger. Copies are consistent during payments and checked before a restore. */
import { existsSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { guarded } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { flushFolder, putInPlace } from '#electron/documents/durable-file.ts';
import type { LedgerFigures } from './figures.ts';
import { inThread } from './file-thread.ts';
import { setAside } from './set-aside.ts';
import { sqliteFailureReason } from '#electron/ledger/sqlite/sqlite-failure-reason.ts';

/** Pages copied at a time: 8 MB, after which payments get a turn. */
const pagesAtOnce = 2_048;

/**
 * Copies the ledger with SQLite's backup, which runs in its own thread, then checks the copy in another. The copy appears
 * under its name only when it is complete and flushed.
 * @param target must not exist
 */
export async function backUpSqlite(file: string, target: string): Promise<LedgerFigures> {
  if (existsSync(target)) throw new Error(`The file ${target} exists already.`);
  const partial = `${target}.partial`;
  try {
    await removeCopy(partial);
    // A separate read-only connection, so that the copy shows one moment while payments go on.
    const source = new DatabaseSync(file, { ...guarded, readOnly: true });
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

/** Removes a file with SQLite's journal files beside it. */
export async function removeCopy(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
}

/** Removes a backup, or the remains of an interrupted one. */
export async function removeBackup(file: string): Promise<void> {
  await rm(file, { force: true });
  await removeCopy(`${file}.partial`);
}

/** Checks a copy (structure, foreign keys, schema) and returns its figures. Rejects with `LedgerUnavailable`. */
export const checkCopy = (file: string): Promise<LedgerFigures> => inThread({ kind: 'check', file });

const arrivingAs = (file: string): string => `${file}.restoring`;
/** Never completed after a power cut, unlike the checked copy. */
const uncheckedAs = (file: string): string => `${file}.unchecked`;

/**
 * Replaces the ledger, which must be closed, with a checked copy. Keeps the former file beside it. After a power cut the
 * ledger is unchanged, or `finishRestore` completes the work.
 * @returns the figures of the restored ledger and the path of the former one
 */
export async function restoreSqlite(
  copy: string,
  file: string,
  at: Date,
): Promise<{ readonly figures: LedgerFigures; readonly keptFile: string | null }> {
  const arriving = arrivingAs(file);
  const unchecked = uncheckedAs(file);
  let figures: LedgerFigures;
  try {
    await removeCopy(unchecked);
    await copyFile(copy, unchecked);
    // The bytes that will be the ledger are checked, because the copy itself may change meanwhile.
    figures = await checkCopy(unchecked);
    await inThread({ kind: 'bring-up', file: unchecked });
    await removeCopy(arriving);
    await putInPlace(unchecked, arriving);
  } catch (error) {
    await removeCopy(unchecked);
    throw error;
  }
  const keptFile = existsSync(file) ? setAside(file, at) : null;
  await putInPlace(arriving, file);
  return { figures, keptFile };
}

/**
 * Completes an interrupted restore before the ledger is opened, because a power cut between the two renames would otherwise
 * leave an empty ledger. Removes a copy that lies beside a ledger, because its restore had not reached the renames.
 */
export async function finishRestore(file: string): Promise<void> {
  await removeCopy(uncheckedAs(file));
  const arriving = arrivingAs(file);
  if (!existsSync(arriving)) return;
  if (existsSync(file)) return removeCopy(arriving);
  await rename(arriving, file);
  await flushFolder(path.dirname(file));
}
