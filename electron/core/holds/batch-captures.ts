/** Captures several holds, a few at a time. Records every row, stops only between rows, and sends nothing twice. */
import { isDeepStrictEqual } from 'node:util';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { AskedCapture, BatchDraft, BatchProgress, BlockedHold, KeptBatch } from '#shared/ledger/holds.ts';
import { runBatch, type BatchServices, type RunningBatch } from './batch-run.ts';
import { fromLedger, LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import {
  firstRows,
  interruptedProgress,
  passingHolds,
  skipReasonOf,
  unreadProgress,
  upToDate,
  withHoldStates,
} from './batch-rows.ts';

export type Batches = ReturnType<typeof createBatches>;

/** Most stops remembered for batches that have not begun. */
const earlyStops = 100;

const usedBatch = failed({ kind: 'invalid', issues: [{ path: 'batchId', code: 'used' }] } as const);

interface Batch {
  readonly draft: BatchDraft;
  readonly running: RunningBatch;
  readonly result: Promise<Result<BatchProgress>>;
}

export function createBatches(services: BatchServices) {
  const { ledger, batchLog, ledgerRefusal, emit } = services;
  const batches = new Map<string, Batch>();
  /** Batches stopped before they began. Their call may still be on its way through the checks. */
  const stoppedEarly = new Set<string>();

  /** Forgets the oldest beyond the limit: it has waited longest for a batch that never came. */
  function rememberStop(batchId: string): void {
    stoppedEarly.add(batchId);
    const [oldest] = stoppedEarly;
    if (oldest !== undefined && stoppedEarly.size > earlyStops) stoppedEarly.delete(oldest);
  }

  async function run(draft: BatchDraft, actor: Actor, running: RunningBatch): Promise<Result<BatchProgress>> {
    const { batchId } = draft;
    const refused = ledgerRefusal();
    if (refused !== null) return failed(refused);
    const found = await fromLedger(
      Promise.all([ledger.holdsById(draft.captures.map(({ holdId }) => holdId)), isOfEarlierRun(services, batchId)]),
    );
    if (!found.ok) return found;
    const [holds, isUsed] = found.value;
    if (isUsed) {
      // Forgets this one, so that it does not pass for the batch of the earlier run, which is still reported.
      batches.delete(batchId);
      return usedBatch;
    }
    const ended = await runBatch(services, draft, actor, running, holds);
    if (!ended.ok) return ended;
    running.progress = await settledSince(services, ended.value);
    emit('holds.batch', running.progress);
    return ok(running.progress);
  }

  const ownUnseen = (): readonly BatchProgress[] =>
    [...batches.values()].flatMap(({ running: { progress, seen } }) => (progress === null || seen ? [] : [progress]));

  async function interrupted(): Promise<readonly BatchProgress[]> {
    const left = (await batchLog.all()).filter(({ batchId }) => !batches.has(batchId));
    return (await Promise.all(left.map((batch) => accounted(services, batch)))).flatMap((batch) => batch ?? []);
  }

  return {
    /** Finds the captures that would be refused now. Sends and records nothing. */
    check: (asked: readonly AskedCapture[]) => check(services, asked),
    /**
     * Resolves when the batch has ended. A batch submitted twice runs once; other captures under its id are refused, because its results
     * would be shown as theirs, and all under an id of an earlier run. Fails only when no row was begun.
     */
    captureMany(draft: BatchDraft, actor: Actor): Promise<Result<BatchProgress>> {
      const known = batches.get(draft.batchId);
      if (known !== undefined) return isDeepStrictEqual(known.draft, draft) ? known.result : Promise.resolve(usedBatch);
      const stop = stoppedEarly.delete(draft.batchId) ? 'stopped' : null;
      const running: RunningBatch = { stop, unanswered: 0, progress: null, seen: false };
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
      return left.ok
        ? ok([...left.value, ...(await Promise.all(ownUnseen().map((batch) => present(services, batch))))])
        : left;
    },
    /** Finds one of those. Fails as `not-found` otherwise. */
    async find(batchId: string): Promise<Result<BatchProgress>> {
      const isSought = (batch: BatchProgress) => batch.batchId === batchId;
      const own = ownUnseen().find(isSought);
      if (own !== undefined) return ok(await present(services, own));
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

async function check(
  { ledger, captures }: BatchServices,
  asked: readonly AskedCapture[],
): Promise<Result<readonly BlockedHold[]>> {
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
}

/** True for an id under which an earlier process, or another seat, has captured, or whose results nobody has closed. */
async function isOfEarlierRun({ ledger, batchLog }: BatchServices, batchId: string): Promise<boolean> {
  const [made, kept] = await Promise.all([ledger.attemptsOfBatch(batchId), batchLog.all()]);
  return made.length > 0 || kept.some((batch) => batch.batchId === batchId);
}

async function settledSince({ ledger }: BatchServices, batch: BatchProgress): Promise<BatchProgress> {
  const holdIds = passingHolds(batch.rows);
  if (holdIds.length === 0) return batch;
  const found = await fromLedger(ledger.holdsById(holdIds));
  return found.ok ? { ...batch, rows: withHoldStates(batch.rows, found.value) } : batch;
}

/** Brings a batch of this process up to date. Returns it as it was while the ledger is away, or after a bug. */
async function present(services: BatchServices, progress: BatchProgress): Promise<BatchProgress> {
  const { ledger, reportBug } = services;
  try {
    const made = progress.finished ? await fromLedger(ledger.attemptsOfBatch(progress.batchId)) : null;
    return made?.ok === true ? await settledSince(services, upToDate(progress, made.value)) : progress;
  } catch (error) {
    reportBug(error);
    return progress;
  }
}

/** Accounts for a batch of an earlier process by the ledger. Null for one of another ledger, which has its holds. */
async function accounted({ ledger, reportBug }: BatchServices, batch: KeptBatch): Promise<BatchProgress | null> {
  try {
    const holds = await ledger.holdsById(batch.rows.map(({ holdId }) => holdId));
    return holds.length === 0 ? null : interruptedProgress(batch, holds, await ledger.attemptsOfBatch(batch.batchId));
  } catch (error) {
    if (error instanceof LedgerUnavailable) throw error;
    reportBug(error);
    return unreadProgress(batch);
  }
}
