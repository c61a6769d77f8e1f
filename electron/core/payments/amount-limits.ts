/**
 * Limits of what an operator may charge or hold without a supervisor: a payment, and a local day. Checked right before a payment is
 * recorded, so that nothing above them is recorded or sent.
 */
import { createOneAtATime } from '#electron/core/one-at-a-time.ts';
import type { Approval, Approvals } from '#electron/core/operators/approvals.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import { fromLedger } from '#electron/core/ports/ledger.ts';
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import type { PaymentDraft } from '#shared/payments/attempt.ts';
import { limitOf, type AmountLimits } from '#shared/seat/operators.ts';
import { paymentSubject } from '#shared/audit/step-up.ts';
import type { Merchant } from '#shared/seat/merchant.ts';

export interface LimitedPayment extends Pick<PaymentDraft, 'draftId' | 'merchantId' | 'amount' | 'approvalId'> {
  readonly lastFour: string;
  /** Charges an earlier card, which has a limit of its own. */
  readonly isAgain: boolean;
  readonly merchant: Pick<Merchant, 'environment' | 'currencySign'>;
  readonly actor: Actor;
}

interface Admitted<Begun> {
  readonly begun: Begun;
  /** The approval that let the payment pass; null when it needed none. */
  readonly allowance: Approval | null;
}

export type LimitedPayments = ReturnType<typeof createLimitedPayments>;

type Exceeded = NonNullable<Extract<Failure, { kind: 'step-up-needed' }>['limit']>;

export function createLimitedPayments({
  limits,
  ledger,
  approvals,
  clock,
}: Pick<Ports, 'ledger' | 'clock'> & {
  readonly limits: () => AmountLimits;
  readonly approvals: Pick<Approvals, 'take'>;
}) {
  const inTurn = createOneAtATime();

  async function exceeded({ amount, isAgain, merchant, actor }: LimitedPayment): Promise<Result<Exceeded | null>> {
    const { payment, day, again } = limitOf(limits(), actor.role);
    const { environment, currencySign } = merchant;
    const use = { operatorName: actor.name, environment, currencySign, ...localDay(clock()) };
    const used = day === null ? ok(null) : await fromLedger(ledger.usedOfLimit(use));
    if (!used.ok) return used;
    if (payment !== null && amount > payment) return ok({ of: 'payment', most: payment, used: used.value });
    if (isAgain && again !== null && amount > again) return ok({ of: 'again', most: again, used: used.value });
    const over = day !== null && (used.value ?? 0) + amount > day;
    return ok(over ? { of: 'day', most: day, used: used.value } : null);
  }

  async function admit<Begun>(payment: LimitedPayment, begin: () => Promise<Begun>): Promise<Result<Admitted<Begun>>> {
    const over = await exceeded(payment);
    if (!over.ok) return over;
    if (over.value === null) return ok({ begun: await begin(), allowance: null });
    // A draft that is submitted twice was admitted before, and gets its result.
    const earlier = await fromLedger(ledger.attempt(payment.draftId));
    if (!earlier.ok) return earlier;
    if (earlier.value !== null) return ok({ begun: await begin(), allowance: null });
    const guarded = { act: 'amount', subject: paymentSubject(payment) } as const;
    const allowance = approvals.take(guarded, payment.approvalId, payment.actor);
    if (allowance === null) return failed({ kind: 'step-up-needed', ...guarded, own: false, limit: over.value });
    return ok({ begun: await begin(), allowance });
  }

  return {
    /**
     * Begins a payment within the limits, or with a supervisor's approval. Fails as `step-up-needed` otherwise. While there is a limit
     * of a day, payments of this seat begin one after the other, so that each counts for the next.
     */
    admit<Begun>(payment: LimitedPayment, begin: () => Promise<Begun>): Promise<Result<Admitted<Begun>>> {
      const { day } = limitOf(limits(), payment.actor.role);
      return day === null ? admit(payment, begin) : inTurn(() => admit(payment, begin));
    },
  };
}

/** Returns the bounds of this computer's local day, as UTC instants: `from` is in it, `until` is not. */
function localDay(now: Date): { readonly from: string; readonly until: string } {
  const midnight = (days: number): string =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString();
  return { from: midnight(0), until: midnight(1) };
}
