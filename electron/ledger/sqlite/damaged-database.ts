/**
 * The embedded ledger's file once a check beside payments found it damaged, with a note beside it that outlives the program, and its
 * write-ahead log. SQLite reads a log up to the first bad frame and overwrites the rest without a word, so commits behind it are looked
 * for (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
 */
import {
  renameSync,
  statSync,
  existsSync,
  rmSync,
  writeFileSync,
  copyFileSync,
  readFileSync,
  lstatSync,
  realpathSync,
} from 'node:fs';
import type { UnreadDocument } from '#electron/core/ports/stored-documents.ts';

/** The file of the embedded ledger, which payments wait for while it is damaged. */
export type LedgerFile = ReturnType<typeof watchDatabase>;

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

/** Ends the names of what SQLite keeps beside a file. The journal of an earlier one would be written into the next. */
export const besideFile = ['-wal', '-shm', '-journal'] as const;

/** Returns the file at the end of a symbolic link, because SQLite keeps its log beside that one. */
export const linkedFile = (file: string): string =>
  existsSync(file) && lstatSync(file).isSymbolicLink() ? realpathSync(file) : file;

/**
 * Renames a ledger that can't be opened, with its logs and the note of its damage, so that a new one can start and no byte is lost.
 * @returns the path of the renamed database
 */
export function setAside(file: string, at: Date): string {
  const kept = keptName(file, keepingTime(file, at));
  for (const suffix of ['', ...besideFile, damageNote]) {
    if (statSync(file + suffix, { throwIfNoEntry: false }) !== undefined) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}

const headerSize = 32;
const frameHeaderSize = 24;
/** The last bit tells whether checksums read numbers with the highest byte first. */
const magic = 0x377f0682;

type Sums = readonly [number, number];

interface Frame {
  readonly commits: boolean;
  /** Belongs to the present generation of the log. Frames of earlier ones are in the database already. */
  readonly present: boolean;
  readonly good: boolean;
}

/** Returns whether a flushed commit stands behind a bad frame. A commit is flushed once a frame of the next one follows it. */
export function losesCommits(log: Buffer): boolean {
  if (log.length < headerSize + frameHeaderSize) return false;
  const pageSize = log.readUInt32BE(8);
  const frameSize = frameHeaderSize + pageSize;
  const count = Math.floor((log.length - headerSize) / frameSize);
  // SQLite ignores a log with a bad header whole. A header is written in one piece with nothing behind it yet.
  if (!isGoodHeader(log)) return log.length > headerSize + 2 * frameHeaderSize;
  let sums: Sums = [log.readUInt32BE(24), log.readUInt32BE(28)];
  let isBroken = false;
  let hasLostCommit = false;
  for (let index = 0; index < count; index++) {
    const frame = frameAt(log, headerSize + index * frameSize, frameSize, sums);
    if (frame.present && hasLostCommit) return true;
    if (!isBroken && frame.good) sums = sumsOf(log, headerSize + index * frameSize + 16);
    else {
      isBroken = true;
      hasLostCommit ||= frame.present && frame.commits;
    }
  }
  return false;
}

const sumsOf = (log: Buffer, at: number): Sums => [log.readUInt32BE(at), log.readUInt32BE(at + 4)];

function isGoodHeader(log: Buffer): boolean {
  if ((log.readUInt32BE(0) & ~1) >>> 0 !== magic) return false;
  const [one, two] = checksum(log, 0, 24, [0, 0]);
  return one === log.readUInt32BE(24) && two === log.readUInt32BE(28);
}

function frameAt(log: Buffer, at: number, size: number, before: Sums): Frame {
  const present = log.compare(log, 16, 24, at + 8, at + 16) === 0;
  const [one, two] = checksum(log, at + frameHeaderSize, size - frameHeaderSize, checksum(log, at, 8, before));
  return {
    commits: log.readUInt32BE(at + 4) > 0,
    present,
    good: present && one === log.readUInt32BE(at + 16) && two === log.readUInt32BE(at + 20),
  };
}

/** Continues the log's checksum over `length` bytes, a multiple of 8. */
function checksum(log: Buffer, from: number, length: number, [first, second]: Sums): Sums {
  const read = (log.readUInt32BE(0) & 1) === 1 ? log.readUInt32BE.bind(log) : log.readUInt32LE.bind(log);
  let [one, two] = [first, second];
  for (let at = from; at < from + length; at += 8) {
    one = (one + read(at) + two) >>> 0;
    two = (two + read(at + 4) + one) >>> 0;
  }
  return [one, two];
}

export type LedgerLog = ReturnType<typeof watchLog>;

/** Watches the write-ahead log as a file that payments wait for while commits in it would be lost. @param file of the ledger, absolute */
export function watchLog(file: string, now: () => Date) {
  const path = `${file}-wal`;
  let isDamaged = false;
  let isGivenUp = false;
  return {
    get unread(): UnreadDocument | null {
      return isDamaged ? { reason: 'damaged', file: path } : null;
    },
    /** Looks at the log. Call it before each opening. */
    look() {
      isDamaged = !isGivenUp && losesCommits(readLog(path));
    },
    setAside(): string | null {
      if (!isDamaged) return null;
      const kept = keptName(path, keepingTime(path, now()));
      copyFileSync(path, kept);
      // SQLite takes what stands before the bad frame.
      isGivenUp = true;
      isDamaged = false;
      return kept;
    },
  };
}

function readLog(path: string): Buffer {
  try {
    return statSync(path).isFile() ? readFileSync(path) : Buffer.alloc(0);
  } catch {
    // A log that can't be read can't be opened either, which names the reason.
    return Buffer.alloc(0);
  }
}
