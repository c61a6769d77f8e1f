/** Words for the card of a payment. */
import type { Attempt } from '#shared/payments/attempt.ts';
import type { ReadText } from './outcome-texts.ts';

/** Returns `Visa ending 7001`. A capture of an old record may have no card. */
export function cardWords(t: ReadText, card: Attempt['card']): string {
  if (card === null) return t('common:banner.noCard');
  return t('common:brand.ending', { brand: t(`common:brand.${card.brand}`), lastFour: card.lastFour });
}
