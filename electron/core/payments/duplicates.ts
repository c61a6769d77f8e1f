/** Guard against charging a card twice: bounds of the lookalikes, and the role that may override. */
import { oneHour } from '#shared/durations.ts';
import type { Failure } from '#shared/failure.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { mayAct } from '#shared/role.ts';
import { effectiveState, type Attempt, type PaymentDraft } from '#shared/payments/attempt.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import type { DuplicateGuard } from '#electron/core/ports/ledger.ts';

/** Instant later than any attempt. With a window of zero hours only unresolved unknowns count. */
const never = '9999-12-31T23:59:59.999Z';

/** Returns the start of the merchant's window, UTC. */
export const guardedSince = (windowHours: number, now: Date): string =>
  windowHours === 0 ? never : new Date(now.getTime() - windowHours * oneHour).toISOString();

/**
 * @param windowHours the merchant's window; 0 switches it off for attempts whose outcome is known
 * @param approved a supervisor approved this payment at the seat of an operator who is not one
 */
export function guardFor(
  draft: Pick<PaymentDraft, 'override'>,
  actor: Actor,
  windowHours: number,
  now: Date,
  approved = false,
): DuplicateGuard {
  const since = guardedSince(windowHours, now);
  if (draft.override === undefined) return { since, overridden: 'none' };
  return { since, overridden: approved || mayAct(actor.role, 'supervisor') ? 'supervisor' : 'reason' };
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
