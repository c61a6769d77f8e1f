/** Batches in the seat's journal: kept until somebody has closed them, and believed only as this seat has sealed them. */
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BatchLog } from '#electron/core/ports/ports.ts';
import { openBatchLog } from '#electron/ledger/journal/spools.ts';
import type { SeatJournal } from '#electron/ledger/journal/seat-journal.ts';
import type { KeptBatch } from '#shared/ledger/holds.ts';
import { newId } from '#shared/new-id.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { journalIn, onJournal, type JournalVault } from '#test/fixtures/ledger/journal-in.ts';

let file: string;
let vault: JournalVault;
let journal: SeatJournal;
let log: BatchLog;
const reported: unknown[] = [];
/** Opens the file as a start of the program does. */
function reopen(): void {
  journal = journalIn(file, (error) => reported.push(error), vault);
  log = openBatchLog(
    journal,
    () => new Date(),
    (error) => reported.push(error),
  );
}
beforeEach(() => {
  file = path.join(temporaryFolder(), 'journal.db');
  vault = { seed: 7, locked: false };
  reported.length = 0;
  reopen();
});
afterEach(() => journal.close());

const rowOf = (amount: number) => ({ holdId: newId(), amount, skipReason: null });
const aBatch = (): KeptBatch => ({ batchId: newId(), startedAt: new Date().toISOString(), rows: [rowOf(1), rowOf(2)] });

it('are kept over starts with the reasons of what was left out, until they are forgotten', async () => {
  const [one, other] = [aBatch(), aBatch()];
  await log.begin(one);
  await log.begin(other);
  log.leftOut(one.batchId, one.rows[1]?.holdId ?? '', 'stopped');
  await journal.close();
  reopen();
  const leftOut = { ...one, rows: one.rows.map((row, at) => (at === 1 ? { ...row, skipReason: 'stopped' } : row)) };
  expect(await log.all()).toEqual([leftOut, other]);
  await log.forget(one.batchId);
  expect(await log.all()).toEqual([other]);
  expect(onJournal(file, (database) => database.prepare('select kind from entries').all())).toEqual([
    { kind: 'batch' },
  ]);
  expect(reported).toEqual([]);
});

it.each([
  ['changed', `update entries set body = replace(body, '"amount":2', '"amount":900') where kind = 'batch'`],
  ['of another time', `update entries set at = '2026-01-01T00:00:00.000Z'`],
  ['copied under another id', `update entries set subject = 'other'`],
])('count for nothing when somebody has %s, and are reported', async (_what, act) => {
  await log.begin(aBatch());
  await journal.close();
  onJournal(file, (database) => database.exec(act));
  reopen();
  expect(await log.all()).toEqual([]);
  expect(reported).toHaveLength(1);
});

it('of an earlier run are not known before the vault is open', async () => {
  const batch = aBatch();
  await log.begin(batch);
  await journal.close();
  vault = { seed: 7, locked: true };
  reopen();
  expect(await log.all()).toEqual([]);
  vault.locked = false;
  expect(await log.all()).toEqual([batch]);
  expect(reported).toEqual([]);
});
