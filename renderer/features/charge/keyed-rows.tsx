/** The keyed payment as rows of facts, and as the facts of the sentences about it. */
import { brandOf, cardNumberIssue } from '#shared/payments/card.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { percentText } from '#shared/tax-rates.ts';
import { useSession } from '#renderer/session/session.tsx';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import type { Formats } from '#renderer/words/formats.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { cardWords } from '#shared/words/card-words.ts';
import {
  amountOf,
  cardBrand,
  cardDigits,
  familyOf,
  taxRateOf,
  taxText,
  type PaymentValues,
} from '#renderer/features/charge/form/payment-form.ts';
import { keyedRows, MaskedCard, type FactRow } from './payment-facts.tsx';

/** Returns the masked card once its number is complete and valid; null before. */
export function shownCard(values: PaymentValues): NonNullable<Attempt['card']> | null {
  const digits = cardDigits(values);
  const brand = cardBrand(values) ?? brandOf(digits);
  return brand === null || cardNumberIssue(digits) !== null ? null : { brand, lastFour: digits.slice(-4) };
}

export function useKeyedRows(values: PaymentValues): readonly FactRow[] {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const amount = amountOf(values);
  const card = shownCard(values);
  const tax = taxText(values, merchant);
  const rate = taxRateOf(values, merchant);
  const percent = rate === null ? '' : `${percentText(rate)} %`;
  const family = familyOf(values, merchant);
  return [
    [t('charge:summary.merchant'), merchant.name],
    [
      t('fields:amount.summary'),
      amount === null ? '' : <Amount key="amount" value={amount} currencySign={merchant.currencySign} />,
    ],
    [t('charge:summary.card'), card === null ? '' : <MaskedCard key="card" card={card} />],
    [t('charge:summary.expiry'), values.expiry],
    ...keyedRows(t, {
      family,
      customer: `${values.firstName} ${values.lastName}`.trim(),
      tax:
        tax === ''
          ? // Says what the key has chosen before there is an amount.
            values.taxRate === null
            ? ''
            : percent
          : [`${merchant.currencySign}\u00a0${tax}`, ...(percent === '' ? [] : [`(${percent})`])].join(' '),
      textOf: (field) => String(values[field]),
    }),
    [t('charge:summary.sentAs'), t(`common:family.${family}`)],
  ];
}

/** Facts that the sentences about a payment name. */
export const sentenceFacts = (
  t: Translate,
  money: Formats['money'],
  merchant: Pick<Merchant, 'name' | 'currencySign'>,
  amount: MinorUnits,
  card: NonNullable<Attempt['card']>,
) => ({
  amount: money(amount, merchant.currencySign),
  card: cardWords(t, card),
  // The sentence ends with this name, and "S. A." brings its own full stop.
  merchant: merchant.name.replace(/\.$/, ''),
});
