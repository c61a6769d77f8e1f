/** Turns a valid form into the submitted draft. One of three messages that carry a card. Pure. */
import { parseExpiry } from '#shared/payments/card.ts';
import {
  formFields,
  summaryFields,
  wireField,
  type FormField,
  type SummaryField,
} from '#shared/payments/payment-fields.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { PaymentDraft, SubmittedDraft, Attempt } from '#shared/payments/attempt.ts';
import type { PaymentFacts } from '#renderer/features/charge/payment-phase.ts';
import { cardBrand, cardDigits, familyOf, type PaymentValues } from './payment-form.ts';
import { issuesOf, readField } from './payment-issues.ts';
import { refusalOf } from '#shared/payments/refusals/refusal.ts';
import type { CheckedField } from './form-layout.ts';

/** Returns the draft to submit; null while a field has an issue. */
export function draftOf(values: PaymentValues, merchant: Merchant, draftId: string, now: Date): SubmittedDraft | null {
  const expiry = parseExpiry(values.expiry, now);
  const brand = cardBrand(values);
  if (!expiry.ok || brand === null || Object.keys(issuesOf(values, merchant, now)).length > 0) return null;
  const keyed = formFields.flatMap((name) => {
    const read = readField(name, values, merchant, now);
    return 'value' in read && read.value !== undefined ? [[name, read.value]] : [];
  });
  const { keptCard } = values;
  const settings = { ipCheck: merchant.buyerIp ?? undefined, lang: merchant.lang ?? undefined };
  const carried = (['ipCheck', 'lang'] as const).filter(
    (name) => settings[name] !== undefined && wireField(name, familyOf(values, merchant), values.operation) !== null,
  );
  const month = { expMonth: expiry.month, expYear: expiry.year };
  return {
    draftId,
    merchantId: merchant.id,
    ...(Object.fromEntries(keyed) as Pick<PaymentDraft, FormField>),
    ...Object.fromEntries(carried.map((name) => [name, settings[name]])),
    card:
      keptCard === null
        ? { number: cardDigits(values), ...month, securityCode: values.securityCode, brand }
        : { handle: keptCard.handle, ...month, securityCode: values.securityCode || null },
  };
}

export function factsOf(
  draft: SubmittedDraft,
  card: PaymentFacts['card'],
  values: PaymentValues,
  merchant: Merchant,
): PaymentFacts {
  const keyed = Object.fromEntries(summaryFields.map((field) => [field, draft[field]]));
  return {
    ...(keyed as Pick<PaymentDraft, SummaryField>),
    operation: values.operation,
    family: familyOf(values, merchant),
    card: { brand: card.brand, lastFour: card.lastFour },
    merchant: { id: merchant.id, name: merchant.name, currencySign: merchant.currencySign },
  };
}

/** Returns null when the refusal names no field of the form. */
export function fieldOfRefusal(
  attempt: Pick<Attempt, 'state' | 'family' | 'service'>,
): { readonly field: CheckedField; readonly code: string } | null {
  const { code } = attempt.service;
  if (attempt.state !== 'rejected' || code === null) return null;
  const field = refusalOf(attempt)?.field ?? null;
  return field === null ? null : { field, code };
}
