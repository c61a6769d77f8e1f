/** The keyed payment as rows of facts, and as the facts of the sentences about it. */
import { customerName, type Attempt } from '#shared/payments/attempt.ts';
import { parseAmount, type MinorUnits } from '#shared/payments/money.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { percentText } from '#shared/tax-rates.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { useSession } from '#renderer/session/session.tsx';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { useFormats, type Formats } from '#renderer/words/formats.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { cardWords } from '#shared/words/card-words.ts';
import {
  amountOf,
  familyOf,
  shownCard,
  taxRateOf,
  taxText,
  type PaymentValues,
} from '#renderer/features/charge/form/payment-form.ts';
import { keyedRows, MaskedCard, type FactRow } from './payment-facts.tsx';

/** A card number that was keyed into another field by mistake stands there alone. */
const unlessCard = (text: string): string => (holdsCardNumber(text) ? '' : text);

/** Returns the rows of the keyed payment: what is paid by which card, the customer, and the rest. */
export function useKeyedRows(values: PaymentValues) {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const amount = amountOf(values);
  const card = shownCard(values);
  const { money } = useFormats();
  const tax = taxText(values, merchant);
  const taxAmount = parseAmount(tax, true);
  const rate = taxRateOf(values, merchant);
  const percent = rate === null ? '' : `${percentText(rate)} %`;
  // The rate alone says what the key has chosen before there is an amount.
  const sum = taxAmount.ok && money(taxAmount.value, merchant.currencySign);
  const taxWords = tax === '' ? values.taxRate !== null && percent : sum;
  return {
    paid: [
      [t('label.merchant'), merchant.name],
      [
        t('fields:amount.label'),
        amount !== null && <Amount key="amount" value={amount} currencySign={merchant.currencySign} />,
      ],
      [t('label.card'), card !== null && <MaskedCard key="card" card={card} />],
      [t('charge:field.expiry'), unlessCard(values.expiry)],
    ] satisfies readonly FactRow[],
    customer: [t('label.customer'), unlessCard(customerName(values))] as const,
    rest: keyedRows(
      t,
      familyOf(values, merchant),
      tax === '' || percent === '' ? taxWords : `${taxWords} (${percent})`,
      values,
    ),
  };
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
