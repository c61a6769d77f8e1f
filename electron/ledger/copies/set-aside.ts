/** Keeps the file of a damaged ledger beside its replacement. */
import { renameSync, statSync } from 'node:fs';

/**
 * Renames a ledger that can't be opened, with its journal, so that a new one can start and no byte is lost.
 * @returns the path of the renamed database
 */
export function setAside(file: string, at: Date): string {
  const kept = `${file}.kept-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (statSync(file + suffix, { throwIfNoEntry: false }) !== undefined) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}
