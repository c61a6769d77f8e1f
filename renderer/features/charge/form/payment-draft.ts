/** From a form that is right to the draft that is submitted: the only message that carries a card. Pure. */
import { parseExpiry } from '#shared/payments/card.ts';
import { parseAmount } from '#shared/payments/money.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { PaymentDraft } from '#shared/payments/attempt.ts';
import { cardBrand, cardDigits, customFieldsOf, familyOf, taxText, type PaymentValues } from './payment-form.ts';
import { issuesOf } from './payment-issues.ts';

/**
 * The draft that is submitted; null while something is wrong.
 * @param override why a payment like an earlier one is sent all the same
 */
export function draftOf(
  values: PaymentValues,
  merchant: Merchant,
  draftId: string,
  now: Date,
  override: string | null,
): PaymentDraft | null {
  const amount = parseAmount(values.amount);
  const tax = parseAmount(taxText(values, merchant), true);
  const expiry = parseExpiry(values.expiry, now);
  const brand = cardBrand(values);
  if (!amount.ok || !tax.ok || !expiry.ok || brand === null) return null;
  if (Object.keys(issuesOf(values, merchant, now)).length > 0) return null;
  const optional = <Name extends string>(name: Name, text: string) =>
    (text.trim() === '' ? {} : { [name]: text.trim() }) as Partial<Record<Name, string>>;
  return {
    draftId,
    merchantId: merchant.id,
    amount: amount.value,
    taxAmount: tax.value,
    card: {
      number: cardDigits(values),
      expMonth: expiry.month,
      expYear: expiry.year,
      securityCode: values.securityCode,
      brand,
    },
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    email: values.email.trim(),
    phone: values.phone.replace(/\D/g, ''),
    concept: values.concept.trim(),
    description: values.description.trim(),
    ...optional('address', values.address),
    ...optional('ipCheck', values.ipCheck),
    // Section 4.1: only a JSON authorization has a place for the device session.
    ...(values.operation === 'authorize' && familyOf(values, merchant) === 'json'
      ? optional('deviceSession', values.deviceSession)
      : {}),
    ...(values.lang === '' ? {} : { lang: values.lang }),
    ...(values.family === '' ? {} : { family: values.family }),
    customFieldValues: customFieldsOf(values, merchant)
      .map((field) => ({ ...field, value: field.value.trim() }))
      .filter((field) => field.value !== ''),
    ...(override === null ? {} : { override: { reason: override } }),
  };
}
