/** Records the start and the answer of an attempt. Retries writing an answer, kept on disk meanwhile, but never a request. */
import type { MerchantDirectory } from '#electron/core/merchants/merchant-in-use.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { applyAnswer, neverLeft } from './answered-attempt.ts';
import { createRetry } from '#electron/core/retry.ts';
import {
  ledgerFailure,
  LedgerUnavailable,
  type BeginRefusal,
  type DuplicateGuard,
  type NewAttempt,
} from '#electron/core/ports/ledger.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { UnwrittenAnswers } from './unwritten-answers.ts';

export type Recorder = ReturnType<typeof createRecorder>;

/** First and longest pause between retries, and the wait for the ledger before an answer goes to disk, in ms. */
const pauses = { first: 500, longest: 30_000, beforeDisk: 500 } as const;

type RecorderParts = Pick<Ports, 'ledger' | 'ledgerRefusal' | 'clock' | 'reportBug'> & {
  readonly answers: UnwrittenAnswers;
};

export function createRecorder(parts: RecorderParts) {
  const { ledger, answers, ledgerRefusal, clock } = parts;
  const { doubts, ...deliveries } = createDeliveries(parts);
  return {
    /**
     * Records an attempt as `sending`, durably. Only then may a byte leave (invariant 1). The outer failure is the
     * ledger's, `not-recorded` when this attempt's answer is known and not written yet, or `set-by-policy` in a ledger that the company
     * does not allow.
     */
    async begin(attempt: NewAttempt, guard: DuplicateGuard | null): Promise<Result<Result<Attempt, BeginRefusal>>> {
      const known = answers.find(attempt.id);
      if (known !== null) return failed({ kind: 'not-recorded', ...known });
      const refused = ledgerRefusal();
      if (refused !== null) return failed(refused);
      if (!(await deliveries.settle(attempt.id))) return failed(deliveries.lastFailure());
      try {
        return ok(await ledger.begin(attempt, guard));
      } catch (error) {
        // The commit may have reached the disk nevertheless.
        doubts.set(attempt.id, attempt.startedAt);
        deliveries.tryLater();
        if (error instanceof LedgerUnavailable) return failed(ledgerFailure(error));
        throw error;
      }
    },
    /** Writes the answer of a `sending` attempt, or fails as `not-recorded` with the true outcome. */
    async finish(attempt: Attempt, answer: GatewayAnswer): Promise<Result<Attempt>> {
      const answeredAt = clock().toISOString();
      // A stalled store has not failed yet, and this process may end before it does.
      const stalled = setTimeout(() => void answers.keep(attempt, answer, answeredAt), pauses.beforeDisk);
      try {
        const written = await ledger.finish(attempt.id, answer, answeredAt);
        clearTimeout(stalled);
        await answers.written(attempt.id);
        return ok(written);
      } catch (error) {
        clearTimeout(stalled);
        deliveries.note(error);
        const safe = await answers.keep(attempt, answer, answeredAt);
        deliveries.tryLater();
        return failed({ kind: 'not-recorded', attempt: applyAnswer(attempt, answer, answeredAt), safe });
      }
    },
    /** Returns the number of answers and uncertain starts that wait for the ledger. */
    waiting: deliveries.waiting,
    /** Returns the number of those that exist only in memory and would be lost with this process. */
    atRisk: () => answers.waiting().unsafe + doubts.size,
    /** Retries now. Resolves after the try, successful or not. */
    flush: deliveries.flush,
    /**
     * Stops retrying. The next start delivers answers on the disk. Attempts whose answer is only in memory become unknown
     * then (invariant 4).
     */
    close: deliveries.stop,
  };
}

/** Delivers to the ledger what it could not take: answers, and the end of every `begin` whose commit is uncertain. */
function createDeliveries({ ledger, answers, clock, reportBug }: RecorderParts) {
  /** Start time per uncertain attempt, because an earlier attempt under the same id is a separate request. */
  const doubts = new Map<string, string>();
  let flushing: Promise<void> | null = null;
  const retry = createRetry(() => void flush(), pauses);
  let lastFailure: Failure = { kind: 'ledger', reason: 'other', detail: '' };

  const waiting = (): number => {
    const { safe, unsafe } = answers.waiting();
    return safe + unsafe + doubts.size;
  };

  function note(error: unknown): void {
    if (error instanceof LedgerUnavailable) lastFailure = ledgerFailure(error);
    else reportBug(error);
  }

  function tryLater(): void {
    if (waiting() > 0) retry.later();
  }

  /** Finishes an uncertain attempt as not sent if it was written after all, even if another seat took us for dead. */
  async function clearDoubt(attemptId: string, startedAt: string): Promise<void> {
    const attempt = await ledger.attempt(attemptId);
    const takenForDead = attempt?.state === 'unknown' && attempt.unknownCause === 'crash';
    const own = attempt?.startedAt === startedAt;
    if (own && (attempt.state === 'sending' || takenForDead))
      await ledger.finish(attemptId, neverLeft, clock().toISOString());
    doubts.delete(attemptId);
  }

  async function tryAll(): Promise<void> {
    try {
      await answers.deliver(ledger);
    } catch (error) {
      note(error);
    }
    for (const [attemptId, startedAt] of doubts) {
      try {
        await clearDoubt(attemptId, startedAt);
      } catch (error) {
        note(error);
      }
    }
    if (waiting() === 0) retry.reset();
    else tryLater();
  }

  function flush(): Promise<void> {
    flushing ??= tryAll().finally(() => {
      flushing = null;
    });
    return flushing;
  }

  const stopListening = ledger.onAvailability((reason) => {
    if (reason === null && waiting() > 0) void flush();
  });

  /**
   * Resolves an uncertain `begin` before its id is reused; otherwise the retry loop would later mark the new, real request
   * as not sent. A round in progress may have passed this attempt already, so it gets a separate one.
   */
  async function settle(attemptId: string): Promise<boolean> {
    if (doubts.has(attemptId) && flushing !== null) await flushing;
    if (doubts.has(attemptId)) await flush();
    return !doubts.has(attemptId);
  }

  function stop(): void {
    stopListening();
    retry.stop();
  }

  return { doubts, waiting, note, tryLater, flush, settle, stop, lastFailure: () => lastFailure };
}

/** Services of every use case that sends a payment. */
export interface PaymentServices extends Pick<Ports, 'ledger' | 'seat' | 'clock' | 'makeId' | 'reportBug'> {
  readonly recorder: Recorder;
  readonly merchants: MerchantDirectory;
}

/** Returns the result of an operation on an earlier attempt that the ledger refuses to begin. */
export function refusedBegin(refusal: BeginRefusal, { currencySign }: Attempt): Result<Attempt> {
  switch (refusal.kind) {
    case 'hold-not-open':
      return failed({ kind: 'hold-not-open', state: refusal.hold.state });
    case 'over-refund':
      return failed({ kind: 'over-refund', left: refusal.left, elsewhere: 0, currencySign });
    case 'duplicate':
      return failed(duplicateFailure(refusal.earlier));
    case 'seats-awaited':
      return failed(refusal);
    case 'exists':
      return ok(refusal.attempt);
    case 'not-found':
      return failed({ kind: 'not-found' });
  }
}

/** Returns who may override: with a reason anybody, but a supervisor when an earlier payment is unknown. */
export const neededFor = (earlier: readonly Attempt[]): 'reason' | 'supervisor' =>
  earlier.some((attempt) => effectiveState(attempt) === 'unknown') ? 'supervisor' : 'reason';

/** Returns the failure that asks for a reason, or for a supervisor. */
export const duplicateFailure = (earlier: readonly ListedAttempt[]): Extract<Failure, { kind: 'duplicate' }> => ({
  kind: 'duplicate',
  earlier,
  needs: neededFor(earlier),
});
