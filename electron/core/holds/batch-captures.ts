/** Captures several holds, a few at a time. Records every row, stops only between rows, and sends nothing twice. */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import type { BatchDraft, BatchProgress, BatchRow } from '#shared/ledger/holds.ts';
import type { Attempt, CaptureDraft } from '#shared/payments/attempt.ts';
import pLimit from 'p-limit';
import type { Captures } from './captures.ts';
import { fromLedger } from '#electron/core/records/ledger-failure.ts';
import { LedgerUnavailable, type Ledger } from '#electron/core/ports/ledger.ts';
import type { Actor, Emit, ReportBug } from '#electron/core/ports/host.ts';
import { createPace } from './batch-progress.ts';

export interface Batches {
  /** Resolves when the batch has ended. A batch submitted twice runs once. */
  captureMany(draft: BatchDraft, actor: Actor): Promise<Result<BatchProgress>>;
  /** Lets no further row begin. Rows under way finish. */
  stop(batchId: string): void;
  /** Stops every batch. Called before the program closes. */
  stopAll(): void;
  /** Batches of this seat that a crash interrupted. Each row is `done` with its attempt, or was never sent. */
  interrupted(): Promise<Result<readonly BatchProgress[]>>;
  /** Stops reporting an interrupted batch after an operator has seen it. */
  dismiss(batchId: string): Promise<Result<void>>;
}

export interface BatchesParts {
  readonly captures: Captures;
  readonly ledger: Pick<Ledger, 'hold' | 'beginBatch' | 'saveBatchRow' | 'finishBatch' | 'interruptedBatches'>;
  readonly seat: () => string;
  readonly emit: Emit;
  readonly reportBug: ReportBug;
  /** Number of captures in parallel. */
  readonly concurrency?: number;
}

/** Consecutive rows without an answer after which the batch stops, because each has to be looked up. */
const unansweredLimit = 3;

type SkipReason = NonNullable<BatchRow['skipReason']>;

interface Running {
  stop: SkipReason | null;
  unanswered: number;
}

export function createBatches(parts: BatchesParts): Batches {
  const { captures, ledger, seat, emit, reportBug, concurrency = 4 } = parts;
  const batches = new Map<string, { readonly running: Running; readonly result: Promise<Result<BatchProgress>> }>();

  /** Writes a row's record if it can be written. Otherwise the next start derives it from the attempt. */
  async function write(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) reportBug(error);
    }
  }

  /** Checks the batch as a whole before anything is sent. A hold taken meanwhile concerns only its own row. */
  async function refusal(draft: BatchDraft): Promise<Failure | null> {
    for (const capture of draft.captures) {
      const failure = await captures.refusal(capture);
      if (failure !== null && failure.kind !== 'hold-not-open') return failure;
    }
    return null;
  }

  function settle(row: BatchRow, result: Result<Attempt>, running: Running): BatchRow {
    if (result.ok) return { ...row, status: 'done', attempt: counted(result.value, running) };
    const { failure } = result;
    if (failure.kind === 'not-recorded') {
      running.stop ??= 'ledger';
      return { ...row, status: 'done', attempt: failure.attempt };
    }
    if (failure.kind === 'ledger') running.stop ??= 'ledger';
    return { ...row, status: 'skipped', skipReason: skipReasonOf(failure) };
  }

  function counted(attempt: Attempt, running: Running): Attempt {
    const answered = attempt.state !== 'unknown' && attempt.state !== 'not-sent';
    running.unanswered = answered ? 0 : running.unanswered + 1;
    if (running.unanswered >= unansweredLimit) running.stop ??= 'service';
    return attempt;
  }

  async function captureRow(capture: CaptureDraft, actor: Actor, batchId: string): Promise<Result<Attempt>> {
    try {
      return await captures.capture(capture, actor, batchId);
    } catch (error) {
      reportBug(error);
      return failed({ kind: 'internal', reference: '' });
    }
  }

  async function run(draft: BatchDraft, actor: Actor, running: Running): Promise<Result<BatchProgress>> {
    const { batchId } = draft;
    const refused = await refusal(draft);
    if (refused !== null) return failed(refused);
    const rows = draft.captures.map(waitingRow);
    const progress = (finished: boolean): BatchProgress => ({ batchId, finished, rows: [...rows] });
    const begun = await fromLedger(ledger.beginBatch(progress(false), seat()));
    if (!begun.ok) return begun;
    const pace = createPace(
      rows.length <= 50 ? 0 : 500,
      () => progress(false),
      (state) => emit('holds.batch', state),
    );
    const put = (index: number, row: BatchRow) => {
      rows[index] = row;
      pace.changed();
    };
    await pLimit(concurrency).map(draft.captures, async (capture, index) => {
      const waiting = waitingRow(capture);
      if (running.stop === null) {
        put(index, { ...waiting, status: 'sending' });
        put(index, settle(waiting, await captureRow(capture, actor, batchId), running));
      } else {
        put(index, { ...waiting, status: 'skipped', skipReason: running.stop });
      }
      await write(ledger.saveBatchRow(batchId, rows[index] ?? waiting));
    });
    pace.end();
    await write(ledger.finishBatch(batchId));
    emit('holds.batch', progress(true));
    return ok(progress(true));
  }

  /** Derives the status of a row that a crash left open from its attempt. Without an attempt nothing was sent. */
  async function account(batchId: string, row: BatchRow): Promise<BatchRow> {
    if (row.status === 'skipped' || (row.status === 'done' && row.attempt !== null)) return row;
    const attempt = row.attempt ?? (await ledger.hold(row.holdId))?.capture ?? null;
    const settled: BatchRow =
      attempt?.batchId === batchId
        ? { ...row, status: 'done', skipReason: null, attempt }
        : { ...row, status: 'skipped', skipReason: 'stopped', attempt: null };
    await ledger.saveBatchRow(batchId, settled);
    return settled;
  }

  async function accountForInterrupted(): Promise<readonly BatchProgress[]> {
    const accounted: BatchProgress[] = [];
    for (const batch of await ledger.interruptedBatches(seat())) {
      if (batches.has(batch.batchId)) continue;
      const rows: BatchRow[] = [];
      for (const row of batch.rows) rows.push(await account(batch.batchId, row));
      accounted.push({ batchId: batch.batchId, finished: true, rows });
    }
    return accounted;
  }

  return {
    captureMany(draft, actor) {
      const known = batches.get(draft.batchId);
      if (known !== undefined) return known.result;
      const running: Running = { stop: null, unanswered: 0 };
      const result = run(draft, actor, running);
      batches.set(draft.batchId, { running, result });
      return result;
    },
    stop(batchId) {
      const batch = batches.get(batchId);
      if (batch !== undefined) batch.running.stop ??= 'stopped';
    },
    stopAll() {
      for (const { running } of batches.values()) running.stop ??= 'stopped';
    },
    interrupted: () => fromLedger(accountForInterrupted()),
    // A batch that runs here ends by itself and can't be called finished before.
    dismiss: (batchId) =>
      batches.has(batchId) ? Promise.resolve(ok(undefined)) : fromLedger(ledger.finishBatch(batchId)),
  };
}

const waitingRow = (capture: CaptureDraft): BatchRow => ({
  holdId: capture.holdId,
  amount: capture.amount,
  status: 'waiting',
  skipReason: null,
  attempt: null,
});

function skipReasonOf(failure: Failure): SkipReason {
  if (failure.kind === 'hold-not-open') return 'taken';
  return failure.kind === 'ledger' ? 'ledger' : 'refused';
}
