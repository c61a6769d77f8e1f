/** Decides which typed values survive a change of merchant. Pure. */
import { formFields, paymentFields } from '#shared/payments/payment-fields.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { emptyValues, type PaymentValues } from '#renderer/features/charge/form/payment-form.ts';

/** Tells merchants apart for whom an amount or a customer does not mean the same. */
export const ownerOf = ({ id, environment, currencySign }: Merchant): string =>
  JSON.stringify([id, environment, currencySign]);

/** True when anything but the card was typed, beyond the defaults of the merchant. */
export function isTyped(values: PaymentValues, merchant: Merchant): boolean {
  const empty = emptyValues(merchant, values.operation);
  return formFields.some((name) =>
    paymentFields[name].kind === 'custom-fields'
      ? merchant.customFields.some(({ id, value }) => (values.customFieldValues[id] ?? value) !== value)
      : values[name] !== empty[name],
  );
}

/** True when anything is keyed, of the card too. */
export const isBegun = (values: PaymentValues, merchant: Merchant): boolean =>
  isTyped(values, merchant) || values.cardNumber + values.expiry + values.securityCode !== '';

/** True when typed values may be carried over if the operator wants it. Nothing leaves its environment or currency. */
export const mayCarry = (from: Merchant, to: Merchant): boolean =>
  from.environment === to.environment && from.currencySign === to.currencySign;

/**
 * Returns the typed values for another merchant. Fields left at the former merchant's default take the new one's. Card,
 * and the tax and its rate where the merchants sell at other rates are dropped.
 */
export function carriedValues(values: PaymentValues, from: Merchant, to: Merchant): PaymentValues {
  const before = emptyValues(from, values.operation);
  const fresh = emptyValues(to, values.operation);
  const typed = formFields.filter((name) => values[name] !== before[name]);
  const kept = Object.fromEntries(typed.map((name) => [name, values[name]])) as Partial<PaymentValues>;
  const shared = to.customFields.filter((field) =>
    from.customFields.some(({ id, nameOrLabel }) => id === field.id && nameOrLabel === field.nameOrLabel),
  );
  const customFieldValues = Object.fromEntries(
    shared.flatMap(({ id }) => {
      const text = values.customFieldValues[id];
      return text === undefined ? [] : [[id, text]];
    }),
  );
  const sameRates = JSON.stringify(from.taxRates) === JSON.stringify(to.taxRates);
  const { taxAmount, taxRate } = sameRates ? values : fresh;
  return { ...fresh, ...kept, taxAmount, taxRate, customFieldValues };
}
