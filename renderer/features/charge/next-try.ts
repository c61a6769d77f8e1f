/** The result of a try, and what goes with the next one: the card that main keeps, a reason, a supervisor's approval. */
import { useMemo, useState, type Dispatch, type SetStateAction } from 'react';
import { useNewest } from '#renderer/session/newest-attempts.ts';
import type { VaultFailureReason } from '#shared/failure.ts';
import type { PaymentDraft } from '#shared/payments/attempt.ts';
import type { CardRetry } from '#shared/payments/card-retry.ts';
import { oneSecond } from '#shared/durations.ts';
import {
  appliesTo,
  type Allowance,
  type GuardedPayment,
  type NextTry,
  type Override,
  type Phase,
} from './payment-phase.ts';

const overrideOf = ({ reason, approvalId }: Override): NonNullable<PaymentDraft['override']> =>
  approvalId === null ? { reason } : { reason, approvalId };

/** Returns the reason and the approval that apply to this very payment. */
export function givenFor(
  payment: GuardedPayment,
  override: Override | null,
  allowance: Allowance | null,
): Pick<PaymentDraft, 'override' | 'approvalId'> {
  return {
    ...(override !== null && appliesTo(override, payment) ? { override: overrideOf(override) } : {}),
    ...(allowance !== null && appliesTo(allowance, payment) ? { approvalId: allowance.approvalId } : {}),
  };
}

/**
 * Tells whether the next try has what the refusal asked for. The kept card serves once, so it must not be spent before.
 * @param keyStore why the key store can't be used now; null when it can
 */
export function mayTryAgain(
  phase: Phase,
  given: ReturnType<typeof givenFor>,
  keyStore: VaultFailureReason | null,
): boolean {
  switch (phase.kind === 'refused' ? phase.failure.kind : null) {
    case 'duplicate':
      return given.override !== undefined;
    case 'vault':
      return keyStore === null;
    case 'step-up-needed':
      return given.approvalId !== undefined;
    default:
      return true;
  }
}

export const retryFrom = (retry: CardRetry | undefined): NextTry | null =>
  retry === undefined ? null : { handle: retry.handle, until: Date.now() + retry.seconds * oneSecond };

export const retryOf = (phase: Phase): NextTry | null =>
  phase.kind === 'done' || phase.kind === 'refused' ? phase.retry : null;

export const withoutRetry = (phase: Phase): Phase =>
  phase.kind === 'done' || phase.kind === 'refused' ? { ...phase, retry: null } : phase;

/** The object that stays the same while a result is shown; null in other phases. */
export function shownResult(phase: Phase): object | null {
  if (phase.kind === 'done') return phase.attempt;
  return phase.kind === 'refused' ? phase.failure : null;
}

/** Keeps the phase. Its result follows what becomes of the attempt: it may be resolved, or answered late, while it is shown. */
export function usePhase(): readonly [Phase, Dispatch<SetStateAction<Phase>>] {
  const [kept, setPhase] = useState<Phase>({ kind: 'editing' });
  const attempt = useNewest(kept.kind === 'done' ? kept.attempt : null);
  const phase = useMemo(
    () => (kept.kind === 'done' && attempt !== null ? { ...kept, attempt } : kept),
    [kept, attempt],
  );
  return [phase, setPhase];
}
