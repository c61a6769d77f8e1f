/** Reads the form field by field: each gives its value or its issue, by the limits of the table of payment fields (section 8). Pure. */
import { z } from 'zod';
import {
  cardNumberIssue,
  isCardNumberAsPhone,
  parseExpiry,
  securityCodeIssue,
  type CardNumberIssue,
  type ExpiryIssue,
} from '#shared/payments/card.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { parseAmount, type AmountIssue } from '#shared/payments/money.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { PaymentField } from '#shared/payments/field-kinds.ts';
import { paymentFields, type FormKind } from '#shared/payments/payment-fields.ts';
import { isMore, layout, type CheckedField } from './form-layout.ts';
import { amountOf, cardDigits, customFieldsOf, descriptionText, taxText, type PaymentValues } from './payment-form.ts';

/** A field that can have an issue; custom fields are `custom.<id>`. */
export type FieldName = CheckedField | `custom.${string}`;
export const isCustom = (name: FieldName): name is `custom.${string}` => name.startsWith('custom.');

/** True for a field of the section “more fields”. */
export const isMoreField = (name: FieldName): boolean => isCustom(name) || isMore(name);

export type FieldIssue =
  | { readonly kind: 'required' }
  | { readonly kind: 'too-long'; readonly count: number; readonly max: number }
  | { readonly kind: 'amount'; readonly issue: AmountIssue }
  | { readonly kind: 'tax-over-amount' }
  | { readonly kind: 'card-number'; readonly issue: Exclude<CardNumberIssue, 'empty'> }
  | { readonly kind: 'expiry'; readonly issue: Exclude<ExpiryIssue, 'empty'> }
  | { readonly kind: 'security-code' }
  | { readonly kind: 'email' }
  | { readonly kind: 'phone' }
  | { readonly kind: 'phone-too-long'; readonly count: number; readonly max: number }
  /** A card number was keyed into a field that is recorded. */
  | { readonly kind: 'card-number-here' }
  /** The service refused this field (605 to 611, 651). Stays until the field is changed. */
  | { readonly kind: 'refused'; readonly code: string };
export type FieldIssues = Readonly<Partial<Record<FieldName, FieldIssue>>>;

/** Value of a field as the draft carries it, undefined where nothing was keyed; or its issue. */
type Reading = { readonly value: unknown } | { readonly issue: FieldIssue };
type Reader = (text: string, max: number, needed: boolean) => Reading;

const required: Reading = { issue: { kind: 'required' } };

const readText: Reader = (text, max, needed) => {
  const value = text.trim();
  if (value === '') return needed ? required : { value: undefined };
  if (holdsCardNumber(text)) return { issue: { kind: 'card-number-here' } };
  return value.length > max ? { issue: { kind: 'too-long', count: value.length, max } } : { value };
};

const readEmail: Reader = (text, max, needed) => {
  // Other programs copy marks that nobody sees, and links.
  const read = readText(text.replace(/\p{Cf}/gu, '').replace(/^\s*mailto:/i, ''), max, needed);
  const isRight = 'issue' in read || read.value === undefined || z.email().safeParse(read.value).success;
  return isRight ? read : { issue: { kind: 'email' } };
};

const readPhone: Reader = (text, max, needed) => {
  if (text.trim() === '') return needed ? required : { value: undefined };
  const digits = text.replace(/\D/g, '');
  if (isCardNumberAsPhone(digits)) return { issue: { kind: 'card-number-here' } };
  if (!/^[\d\s+().\-\u2010-\u2015\p{Cf}]+$/u.test(text) || digits === '') return { issue: { kind: 'phone' } };
  return digits.length > max ? { issue: { kind: 'phone-too-long', count: digits.length, max } } : { value: digits };
};

function readAmount(text: string, allowZero: boolean): Reading {
  const parsed = parseAmount(text, allowZero);
  if (parsed.ok) return { value: parsed.value };
  return parsed.issue.kind === 'empty' ? required : { issue: { kind: 'amount', issue: parsed.issue } };
}

function readTax(values: PaymentValues, merchant: Merchant): Reading {
  const text = taxText(values, merchant);
  const amount = amountOf(values);
  // Without an amount there is no tax yet, and the amount has its own issue.
  if (text.trim() === '' && amount === null) return { value: undefined };
  const read = readAmount(text, true);
  const isOver = 'value' in read && amount !== null && (read.value as number) > amount;
  return isOver ? { issue: { kind: 'tax-over-amount' } } : read;
}

function readCardNumber(values: PaymentValues): Reading {
  const digits = cardDigits(values);
  const issue = cardNumberIssue(digits);
  if (issue === null) return { value: digits };
  return issue === 'empty' ? required : { issue: { kind: 'card-number', issue } };
}

function readExpiry(text: string, now: Date): Reading {
  const parsed = parseExpiry(text, now);
  if (parsed.ok) return { value: parsed };
  return parsed.issue === 'empty' ? required : { issue: { kind: 'expiry', issue: parsed.issue } };
}

function readCode(text: string): Reading {
  const issue = securityCodeIssue(text);
  if (issue === null) return { value: text };
  return issue === 'empty' ? required : { issue: { kind: 'security-code' } };
}

const readers: Readonly<Record<Exclude<FormKind, 'tax' | 'custom-fields'>, Reader>> = {
  amount: (text) => readAmount(text, false),
  name: readText,
  text: readText,
  email: readEmail,
  phone: readPhone,
};

/** Reads one field at `now`. What is not part of the request has no value. */
export function readField(
  name: FieldName | 'customFieldValues',
  values: PaymentValues,
  merchant: Merchant,
  now: Date,
): Reading {
  if (name === 'cardNumber') return values.keptCard === null ? readCardNumber(values) : { value: undefined };
  if (name === 'expiry') return readExpiry(values.expiry, now);
  if (name === 'securityCode') {
    const isKept = values.securityCode === '' && values.keptCard?.hasCode === true;
    return isKept ? { value: undefined } : readCode(values.securityCode);
  }
  if (name === 'taxAmount') return readTax(values, merchant);
  if (name === 'customFieldValues') {
    const fields = customFieldsOf(values, merchant).map((field) => ({ ...field, value: field.value.trim() }));
    return { value: fields.filter(({ value }) => value !== '') };
  }
  if (name.startsWith('custom.')) {
    const field = customFieldsOf(values, merchant).find(({ id }) => name === `custom.${id}`);
    return readText(field?.value ?? '', fieldLimits.customFieldText, false);
  }
  const keyed = name as Exclude<typeof name, `custom.${string}`>;
  const { kind, max, required: needed }: PaymentField = paymentFields[keyed];
  // A description that was not keyed is the concept, which has the issue then.
  const text = keyed === 'description' ? descriptionText(values) : values[keyed];
  const isBorrowed = keyed === 'description' && values.description.trim() === '';
  const read = readers[kind](text, max ?? Number.POSITIVE_INFINITY, needed && !isBorrowed);
  return isBorrowed && 'issue' in read ? { value: undefined } : read;
}

/** Returns the issue of one field at `now`; undefined when it is right, or not part of the request. */
export function issueOf(name: FieldName, values: PaymentValues, merchant: Merchant, now: Date): FieldIssue | undefined {
  const read = readField(name, values, merchant, now);
  return 'issue' in read ? read.issue : undefined;
}

const checkedFields = layout
  .map(({ name }) => name)
  .filter((name) => name !== 'taxRate' && name !== 'customFieldValues');

/** Returns every issue of the form at `now`, by field, in the order of the form; empty when it can be reviewed. */
export function issuesOf(values: PaymentValues, merchant: Merchant, now: Date): FieldIssues {
  const custom = merchant.customFields.map(({ id }): FieldName => `custom.${id}`);
  const found = [...checkedFields, ...custom].map((name) => [name, issueOf(name, values, merchant, now)] as const);
  return Object.fromEntries(found.filter(([, issue]) => issue !== undefined));
}

/** Returns the fields with an issue, in the order of the form. */
export const fieldsInOrder = (issues: FieldIssues): readonly FieldName[] => [
  ...layout.map(({ name }) => name as FieldName).filter((name) => issues[name] !== undefined),
  ...(Object.keys(issues) as FieldName[]).filter(isCustom),
];
