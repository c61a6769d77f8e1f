/** Damage of the embedded ledger, found at its opening or beside payments, which then stop until a supervisor decides. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { benchmarkShop } from '#build/seed/generate.ts';
import { loadSqlite } from '#build/seed/load-sqlite.ts';
import { createDamagedFiles } from '#electron/core/damaged-files.ts';
import { type SelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import { workOn, type CheckedRows } from '#electron/ledger/copies/file-work.ts';
import { ok } from '#shared/failure.ts';
import { lost, newAttempt, query, record, value } from '#test/fixtures/examples.ts';
import { checkAtOnce } from '#test/fixtures/replace-built-in.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { soon } from '#test/support/soon.ts';
import { calmly } from '#test/fixtures/ledger/restore-copy.ts';
import { selectedLedgerIn } from '#test/fixtures/ledger/selected-ledger-in.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

checkAtOnce();

let folder: string;
let seat: SelectedLedger;
let emitted: string[];
const file = () => path.join(folder, 'ledger.db');
beforeEach(() => {
  folder = temporaryFolder();
  emitted = [];
});
afterEach(() => seat.close());

function start() {
  seat = selectedLedgerIn(folder, { emit: (name) => void emitted.push(name), reportBug });
  const none = { unread: null, setAside: () => null };
  return createDamagedFiles({
    documents: { merchants: none, vault: none, ledger: none, operators: none, log: seat.log, database: seat.database },
    seals: { decide: () => Promise.resolve(ok(null)) },
    openLedger: seat.openAgain,
    emit: (name) => void emitted.push(name),
  });
}

const pay = () => record(seat.ledger);

it('is restored although its file is gone and somebody made a folder in the place of the note', async () => {
  start();
  const copy = path.join(folder, 'copy.db');
  await (await seat.opened()).backUp(copy);
  await seat.close();
  for (const each of [file(), `${file()}-wal`, `${file()}-shm`]) rmSync(each, { force: true });
  mkdirSync(`${file()}-damaged`);
  start();
  expect(await seat.status()).toMatchObject({ available: false });
  expect(await seat.restore(copy, calmly)).toMatchObject({ ok: true });
  expect(await seat.status()).toMatchObject({ available: true });
});

it('stops payments at this and at each later start, and is kept whole when a supervisor goes on', async () => {
  start();
  await seat.opened();
  await seat.close();
  loadSqlite(file(), 600, benchmarkShop);
  const bytes = readFileSync(file());
  writeFileSync(file(), bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 40_960));

  const damaged = start();
  const id = await pay();
  await vi.waitFor(() => expect(damaged.refusal()).toEqual({ kind: 'damaged-file', file: file() }), soon);
  expect(damaged.list()).toEqual([{ document: 'database', file: file(), reason: 'damaged' }]);
  expect(emitted).toContain('ledger.changed');
  // What was paid meanwhile can be seen.
  expect(await seat.ledger.show(id)).toMatchObject({ state: 'approved' });

  await seat.close();
  const next = start();
  expect(next.refusal()).toEqual({ kind: 'damaged-file', file: file() });
  expect(await seat.status()).toMatchObject({ available: false, reason: 'log-damaged' });
  const kept = readFileSync(file());
  const decided = value(await next.goOnWithout('database'));
  await vi.waitFor(async () => expect(await seat.status()).toMatchObject({ keptFile: decided.file }), soon);
  expect(kept.equals(readFileSync(decided.file))).toBe(true);
  expect(next.refusal()).toBeNull();
  // The new ledger has what this seat has paid itself, and nothing else of the damaged one.
  const then = await pay();
  const { attempts } = await seat.ledger.search(query());
  expect(attempts.map((attempt) => attempt.id)).toEqual([then, id]);
  expect(existsSync(`${file()}-damaged`)).toBe(false);
});

it('that can’t be opened stops payments too, and its seat’s payments are in the new one', async () => {
  start();
  const id = await pay();
  await seat.close();
  const bytes = Buffer.alloc(16_384, 0x42);
  writeFileSync(file(), bytes);

  const damaged = start();
  await expect(pay()).rejects.toMatchObject({ reason: 'corrupt' });
  expect(damaged.list()).toEqual([{ document: 'database', file: file(), reason: 'damaged' }]);
  expect(bytes.equals(readFileSync(file()))).toBe(true);
  await seat.close();
  const next = start();
  expect(next.refusal()).toEqual({ kind: 'damaged-file', file: file() });
  const keptFile = value(await next.goOnWithout('database')).file;
  await vi.waitFor(async () => expect(await seat.status()).toMatchObject({ available: true, keptFile }), soon);
  expect(bytes.equals(readFileSync(keptFile))).toBe(true);
  expect(await seat.ledger.show(id)).toMatchObject({ state: 'approved' });
  const { events } = await (await seat.opened()).events({ kinds: ['begun-anew'], after: null, limit: 2 });
  expect(events.map(({ deed }) => deed)).toEqual([{ kind: 'begun-anew', keptFile }]);
});

/** Takes all entries out of an index and leaves its text in the schema as it was. */
function emptyIndex(name: string): void {
  const change = (work: (database: DatabaseSync) => void): void => {
    const database = new DatabaseSync(file(), { defensive: false });
    database.exec('pragma writable_schema = on');
    work(database);
    database.close();
  };
  let text: unknown;
  const write = (database: DatabaseSync, sql: string) =>
    database.prepare('update sqlite_schema set sql = ? where name = ?').run(sql, name);
  change((database) => {
    text = database.prepare('select sql from sqlite_schema where name = ?').get(name)?.['sql'];
    write(database, String(text).replace(/ where .*/su, ' where amount < 0'));
  });
  change((database) => database.exec(`reindex ${name}`));
  change((database) => write(database, String(text)));
}

it.each(['attempts_card', 'attempts_pending'])(
  'is seen in %s, without whose entries the same card is charged twice',
  async (name) => {
    start();
    await pay();
    await record(seat.ledger, newAttempt({ operation: 'sell' }), lost);
    await seat.close();
    emptyIndex(name);
    const damaged = start();
    await vi.waitFor(() => expect(damaged.refusal()).toEqual({ kind: 'damaged-file', file: file() }), soon);
  },
);

it('is replaced by a backup whose preparation outlasts the tries to open it', async () => {
  start();
  const id = await pay();
  const copy = path.join(folder, 'copy.db');
  await (await seat.opened()).backUp(copy);
  await seat.close();
  writeFileSync(`${file()}-damaged`, 'found beside payments');
  // Of a restore that a power cut has ended.
  writeFileSync(`${file()}.unchecked`, 'half a copy');
  start();
  expect(await seat.status()).toMatchObject({ reason: 'log-damaged' });
  expect(existsSync(`${file()}.unchecked`)).toBe(false);
  const busy = (): boolean => {
    seat.openAgain();
    return false;
  };
  expect(await seat.restore(copy, { ...calmly, busy })).toMatchObject({ ok: true });
  expect(await seat.ledger.show(id)).toMatchObject({ state: 'approved' });
});

it('leaves a whole ledger alone, and says how far its rows are read and which are damaged', async () => {
  start();
  await seat.opened();
  await seat.close();
  loadSqlite(file(), 5_001, benchmarkShop);
  const database = new DatabaseSync(file());
  database.exec('update attempts set amount = 1 where position = (select position from attempts limit 1 offset 3000)');
  database.close();
  const rows: CheckedRows[] = [];
  await workOn({ kind: 'look', file: file() }, (read) => rows.push(read as CheckedRows));
  expect(rows.map(({ done, of }) => [done, of])).toEqual([
    [5_000, 5_001],
    [5_001, 5_001],
  ]);
  expect(rows.flatMap((read) => read.damaged)).toHaveLength(1);
});
