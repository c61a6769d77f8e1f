/**
 * An unusable ledger names the reason, accepts nothing that it can't store, and leaves every byte in place. A file is used only when
 * every object of its schema is one that the migrations made.
 */
import { sql } from 'kysely';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { openSqliteLedger } from '#electron/ledger/open-ledger.ts';
import { isStatementError, sqliteFailureReason } from '#electron/ledger/sqlite/sqlite-dialect.ts';
import { backUpSqlite } from '#electron/ledger/copies/backup.ts';
import { setAside } from '#electron/ledger/sqlite/damaged-database.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import { newAttempt, query, record, refused, value } from '#test/fixtures/examples.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { sumsOf } from '#test/fixtures/ledger/sums-of.ts';
import { restoreCopy } from '#test/fixtures/ledger/restore-copy.ts';
import { times } from '#test/support/thorough.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'ledger.db');
});

const open = (changes: { readonly busyTimeout?: number } = {}): Promise<StoredLedger> =>
  openSqliteLedger({ file, ...seatParts(), ...changes });

/** Files of so many approved sales, which are indexed, each made once. */
const filled = new Map<number, { readonly bytes: Buffer; readonly ids: readonly string[] }>();

/** Makes the file with approved sales. @returns their ids */
async function fill(count: number): Promise<readonly string[]> {
  const made = filled.get(count);
  if (made !== undefined) {
    await writeFile(file, made.bytes);
    return made.ids;
  }
  const ledger = await open();
  const ids: string[] = [];
  for (let index = 0; index < count; index++) ids.push(await record(ledger, newAttempt({ operation: 'sell' })));
  await ledger.search(query({ text: 'maria' }));
  await ledger.close();
  filled.set(count, { bytes: await readFile(file), ids });
  return ids;
}

/** Changes a file as whoever may write it can. */
function change(path: string, statements: string): void {
  const database = new DatabaseSync(path, { defensive: false });
  database.exec(statements);
  database.close();
}

const reason = (kind: LedgerUnavailable['reason']) =>
  expect.objectContaining({ name: 'LedgerUnavailable', reason: kind });

describe('a ledger on a full disk', () => {
  it('refuses the payment before it could be sent, reports the reason, and works again when there is space', async () => {
    await fill(3);
    const ledger = await open();
    const heard = vi.fn();
    ledger.onAvailability(heard);
    const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(ledger.engine.db);
    await limit(1);
    const begun: string[] = [];
    const fillUp = async () => {
      for (;;) {
        const attempt = newAttempt({ description: 'x'.repeat(150) });
        await ledger.begin(attempt, null);
        begun.push(attempt.id);
      }
    };
    await expect(fillUp()).rejects.toEqual(reason('disk-full'));
    expect(heard).toHaveBeenLastCalledWith('disk-full');
    for (const id of begun) expect((await ledger.show(id))?.state).toBe('sending');
    expect((await sumsOf(ledger)).attempts).toBe(3 + begun.length);

    await limit(1_000_000);
    value(await ledger.begin(newAttempt(), null));
    expect(heard).toHaveBeenLastCalledWith(null);
    await ledger.close();
  });
});

it('a computer without memory for the ledger is no bug of the program', () => {
  for (const errcode of [7, 7 + (12 << 8)])
    expect(sqliteFailureReason(Object.assign(new Error('out of memory'), { errcode }))).toEqual(reason('other'));
});

it('a number that no seat writes damages its row alone', async () => {
  await fill(2);
  const newest = '(select max(position) from attempts)';
  change(file, `update attempts set answered_amount = 9223372036854775807 where position = ${newest}`);
  const ledger = await open();
  const { attempts } = await ledger.search(query({}));
  expect(attempts.map(({ unknownCause }) => unknownCause)).toEqual(['damaged', null]);
  await ledger.close();
});

it('a ledger whose very first write was cut off is begun anew', async () => {
  change(file, 'pragma journal_mode = wal');
  // SQLite rolls this back to a file without pages (https://sqlite.org/fileformat.html, "The Rollback Journal").
  const journal = Buffer.alloc(512);
  journal.write('d9d505f920a163d7', 'hex');
  for (const [at, number] of [0, 0, 0, 512, 4096].entries()) journal.writeUInt32BE(number, 8 + 4 * at);
  await writeFile(`${file}-journal`, journal);
  expect(await fill(1)).toHaveLength(1);
});

it('a link that leads to itself is no ledger', async () => {
  await symlink(file, file);
  await expect(open()).rejects.toEqual(reason('other'));
});

describe('a locked ledger file', () => {
  it('refuses to record while another program holds the lock, and works again afterwards', async () => {
    await fill(1);
    const ledger = await open({ busyTimeout: 50 });
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    await expect(ledger.begin(newAttempt(), null)).rejects.toEqual(reason('locked'));
    other.exec('rollback');
    other.close();
    value(await ledger.begin(newAttempt(), null));
    await ledger.close();
  });

  it('is not opened while another program has exclusive access', async () => {
    await fill(1);
    const other = new DatabaseSync(file);
    other.exec('pragma locking_mode = exclusive; begin exclusive; update holds set state = state');
    await expect(open({ busyTimeout: 50 })).rejects.toEqual(reason('locked'));
    other.exec('rollback');
    other.close();
    await (await open()).close();
  });
});

describe('a read-only folder', () => {
  it('is reported as read-only for an existing ledger and for a new one', async () => {
    await fill(1);
    const script = join(import.meta.dirname, 'open-once.ts');
    const nobody = 65_534;
    const asRoot = process.getuid?.() === 0;
    const closed = join(folder, 'closed');
    await mkdir(closed);
    await copyFile(file, join(closed, 'ledger.db'));
    const before = await readFile(join(closed, 'ledger.db'));
    await chmod(folder, 0o755);
    for (const path of [join(closed, 'ledger.db'), closed]) {
      if (asRoot) await chown(path, nobody, nobody);
      await chmod(path, path === closed ? 0o555 : 0o444);
    }
    // Root may write everywhere, so another user has to try.
    const own = join(folder, 'own');
    await mkdir(own);
    if (asRoot) await chown(own, nobody, nobody);
    const user = { env: { ...process.env, TMPDIR: own }, ...(asRoot && { uid: nobody, gid: nobody }) };
    const paths = ['ledger.db', 'new.db'].map((name) => join(closed, name));
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...paths], user);
    expect(stdout).toBe('read-only\nread-only\n');
    expect(before.equals(await readFile(join(closed, 'ledger.db')))).toBe(true);
    await chmod(closed, 0o755);
  });
});

describe('a damaged ledger file', () => {
  it.each([
    ['cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['cut to less than a header', (bytes: Buffer) => bytes.subarray(0, 60)],
    ['overwritten at its start', (bytes: Buffer) => Buffer.concat([Buffer.alloc(200, 0x2a), bytes.subarray(200)])],
    ['replaced by a text', () => Buffer.from('This is a letter, not a ledger.'.repeat(50))],
    ['filled with zeros in the middle', (bytes: Buffer) => Buffer.from(bytes).fill(0, 8_192, 40_960)],
  ])('that was %s is refused as corrupt, set aside byte for byte, and followed by a new one', async (_how, damage) => {
    await fill(40);
    await writeFile(file, damage(await readFile(file)));
    const bytes = await readFile(file);
    await expect(open()).rejects.toEqual(reason('corrupt'));
    expect(bytes.equals(await readFile(file))).toBe(true);

    const kept = setAside(file, new Date('2026-11-20T19:00:00.000Z'));
    expect(kept).toBe(`${file}.kept-20261120T190000Z`);
    expect(bytes.equals(await readFile(kept))).toBe(true);
    expect(existsSync(file)).toBe(false);
    const ledger = await open();
    expect((await ledger.search(query())).attempts).toEqual([]);
    await ledger.close();
  });

  it('is refused as corrupt when its search index is destroyed', async () => {
    await fill(1);
    change(file, `update attempt_words_config set v = 0 where k = 'version'`);
    await expect(open()).rejects.toEqual(reason('corrupt'));
  });

  it('with one flipped bit anywhere is either refused as corrupt or read without a crash', async () => {
    await fill(40);
    const good = await readFile(file);
    const corrupt: number[] = [];
    const count = times(10, 60);
    for (let index = 0; index < count; index++) {
      const offset = Math.floor((good.length * index) / count) + (index % 97);
      const bytes = Buffer.from(good);
      bytes.writeUInt8(bytes.readUInt8(offset) ^ (1 << (index % 8)), offset);
      for (const suffix of ['-wal', '-shm']) await rm(file + suffix, { force: true });
      await writeFile(file, bytes);
      try {
        const ledger = await open();
        for await (const attempt of ledger.all(historyFilterSchema.parse({}))) expect(attempt.id).toBeTypeOf('string');
        await ledger.close();
      } catch (error) {
        // A changed letter in the schema's text makes the statement that uses the name fail.
        if (!isStatementError(error)) expect(error).toEqual(reason('corrupt'));
        corrupt.push(offset);
      }
    }
    expect(corrupt.length).toBeGreaterThan(0);
  });
});

describe('a ledger of a newer program', () => {
  it('is refused and left unchanged', async () => {
    await fill(1);
    change(
      file,
      `insert into schema_version (version, name, applied_at) values (99, 'later', '2030-01-01T00:00:00.000Z')`,
    );
    const bytes = await readFile(file);
    await expect(open()).rejects.toEqual(reason('newer-version'));
    expect(bytes.equals(await readFile(file))).toBe(true);
  });
});

/** Replaces a part of an object's SQL, as somebody with an editor would. */
const rewritten = (name: string, from: string, to: string): string => `
  pragma writable_schema = on;
  update sqlite_schema set sql = replace(sql, '${from}', '${to}') where name = '${name}';
  pragma writable_schema = off;`;

const refusal = (reason: LedgerUnavailable['reason'], named: string) =>
  expect.objectContaining({ name: 'LedgerUnavailable', reason, message: expect.stringContaining(named) });

const additions: readonly (readonly [string, string, string])[] = [
  [
    'a trigger that turns a decline into an approval',
    'trigger kind',
    `create trigger kind after update on attempts when new.state = 'declined'
     begin update attempts set state = 'approved', standing = 'approved' where position = new.position; end`,
  ],
  ['a view', 'view approvals', `create view approvals as select * from attempts where state = 'approved'`],
  ['a table', 'table notes', 'create table notes (text text)'],
  ['an index', 'index by_name', 'create index by_name on attempts (last_name)'],
  ['a unique index', 'index one_a_day', 'create unique index one_a_day on attempts (seat, merchant_name)'],
  ['a search table', 'table other_words', 'create virtual table other_words using fts5 (words)'],
];
const changes: readonly (readonly [string, string, string])[] = [
  ['lacks an index', 'index one_live_settlement', 'drop index one_live_settlement'],
  ['lacks the trigger that keeps the audit trail', 'trigger ledger_events_delete', 'drop trigger ledger_events_delete'],
  ['has a column more', 'table attempts', 'alter table attempts add column tip bigint'],
  ['has a column with another name', 'table holds', 'alter table holds rename column amount to sum'],
  [
    'has a weaker constraint',
    'table attempts',
    rewritten('attempts', 'coalesce(resolved_outcome, state)', 'coalesce(resolved_outcome, standing)'),
  ],
  [
    'has a narrower index',
    'index one_live_settlement',
    rewritten('one_live_settlement', "''declined'', ''rejected''", "''approved'', ''rejected''"),
  ],
];
const altered = [
  ...additions.map(([what, name, sql]) => [`has ${what}`, name, sql, 'altered'] as const),
  ...changes.map(([what, name, sql]) => [what, name, sql, 'corrupt'] as const),
];

describe('a ledger file whose schema the migrations did not make', () => {
  it.each(altered)('that %s is not opened, and %s is named', async (_what, name, sql, reason) => {
    await fill(1);
    change(file, sql);
    const before = await readFile(file);
    await expect(open()).rejects.toEqual(refusal(reason, name));
    expect(before.equals(await readFile(file))).toBe(true);
  });

  it.each([...altered.slice(0, times(1, 2)), ...altered.slice(-times(1, 2))])(
    'that %s is not restored, and the ledger stays',
    async (_what, name, sql, reason) => {
      const [id = ''] = await fill(1);
      const copy = join(folder, 'copy.db');
      await backUpSqlite(file, copy);
      change(copy, sql);
      await expect(restoreCopy(copy, file)).rejects.toEqual(refusal(reason, name));
      const ledger = await open();
      expect(await ledger.show(id)).toMatchObject({ state: 'approved' });
      const next = await record(ledger, newAttempt(), refused('declined', '51'));
      expect(await ledger.show(next)).toMatchObject({ state: 'declined' });
      await ledger.close();
    },
  );

  it('with the statistics of ANALYZE is opened', async () => {
    await fill(1);
    change(file, 'analyze');
    const ledger = await open();
    expect((await sumsOf(ledger)).attempts).toBe(1);
    await ledger.close();
  });
});
