/** Captures several holds, a few at a time. Records every row, stops only between rows, and sends nothing twice. */
import { isDeepStrictEqual } from 'node:util';
import { failed, ok, type Result } from '#shared/failure.ts';
import type {
  AskedCapture,
  BatchDraft,
  BatchProgress,
  BatchRow,
  BlockedHold,
  Hold,
  KeptBatch,
  SkipReason,
} from '#shared/ledger/holds.ts';
import type { Attempt, CaptureDraft } from '#shared/payments/attempt.ts';
import pLimit from 'p-limit';
import type { Captures } from './captures.ts';
import { fromLedger, LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { createPace } from '#electron/core/pace.ts';
import { createReadAhead } from './read-ahead.ts';
import {
  firstRows,
  interruptedProgress,
  isClean,
  passingHolds,
  skipReasonOf,
  unreadProgress,
  upToDate,
  withHoldStates,
} from './batch-rows.ts';
import type { Ports } from '#electron/core/ports/ports.ts';

export type Batches = ReturnType<typeof createBatches>;

/** Consecutive rows without an answer after which the batch stops, because each has to be looked up. */
const unansweredLimit = 3;

/** Most stops remembered for batches that have not begun. */
const earlyStops = 100;

const usedBatch = failed({ kind: 'invalid', issues: [{ path: 'batchId', code: 'used' }] } as const);

/** A batch of this process. `progress` is null until its rows are on the record. */
interface Running {
  stop: SkipReason | null;
  unanswered: number;
  progress: BatchProgress | null;
  seen: boolean;
}

interface Batch {
  readonly draft: BatchDraft;
  readonly running: Running;
  readonly result: Promise<Result<BatchProgress>>;
}

/** @param parts with the number of captures in parallel */
export function createBatches(
  parts: Pick<Ports, 'ledger' | 'batchLog' | 'ledgerRefusal' | 'clock' | 'emit' | 'reportBug'> & {
    readonly captures: Captures;
    readonly concurrency?: number;
  },
) {
  const { captures, ledger, batchLog, ledgerRefusal, clock, emit, reportBug, concurrency = 4 } = parts;
  const batches = new Map<string, Batch>();
  /** Batches stopped before they began. Their call may still be on its way through the checks. */
  const stoppedEarly = new Set<string>();

  /** Forgets the oldest beyond the limit: it has waited longest for a batch that never came. */
  function rememberStop(batchId: string): void {
    stoppedEarly.add(batchId);
    const [oldest] = stoppedEarly;
    if (oldest !== undefined && stoppedEarly.size > earlyStops) stoppedEarly.delete(oldest);
  }

  const done = (row: BatchRow, attempt: Attempt | null, unrecorded: BatchRow['unrecorded'] = null): BatchRow => ({
    ...row,
    status: 'done',
    attempt,
    unrecorded,
  });
  const skipped = (row: BatchRow, skipReason: SkipReason): BatchRow => ({ ...row, status: 'skipped', skipReason });

  function settle(row: BatchRow, result: Result<Attempt>, running: Running): BatchRow {
    if (result.ok) return done(row, counted(result.value, running));
    const { failure } = result;
    if (failure.kind === 'not-recorded') {
      running.stop ??= 'ledger';
      return done(row, counted(failure.attempt, running), failure.safe ? 'on-disk' : 'in-memory');
    }
    if (failure.kind === 'ledger') running.stop ??= 'ledger';
    return skipped(row, skipReasonOf(failure));
  }

  function counted(attempt: Attempt, running: Running): Attempt {
    const answered = attempt.state !== 'unknown' && attempt.state !== 'not-sent';
    running.unanswered = answered ? 0 : running.unanswered + 1;
    if (running.unanswered >= unansweredLimit) running.stop ??= 'service';
    return attempt;
  }

  async function captureRow(
    row: BatchRow,
    capture: CaptureDraft,
    actor: Actor,
    batchId: string,
    hold: Hold | null,
    running: Running,
  ): Promise<BatchRow> {
    try {
      return settle(row, await captures.capture(capture, actor, batchId, hold), running);
    } catch (error) {
      reportBug(error);
      return afterBug(row, batchId);
    }
  }

  /** Looks for an attempt of the row, because a bug may come after the request. Not sent is said only when there is none. */
  async function afterBug(row: BatchRow, batchId: string): Promise<BatchRow> {
    const found = await fromLedger(ledger.hold(row.holdId));
    if (!found.ok) return done(row, null);
    const attempt = found.value?.capture ?? null;
    return attempt?.batchId === batchId ? done(row, attempt) : skipped(row, 'refused');
  }

  async function run(draft: BatchDraft, actor: Actor, running: Running): Promise<Result<BatchProgress>> {
    const { batchId } = draft;
    const refused = ledgerRefusal();
    if (refused !== null) return failed(refused);
    const found = await fromLedger(
      Promise.all([ledger.holdsById(draft.captures.map(({ holdId }) => holdId)), isOfEarlierRun(batchId)]),
    );
    if (!found.ok) return found;
    const [holds, isUsed] = found.value;
    if (isUsed) {
      // Forgets this one, so that it does not pass for the batch of the earlier run, which is still reported.
      batches.delete(batchId);
      return usedBatch;
    }
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
      end(index, await captureRow(row, capture, actor, batchId, hold, running));
    });
    pace.now();
    // One that can't be forgotten is reported after the next start, as charged.
    if (isClean(rows)) await fromLedger(batchLog.forget(batchId));
    running.progress = await settledSince(progress(true));
    emit('holds.batch', running.progress);
    return ok(running.progress);
  }

  /** True for an id under which an earlier process, or another seat, has captured, or whose results nobody has closed. */
  async function isOfEarlierRun(batchId: string): Promise<boolean> {
    const [made, kept] = await Promise.all([ledger.attemptsOfBatch(batchId), batchLog.all()]);
    return made.length > 0 || kept.some((batch) => batch.batchId === batchId);
  }

  async function settledSince(batch: BatchProgress): Promise<BatchProgress> {
    const holdIds = passingHolds(batch.rows);
    if (holdIds.length === 0) return batch;
    const found = await fromLedger(ledger.holdsById(holdIds));
    return found.ok ? { ...batch, rows: withHoldStates(batch.rows, found.value) } : batch;
  }

  const ownUnseen = (): readonly BatchProgress[] =>
    [...batches.values()].flatMap(({ running: { progress, seen } }) => (progress === null || seen ? [] : [progress]));

  /** Brings a batch of this process up to date. Returns it as it was while the ledger is away, or after a bug. */
  async function present(progress: BatchProgress): Promise<BatchProgress> {
    try {
      const made = progress.finished ? await fromLedger(ledger.attemptsOfBatch(progress.batchId)) : null;
      return made?.ok === true ? await settledSince(upToDate(progress, made.value)) : progress;
    } catch (error) {
      reportBug(error);
      return progress;
    }
  }

  async function interrupted(): Promise<readonly BatchProgress[]> {
    const left = (await batchLog.all()).filter(({ batchId }) => !batches.has(batchId));
    return (await Promise.all(left.map(accounted))).flatMap((batch) => batch ?? []);
  }

  /** Accounts for a batch of an earlier process by the ledger. Null for one of another ledger, which has its holds. */
  async function accounted(batch: KeptBatch): Promise<BatchProgress | null> {
    try {
      const holds = await ledger.holdsById(batch.rows.map(({ holdId }) => holdId));
      return holds.length === 0 ? null : interruptedProgress(batch, holds, await ledger.attemptsOfBatch(batch.batchId));
    } catch (error) {
      if (error instanceof LedgerUnavailable) throw error;
      reportBug(error);
      return unreadProgress(batch);
    }
  }

  return {
    /** Finds the captures that would be refused now. Sends and records nothing. */
    async check(asked: readonly AskedCapture[]): Promise<Result<readonly BlockedHold[]>> {
      const found = await fromLedger(ledger.signedHolds(asked.map(({ holdId }) => holdId)));
      if (!found.ok) return found;
      const first = firstRows(asked, found.value);
      const failures = await captures.refusals(
        first.flatMap(({ draft }) => (draft === null ? [] : [draft])),
        found.value,
      );
      return ok(
        first.flatMap(({ row: { holdId, skipReason } }): readonly BlockedHold[] => {
          const failure = failures.get(holdId);
          const reason = skipReason ?? (failure === undefined ? null : skipReasonOf(failure));
          return reason === null ? [] : [{ holdId, reason }];
        }),
      );
    },
    /**
     * Resolves when the batch has ended. A batch submitted twice runs once; other captures under its id are refused, because its results
     * would be shown as theirs, and all under an id of an earlier run. Fails only when no row was begun.
     */
    captureMany(draft: BatchDraft, actor: Actor): Promise<Result<BatchProgress>> {
      const known = batches.get(draft.batchId);
      if (known !== undefined) return isDeepStrictEqual(known.draft, draft) ? known.result : Promise.resolve(usedBatch);
      const stop = stoppedEarly.delete(draft.batchId) ? 'stopped' : null;
      const running: Running = { stop, unanswered: 0, progress: null, seen: false };
      const result = run(draft, actor, running);
      batches.set(draft.batchId, { draft, running, result });
      return result;
    },
    /** Lets no further row begin. Rows under way finish. */
    stop(batchId: string) {
      const batch = batches.get(batchId);
      if (batch !== undefined) batch.running.stop ??= 'stopped';
      else rememberStop(batchId);
    },
    /** Does the same with every batch, because the program is about to end. */
    interrupt() {
      for (const { running } of batches.values()) running.stop ??= 'interrupted';
    },
    /** Batches of this seat whose results nobody has closed: running, ended here, or cut off with an earlier process. */
    async unseen(): Promise<Result<readonly BatchProgress[]>> {
      const left = await fromLedger(interrupted());
      return left.ok ? ok([...left.value, ...(await Promise.all(ownUnseen().map(present)))]) : left;
    },
    /** Finds one of those. Fails as `not-found` otherwise. */
    async find(batchId: string): Promise<Result<BatchProgress>> {
      const isSought = (batch: BatchProgress) => batch.batchId === batchId;
      const own = ownUnseen().find(isSought);
      if (own !== undefined) return ok(await present(own));
      const left = await fromLedger(interrupted());
      if (!left.ok) return left;
      const found = left.value.find(isSought);
      return found === undefined ? failed({ kind: 'not-found' }) : ok(found);
    },
    /** Reports a batch no more, after an operator has seen its results. Fails as `busy` while it runs. */
    async dismiss(batchId: string): Promise<Result<void>> {
      const running = batches.get(batchId)?.running;
      if (running?.progress?.finished === false) return failed({ kind: 'busy' });
      const dismissed = await fromLedger(batchLog.forget(batchId));
      if (dismissed.ok && running !== undefined) running.seen = true;
      return dismissed;
    },
  };
}
