/** Damage in the middle of the embedded ledger: found beside payments, which then stop until a supervisor decides. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { benchmarkShop } from '#build/seed/generate.ts';
import { loadSqlite } from '#build/seed/load-sqlite.ts';
import { createDamagedFiles } from '#electron/core/damaged-files.ts';
import { type SelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import { workOn, type CheckedRows } from '#electron/ledger/copies/file-work.ts';
import { ok } from '#shared/failure.ts';
import { approved, guard, newAttempt, query, value } from '#test/fixtures/examples.ts';
import { soon } from '#test/support/soon.ts';
import { selectedLedgerIn } from '#test/fixtures/ledger/selected-ledger-in.ts';

// The check waits some seconds, so that the screens open first.
vi.mock(import('node:timers/promises'), async (original) => {
  const promises = await original();
  const setTimeout: typeof promises.setTimeout = (delay, ...rest) =>
    promises.setTimeout((delay ?? 0) >= 5_000 ? 0 : delay, ...rest);
  return { ...promises, setTimeout };
});

let folder: string;
let seat: SelectedLedger;
let emitted: string[];
const file = () => path.join(folder, 'ledger.db');
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'caja-damaged-database-'));
  emitted = [];
});
afterEach(async () => {
  await seat.close();
  rmSync(folder, { recursive: true, force: true });
});

const reportBug = (error: unknown): never => {
  throw error;
};

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

async function pay(): Promise<string> {
  const { id } = value(await seat.ledger.begin(newAttempt(), guard()));
  await seat.ledger.finish(id, approved(), new Date().toISOString());
  return id;
}

it('stops payments at this and at each later start, and is kept whole when a supervisor goes on', async () => {
  start();
  await seat.opened();
  await seat.close();
  loadSqlite(file(), 3_000, benchmarkShop);
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
  expect(readFileSync(decided.file)).toEqual(kept);
  expect(next.refusal()).toBeNull();
  // The new ledger has what this seat has paid itself, and nothing else of the damaged one.
  const then = await pay();
  const { attempts } = await seat.ledger.search(query());
  expect(attempts.map((attempt) => attempt.id)).toEqual([then, id]);
  expect(existsSync(`${file()}-damaged`)).toBe(false);
});

it('leaves a whole ledger alone, and says how far its rows are read and which are damaged', async () => {
  start();
  await seat.opened();
  await seat.close();
  loadSqlite(file(), 6_000, benchmarkShop);
  const database = new DatabaseSync(file());
  database.exec('update attempts set amount = 1 where position = (select position from attempts limit 1 offset 3000)');
  database.close();
  const rows: CheckedRows[] = [];
  await workOn({ kind: 'look', file: file() }, (read) => rows.push(read as CheckedRows));
  expect(rows.map(({ done, of }) => [done, of])).toEqual([
    [5_000, 6_000],
    [6_000, 6_000],
  ]);
  expect(rows.flatMap((read) => read.damaged)).toHaveLength(1);
});
