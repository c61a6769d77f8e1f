/** A full disk: an answer finds the room that was held for it, and nothing begins until the room is back. */
import fs, { existsSync, mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { isDiskFull } from '#shared/error-text.ts';
import { openReserve } from '#electron/documents/durable-file.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { openAnswerSpool } from '#electron/ledger/journal/spools.ts';
import type { SeatJournal } from '#electron/ledger/journal/seat-journal.ts';
import { reportBugIn } from '#electron/shell/log.ts';
import { newId } from '#shared/new-id.ts';
import { approved } from '#test/fixtures/examples.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { replaceBuiltIn } from '#test/fixtures/replace-built-in.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

let isFull = (): boolean => false;
const at = '2026-11-23T15:00:00.000Z';
const full = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

replaceBuiltIn(fs, 'writeFileSync', (real) => (...input) => {
  if (!isFull()) return real(...input);
  real(input[0], '');
  throw full();
});
let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'reserve');
  isFull = () => false;
});

it('gives an answer the room that was held, and nothing begins until the disk has room again', async () => {
  const reserve = openReserve(file);
  expect([reserve.held(), statSync(file).size]).toEqual([true, 4 * 1024 * 1024]);
  expect(openReserve(file).held()).toBe(true);
  // Full but for the room that is held.
  isFull = () => existsSync(file);
  const journal = journalIn(join(folder, 'journal.db'), reportBug);
  const noRoom = (): Promise<never> => Promise.reject(new LedgerUnavailable('disk-full', 'database or disk is full'));
  const write: SeatJournal['write'] = (work) => (isFull() ? noRoom() : journal.write(work));
  const spool = openAnswerSpool({ ...journal, write }, reserve, reportBug);
  const payment = { id: newId(), operation: 'sell', amount: 120_00, currencySign: 'B/.', startedAt: at } as const;
  await spool.keep({ payment, answer: approved(), answeredAt: at });
  expect((await spool.all()).answers).toMatchObject([{ payment }]);
  expect(existsSync(file)).toBe(false);

  isFull = () => true;
  expect([reserve.held(), openReserve(file).held(), existsSync(file)]).toEqual([false, false, false]);
  isFull = () => false;
  expect([reserve.held(), existsSync(file)]).toEqual([true, true]);
});

it('holds the room again where a folder stood in its place', () => {
  mkdirSync(file);
  expect(openReserve(file).held()).toBe(true);
});

it('holds the room anew where a file of the size has none on the disk', () => {
  writeFileSync(file, '');
  truncateSync(file, 4 * 1024 * 1024);
  expect(openReserve(file).held()).toBe(true);
  expect(statSync(file).blocks * 512).toBeGreaterThanOrEqual(4 * 1024 * 1024);
});

it('is no bug in the log', () => {
  const log = { warn: vi.fn(), error: vi.fn() };
  reportBugIn(log)(full());
  reportBugIn(log)(new LedgerUnavailable('disk-full', 'database or disk is full'));
  reportBugIn(log)(new Error('other'));
  expect([log.warn.mock.calls.length, log.error.mock.calls.length, isDiskFull(new Error('ENOSPC'))]).toEqual([
    2,
    1,
    false,
  ]);
});
