/** The Charge form as data: what is keyed, and what follows from it. Pure. */
import { brandOf, cleanCardNumber, type Brand } from '#shared/payments/card.ts';
import { decimalText, parseAmount, taxWithin, type MinorUnits } from '#shared/payments/money.ts';
import type { CardOperation } from '#shared/payments/operations.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { CustomField } from '#shared/payments/attempt.ts';

/** Texts exactly as they were keyed. Empty optional fields and choices are `''`. */
export interface PaymentValues {
  readonly operation: CardOperation;
  readonly amount: string;
  readonly cardNumber: string;
  readonly expiry: string;
  readonly securityCode: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  /** Null while it follows from the amount and the merchant's rate. */
  readonly tax: string | null;
  readonly concept: string;
  readonly description: string;
  readonly address: string;
  readonly ipCheck: string;
  readonly deviceSession: string;
  readonly lang: 'EN' | 'ES' | '';
  readonly family: Family | '';
  readonly brand: Brand | '';
  /** By the template's id; a template that is not here has its own value. */
  readonly customFields: Readonly<Record<string, string>>;
}

export function emptyValues(merchant: Merchant, operation: CardOperation): PaymentValues {
  return {
    operation,
    amount: '',
    cardNumber: '',
    expiry: '',
    securityCode: '',
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    tax: null,
    concept: merchant.defaultConcept,
    description: merchant.defaultDescription,
    address: '',
    ipCheck: '',
    deviceSession: '',
    lang: merchant.lang ?? '',
    family: '',
    brand: '',
    customFields: {},
  };
}

/** The same form without what must not stay: once a payment was submitted, the screen was left or locked (invariant 5). */
export const withoutCard = (values: PaymentValues): PaymentValues => ({
  ...values,
  cardNumber: '',
  securityCode: '',
  brand: '',
});

export const cardDigits = (values: PaymentValues): string => cleanCardNumber(values.cardNumber);
export const cardBrand = (values: PaymentValues): Brand | null =>
  values.brand === '' ? brandOf(cardDigits(values)) : values.brand;
export const amountOf = (values: PaymentValues): MinorUnits | null => {
  const parsed = parseAmount(values.amount);
  return parsed.ok ? parsed.value : null;
};
export const familyOf = (values: PaymentValues, merchant: Merchant): Family =>
  values.family === '' ? merchant.families[values.operation] : values.family;

/** The tax as the form shows it: keyed, or computed as part of the amount, half-up to the cent. */
export function taxText(values: PaymentValues, merchant: Merchant): string {
  if (values.tax !== null) return values.tax;
  const amount = amountOf(values);
  return amount === null ? '' : decimalText(taxWithin(amount, merchant.taxRate));
}

/** The merchant's custom fields with what was keyed in them. */
export const customFieldsOf = (values: PaymentValues, merchant: Merchant): readonly CustomField[] =>
  merchant.customFields.map((template) => ({
    ...template,
    value: values.customFields[template.id] ?? template.value,
  }));
