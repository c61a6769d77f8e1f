/** Keeps the file of a damaged ledger beside its replacement. */
import { renameSync, statSync } from 'node:fs';

/** Beginning of the names under which a file is kept. */
export const keptPrefix = (file: string): string => `${file}.kept-`;

/** Returns the name under which a file is kept. */
export const keptName = (file: string, at: Date): string =>
  keptPrefix(file) + at.toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * Renames a ledger that can't be opened, with its journal, so that a new one can start and no byte is lost.
 * @returns the path of the renamed database
 */
export function setAside(file: string, at: Date): string {
  const kept = keptName(file, at);
  for (const suffix of ['', '-wal', '-shm']) {
    if (statSync(file + suffix, { throwIfNoEntry: false }) !== undefined) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}
