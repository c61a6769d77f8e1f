/**
 * THE account of a payment: what is certain about the money, the amount, and the doubt about it. Screens, papers, files and
 * notices take it from here, and the sums in SQL follow it (docs/decisions/amounts-in-doubt.md).
 */
import { amountDoubtOf, effectiveState, type AmountDoubt, type AmountFacts } from '#shared/payments/attempt.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import { netSigns, operationFacts } from '#shared/payments/operations.ts';
import { chargedBy, latestState, type LatestState, type ToldAttempt } from './listed-attempt.ts';

/**
 * Certain effects on the money. `elsewhere`: another capture charged it. `unknown`: nothing is certain. `open`: no answer yet.
 * An amount doubt leaves the effect as it is.
 */
type MoneyEffect = 'charged' | 'held' | 'released' | 'refunded' | 'nothing' | 'elsewhere' | 'unknown' | 'open';

export interface Account {
  readonly state: LatestState;
  readonly money: MoneyEffect;
  /** The requested amount, in minor units. A captured hold has that of its capture. */
  readonly amount: MinorUnits;
  /** Null where the service confirmed the amount, and where nothing is charged or held. */
  readonly amountDoubt: AmountDoubt | null;
}

const effects = {
  held: 'held',
  charged: 'charged',
  captured: 'charged',
  // The amount stays that of the charge. What refunds took back has sums of its own.
  'part-returned': 'charged',
  returned: 'charged',
  refunded: 'refunded',
  // Nothing was charged. Whether the money is still reserved is an estimate.
  expired: 'nothing',
  voided: 'released',
  declined: 'nothing',
  rejected: 'nothing',
  'not-sent': 'nothing',
  'already-charged': 'elsewhere',
  'capture-unknown': 'unknown',
  'moved-on': 'unknown',
  unlisted: 'unknown',
  unknown: 'unknown',
  sending: 'open',
  capturing: 'open',
  voiding: 'open',
  'void-unknown': 'unknown',
} as const satisfies Readonly<Record<LatestState, MoneyEffect>>;

export type AccountedAttempt = ToldAttempt & AmountFacts;

/** @param past whether the time of its hold has run out, from `timeIsUp` */
export function accountOf(attempt: AccountedAttempt, past: boolean): Account {
  const state = latestState(attempt, past);
  const money = effects[state];
  const charge = chargedBy(attempt);
  if (charge !== null) return { state, money, amount: charge.amount, amountDoubt: charge.amountDoubt };
  const moved = ['charged', 'held', 'refunded', 'released'].includes(money) || state === 'unlisted';
  return {
    state,
    money,
    amount: attempt.amount,
    amountDoubt: moved ? amountDoubtOf(attempt, effectiveState(attempt)) : null,
  };
}

/**
 * Returns what an attempt itself adds to the net, in minor units: charges count, and refunds go off. Null where it moved no money for
 * certain, or an unconfirmed amount, as in the sums of a day.
 */
export function netAmountOf(attempt: AccountedAttempt): MinorUnits | null {
  const { countsIn } = operationFacts(attempt.operation);
  const state = effectiveState(attempt);
  if (countsIn === 'nothing' || netSigns[countsIn] === 0 || state !== 'approved') return null;
  return amountDoubtOf(attempt, state) === null ? netSigns[countsIn] * attempt.amount : null;
}
