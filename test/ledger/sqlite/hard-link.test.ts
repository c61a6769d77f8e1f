/** Files that are opened under no name: two names of one ledger have a log each, and a foreign journal would be written into it. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, linkSync, symlinkSync, writeFileSync } from 'node:fs';
import { copyFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { openSqliteLedger } from '#electron/ledger/open-ledger.ts';
import { approved, capture, newAttempt, record } from '#test/fixtures/examples.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

const open = (file: string) => openSqliteLedger({ file, ...seatParts() });

it('a ledger with a hard link opens under neither name until one of them is a copy, and under a symbolic link beside the first', async () => {
  const folder = temporaryFolder();
  const [file, second, copy] = ['ledger.db', 'second.db', 'copy.db'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const first = await open(file);
  const hold = await record(first, newAttempt(), approved());
  await first.close();
  linkSync(file, second);
  const refusal = { reason: 'other', message: expect.stringContaining('second name') };
  await expect(open(file)).rejects.toMatchObject(refusal);
  await expect(open(second)).rejects.toMatchObject(refusal);
  await copyFile(second, copy);
  await rm(second);
  symlinkSync(file, second);
  const [one, other] = [await open(file), await open(second)];
  expect(await one.begin(capture(hold), null)).toMatchObject({ ok: true });
  expect(await other.begin(capture(hold), null)).toMatchObject({ failure: { kind: 'hold-not-open' } });
  await Promise.all([one.close(), other.close()]);
});

it('a seat’s journal with a hard link takes no entry', async () => {
  const file = path.join(temporaryFolder(), 'journal.db');
  const write = async (): Promise<unknown> => {
    const journal = journalIn(file);
    try {
      return await journal.write(({ run }) => run(`insert into servers (cluster, timeline) values ('1', 1)`));
    } finally {
      await journal.close();
    }
  };
  await write();
  linkSync(file, `${file}-of-another-folder`);
  await expect(write()).rejects.toMatchObject({ name: 'LedgerUnavailable', reason: 'other' });
});

it('a folder in the place of a ledger or a journal is told as one', async () => {
  const file = temporaryFolder();
  const refusal = { reason: 'other', message: expect.stringContaining('is no file') };
  await expect(openSqliteLedger({ ...seatParts(), file })).rejects.toMatchObject(refusal);
  const journal = journalIn(file);
  await expect(journal.write(() => undefined)).rejects.toMatchObject(refusal);
  await journal.close();
});

it.each(['', '-wal', '-shm', '-journal'])(
  'a pipe in the place of a ledger’s or journal’s %s is told, and not waited for',
  async (ending) => {
    const folder = temporaryFolder();
    for (const name of ['ledger.db', 'journal.db']) {
      const file = path.join(folder, name);
      execFileSync('mkfifo', [file + ending]);
      // Ends a read of the pipe after some seconds, which would otherwise wait for ever.
      const writer = spawn('sh', ['-c', 'sleep 3; : > "$0"', file + ending]);
      const journal = journalIn(file);
      const opened = name === 'ledger.db' ? open(file) : journal.write(() => undefined);
      const message = `${file}${ending} is no file. Move it away.`;
      await expect(opened).rejects.toMatchObject({ reason: 'other', message });
      writer.kill();
      await journal.close();
    }
  },
);

it('a ledger whose journal can’t be used is let go at once, and its tries report nothing', async () => {
  const folder = temporaryFolder();
  const [file, names] = [
    path.join(folder, 'ledger.db'),
    ['journal.db', 'second.db'].map((name) => path.join(folder, name)),
  ];
  const [name = '', second = ''] = names;
  writeFileSync(name, '');
  linkSync(name, second);
  const journal = journalIn(name);
  const reportBug = vi.fn();
  for (let tries = 0; tries < 2; tries++)
    await expect(openSqliteLedger({ ...seatParts(), file, journal, reportBug })).rejects.toMatchObject({
      reason: 'other',
    });
  // Longer than the time between two looks for changes of other programs.
  await setTimeout(400);
  expect(reportBug).not.toHaveBeenCalled();
  await journal.close();
});

const uses: readonly (readonly [name: string, use: (file: string) => Promise<void>])[] = [
  ['ledger.db', (file) => open(file).then((ledger) => ledger.close())],
  [
    'journal.db',
    async (file) => {
      const journal = journalIn(file);
      try {
        await journal.write(({ run }) => run(`insert or ignore into servers (cluster, timeline) values ('2', 2)`));
      } finally {
        await journal.close();
      }
    },
  ],
];

it.each(
  uses.flatMap(([name, use]) =>
    (['at its page', 'before its flush', 'after its flush', 'in its file'] as const).map(
      (when) => [name, when, use] as const,
    ),
  ),
)('%s copied out of WAL mode opens although its way back was cut off %s', async (name, when, use) => {
  const [file, copy] = [name, `copy-of-${name}`].map((each) => path.join(temporaryFolder(), each)) as [string, string];
  await use(file);
  const source = new DatabaseSync(file);
  source.prepare('vacuum into ?').run(copy);
  source.close();
  const database = new DatabaseSync(copy);
  const { user_version: version } = database.prepare('pragma user_version').get() ?? {};
  // SQLite writes the first page for this as it does for the switch.
  database.exec(`begin immediate; pragma user_version = ${String(version)}`);
  const journal = await readFile(`${copy}-journal`);
  database.close();
  // Its mark and its number of pages, which SQLite writes with the flush.
  if (when === 'after its flush' || when === 'in its file') journal.set(Buffer.from('d9d505f920a163d700000001', 'hex'));
  const bytes = await readFile(copy);
  if (when === 'in its file') bytes.set([2, 2], 18);
  writeFileSync(copy, bytes);
  writeFileSync(`${copy}-journal`, when === 'at its page' ? journal.subarray(0, 516) : journal);
  await use(copy);
  expect(existsSync(`${copy}-journal`)).toBe(false);
});

it.each(uses)('%s takes nothing from the journal of another file beside it, and says which one', async (name, use) => {
  const file = path.join(temporaryFolder(), name);
  await use(file);
  const other = new DatabaseSync(`${file}-other`);
  other.exec('pragma cache_size = 1; create table texts (text); insert into texts values (randomblob(90000))');
  other.exec('begin; update texts set text = randomblob(90000)');
  await copyFile(`${file}-other-journal`, `${file}-journal`);
  other.close();
  const before = await readFile(file);
  const refusal = { reason: 'other', message: expect.stringContaining(`${name}-journal`) };
  await expect(use(file)).rejects.toMatchObject(refusal);
  expect((await readFile(file)).equals(before)).toBe(true);
  await rm(`${file}-journal`);
  if (name === 'ledger.db') await use(file);
});
