/** Phases of a payment on the Charge screen, and what a person gave for it: a reason, a supervisor's approval. */
import type { Failure } from '#shared/failure.ts';
import type { Attempt, PaymentDraft } from '#shared/payments/attempt.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { CardOperation } from '#shared/payments/operations.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { SummaryField } from '#shared/payments/payment-fields.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { mayAct, type Role } from '#shared/role.ts';

/** Facts of a payment that outlive the form: the fields of the summary, and of the card only brand and last four. */
export interface PaymentFacts extends Readonly<Pick<PaymentDraft, SummaryField>> {
  readonly operation: CardOperation;
  readonly family: Family;
  readonly card: NonNullable<Attempt['card']>;
  /** The merchant that it was keyed for. Another one may be in use by the time of its result. */
  readonly merchant: Pick<Merchant, 'id' | 'name' | 'currencySign'>;
}

/** One more try without keying the card, while the main process keeps it. */
export interface NextTry {
  readonly handle: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

export interface SendingPhase {
  readonly kind: 'sending';
  readonly draftId: string;
  readonly facts: PaymentFacts;
  /** Epoch milliseconds. */
  readonly since: number;
  /** Instant from which a byte may have left; null before it. Epoch milliseconds. */
  readonly sentAt: number | null;
  /** False once the screen was left, which then hears no more that the request leaves. */
  readonly isHeard: boolean;
  readonly cancel: 'possible' | 'asked' | 'too-late';
}

export interface Ended {
  readonly facts: PaymentFacts;
  readonly retry: NextTry | null;
}

export type Phase =
  | { readonly kind: 'editing' }
  | { readonly kind: 'review' }
  | SendingPhase
  | (Ended & { readonly kind: 'done'; readonly attempt: Attempt; readonly notRecorded: Failure | null })
  | (Ended & { readonly kind: 'refused'; readonly failure: Failure });

/** Card, amount and merchant, as far as they may be known once the number is gone. */
export interface GuardedPayment {
  readonly merchantId: string;
  readonly amount: MinorUnits;
  readonly lastFour: string;
}

export const guardedOf = ({ merchant, amount, card }: PaymentFacts): GuardedPayment => ({
  merchantId: merchant.id,
  amount,
  lastFour: card.lastFour,
});

/** The reason for sending a payment like an earlier one. Applies to that card, amount and merchant only. */
export interface Override extends GuardedPayment {
  readonly reason: string;
  /** Id of the supervisor's approval; null where the operator needs none. */
  readonly approvalId: string | null;
}

/** A supervisor's approval of a payment above a limit. Applies to that card, amount and merchant only. */
export interface Allowance extends GuardedPayment {
  readonly approvalId: string;
}

export const appliesTo = (given: GuardedPayment, payment: GuardedPayment): boolean =>
  given.merchantId === payment.merchantId && given.amount === payment.amount && given.lastFour === payment.lastFour;

/** True when the override is enough for what the guard asks for. */
export const settles = (override: Override, needs: 'reason' | 'supervisor', role: Role | null): boolean =>
  needs === 'reason' || override.approvalId !== null || (role !== null && mayAct(role, 'supervisor'));

/** Id of the field with the reason for a payment like an earlier one. There is one at a time. */
export const reasonFieldId = 'charge-reason';
