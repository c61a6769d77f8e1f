/** Settles own attempts that are still `sending` although no caller waits for their answer. */
import { neverLeft } from '#electron/core/payments/answered-attempt.ts';
import type { KeptAnswer } from '#electron/core/ports/answer-spool.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import type { SendingRow } from '#electron/ledger/seats/instances.ts';
import { abandonAttempts } from '#electron/ledger/attempts/finish.ts';

type WrittenAnswer = Pick<KeptAnswer, 'answer' | 'answeredAt'>;

/** Number of answers kept in memory, to write them again if necessary. */
const keptAnswers = 200;

/** Record of what this process did with its attempts, in case the ledger later differs. */
export type OwnAttempts = ReturnType<typeof createOwnAttempts>;

export function createOwnAttempts() {
  const refusals = new Map<string, string>();
  const answers = new Map<string, WrittenAnswer>();
  return {
    begun: (attemptId: string) => refusals.delete(attemptId),
    /** `begin` failed, so nothing was sent. Its commit may still reach the disk. */
    refused: (attemptId: string, startedAt: string) => refusals.set(attemptId, startedAt),
    answered(attemptId: string, written: WrittenAnswer) {
      refusals.delete(attemptId);
      answers.set(attemptId, written);
      const [oldest] = answers.keys();
      if (answers.size > keptAnswers && oldest !== undefined) answers.delete(oldest);
    },
    /**
     * Returns the answer of an attempt, `refused` for one that never left, or null for neither. A refusal counts only for the
     * row of that very begin, because the same draft may have been begun before, and sent.
     */
    known: (attemptId: string, startedAt: string): 'refused' | WrittenAnswer | null =>
      answers.get(attemptId) ?? (refusals.get(attemptId) === startedAt ? 'refused' : null),
  };
}

/**
 * Settles attempts of this instance that are `sending` and not under way. One whose `begin` failed here never left. Any
 * other shows that the ledger lost what this process committed (a failover or a restore): a known answer is written again,
 * and without one the attempt becomes unknown, because its request may have left.
 */
export async function finishOrphans(
  engine: Engine,
  rows: readonly SendingRow[],
  attempts: Pick<OwnAttempts, 'known'>,
  finish: (attemptId: string, answer: GatewayAnswer, answeredAt: string | null) => Promise<Attempt>,
): Promise<readonly Attempt[]> {
  const finished: Attempt[] = [];
  const lost: string[] = [];
  for (const { id, started_at } of rows) {
    const known = attempts.known(id, started_at);
    if (known === null) lost.push(id);
    else if (known === 'refused') finished.push(await finish(id, neverLeft, null));
    else finished.push(await finish(id, known.answer, known.answeredAt));
  }
  return [...finished, ...(await abandonAttempts(engine, 'id', lost))];
}
