/**
 * Attempts as History, its exports, its receipts and the duplicate guard show them: each with the latest state of its
 * payment. A type of its own, because that state lies in other rows and only these reads pay for it. The path of a payment
 * (begin, finish) works with plain attempts, and an attempt that has just been answered is the latest state of its payment
 * anyway. The guard reads it only for the earlier payments that it has found.
 */
import { z } from 'zod';
import { sentReceiptSchema } from './sent-receipts.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { amountDoubtSchema, attemptDetailsSchema, attemptSchema, effectiveState } from '#shared/payments/attempt.ts';
import { amountSchema, type MinorUnits } from '#shared/payments/money.ts';
import { operationFacts, recordedOperationSchema, type OperationFacts } from '#shared/payments/operations.ts';
import { attemptStateSchema, type AttemptState } from '#shared/payments/outcome.ts';
import { recordedHoldStateSchema, type HoldState } from '#shared/payments/hold-state.ts';

/** The last attempt meant to settle a hold, whatever its outcome. */
const settlementSchema = z.strictObject({
  id: idSchema,
  operation: recordedOperationSchema,
  /** Its effective state. */
  state: attemptStateSchema,
  startedAt: instantSchema,
  operatorName: z.string(),
  /** The requested amount, in minor units. */
  amount: amountSchema,
  answeredAmount: attemptSchema.shape.answeredAmount,
  amountDoubt: amountDoubtSchema.nullable(),
  /** The service's reference, or the one that a person recorded; null when there is none. */
  reference: z.string().nullable(),
});
export type Settlement = z.infer<typeof settlementSchema>;

const paymentStateSchema = z.strictObject({
  holdId: idSchema,
  hold: recordedHoldStateSchema,
  /** Held amount in minor units. */
  held: amountSchema,
  expiresAt: instantSchema,
  expiryIsEstimate: z.boolean(),
  settlement: settlementSchema.nullable(),
});
export type PaymentState = z.infer<typeof paymentStateSchema>;

/** Sums of the refunds of a charge, in minor units. `open`: in flight or unknown. */
const refundsSchema = z.strictObject({ returned: z.int().min(0), open: z.int().min(0) });
export type Refunds = z.infer<typeof refundsSchema>;

/** What the whole payment has become beside the attempt itself. */
const paymentShape = {
  /** Null where no hold belongs to the payment. */
  payment: paymentStateSchema.nullable(),
  /** Null where no refund may have moved money. */
  refunds: refundsSchema.nullable(),
};

/** One row of History, of an export or of the guard's lists. */
export const listedAttemptSchema = attemptSchema.extend(paymentShape);
export type ListedAttempt = z.infer<typeof listedAttemptSchema>;

/** An attempt with everything that its details show. */
export const shownAttemptSchema = attemptDetailsSchema.extend({
  ...paymentShape,
  /** Every attempt of the payment, oldest first: the first one, and all that refer to it. */
  timeline: z.array(attemptSchema).readonly(),
  /** Its receipts that left the program, oldest first. */
  sent: z.array(sentReceiptSchema).readonly(),
});
export type ShownAttempt = z.infer<typeof shownAttemptSchema>;

type HoldStage =
  | 'expired'
  | Exclude<HoldState, 'open'>
  /** The service refused a settlement because an earlier capture had charged it (622). */
  | 'already-charged'
  /** A newer version of the program changed it in a way that this one does not know. */
  | 'moved-on';

/** The state of an attempt in one word, as badges and exports show it. */
export type LatestState = Exclude<AttemptState, 'approved'> | OperationFacts['result'] | HoldStage | ReturnedStage;

type ReturnedStage = 'returned' | 'part-returned';

/** Keys of the texts for badges and exports. */
export const stateKeys = {
  held: 'outcomes:badge.held',
  charged: 'outcomes:badge.charged',
  captured: 'outcomes:badge.captured',
  refunded: 'outcomes:badge.refunded',
  returned: 'history:payment.badge.returned',
  'part-returned': 'history:payment.badge.part-returned',
  unlisted: 'outcomes:state.approved',
  expired: 'history:payment.badge.expired',
  capturing: 'holds:states.capturing',
  'already-charged': 'history:payment.badge.already-charged',
  'capture-unknown': 'outcomes:state.unknown',
  voided: 'outcomes:badge.voided',
  voiding: 'holds:states.voiding',
  'void-unknown': 'outcomes:state.unknown',
  'moved-on': 'holds:states.unlisted',
  sending: 'outcomes:state.sending',
  declined: 'outcomes:state.declined',
  rejected: 'outcomes:state.rejected',
  'not-sent': 'outcomes:state.not-sent',
  unknown: 'outcomes:state.unknown',
} as const satisfies Readonly<Record<LatestState, string>>;

/** An attempt with the latest state of its payment, where that was read. */
export type ToldAttempt = Pick<
  ListedAttempt,
  'operation' | 'family' | 'state' | 'resolution' | 'service' | 'amount' | 'answeredAmount'
> & {
  readonly payment?: PaymentState | null;
  readonly refunds?: Refunds | null;
};

/** True once the hold's time has run out. @param now epoch milliseconds */
export const timeIsUp = (payment: Pick<PaymentState, 'expiresAt'> | null | undefined, now: number): boolean =>
  payment != null && Date.parse(payment.expiresAt) <= now;

/**
 * Returns what is to be said of an attempt now. An authorization stands for its payment, so it says what became of the
 * hold. Any other attempt says what itself did.
 * @param past whether the time of its hold has run out, from `timeIsUp`
 */
export function latestState(attempt: ToldAttempt, past: boolean): LatestState {
  const own = effectiveState(attempt);
  const { result, opens, settles } = operationFacts(attempt.operation);
  if (own === 'rejected' && settles !== null && saysCaptured(attempt)) return 'already-charged';
  if (own !== 'approved') return own;
  const { payment } = attempt;
  if (payment == null) return returnedStage(attempt, attempt) ?? result;
  if (opens === 'hold') {
    const stage = holdStage(payment, past);
    if (stage !== 'captured') return stage;
    return returnedStage(attempt, payment.settlement ?? { amount: payment.held, answeredAmount: null }) ?? stage;
  }
  if (settles !== null && payment.hold === 'unlisted') return 'moved-on';
  return returnedStage(attempt, attempt) ?? result;
}

/** Returns what refunds left of a charge; null where they took nothing back for certain. */
function returnedStage({ refunds }: ToldAttempt, charge: Charge): ReturnedStage | null {
  if (refunds == null || refunds.returned === 0) return null;
  return refunds.returned < refundable(charge) ? 'part-returned' : 'returned';
}

type Charge = Pick<ListedAttempt, 'amount' | 'answeredAmount'>;

/** Returns the amount that refunds of a charge go off. Where the service confirmed another one, the smaller counts. */
const refundable = ({ amount, answeredAmount }: Charge): MinorUnits => Math.min(amount, answeredAmount ?? amount);

/** True for code 622 of family A (section 7). `attempt-rows.ts` says the same in SQL. */
const saysCaptured = ({ family, service }: Pick<ToldAttempt, 'family' | 'service'>): boolean =>
  family === 'json' && service.code === '622';

/** Returns the state of the hold. A settlement without a sure answer outweighs what the hold itself says. */
export function holdStage(
  { hold, settlement }: Pick<PaymentState, 'hold' | 'settlement'>,
  past: boolean,
): 'held' | HoldStage {
  if (hold === 'unlisted') return 'moved-on';
  const settles = settlement === null ? null : operationFacts(settlement.operation).settles;
  if (settlement?.state === 'unknown') return settles?.unknown ?? 'moved-on';
  if (settlement?.state === 'sending') return settles?.sending ?? 'moved-on';
  if (settlement?.state === 'approved') return hold === 'voided' ? 'voided' : (settles?.approved ?? 'moved-on');
  // A hold in doubt counts as held here, because its authorization is unknown and says so itself. One that was altered is never listed.
  if (hold === 'open' || hold === 'doubtful' || hold === 'altered') return past ? 'expired' : 'held';
  return hold === 'captured' ? 'already-charged' : hold;
}

/** True for an authorization whose hold is over: its money is counted at a capture, or was freed. */
export function holdIsOver(attempt: ToldAttempt, past: boolean): boolean {
  const { payment } = attempt;
  if (payment == null || operationFacts(attempt.operation).opens !== 'hold') return false;
  if (effectiveState(attempt) !== 'approved') return false;
  return ['expired', 'captured', 'already-charged', 'voided'].includes(holdStage(payment, past));
}

/** Returns the attempt for which this authorization gives way in a list: the one that settles its hold, or may have. */
export function continuedBy(attempt: ToldAttempt): Settlement | null {
  const settlement = attempt.payment?.settlement ?? null;
  if (settlement === null || operationFacts(attempt.operation).opens !== 'hold') return null;
  const goesOn = operationFacts(settlement.operation).settles !== null;
  return goesOn && ['approved', 'unknown', 'sending'].includes(settlement.state) ? settlement : null;
}

/** Returns the attempt that charged what this authorization held; null when none did, or for any other attempt. */
export function chargedBy(attempt: ToldAttempt): Settlement | null {
  const { payment } = attempt;
  if (payment == null || operationFacts(attempt.operation).opens !== 'hold') return null;
  return holdStage(payment, false) === 'captured' ? payment.settlement : null;
}

/** Returns the id of the attempt that charged the payment's money; null where none did. Refunds refer to it. */
export function chargeIn(attempt: ToldAttempt & Pick<ListedAttempt, 'id'>): string | null {
  if (effectiveState(attempt) !== 'approved') return null;
  if (operationFacts(attempt.operation).countsIn === 'charged') return attempt.id;
  return chargedBy(attempt)?.id ?? null;
}

/** Returns the amount that refunds of the payment go off. */
export const chargedAmount = (shown: ShownAttempt): MinorUnits => refundable(chargedBy(shown) ?? shown);

/** Returns what refunds left of the payment's charge, those without an answer counted; 0 where nothing was charged. */
export function leftToRefund(shown: ShownAttempt): MinorUnits {
  if (chargeIn(shown) === null) return 0;
  const { returned, open } = shown.refunds ?? { returned: 0, open: 0 };
  return Math.max(0, chargedAmount(shown) - returned - open);
}
