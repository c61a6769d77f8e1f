/** The embedded ledger's file once a check beside payments found it damaged. A note beside it outlives the program. */
import { renameSync, statSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import type { UnreadDocument } from '#electron/core/ports/stored-documents.ts';

/** The file of the embedded ledger, which payments wait for while it is damaged. */
export type LedgerFile = ReturnType<typeof watchDatabase>;

/** Ends the name of the note. */
const damageNote = '-damaged';

interface LedgerFileParts {
  readonly now: () => Date;
  readonly onFound: () => void;
  readonly reportBug: (error: unknown) => void;
}

/** @param file of the ledger, absolute */
export function watchDatabase(file: string, { now, onFound, reportBug }: LedgerFileParts) {
  const note = file + damageNote;
  let isDamaged = existsSync(note);
  let decidedAt: Date | null = null;
  function replaced(): void {
    rmSync(note, { force: true, recursive: true });
    isDamaged = false;
    decidedAt = null;
  }
  return {
    get unread(): UnreadDocument | null {
      return isDamaged && decidedAt === null ? { reason: 'damaged', file } : null;
    },
    /** Notes that the file is damaged, and why. */
    found(detail: string) {
      isDamaged = true;
      try {
        writeFileSync(note, detail, { mode: 0o600 });
      } catch (error) {
        // The next start finds the damage again.
        reportBug(error);
      }
      onFound();
    },
    setAside(): string | null {
      decidedAt = keepingTime(file, now());
      return keptName(file, decidedAt);
    },
    /** Renames the file after a supervisor's decision, before the next opening. Returns its path; null for none to rename. */
    moveAside(): string | null {
      if (decidedAt === null) return null;
      const kept = setAside(file, decidedAt);
      replaced();
      return kept;
    },
    /** Forgets the damage, because the file was replaced. */
    replaced,
  };
}

/** Beginning of the names under which a file is kept. */
export const keptPrefix = (file: string): string => `${file}.kept-`;

export const keptName = (file: string, at: Date): string =>
  keptPrefix(file) + at.toISOString().replace(/[-:]|\.\d+/g, '');

/** Returns the first instant from `at` by which no earlier file is named. */
export function keepingTime(file: string, at: Date): Date {
  let free = at;
  while (existsSync(keptName(file, free))) free = new Date(free.getTime() + 1_000);
  return free;
}

/**
 * Renames a ledger that can't be opened, with its journal and the note of its damage, so that a new one can start and no byte is lost.
 * @returns the path of the renamed database
 */
export function setAside(file: string, at: Date): string {
  const kept = keptName(file, keepingTime(file, at));
  for (const suffix of ['', '-wal', '-shm', damageNote]) {
    if (statSync(file + suffix, { throwIfNoEntry: false }) !== undefined) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}
