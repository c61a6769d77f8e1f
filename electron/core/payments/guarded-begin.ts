/**
 * Begins a payment under the duplicate guard and the limits, with the approvals that let it pass. Nothing has left when it fails.
 */
import { oneHour } from '#shared/durations.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { mayAct } from '#shared/role.ts';
import type { Attempt, PaymentDraft } from '#shared/payments/attempt.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import type { DuplicateGuard, NewAttempt } from '#electron/core/ports/ledger.ts';
import { paymentSubject } from '#shared/audit/step-up.ts';
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { LimitedPayment, LimitedPayments } from './amount-limits.ts';
import { usedDraft, type Circumstances } from './drafts.ts';
import { duplicateFailure, type Recorder } from './recorder.ts';

interface Begun {
  readonly attempt: Attempt;
  /** The draft was submitted before, and this is its attempt: nothing may be sent. */
  readonly isEarlier: boolean;
  /** Makes the approvals valid again that it took, because the payment has not happened. */
  readonly giveBack: () => void;
}

export type BeginGuarded = (
  draft: Omit<LimitedPayment, 'merchant' | 'actor'> & Pick<PaymentDraft, 'override'>,
  circumstances: Circumstances,
  attemptWith: (approvedBy: string | null) => NewAttempt,
) => Promise<Result<Begun>>;

export const createGuardedBegin =
  (recorder: Pick<Recorder, 'begin'>, approvals: Pick<Approvals, 'take'>, limits: LimitedPayments): BeginGuarded =>
  async (draft, { merchant, actor, now }, attemptWith) => {
    const lookalike = { act: 'lookalike', subject: paymentSubject(draft) } as const;
    const approval = approvals.take(lookalike, draft.override?.approvalId, actor);
    const fresh = attemptWith(approval?.supervisor ?? null);
    const overridden = overriddenBy(draft.override !== undefined, actor, approval !== null);
    const guard = { since: guardedSince(merchant.duplicateWindowHours, now), overridden };
    const admitted = await limits.admit({ ...draft, merchant, actor }, () => recorder.begin(fresh, guard));
    const giveBack = (): void => {
      approval?.giveBack();
      if (admitted.ok) admitted.value.allowance?.giveBack();
    };
    if (!admitted.ok || !admitted.value.begun.ok || !admitted.value.begun.value.ok) giveBack();
    if (!admitted.ok) return admitted;
    const { begun } = admitted.value;
    if (!begun.ok) return begun;
    if (begun.value.ok) return ok({ attempt: begun.value.value, isEarlier: false, giveBack });
    const refusal = begun.value.failure;
    switch (refusal.kind) {
      case 'exists':
        return refusal.sameCard ? ok({ attempt: refusal.attempt, isEarlier: true, giveBack }) : usedDraft;
      case 'duplicate':
        return failed(duplicateFailure(refusal.earlier));
      case 'hold-not-open':
      case 'over-refund':
      case 'seats-awaited':
      case 'not-found':
        throw new Error(`The ledger refused a payment as ${refusal.kind}`);
    }
  };

/** Instant later than any attempt. */
const never = '9999-12-31T23:59:59.999Z';

/** Returns the start of the merchant's window, UTC. Zero hours switch it off for attempts whose outcome is known. */
export const guardedSince = (windowHours: number, now: Date): string =>
  windowHours === 0 ? never : new Date(now.getTime() - windowHours * oneHour).toISOString();

/**
 * @param isSeen the operator has seen the earlier payments and goes on
 * @param approved a supervisor approved this payment at the seat of an operator who is not one
 */
export function overriddenBy(isSeen: boolean, actor: Actor, approved: boolean): DuplicateGuard['overridden'] {
  if (!isSeen) return 'none';
  return approved || mayAct(actor.role, 'supervisor') ? 'supervisor' : 'reason';
}
