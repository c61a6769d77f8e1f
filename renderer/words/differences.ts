/** Differences between a request and its approval, and the texts for them. */
import { statedAmount, type Attempt, type Difference } from '#shared/payments/attempt.ts';
import { decimalText } from '#shared/payments/money.ts';
import { customerName } from './customer-name.ts';
import type { Formats } from './formats.ts';
import type { Translate } from './i18n.ts';

/** Returns the recorded differences. Records of earlier versions have none, so their amounts are compared here. */
export function shownDifferences(attempt: Attempt): readonly Difference[] {
  const { differences, state, amount } = attempt;
  const answered = statedAmount(attempt);
  const compared = state === 'approved' && answered !== null && answered !== amount;
  if (!compared || differences.some(({ field }) => field === 'amount')) return differences;
  return [{ field: 'amount', answered: decimalText(answered) }, ...differences];
}

/** Returns what the request named, as the screens write it. */
export function askedText(t: Translate, formats: Formats, attempt: Attempt, field: Difference['field']): string {
  switch (field) {
    case 'amount':
      return formats.money(attempt.amount, attempt.currencySign);
    case 'name':
      return customerName(attempt);
    case 'email':
      return attempt.email ?? '';
    case 'brand':
      return attempt.card === null ? '' : t(`brand.${attempt.card.brand}`);
  }
}

/** Says a difference in one line, for lists and prints. */
export function differenceLine(t: Translate, formats: Formats, attempt: Attempt, difference: Difference): string {
  const asked = `${t('outcomes:difference.asked')}: ${askedText(t, formats, attempt, difference.field)}`;
  const answered = `${t('outcomes:difference.answered')}: ${difference.answered}`;
  return `${t(`outcomes:difference.${difference.field}`)} ${asked}; ${answered}.`;
}
