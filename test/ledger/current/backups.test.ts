/** Scheduled backups over a real ledger and a moved clock: once a day, verified before an old one is removed, failures reported. */
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBackups, type Backups, type StoredBackups } from '#electron/core/records/backups.ts';
import type { UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import { startBackups } from '#electron/ledger/current/backup-schedule.ts';
import { backupName, removeBackup } from '#electron/ledger/copies/backup.ts';
import { checkCopy } from '#test/fixtures/ledger/restore-copy.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { makeStore, type Store } from '#test/fixtures/ledger/engines.ts';
import { record } from '#test/fixtures/examples.ts';
import { folderOfTests, temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { soon } from '#test/support/soon.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';

let store: Store;
let ledger: StoredLedger;
/** A backup of the ledger with its one payment. */
const made = path.join(folderOfTests(), 'made.db');
let folder: string;
let now: Date;
let kept: StoredBackups | null;
let paying: boolean;
let embedded: boolean;
let bugs: unknown[];
let told: { readonly attempts: number; readonly file: string }[];

beforeAll(async () => {
  store = await makeStore('SQLite');
  ledger = await store.open();
  await record(ledger);
  await ledger.backUp(made);
});
afterAll(() => store.drop());
beforeEach(() => {
  folder = temporaryFolder();
  now = new Date(2026, 10, 20, 9, 0, 0);
  [kept, paying, embedded, bugs] = [null, false, true, []];
  told = [];
});

/** Copies the backup, as far as the schedule can tell. */
async function copyMade(file: string): Promise<{ readonly attempts: number }> {
  await copyFile(made, file);
  return { attempts: 1 };
}

/** Starts them as the program does, from the stored schedule. */
const start = (place = folder, unread: UnreadDocument | null = null, backUp = copyMade): Backups =>
  createBackups({
    store: {
      read: () => kept,
      write: (next) => {
        kept = next;
      },
      unread,
    },
    usual: { every: 'day', keep: 2 },
    usualFolder: place,
    clock: () => now,
    embedded: () => embedded,
    busy: () => paying,
    nameOf: (each, at) => path.join(each, backupName('till', at)),
    onBackup: (made) => void told.push(made),
    backUp,
    remove: removeBackup,
    emit: () => undefined,
    reportBug: (error) => void bugs.push(error),
  });

const later = (hours: number): void => {
  now = new Date(now.getTime() + hours * 3_600_000);
};
const backupFiles = async (): Promise<string[]> => (await readdir(folder)).toSorted();

describe('scheduled backups', () => {
  it('are made once per local day, even when the program is restarted every day', async () => {
    await start().look();
    expect(await backupFiles()).toEqual([]);
    later(16);
    const backups = start(folder, null, async (file) => ({ attempts: await ledger.backUp(file) }));
    await backups.look();
    await backups.look();
    expect(await backupFiles()).toHaveLength(1);
    const { done } = backups.status();
    expect(done).toMatchObject({ at: now.toISOString(), attempts: 1 });
    expect(await checkCopy(done?.file ?? '')).toBe(1);
    expect(told).toEqual([{ attempts: 1, file: done?.file }]);
    later(10);
    await start().look();
    expect(await backupFiles()).toHaveLength(1);
    later(14);
    await start().look();
    expect(await backupFiles()).toHaveLength(2);
  });

  it('are left to the newer program that wrote the file of the schedule, and that is reported', async () => {
    const file = path.join(folder, 'backups.json');
    const backups = start(folder, { reason: 'newer', file });
    later(24);
    await backups.look();
    expect([await backupFiles(), kept, bugs]).toEqual([[], null, []]);
    expect(backups.status().failed).toMatchObject({ detail: expect.stringContaining(file) });
  });

  it('are kept in the planned number, and no other file in the folder is touched', async () => {
    await writeFile(path.join(folder, '2019-01-01.db'), 'of somebody else');
    const backups = start();
    for (let day = 0; day < 4; day++) {
      later(24);
      await backups.look();
    }
    const files = await backupFiles();
    expect(files[0]).toBe('2019-01-01.db');
    expect(files).toHaveLength(3);
    expect(files.at(-1)).toContain(now.toISOString().slice(0, 10));
    expect(kept?.files.map((file) => path.basename(file))).toEqual(files.slice(1));
  });

  it('of two seats of one name in one folder are both kept, also when they are made in the same second', async () => {
    const copy = async (file: string) => ({ attempts: await ledger.backUp(file) });
    const seats = [start(folder, null, copy), start(folder, null, copy)];
    for (let day = 0; day < 2; day++) {
      later(24);
      await Promise.all(seats.map((each) => each.look()));
    }
    expect([bugs, await backupFiles()]).toEqual([[], told.map(({ file }) => path.basename(file)).toSorted()]);
    expect(new Set(told.map(({ file }) => file)).size).toBe(4);
  });

  it('remove nothing but backups, whatever somebody has put into the file of the schedule', async () => {
    const backups = start();
    const others = ['journal.db', 'trail.json', 'ledger.db', 'caja-till-2026-11-20T120000.db.key'];
    for (const name of others) await writeFile(path.join(folder, name), 'of the seat');
    const [writing = null, ...files] = others.map((name) => path.join(folder, name));
    if (kept !== null) kept = { ...kept, plan: { every: 'day', keep: 1 }, writing, files };
    later(24);
    await start().look();
    expect(await backupFiles()).toEqual(expect.arrayContaining(others));
    expect(await backupFiles()).toHaveLength(others.length + 1);
    expect([kept?.files.length, bugs, backups.status().done]).toEqual([1, [], null]);
  });

  it('wait while a payment is in progress, and are left to the server of a shared ledger', async () => {
    const backups = start();
    later(24);
    paying = true;
    await backups.look();
    [paying, embedded] = [false, false];
    await backups.look();
    expect(await backupFiles()).toEqual([]);
    embedded = true;
    await backups.look();
    expect(await backupFiles()).toHaveLength(1);
  });

  it('are reported when they fail, remove nothing then, and are retried after half an hour', async () => {
    const backups = start();
    for (let day = 0; day < 2; day++) {
      later(24);
      await backups.look();
    }
    const before = await backupFiles();
    const blocked = path.join(folder, 'not-a-folder');
    await writeFile(blocked, '');
    expect(backups.keepIn(blocked)).toMatchObject({ ok: true });
    later(24);
    await backups.look();
    expect(backups.status()).toMatchObject({ failed: { at: now.toISOString() }, done: { attempts: 1 } });
    expect(bugs).toHaveLength(1);
    expect(await backupFiles()).toEqual([...before, 'not-a-folder'].toSorted());
    // A start in between makes no difference.
    expect(start().status().failed).not.toBeNull();

    await rm(blocked);
    await mkdir(blocked);
    later(0.4);
    await backups.look();
    expect(backups.status().failed).not.toBeNull();
    later(0.2);
    await backups.look();
    expect(backups.status()).toMatchObject({ failed: null, done: { at: now.toISOString() } });
    expect(await readdir(blocked)).toHaveLength(1);
  });

  it('have names that never look like a card number, whatever the second in which they are made', () => {
    const start = Date.parse('2026-11-20T00:00:00Z');
    const names = Array.from({ length: 2_000 }, (_, second) => backupName('Till 4', new Date(start + second * 1_000)));
    expect(names.filter(holdsCardNumber)).toEqual([]);
  });

  it('leave nothing behind when they are interrupted', async () => {
    const backups = start();
    const half = path.join(folder, 'caja-till-2026-11-20T120000.db');
    for (const suffix of ['', '-wal', '-shm']) await writeFile(`${half}.partial${suffix}`, 'half');
    if (kept !== null) kept = { ...kept, writing: half };
    later(24);
    await start().look();
    expect(bugs).toEqual([]);
    expect(await backupFiles()).toHaveLength(1);
    expect((await readdir(folder)).filter((name) => name.includes('120000'))).toEqual([]);
    expect(backups.status().done).toBeNull();
  });

  it('are made in another folder although what was left in the former one can’t be removed', async () => {
    const former = path.join(folder, 'former');
    await mkdir(former);
    const full = start(former, null, () => Promise.reject(new Error('ENOSPC')));
    later(24);
    await full.look();
    expect(full.status().failed).not.toBeNull();
    await rm(former, { recursive: true });
    await writeFile(former, '');
    const backups = start();
    backups.keepIn(folder);
    await backups.look();
    expect(backups.status()).toMatchObject({ failed: null, done: { attempts: 1 } });
    expect(await backupFiles()).toHaveLength(2);
  });

  it('are made weekly or not at all when that is the plan', async () => {
    const backups = start();
    backups.plan({ every: 'week', keep: 2 });
    later(6 * 24);
    await backups.look();
    expect(await backupFiles()).toEqual([]);
    later(24);
    await backups.look();
    expect(await backupFiles()).toHaveLength(1);
    backups.plan({ every: 'off', keep: 2 });
    later(30 * 24);
    await backups.look();
    expect(await backupFiles()).toHaveLength(1);
  });
});

/** Starts the schedule as the program does, and lets it make its first backup. */
async function ranOnce(place: string | null, backUp: () => Promise<number>) {
  const ended: unknown[] = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  now = new Date(2026, 10, 20, 9, 0, 0);
  const scheduled = startBackups({
    folder,
    seat: () => 'seat',
    store: { read: () => null, write: () => undefined, unread: null },
    clock: () => now,
    busy: () => false,
    onBackup: () => undefined,
    emit: () => undefined,
    reportBug: (error) => void ended.push(error),
    selectedLedger: { opened: () => Promise.resolve({ engine: { kind: 'sqlite' }, backUp } as never) },
    longWork: {
      busy: () => false,
      async run(job) {
        const end = await job.work({} as never);
        ended.push(end);
        return end;
      },
    },
  });
  if (place !== null) scheduled.keepIn(place);
  now = new Date(2026, 10, 22, 9, 0, 0);
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(ended).not.toHaveLength(0), soon);
  scheduled.stop();
  return ended[0];
}

it('says of a scheduled backup that fails that its file was not written', async () => {
  expect(await ranOnce(null, () => Promise.reject(new Error('ENOSPC')))).toEqual({
    ok: false,
    failure: { kind: 'file', doing: 'write', detail: 'ENOSPC' },
  });
});

it('makes no folder in the place of a chosen one that is gone, as of a disk that was taken off', async () => {
  const gone = path.join(folder, 'disk', 'backups');
  await mkdir(path.dirname(gone));
  expect(await ranOnce(gone, () => Promise.resolve(1))).toMatchObject({ code: 'ENOENT' });
  expect(await readdir(path.dirname(gone))).toEqual([]);
});
