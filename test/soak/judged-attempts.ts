/** Reads the attempts of a ledger as the judge needs them. */
import type { Ledger } from '#electron/core/ports/ledger.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import type { JudgedAttempt } from './protocol.ts';

export async function judgedAttempts(ledger: Pick<Ledger, 'all'>): Promise<readonly JudgedAttempt[]> {
  const all: JudgedAttempt[] = [];
  for await (const attempt of ledger.all(historyFilterSchema.parse({}))) {
    const { id, operation, amount, holdId, chargeId, seat, unknownCause, resolution } = attempt;
    const resolved = resolution !== null;
    all.push({ id, operation, amount, holdId, chargeId, seat, unknownCause, resolved, state: effectiveState(attempt) });
  }
  return all;
}
