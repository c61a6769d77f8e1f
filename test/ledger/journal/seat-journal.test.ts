/** The seat's journal: its own commits, and what it tells of a server. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { admitServer } from '#electron/ledger/journal/known-server.ts';
import { createOwnCommits, type OwnStep } from '#electron/ledger/journal/own-commits.ts';
import type { SeatJournal } from '#electron/ledger/journal/seat-journal.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { journalIn, onJournal, type JournalVault } from '#test/fixtures/ledger/journal-in.ts';
import { approved, newAttempt } from '#test/fixtures/examples.ts';
import { newRow } from '#electron/ledger/rows/attempt-rows.ts';

let folder: string;
let file: string;
let vault: JournalVault;
let journal: SeatJournal;
const reported: unknown[] = [];
/** Opens the file as a start of the program does. */
const reopen = (path = file): Promise<SeatJournal> => {
  journal = journalIn(path, (error) => reported.push(error), vault);
  return journal.ready().then(() => journal);
};
beforeEach(async () => {
  folder = temporaryFolder();
  file = path.join(folder, 'journal.db');
  vault = { seed: 7, locked: false };
  reported.length = 0;
  await reopen();
});
afterEach(() => journal.close());

const rowOf = (changes = {}) => newRow({ ...newAttempt(changes), instanceId: 'instance' });
const now = () => new Date().toISOString();

describe('the server of an identity', () => {
  const cluster = '7000000000000000001';

  it('with a later timeline is admitted, and its former primary is not, also after a restart', async () => {
    await admitServer(journal, `${cluster} 0000000A 16384`);
    await admitServer(journal, `${cluster} 0000000B 16384`);
    await journal.close();
    const former = admitServer(await reopen(), `${cluster} 0000000A 16384`);
    await expect(former).rejects.toMatchObject({ name: 'LedgerUnavailable', reason: 'old-server' });
    await admitServer(journal, `${cluster} 0000000B 16385`);
  });

  it('of another cluster, or one that may not be read, is admitted', async () => {
    await admitServer(journal, `${cluster} 0000000B 16384`);
    await expect(admitServer(journal, '7000000000000000002 00000001 16384')).resolves.toBeUndefined();
    await expect(admitServer(journal, ' 00000001 16384')).resolves.toBeUndefined();
  });
});

it('a note that a crash may lose is no bug where the file can’t be written', () => {
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  journal.writeSoon(({ run }) => void run('delete from entries'));
  journal.flush();
  other.close();
  expect(reported).toEqual([]);
});

describe('own commits', () => {
  it('are there after the process has ended, in their order', async () => {
    const commits = createOwnCommits(journal, 'one');
    const [first, second] = [rowOf(), rowOf({ operation: 'sell' })];
    await Promise.all([commits.begun(first), commits.begun(second)]);
    const step: OwnStep = { kind: 'answered', answer: approved(), at: now() };
    await commits.stepped(first.id, step, false);
    // As a power cut finds it: the files as they are, nothing closed.
    const copy = path.join(folder, 'copy.db');
    for (const ending of ['', '-wal']) await copyFile(file + ending, copy + ending);
    const found = await reopen(copy);
    const kept = createOwnCommits(found, 'one');
    expect(kept.marks(Number.MAX_SAFE_INTEGER, 10).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(kept.commit(first.id)).toEqual({
      begun: { ...first, position: 0 },
      steps: [{ ...step, confirmed: false }],
    });
    expect(createOwnCommits(found, 'other').marks(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    expect(reported).toEqual([]);
  });

  it('are kept however old they are, because a clock may be ahead for a moment', async () => {
    const commits = createOwnCommits(journal, 'one');
    const [old, recent] = [rowOf({ startedAt: '2026-01-01T10:00:00.000Z' }), rowOf()];
    await commits.begun(old);
    await commits.begun(recent);
    await commits.prune();
    expect(commits.marks(Number.MAX_SAFE_INTEGER, 10).map(({ id }) => id)).toEqual([recent.id, old.id]);
  });

  it.each([
    [
      'was changed',
      `update entries set body = replace(body, '"operation":"authorize"', '"operation":"sell"') where subject = ?`,
    ],
    ['is of another payment', `update entries set subject = 'f' || substr(subject, 2) where subject = ?`],
    ['is of another ledger', `update entries set ledger = 'one' where ledger = 'other' and ? is not null`],
    ['is damaged', `update entries set body = '{"id":' where subject = ?`],
  ])('of which one %s write nothing back of it, and leave the others readable', async (_name, edit) => {
    const [foreign, sound] = [rowOf(), rowOf()];
    await createOwnCommits(journal, 'other').begun(rowOf());
    const commits = createOwnCommits(journal, 'one');
    await commits.begun(foreign);
    await commits.begun(sound);
    await journal.write(({ run }) => run(edit, foreign.id));
    const all = commits.marks(Number.MAX_SAFE_INTEGER, 10).map(({ id }) => commits.commit(id)?.begun);
    expect(all.filter((row) => row !== null && row?.id !== foreign.id)).toMatchObject([{ id: sound.id }]);
    expect(all).toContain(null);
  });

  it('are those of the key in the vault: a file of another seat says nothing', async () => {
    const row = rowOf();
    await createOwnCommits(journal, 'one').begun(row);
    await journal.close();
    vault = { seed: 8, locked: false };
    expect(createOwnCommits(await reopen(), 'one').commit(row.id)).toMatchObject({ begun: null });
  });

  it('made before the vault is open are the seat’s own as soon as it is, and foreign if it never was', async () => {
    const [lost, kept] = [rowOf(), rowOf()];
    for (const [row, opens] of [
      [lost, false],
      [kept, true],
    ] as const) {
      vault = { seed: 7, locked: true };
      const commits = createOwnCommits(await reopen(), 'one');
      await commits.begun(row);
      expect(commits.commit(row.id)?.begun).toMatchObject({ id: row.id });
      vault.locked = !opens;
      expect(await journal.ready()).toBe(opens);
      await journal.close();
    }
    vault.locked = false;
    const commits = createOwnCommits(await reopen(), 'one');
    expect(commits.commit(lost.id)).toMatchObject({ begun: null });
    expect(commits.commit(kept.id)?.begun).toMatchObject({ id: kept.id });
  });
});

describe('a file', () => {
  it('that is damaged is kept beside a new one and reported', async () => {
    await journal.close();
    await writeFile(file, 'no database'.repeat(500));
    const commits = createOwnCommits(await reopen(), 'one');
    const row = rowOf();
    await commits.begun(row);
    expect(commits.commit(row.id)).not.toBeNull();
    expect(reported).toHaveLength(1);
    expect((await readdir(folder)).some((name) => name.startsWith('journal.db.kept-'))).toBe(true);
  });

  it.each([
    [
      'with a trigger of somebody else',
      'create trigger theirs before insert on entries begin select raise(ignore); end',
    ],
    ['without one of its tables', 'drop table links'],
    ['with a view in place of a table', 'alter table entries rename to e; create view entries as select * from e'],
    ['with half of its tables and the number of an empty one', 'drop table entries; pragma user_version = 0'],
  ])('%s is kept beside a new one too', async (_what, edit) => {
    await createOwnCommits(journal, 'one').begun(rowOf());
    await journal.close();
    onJournal(file, (database) => database.exec(edit));
    const commits = createOwnCommits(await reopen(), 'one');
    const row = rowOf();
    await commits.begun(row);
    expect(commits.commit(row.id)).not.toBeNull();
    expect(reported).toHaveLength(1);
    expect(journal.damaged()).toHaveLength(1);
  });

  it('that gets a trigger of somebody else while it is open is kept beside a new one too', async () => {
    const commits = createOwnCommits(journal, 'one');
    await commits.begun(rowOf());
    const trigger = 'create trigger theirs before insert on entries begin select raise(ignore); end';
    onJournal(file, (database) => database.exec(trigger));
    const row = rowOf();
    await commits.begun(row);
    expect(commits.commit(row.id)).not.toBeNull();
    expect(journal.damaged()).toHaveLength(1);
  });

  it.each([
    ['removed', () => ['', '-wal', '-shm'].map((ending) => rm(file + ending))],
    ['removed without its log', () => [rm(file)]],
    ['removed with its folder', () => [rm(folder, { recursive: true })]],
    [
      'exchanged for another',
      () => [writeFile(`${file}.other`, 'no journal').then(() => rename(`${file}.other`, file))],
    ],
  ])('that is %s while it is open is put back with all that it had', async (_how, attack) => {
    const rows = [rowOf(), rowOf()] as const;
    const commits = createOwnCommits(journal, 'one');
    await commits.begun(rows[0]);
    await Promise.all(attack());
    // A program that is killed in the middle of it leaves no half journal under the name.
    const stands: boolean[] = [];
    const { prepare } = DatabaseSync.prototype;
    const spied = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text) {
      if (text.startsWith('vacuum')) stands.push(existsSync(file));
      return prepare.call(this, text);
    });
    await commits.begun(rows[1]);
    spied.mockRestore();
    expect(stands).toEqual([false]);
    await journal.close();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const again = createOwnCommits(await reopen(), 'one');
    for (const row of rows) expect(again.commit(row.id)?.begun).toMatchObject({ id: row.id });
    expect(reported).toHaveLength(1);
  });

  it('that is removed and can’t be put back at once refuses entries until it can, and loses none', async () => {
    const rows = [rowOf(), rowOf(), rowOf()] as const;
    const commits = createOwnCommits(journal, 'one');
    await commits.begun(rows[0]);
    await rm(folder, { recursive: true });
    await writeFile(folder, 'no folder');
    await expect(commits.begun(rows[1])).rejects.toBeInstanceOf(LedgerUnavailable);
    await rm(folder);
    await commits.begun(rows[2]);
    await journal.close();
    const again = createOwnCommits(await reopen(), 'one');
    expect(rows.map(({ id }) => again.commit(id)?.begun?.id)).toEqual([rows[0].id, undefined, rows[2].id]);
  });

  it('with a number that no seat writes is kept beside a new one as soon as it is read', async () => {
    const commits = createOwnCommits(journal, 'one');
    const row = rowOf();
    await commits.begun(row);
    onJournal(file, (database) => database.exec('update entries set number = 9223372036854775807'));
    expect(commits.commit(row.id)).toBeNull();
    expect(journal.damaged()).toHaveLength(1);
  });

  it.each(['', ' at the end of its symbolic link'])(
    'whose log%s has entries behind a damaged one is kept, not cut',
    async (linked) => {
      const commits = createOwnCommits(journal, 'one');
      for (let count = 0; count < 3; count++) await commits.begun(rowOf());
      const copy = path.join(folder, 'copy.db');
      for (const ending of ['', '-wal']) await copyFile(file + ending, copy + ending);
      const log = await readFile(`${copy}-wal`);
      log.writeUInt8(log.readUInt8(32 + 24 + 100) ^ 1, 32 + 24 + 100);
      await writeFile(`${copy}-wal`, log);
      const link = path.join(folder, 'link.db');
      if (linked !== '') await symlink(copy, link);
      await createOwnCommits(await reopen(linked === '' ? copy : link), 'one').begun(rowOf());
      const [kept] = (await readdir(folder)).filter((name) => /kept-.*-wal$/u.test(name));
      expect(await readFile(path.join(folder, kept ?? ''))).toEqual(log);
      expect(reported).toHaveLength(1);
    },
  );

  it('of a newer program is refused and left as it is', async () => {
    await journal.write(({ run }) => run(`insert into servers (cluster, timeline) values ('1', 1)`));
    await journal.close();
    const database = new DatabaseSync(file);
    database.exec('pragma user_version = 99');
    database.close();
    await expect(createOwnCommits(await reopen(), 'one').begun(rowOf())).rejects.toMatchObject({
      reason: 'newer-version',
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a file in place of its folder', () => writeFile(path.join(folder, 'other'), '')],
    ['a link that leads to itself', () => mkdir(path.dirname(file)).then(() => symlink(file, file))],
    ['a folder in place of its log', () => mkdir(`${file}-wal`, { recursive: true })],
  ])('that can’t be made for %s says why', async (_what, put) => {
    file = path.join(folder, 'other', 'journal.db');
    await put();
    await expect(createOwnCommits(await reopen(), 'one').begun(rowOf())).rejects.toMatchObject({
      name: 'LedgerUnavailable',
      reason: 'other',
    });
  });
});
