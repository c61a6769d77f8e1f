/** Runs a batch: captures its rows, a few at a time, and tells how far it is. */
import pLimit from 'p-limit';
import { ok, type Result } from '#shared/failure.ts';
import type { BatchDraft, BatchProgress, BatchRow, Hold, SkipReason } from '#shared/ledger/holds.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Captures } from './captures.ts';
import { fromLedger } from '#electron/core/ports/ledger.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import { createPace } from '#electron/core/pace.ts';
import { createReadAhead } from './read-ahead.ts';
import { firstRows, isClean, skipReasonOf } from './batch-rows.ts';

/** Consecutive rows without an answer after which the batch stops, because each has to be looked up. */
const unansweredLimit = 3;

export interface BatchServices extends Pick<
  Ports,
  'ledger' | 'batchLog' | 'ledgerRefusal' | 'clock' | 'emit' | 'reportBug'
> {
  readonly captures: Captures;
  /** Number of captures in parallel. */
  readonly concurrency?: number;
}

/** A batch of this process. `progress` is null until its rows are on the record. */
export interface RunningBatch {
  stop: SkipReason | null;
  unanswered: number;
  progress: BatchProgress | null;
  seen: boolean;
}

/** @returns the progress at its end. Fails only when no row was begun. */
export async function runBatch(
  services: BatchServices,
  draft: BatchDraft,
  actor: Actor,
  running: RunningBatch,
  holds: readonly Hold[],
): Promise<Result<BatchProgress>> {
  const { captures, ledger, batchLog, clock, emit, reportBug, concurrency = 4 } = services;
  const { batchId } = draft;
  const first = firstRows(draft.captures, holds);
  const rows = first.map(({ row }) => row);
  const startedAt = clock().toISOString();
  const progress = (finished: boolean): BatchProgress => ({ batchId, startedAt, finished, rows: [...rows] });
  const kept = first.flatMap(({ row: { holdId, amount, skipReason }, kept: isKept }) =>
    isKept ? [{ holdId, amount, skipReason }] : [],
  );
  const begun = await fromLedger(batchLog.begin({ batchId, startedAt, rows: kept }));
  if (!begun.ok) return begun;
  running.progress = progress(false);
  const pace = createPace(rows.length <= 50 ? 0 : 500, () => {
    running.progress = progress(false);
    emit('holds.batch', running.progress);
  });
  const put = (index: number, row: BatchRow) => {
    rows[index] = row;
    pace.changed();
  };
  const end = (index: number, row: BatchRow) => {
    put(index, row);
    if (row.skipReason !== null) batchLog.leftOut(batchId, row.holdId, row.skipReason);
  };
  const readAhead = createReadAhead(
    (holdIds) => fromLedger(ledger.signedHolds(holdIds)),
    rows.map(({ holdId }) => holdId),
    concurrency,
  );
  await pLimit(concurrency).map(first, async ({ row, draft: capture }, index) => {
    if (capture === null) return;
    if (running.stop !== null) return end(index, skipped(row, running.stop));
    put(index, { ...row, status: 'sending' });
    const hold = await readAhead(index);
    let captured: BatchRow;
    try {
      captured = settle(row, await captures.capture(capture, actor, batchId, hold), running);
    } catch (error) {
      reportBug(error);
      captured = await afterBug(services, row, batchId);
    }
    end(index, captured);
  });
  pace.now();
  // One that can't be forgotten is reported after the next start, as charged.
  if (isClean(rows)) await fromLedger(batchLog.forget(batchId));
  return ok(progress(true));
}

const done = (row: BatchRow, attempt: Attempt | null, unrecorded: BatchRow['unrecorded'] = null): BatchRow => ({
  ...row,
  status: 'done',
  attempt,
  unrecorded,
});
const skipped = (row: BatchRow, skipReason: SkipReason): BatchRow => ({ ...row, status: 'skipped', skipReason });

function settle(row: BatchRow, result: Result<Attempt>, running: RunningBatch): BatchRow {
  if (result.ok) return done(row, counted(result.value, running));
  const { failure } = result;
  if (failure.kind === 'not-recorded') {
    running.stop ??= 'ledger';
    return done(row, counted(failure.attempt, running), failure.safe ? 'on-disk' : 'in-memory');
  }
  if (failure.kind === 'ledger') running.stop ??= 'ledger';
  return skipped(row, skipReasonOf(failure));
}

function counted(attempt: Attempt, running: RunningBatch): Attempt {
  const answered = attempt.state !== 'unknown' && attempt.state !== 'not-sent';
  running.unanswered = answered ? 0 : running.unanswered + 1;
  if (running.unanswered >= unansweredLimit) running.stop ??= 'service';
  return attempt;
}

/** Looks for an attempt of the row, because a bug may come after the request. Not sent is said only when there is none. */
async function afterBug({ ledger }: BatchServices, row: BatchRow, batchId: string): Promise<BatchRow> {
  const found = await fromLedger(ledger.hold(row.holdId));
  if (!found.ok) return done(row, null);
  const attempt = found.value?.capture ?? null;
  return attempt?.batchId === batchId ? done(row, attempt) : skipped(row, 'refused');
}
