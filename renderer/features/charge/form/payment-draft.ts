/** From a form that is right to the draft that is submitted: the only message that carries a card. Pure. */
import { parseExpiry } from '#shared/payments/card.ts';
import { parseAmount, type MinorUnits } from '#shared/payments/money.ts';
import type { FieldKind, FieldKinds, PaymentField } from '#shared/payments/field-kinds.ts';
import { paymentFields, type FormField } from '#shared/payments/payment-fields.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { PaymentDraft } from '#shared/payments/attempt.ts';
import { formFields } from './form-layout.ts';
import {
  cardBrand,
  cardDigits,
  customFieldsOf,
  isUsed,
  taxText,
  type KeyedByKind,
  type PaymentValues,
} from './payment-form.ts';
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
  const expiry = parseExpiry(values.expiry, now);
  const brand = cardBrand(values);
  if (!expiry.ok || brand === null) return null;
  if (Object.keys(issuesOf(values, merchant, now)).length > 0) return null;
  const keyed = keyedFields(values, merchant);
  if (keyed === null) return null;
  return {
    draftId,
    merchantId: merchant.id,
    ...keyed,
    card: {
      number: cardDigits(values),
      expMonth: expiry.month,
      expYear: expiry.year,
      securityCode: values.securityCode,
      brand,
    },
    ...(values.family === '' ? {} : { family: values.family }),
    ...(override === null ? {} : { override: { reason: override } }),
  };
}

type Read<Kind extends FieldKind> = (
  keyed: KeyedByKind[Kind],
  values: PaymentValues,
  merchant: Merchant,
) => FieldKinds[Kind] | undefined;

const trimmed = (text: string): string | undefined => text.trim() || undefined;
const money = (text: string, allowZero: boolean): MinorUnits | undefined => {
  const parsed = parseAmount(text, allowZero);
  return parsed.ok ? parsed.value : undefined;
};

/** What a field of a kind says, cleaned of what people type around it; undefined when nothing was keyed. */
const reads: { readonly [Kind in FieldKind]: Read<Kind> } = {
  amount: (text) => money(text, false),
  tax: (_text, values, merchant) => money(taxText(values, merchant), true),
  name: trimmed,
  text: trimmed,
  email: trimmed,
  phone: (text) => text.replace(/\D/g, '') || undefined,
  ipv4: trimmed,
  lang: (choice) => (choice === '' ? undefined : choice),
  'device-session': trimmed,
  'custom-fields': (_keyed, values, merchant) =>
    customFieldsOf(values, merchant)
      .map((field) => ({ ...field, value: field.value.trim() }))
      .filter((field) => field.value !== ''),
};

/** What the keyed fields say; null while one that is required says nothing, such as a tax that was just emptied. */
function keyedFields(values: PaymentValues, merchant: Merchant): Pick<PaymentDraft, FormField> | null {
  const said: Partial<Record<FormField, unknown>> = {};
  for (const name of formFields) {
    if (!isUsed(name, values, merchant)) continue;
    const { kind, required }: PaymentField = paymentFields[name];
    const value = (reads[kind] as Read<FieldKind>)(values[name], values, merchant);
    if (value !== undefined) said[name] = value;
    else if (required) return null;
  }
  return said as Pick<PaymentDraft, FormField>;
}
