/** Answers that the ledger could not write. Kept on this machine's disk until the ledger has committed them. */
import type { Attempt } from '#shared/payments/attempt.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { StrayAnswer, WaitingAnswers } from '#shared/ledger/waiting-answers.ts';
import { applyAnswer } from './answered-attempt.ts';
import { LedgerUnavailable, type Ledger } from '#electron/core/ports/ledger.ts';
import type { AnswerSpool, KeptAnswer } from '#electron/core/ports/answer-spool.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { UnreadDocument } from '#electron/core/ports/stored-documents.ts';

export type UnwrittenAnswers = ReturnType<typeof createUnwrittenAnswers>;

interface Waiting {
  readonly kept: KeptAnswer;
  /** The attempt; null for an answer of an earlier run. */
  readonly attempt: Attempt | null;
  safe: boolean;
  /** True when the last ledger asked does not know the attempt. */
  stray: boolean;
  keeping: Promise<void>;
}

/** @param onChange called when the number of waiting answers changes, or whether they are on disk */
export function createUnwrittenAnswers(spool: AnswerSpool, onChange: () => void, reportBug: ReportBug) {
  const { answers, load, putOnDisk, forget, unread } = createSpooledAnswers(spool, reportBug);

  async function deliverOne(ledger: Pick<Ledger, 'attempt' | 'finish'>, id: string, waiting: Waiting): Promise<void> {
    waiting.stray = (await ledger.attempt(id)) === null;
    if (waiting.stray) return;
    await ledger.finish(id, waiting.kept.answer, waiting.kept.answeredAt);
    await forget(id, waiting);
  }

  return {
    /**
     * Keeps an answer. Never rejects.
     * @returns true when it is on the disk, false when it is only in memory
     */
    async keep(attempt: Attempt, answer: GatewayAnswer, answeredAt: string): Promise<boolean> {
      let waiting = answers.get(attempt.id);
      if (waiting === undefined) {
        const { id, operation, amount, currencySign, startedAt } = attempt;
        waiting = {
          kept: { payment: { id, operation, amount, currencySign, startedAt }, answer, answeredAt },
          attempt: applyAnswer(attempt, answer, answeredAt),
          safe: false,
          stray: false,
          keeping: Promise.resolve(),
        };
        answers.set(id, waiting);
        waiting.keeping = putOnDisk(waiting);
      }
      await waiting.keeping;
      onChange();
      return waiting.safe;
    },
    /** Forgets an answer that the ledger has committed. Does nothing for an unknown attempt. */
    async written(attemptId: string) {
      const waiting = answers.get(attemptId);
      if (waiting === undefined) return;
      await forget(attemptId, waiting);
      onChange();
    },
    /** Finds an attempt whose answer arrived in this run of the program and is not written yet. */
    find(attemptId: string): { readonly attempt: Attempt; readonly safe: boolean } | null {
      const waiting = answers.get(attemptId);
      if (waiting === undefined || waiting.attempt === null) return null;
      return { attempt: waiting.attempt, safe: waiting.safe };
    },
    /**
     * Delivers all waiting answers, also those of earlier runs. Keeps an answer whose attempt this ledger does not know.
     * Tries each, then rejects with `LedgerUnavailable` if the ledger refused one.
     */
    async deliver(ledger: Pick<Ledger, 'attempt' | 'finish'>) {
      await load();
      if (answers.size + unread().length === 0) return;
      let refusal: LedgerUnavailable | null = null;
      for (const [id, waiting] of answers) {
        try {
          await deliverOne(ledger, id, waiting);
        } catch (error) {
          if (error instanceof LedgerUnavailable) refusal = error;
          else reportBug(error);
          await waiting.keeping;
          // The disk may have room again.
          if (!waiting.safe) await (waiting.keeping = putOnDisk(waiting));
        }
      }
      onChange();
      if (refusal !== null) throw refusal;
    },
    waiting(): WaitingAnswers {
      const all = [...answers.values()];
      const safe = all.filter((waiting) => waiting.safe);
      return {
        safe: safe.length,
        unsafe: all.length - safe.length,
        strays: safe.filter(({ stray }) => stray).map(({ kept }) => ({ ...strayOf(kept), file: spool.file })),
        unread: unread(),
      };
    },
    /** Forgets a safe answer whose payment the last ledger that was asked does not know. Fails as `not-found` for another one. */
    async setAside(id: string): Promise<Result<StrayAnswer>> {
      const waiting = answers.get(id);
      if (waiting?.stray !== true || !waiting.safe) return failed({ kind: 'not-found' });
      await forget(id, waiting);
      onChange();
      return ok(strayOf(waiting.kept));
    },
  };
}

/** The waiting answers, in memory and on the disk. */
function createSpooledAnswers(spool: AnswerSpool, reportBug: ReportBug) {
  const answers = new Map<string, Waiting>();
  let unread: readonly UnreadDocument[] = [];
  let loading: Promise<void> | null = null;

  async function readSpool(): Promise<void> {
    try {
      const found = await spool.all();
      unread = found.unread;
      // The next delivery reads them again.
      if (!found.isWhole) loading = null;
      for (const each of found.answers) {
        if (answers.has(each.payment.id)) continue;
        answers.set(each.payment.id, {
          kept: each,
          attempt: null,
          safe: true,
          stray: false,
          keeping: Promise.resolve(),
        });
      }
    } catch (error) {
      loading = null;
      reportBug(error);
    }
  }

  async function putOnDisk(waiting: Waiting): Promise<void> {
    try {
      await spool.keep(waiting.kept);
      waiting.safe = true;
    } catch (error) {
      reportBug(error);
    }
  }

  async function forget(attemptId: string, waiting: Waiting): Promise<void> {
    await waiting.keeping;
    try {
      await spool.forget(attemptId);
    } catch (error) {
      // A remaining file is delivered again at the next start, without effect.
      reportBug(error);
    }
    answers.delete(attemptId);
  }

  return { answers, load: () => (loading ??= readSpool()), putOnDisk, forget, unread: () => unread };
}

const strayOf = ({ payment, answer }: KeptAnswer): StrayAnswer => ({
  ...payment,
  outcome: answer.outcome,
  reference: referenceOf(answer),
});

const referenceOf = (answer: GatewayAnswer): string =>
  answer.outcome === 'not-sent' ? '' : (answer.references.codOper ?? answer.references.authToken ?? '');
