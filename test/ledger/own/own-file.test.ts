/** The file of a seat's own commits, and what it tells of a server. */
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admitServer } from '#electron/ledger/own/known-server.ts';
import { createOwnCommits, type OwnStep } from '#electron/ledger/own/own-commits.ts';
import { openOwnFile, type OwnFile } from '#electron/ledger/own/own-file.ts';
import { approved, newAttempt } from '#test/fixtures/examples.ts';
import { newRow } from '#electron/ledger/rows/attempt-rows.ts';

let folder: string;
let file: string;
let own: OwnFile;
const reported: unknown[] = [];
const reopen = (): OwnFile =>
  (own = openOwnFile(
    file,
    (error) => reported.push(error),
    () => new Date(),
  ));
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caja-own-'));
  file = path.join(folder, 'own-commits.db');
  reported.length = 0;
  reopen();
});
afterEach(async () => {
  await own.close();
  await rm(folder, { recursive: true, force: true });
});

const rowOf = (changes = {}) => newRow({ ...newAttempt(changes), instanceId: 'instance' });
const now = () => new Date().toISOString();

describe('the server of an identity', () => {
  const cluster = '7000000000000000001';

  it('with a later timeline is admitted, and its former primary is not, also after a restart', async () => {
    await admitServer(own, `${cluster} 0000000A 16384`);
    await admitServer(own, `${cluster} 0000000B 16384`);
    await own.close();
    const former = admitServer(reopen(), `${cluster} 0000000A 16384`);
    await expect(former).rejects.toMatchObject({ name: 'LedgerUnavailable', reason: 'old-server' });
    await admitServer(own, `${cluster} 0000000B 16385`);
  });

  it('of another cluster, or one that may not be read, is admitted', async () => {
    await admitServer(own, `${cluster} 0000000B 16384`);
    await expect(admitServer(own, '7000000000000000002 00000001 16384')).resolves.toBeUndefined();
    await expect(admitServer(own, ' 00000001 16384')).resolves.toBeUndefined();
  });
});

describe('own commits', () => {
  it('are there after the process has ended, in their order', async () => {
    const commits = createOwnCommits(own, 'one');
    const [first, second] = [rowOf(), rowOf({ operation: 'sell' })];
    await Promise.all([commits.begun(first), commits.begun(second)]);
    const step: OwnStep = { kind: 'answered', answer: approved(), at: now() };
    await commits.stepped(first.id, step, false);
    // As a power cut finds it: the files as they are, nothing closed.
    const copy = path.join(folder, 'copy.db');
    for (const ending of ['', '-wal']) await copyFile(file + ending, copy + ending);
    const found = openOwnFile(
      copy,
      (error) => reported.push(error),
      () => new Date(),
    );
    const kept = createOwnCommits(found, 'one');
    expect(kept.marks(Number.MAX_SAFE_INTEGER, 10).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(kept.commit(first.id)).toEqual({
      begun: { ...first, position: 0 },
      confirmed: true,
      steps: [{ ...step, confirmed: false }],
    });
    expect(createOwnCommits(found, 'other').marks(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    await found.close();
    expect(reported).toEqual([]);
  });

  it('are kept once for an id, and forgotten when the server has refused the attempt', async () => {
    const commits = createOwnCommits(own, 'one');
    const row = rowOf();
    expect(await commits.begun(row)).toBe(true);
    expect(await commits.begun({ ...row, started_at: now() })).toBe(false);
    await commits.refused(row.id, '2020-01-01T00:00:00.000Z');
    expect(commits.commit(row.id)).not.toBeNull();
    await commits.refused(row.id, row.started_at);
    expect(commits.commit(row.id)).toBeNull();
  });

  it('survive a refusal once the server has confirmed them', async () => {
    const commits = createOwnCommits(own, 'one');
    const row = rowOf();
    await commits.begun(row);
    commits.confirm(row.id);
    await commits.refused(row.id, row.started_at);
    expect(commits.commit(row.id)).toMatchObject({ confirmed: true });
  });

  it('are removed after 30 days', async () => {
    const commits = createOwnCommits(own, 'one');
    const [old, recent] = [rowOf({ startedAt: '2026-01-01T10:00:00.000Z' }), rowOf()];
    await commits.begun(old);
    await commits.begun(recent);
    await commits.stepped(old.id, { kind: 'answered', answer: approved(), at: now() }, true);
    await commits.prune(new Date());
    expect(commits.marks(Number.MAX_SAFE_INTEGER, 10).map(({ id }) => id)).toEqual([recent.id]);
    expect(own.read('select count(*) as count from steps')).toMatchObject([{ count: 0 }]);
  });

  it('of which one is damaged leave the others readable', async () => {
    const commits = createOwnCommits(own, 'one');
    const [damaged, sound] = [rowOf(), rowOf()];
    await commits.begun(damaged);
    await commits.begun(sound);
    await own.write((run) => run(`update commits set begun = '{"id":' where id = ?`, damaged.id));
    expect(commits.commit(damaged.id)).toMatchObject({ begun: null });
    expect(commits.commit(sound.id)?.begun).toMatchObject({ id: sound.id });
  });
});

describe('a file', () => {
  it('that is damaged is kept beside a new one and reported', async () => {
    await own.close();
    await writeFile(file, 'no database'.repeat(500));
    const commits = createOwnCommits(reopen(), 'one');
    const row = rowOf();
    await commits.begun(row);
    expect(commits.commit(row.id)).not.toBeNull();
    expect(reported).toHaveLength(1);
    expect((await readdir(folder)).some((name) => name.startsWith('own-commits.db.kept-'))).toBe(true);
  });

  it('of a newer program is refused and left as it is', async () => {
    await own.write((run) => run(`insert into servers (cluster, timeline) values ('1', 1)`));
    await own.close();
    const database = new DatabaseSync(file);
    database.exec('pragma user_version = 99');
    database.close();
    await expect(createOwnCommits(reopen(), 'one').begun(rowOf())).rejects.toMatchObject({ reason: 'newer-version' });
  });

  it('that can’t be made says why', async () => {
    await writeFile(path.join(folder, 'a-file'), '');
    file = path.join(folder, 'a-file', 'own-commits.db');
    await expect(createOwnCommits(reopen(), 'one').begun(rowOf())).rejects.toMatchObject({
      name: 'LedgerUnavailable',
      reason: 'other',
    });
  });
});
