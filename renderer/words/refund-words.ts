/** Words for what refunds took back of a payment's charge. */
import { chargedBy, chargeIn, type ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import type { Formats } from './formats.ts';
import type { Translate } from './i18n.ts';
import { toneOf, type PaymentWords } from './payment-tones.ts';

/** Adds what refunds took back of the payment's charge, or may have. */
export function withRefunds(t: Translate, formats: Formats, shown: ShownAttempt, words: PaymentWords): PaymentWords {
  const { refunds, currencySign } = shown;
  if (refunds === null || chargeIn(shown) === null) return words;
  const { returned, open } = refunds;
  const charged = chargedBy(shown)?.amount ?? shown.amount;
  const money = (amount: number): string => formats.money(amount, currencySign);
  const over = returned - charged;
  const told = [
    ...(returned > 0
      ? [t('history:payment.refunds.body', { returned: money(returned), charged: money(charged) })]
      : []),
    ...(open > 0 ? [t('history:payment.refunds.open', { amount: money(open) })] : []),
    ...(over > 0 ? [t('history:payment.refunds.over', { amount: money(over) })] : []),
  ];
  return {
    ...words,
    tone: over > 0 || open > 0 ? 'unknown' : returned === charged ? toneOf('returned') : words.tone,
    title:
      returned === 0
        ? words.title
        : t(returned < charged ? 'history:payment.refunds.partReturned' : 'history:payment.refunds.returned'),
    reasons: [...told, ...words.reasons],
  };
}
