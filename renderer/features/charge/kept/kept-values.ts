/** Converts the typed values to a draft that is kept over a restart, and back. Leaves out the card and whatever looks like one. Pure. */
import { keptTexts, mayBeKept, type KeptDraft } from '#shared/payments/entry/kept-draft.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { newPayment, taxText, type PaymentValues } from '#renderer/features/charge/form/payment-form.ts';
import { isTyped } from '#renderer/features/charge/merchant-values.ts';

/** Returns the draft of these values; null when there is nothing to keep. */
export function draftToKeep(values: PaymentValues, owner: Merchant): KeptDraft | null {
  if (!isTyped(values, owner)) return null;
  const empty = newPayment(owner);
  const texts = keptTexts.flatMap((name) => {
    // A chosen rate is kept as its tax, so that another one can't take its place.
    const text = name === 'taxAmount' && values.taxRate !== null ? taxText(values, owner) || null : values[name];
    return text === null || text === empty[name] || !mayBeKept(text) ? [] : [[name, text] as const];
  });
  const customFields = owner.customFields.flatMap(({ id, value: usual }) => {
    const value = values.customFieldValues[id] ?? usual;
    return value === usual || !mayBeKept(value) ? [] : [{ id, value }];
  });
  return { operation: values.operation, texts: Object.fromEntries(texts), customFields };
}

/** Returns the values of a form that goes on with the draft. */
export function valuesOfDraft({ operation, texts, customFields }: KeptDraft, merchant: Merchant): PaymentValues {
  const known = customFields.filter(({ id }) => merchant.customFields.some((field) => field.id === id));
  return {
    ...newPayment(merchant),
    ...texts,
    operation,
    customFieldValues: Object.fromEntries(known.map(({ id, value }) => [id, value])),
  };
}
