/** Names and other texts in which an approval differs from its request, and the words for them. */
import { customerName, type Attempt, type Difference } from '#shared/payments/attempt.ts';
import type { ReadText } from './outcome-texts.ts';

/** A difference that is no amount. The account of the payment has that (`account.ts`). */
export type TextDifference = Difference & { readonly field: Exclude<Difference['field'], 'amount'> };

const isText = (difference: Difference): difference is TextDifference => difference.field !== 'amount';

export const textDifferences = ({ differences }: Pick<Attempt, 'differences'>): readonly TextDifference[] =>
  differences.filter(isText);

/** Returns what the request named, as the screens write it. */
export function askedText(t: ReadText, attempt: Attempt, field: TextDifference['field']): string {
  switch (field) {
    case 'name':
      return customerName(attempt);
    case 'email':
      return attempt.email ?? '';
    case 'brand':
      return attempt.card === null ? '' : t(`common:brand.${attempt.card.brand}`);
  }
}

/** Says a difference in one line, for lists and prints. */
export function differenceLine(t: ReadText, attempt: Attempt, difference: TextDifference): string {
  const asked = `${t('outcomes:difference.asked')}: ${askedText(t, attempt, difference.field)}`;
  const answered = `${t('outcomes:difference.answered')}: ${difference.answered}`;
  return `${t(`outcomes:difference.${difference.field}`)} ${asked}; ${answered}.`;
}
