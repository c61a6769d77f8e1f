/** Commits that SQLite would drop without a word are found before it opens the file. SQLite itself says which are lost. */
import fc from 'fast-check';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { losesCommits, setAside, watchLog } from '#electron/ledger/sqlite/damaged-database.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';
import { now } from '#test/vault/support.ts';
import { times } from '#test/support/thorough.ts';

const frameHeader = 24;
const rowsWritten = 30;
const folder = folderOfTests();
/** A database and its log, as a killed process leaves them: 30 commits, and older frames behind them. */
let database: Buffer;
let log: Buffer;
let frameSize: number;
/** End of the frames of the present generation. */
let end: number;

beforeAll(() => {
  const file = join(folder, 'written.db');
  const written = new DatabaseSync(file);
  written.exec('pragma journal_mode = wal; pragma synchronous = full; create table row (text)');
  const add = written.prepare('insert into row values (?)');
  for (let index = 0; index < 3 * rowsWritten; index++) add.run('x'.repeat(900));
  written.exec('pragma wal_checkpoint(restart); delete from row; pragma wal_checkpoint(restart)');
  for (let index = 0; index < rowsWritten; index++) add.run(`${index}`.repeat(200));
  [database, log] = [readFileSync(file), readFileSync(`${file}-wal`)];
  frameSize = frameHeader + log.readUInt32BE(8);
  const frames = Array.from({ length: (log.length - 32) / frameSize }, (_, index) => 32 + index * frameSize);
  end = frameSize + Math.max(...frames.filter((at) => log.compare(log, 16, 24, at + 8, at + 16) === 0));
  written.close();
});

/** Opens the database with this log, and returns how many of the 30 rows SQLite still has. */
function rowsWith(bytes: Buffer): number {
  const file = join(folder, 'opened.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  writeFileSync(file, database);
  writeFileSync(`${file}-wal`, bytes);
  const opened = new DatabaseSync(file);
  const row = opened.prepare('select count(*) as count from row').get();
  opened.close();
  return Number(row?.['count']);
}

const flipped = (at: number, bit: number): Buffer => {
  const bytes = Buffer.from(log);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
  return bytes;
};

describe('the log of a killed process', () => {
  it('that is whole loses nothing, also with frames of an earlier generation behind it', () => {
    expect(log.length).toBeGreaterThan(end);
    expect([rowsWith(log), losesCommits(log)]).toEqual([rowsWritten, false]);
  });

  it('with any bit changed is found when SQLite drops a commit that another one followed', () => {
    fc.assert(
      fc.property(fc.nat(end - 1), fc.nat(7), (at, bit) => {
        const bytes = flipped(at, bit);
        const left = rowsWith(bytes);
        // The last frames could as well be of a commit that a power cut has torn, and was never told as durable.
        if (left < rowsWritten - 2) expect(losesCommits(bytes)).toBe(true);
        if (left === rowsWritten) expect(losesCommits(bytes)).toBe(false);
      }),
      { numRuns: times(50, 150) },
    );
  });

  it('whose last commit a power cut has torn stops nothing', () => {
    for (const at of [1, frameHeader, frameSize - 1]) {
      const torn = Buffer.from(log).fill(0xff, end - frameSize, end - frameSize + at);
      expect([rowsWith(torn), losesCommits(torn)]).toEqual([rowsWritten - 1, false]);
      expect(losesCommits(log.subarray(0, end - at))).toBe(false);
    }
  });

  it('is examined until a supervisor goes on without it, and is kept byte for byte', () => {
    const file = join(folder, 'ledger.db');
    const bytes = flipped(32 + 2 * frameSize + 100, 3);
    writeFileSync(`${file}-wal`, bytes);
    const watched = watchLog(file, now);
    expect([watched.unread, watched.setAside()]).toEqual([null, null]);
    watched.look();
    expect(watched.unread).toEqual({ reason: 'damaged', file: `${file}-wal` });
    const kept = watched.setAside();
    expect(bytes.equals(readFileSync(kept ?? ''))).toBe(true);
    watched.look();
    expect([watched.unread, existsSync(`${file}-wal`)]).toEqual([null, true]);
    copyFileSync(kept ?? '', `${file}-wal`);
  });
});

it('a ledger that is set aside takes the journal of a cut-off write along, which would be written into the next one', () => {
  const file = join(folder, 'cut-off.db');
  for (const ending of ['', '-journal']) writeFileSync(file + ending, 'x');
  const kept = setAside(file, now());
  expect([existsSync(`${file}-journal`), existsSync(`${kept}-journal`)]).toEqual([false, true]);
});
