/** Keeps a ledger's file beside the one that takes its place. */
import { renameSync, statSync } from 'node:fs';

/**
 * Moves a ledger that can't be opened aside, with its journal, so that a new one can be started and every byte is kept.
 * @returns where the database is now
 */
export function setAside(file: string, at: Date): string {
  const kept = `${file}.kept-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (statSync(file + suffix, { throwIfNoEntry: false }) !== undefined) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}
