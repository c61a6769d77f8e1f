/** The guard against charging a card twice: what counts as a lookalike, and who may go on all the same. */
import { oneHour } from '#shared/durations.ts';
import type { Failure } from '#shared/failure.ts';
import { mayAct } from '#shared/seat/role.ts';
import { effectiveState, type Attempt, type PaymentDraft } from '#shared/payments/attempt.ts';
import type { Actor, DuplicateGuard } from '#electron/core/ports.ts';

/** No attempt starts after it: a window of zero hours lets only unresolved unknowns count, which never stop counting. */
const never = '9999-12-31T23:59:59.999Z';

/**
 * @param windowHours the merchant's window; 0 switches it off for attempts whose outcome is known
 * @param approved a supervisor said yes to this payment at the seat of somebody who is none
 */
export function guardFor(
  draft: Pick<PaymentDraft, 'override'>,
  actor: Actor,
  windowHours: number,
  now: Date,
  approved = false,
): DuplicateGuard {
  const since = windowHours === 0 ? never : new Date(now.getTime() - windowHours * oneHour).toISOString();
  if (draft.override === undefined) return { since, overridden: 'none' };
  return { since, overridden: approved || mayAct(actor.role, 'supervisor') ? 'supervisor' : 'reason' };
}

/** A reason is enough for payments that are known; one that may or may not have happened needs a supervisor. */
export function duplicateFailure(earlier: readonly Attempt[]): Failure {
  const unknown = earlier.some((attempt) => effectiveState(attempt) === 'unknown');
  return { kind: 'duplicate', earlier, needs: unknown ? 'supervisor' : 'reason' };
}
