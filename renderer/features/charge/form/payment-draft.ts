/** Turns a valid form into the submitted draft. Besides the guard's question the only message that carries a card. Pure. */
import { parseExpiry } from '#shared/payments/card.ts';
import { parseAmount, type MinorUnits } from '#shared/payments/money.ts';
import type { FieldKind, FieldKinds, PaymentField } from '#shared/payments/field-kinds.ts';
import { paymentFields, summaryFields, type FormField, type SummaryField } from '#shared/payments/payment-fields.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { PaymentDraft } from '#shared/payments/attempt.ts';
import { formFields } from './form-layout.ts';
import {
  cardBrand,
  cardDigits,
  customFieldsOf,
  descriptionText,
  familyOf,
  isUsed,
  taxText,
  type KeyedByKind,
  type PaymentValues,
} from './payment-form.ts';
import type { PaymentFacts } from '#renderer/features/charge/payment-phase.ts';
import { issuesOf } from './payment-issues.ts';

/** Returns the draft to submit; null while a field has an issue. */
export function draftOf(values: PaymentValues, merchant: Merchant, draftId: string, now: Date): PaymentDraft | null {
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

/** Reads the value of a field by its kind, without stray blanks and separators; undefined when nothing was keyed. */
const readers: { readonly [Kind in FieldKind]: Read<Kind> } = {
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

/** Returns the keyed fields; null while a required one is empty, such as a tax that was just cleared. */
function keyedFields(values: PaymentValues, merchant: Merchant): Pick<PaymentDraft, FormField> | null {
  const keyed: Partial<Record<FormField, unknown>> = {};
  for (const name of formFields) {
    if (!isUsed(name, values, merchant)) continue;
    const { kind, required }: PaymentField = paymentFields[name];
    const keyedValue = name === 'description' ? descriptionText(values) : values[name];
    const value = (readers[kind] as Read<FieldKind>)(keyedValue, values, merchant);
    if (value !== undefined) keyed[name] = value;
    else if (required) return null;
  }
  return keyed as Pick<PaymentDraft, FormField>;
}

/** Returns what is known of the payment once the form is empty. */
export function factsOf(draft: PaymentDraft, values: PaymentValues, merchant: Merchant): PaymentFacts {
  const keyed = Object.fromEntries(summaryFields.map((field) => [field, draft[field]]));
  return {
    ...(keyed as Pick<PaymentDraft, SummaryField>),
    operation: values.operation,
    family: familyOf(values, merchant),
    card: { brand: draft.card.brand, lastFour: draft.card.number.slice(-4) },
    merchant: { id: merchant.id, name: merchant.name, currencySign: merchant.currencySign },
  };
}
