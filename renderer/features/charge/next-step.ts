/** Keys of the steps after the form, and the ways back to it from a payment that did not go through. */
import { IconArrowLeft, IconCreditCard, IconPencil, IconRefresh, type Icon } from '@tabler/icons-react';
import { accountOf } from '#shared/ledger/account.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Advice } from '#shared/payments/header-codes.ts';
import { refusalOf } from '#shared/payments/refusals/refusal.ts';
import type { Phase } from './payment-phase.ts';

export const newPaymentKeys = 'F2';
/** The key that moves money, on the review and for another try. Deliberately not the key that reviews. */
export const sendKeys = 'F9';
export const mendKeys = 'F3';

interface Mend {
  readonly words: `charge:result.${'anotherCard' | 'correct' | 'tryAgain'}` | 'charge:review.back';
  readonly icon: Icon;
  /** True when the words of the outcome advise it. Other ways back to the form only keep what was keyed. */
  readonly advised: boolean;
}

const tryAgain: Mend = { words: 'charge:result.tryAgain', icon: IconRefresh, advised: true };
export const anotherCard: Mend = { words: 'charge:result.anotherCard', icon: IconCreditCard, advised: true };
export const backToForm: Mend = { words: 'charge:review.back', icon: IconArrowLeft, advised: false };

/** Ways back to the form after a refusal. None where an earlier payment may have gone through. */
const mendByAdvice: Readonly<Record<Advice, Mend | null>> = {
  correct: { words: 'charge:result.correct', icon: IconPencil, advised: true },
  'another card': anotherCard,
  'ask bank': anotherCard,
  'try later': tryAgain,
  'check merchant': backToForm,
  'ask supervisor': backToForm,
  'new payment': backToForm,
  'look up': null,
};

/** Returns the button that leads back to the same form; null when no new attempt may start from it. */
export function mendOf(attempt: Attempt): Mend | null {
  if (attempt.state === 'not-sent') return tryAgain;
  const refusal = refusalOf(attempt);
  return refusal === null ? null : mendByAdvice[refusal.advice];
}

export const isMendable = (phase: Phase): boolean =>
  phase.kind === 'refused' || (phase.kind === 'done' && mendOf(phase.attempt) !== null);

/** True for a result that leaves nothing to decide, so that the first digit of the next payment may replace it. */
export function isSettled(phase: Phase): boolean {
  if (phase.kind !== 'done' || phase.notRecorded !== null) return false;
  const { money, amountDoubt } = accountOf(phase.attempt, false);
  return (money === 'charged' || money === 'held') && amountDoubt === null;
}
