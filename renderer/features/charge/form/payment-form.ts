/** The Charge form as data: keyed values, and values derived from them. Pure. */
import { brandOf, cardNumberIssue, cleanCardNumber, type Brand } from '#shared/payments/card.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { decimalText, parseAmount, taxWithin, type MinorUnits } from '#shared/payments/money.ts';
import type { CardOperation } from '#shared/payments/operations.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { CustomField } from '#shared/payments/field-kinds.ts';
import {
  formFields,
  paymentFields,
  type FormField,
  type FormKind,
  type KindOf,
} from '#shared/payments/payment-fields.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { offeredTaxRates } from '#shared/tax-rates.ts';

/** Keyed value of each kind of field. Texts are exactly as typed. */
export type KeyedByKind = {
  readonly [Kind in FormKind]: Kind extends 'tax'
    ? /** Null while it is computed from the amount and a rate that a person chose. */ string | null
    : Kind extends 'custom-fields'
      ? /** By the template's id; one without an entry keeps its own value. */ Readonly<Record<string, string>>
      : string;
};

type KeyedFields = { readonly [Name in FormField]: KeyedByKind[KindOf<Name>] };

/** A card that main keeps while the operator looks something up: what may be shown of it. */
export interface TypedKept extends NonNullable<Attempt['card']> {
  readonly handle: string;
  /** Epoch milliseconds. */
  readonly until: number;
  /** The security code is kept too. */
  readonly hasCode: boolean;
}

/** Texts exactly as they were keyed. Empty optional fields and choices are `''`. */
export interface PaymentValues extends KeyedFields {
  readonly operation: CardOperation;
  readonly cardNumber: string;
  readonly expiry: string;
  readonly securityCode: string;
  /** Stands for number and code until another number is keyed. */
  readonly keptCard: TypedKept | null;
  /** ITBMS rate of this payment in basis points; null for the merchant's usual one. */
  readonly taxRate: number | null;
}

const emptyByKind: KeyedByKind = {
  amount: '',
  tax: null,
  name: '',
  text: '',
  email: '',
  phone: '',
  'custom-fields': {},
};
const emptyFields = Object.fromEntries(
  formFields.map((name) => [name, emptyByKind[paymentFields[name].kind]]),
) as unknown as KeyedFields;

export function emptyValues(merchant: Merchant, operation: CardOperation): PaymentValues {
  return {
    ...emptyFields,
    operation,
    cardNumber: '',
    expiry: '',
    securityCode: '',
    keptCard: null,
    taxRate: null,
    concept: merchant.defaultConcept,
    description: merchant.defaultDescription,
  };
}

/** Returns the values of a new payment, whatever the one before it was. */
export const newPayment = (merchant: Merchant): PaymentValues => emptyValues(merchant, merchant.defaultOperation);

/** Clears card number and code, once a payment was submitted, or the screen was left or locked (invariant 5). */
export const withoutCard = (values: PaymentValues): PaymentValues => ({
  ...values,
  cardNumber: '',
  securityCode: '',
  keptCard: null,
});

export const cardDigits = (values: PaymentValues): string => cleanCardNumber(values.cardNumber);
export const cardBrand = (values: PaymentValues): Brand | null => values.keptCard?.brand ?? brandOf(cardDigits(values));
/** Returns the masked card once its number is complete and valid; null before. */
export function shownCard(values: PaymentValues): NonNullable<Attempt['card']> | null {
  if (values.keptCard !== null) return values.keptCard;
  const digits = cardDigits(values);
  const brand = brandOf(digits);
  return brand === null || cardNumberIssue(digits) !== null ? null : { brand, lastFour: digits.slice(-4) };
}
export const amountOf = (values: PaymentValues): MinorUnits | null => {
  const parsed = parseAmount(values.amount);
  return parsed.ok ? parsed.value : null;
};
export const familyOf = ({ operation }: Pick<PaymentValues, 'operation'>, merchant: Merchant): Family =>
  merchant.families[operation];

/** Returns the rate that the tax is computed by, in basis points; null for a keyed tax, and where nobody has chosen a rate. */
export function taxRateOf({ taxAmount, taxRate }: PaymentValues, { taxRates }: Merchant): number | null {
  if (taxAmount !== null) return null;
  return taxRate !== null && offeredTaxRates(taxRates).includes(taxRate) ? taxRate : (taxRates?.[0] ?? null);
}

/** Returns the offered rate after the present one, the first one after the last. Takes the place of a keyed tax. */
export function nextTaxRate(values: PaymentValues, merchant: Merchant): Pick<PaymentValues, 'taxRate' | 'taxAmount'> {
  const rates = offeredTaxRates(merchant.taxRates);
  const present = taxRateOf(values, merchant);
  const index = present === null ? -1 : rates.indexOf(present);
  return { taxRate: rates[(index + 1) % rates.length] ?? null, taxAmount: null };
}

/** Returns the tax as the form shows it: keyed, or computed as part of the amount, half-up to the cent. Empty without a rate. */
export function taxText(values: PaymentValues, merchant: Merchant): string {
  if (values.taxAmount !== null) return values.taxAmount;
  const amount = amountOf(values);
  const rate = taxRateOf(values, merchant);
  return amount === null || rate === null ? '' : decimalText(taxWithin(amount, rate));
}

/** Returns the description as the form shows it and the service gets it: keyed, or the concept. */
export const descriptionText = (values: PaymentValues): string =>
  values.description.trim() === '' ? values.concept : values.description;

export const customFieldsOf = (values: PaymentValues, merchant: Merchant): readonly CustomField[] =>
  merchant.customFields.map((template) => ({
    ...template,
    value: values.customFieldValues[template.id] ?? template.value,
  }));
