/** What is wrong with a form, field by field. Pure; the limits are those of the one table (section 8). */
import { z } from 'zod';
import {
  cardNumberIssue,
  holdsCardNumber,
  isCardNumberAsPhone,
  parseExpiry,
  securityCodeIssue,
  type CardNumberIssue,
  type ExpiryIssue,
} from '#shared/payments/card.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { parseAmount, type AmountIssue } from '#shared/payments/money.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { amountOf, cardDigits, customFieldsOf, taxText, type PaymentValues } from './payment-form.ts';

/** Fields that can have a problem, in the order in which a caller says them. */
const checkedFields = [
  'amount',
  'cardNumber',
  'expiry',
  'securityCode',
  'firstName',
  'lastName',
  'email',
  'phone',
  'tax',
  'concept',
  'description',
  'address',
  'ipCheck',
  'brand',
  'deviceSession',
] as const;
export type CheckedField = (typeof checkedFields)[number];
/** Fields of the optional section; custom fields are `custom.<id>`. */
export type FieldName = CheckedField | `custom.${string}`;
export const isOptionalField = (name: FieldName): boolean =>
  name === 'address' ||
  name === 'ipCheck' ||
  name === 'brand' ||
  name === 'deviceSession' ||
  name.startsWith('custom.');

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
  | { readonly kind: 'ip' }
  /** A card number was keyed into a field that is kept. */
  | { readonly kind: 'card-number-here' }
  /** The service refused this field (605 to 611, 651); it stays until the field is changed. */
  | { readonly kind: 'refused'; readonly code: string };
export type FieldIssues = Readonly<Partial<Record<FieldName, FieldIssue>>>;

const emailSchema = z.email();
const ipSchema = z.ipv4();

function textIssue(text: string, max: number, needed: boolean): FieldIssue | undefined {
  const { length } = text.trim();
  if (length === 0) return needed ? { kind: 'required' } : undefined;
  if (holdsCardNumber(text)) return { kind: 'card-number-here' };
  return length > max ? { kind: 'too-long', count: length, max } : undefined;
}

function phoneIssue(text: string): FieldIssue | undefined {
  if (text.trim() === '') return { kind: 'required' };
  if (!/^[\d\s+().-]+$/.test(text)) return { kind: 'phone' };
  const digits = text.replace(/\D/g, '');
  const { length } = digits;
  if (length === 0) return { kind: 'phone' };
  if (isCardNumberAsPhone(digits)) return { kind: 'card-number-here' };
  return length > fieldLimits.phone ? { kind: 'phone-too-long', count: length, max: fieldLimits.phone } : undefined;
}

function emailIssue(text: string): FieldIssue | undefined {
  const trimmed = text.trim();
  const issue = textIssue(trimmed, fieldLimits.email, true);
  if (issue !== undefined) return issue;
  return emailSchema.safeParse(trimmed).success ? undefined : { kind: 'email' };
}

function amountIssue(text: string): FieldIssue | undefined {
  const parsed = parseAmount(text);
  if (parsed.ok) return undefined;
  return parsed.issue.kind === 'empty' ? { kind: 'required' } : { kind: 'amount', issue: parsed.issue };
}

function taxIssue(values: PaymentValues, merchant: Merchant): FieldIssue | undefined {
  const text = taxText(values, merchant);
  // Without an amount there is nothing to compute from: the amount's own problem is enough.
  if (text === '') return undefined;
  const parsed = parseAmount(text, true);
  if (!parsed.ok) return { kind: 'amount', issue: parsed.issue };
  const amount = amountOf(values);
  return amount !== null && parsed.value > amount ? { kind: 'tax-over-amount' } : undefined;
}

function cardIssue(values: PaymentValues): FieldIssue | undefined {
  const issue = cardNumberIssue(cardDigits(values));
  if (issue === null) return undefined;
  return issue === 'empty' ? { kind: 'required' } : { kind: 'card-number', issue };
}

function expiryIssueOf(text: string, now: Date): FieldIssue | undefined {
  const parsed = parseExpiry(text, now);
  if (parsed.ok) return undefined;
  return parsed.issue === 'empty' ? { kind: 'required' } : { kind: 'expiry', issue: parsed.issue };
}

function codeIssue(text: string): FieldIssue | undefined {
  const issue = securityCodeIssue(text);
  if (issue === null) return undefined;
  return issue === 'empty' ? { kind: 'required' } : { kind: 'security-code' };
}

/** Everything that is wrong with the form at `now`, by field; empty when it can be reviewed. */
export function issuesOf(values: PaymentValues, merchant: Merchant, now: Date): FieldIssues {
  const found: Partial<Record<FieldName, FieldIssue | undefined>> = {
    amount: amountIssue(values.amount),
    cardNumber: cardIssue(values),
    expiry: expiryIssueOf(values.expiry, now),
    securityCode: codeIssue(values.securityCode),
    firstName: textIssue(values.firstName, fieldLimits.firstName, true),
    lastName: textIssue(values.lastName, fieldLimits.lastName, true),
    email: emailIssue(values.email),
    phone: phoneIssue(values.phone),
    tax: taxIssue(values, merchant),
    concept: textIssue(values.concept, fieldLimits.concept, true),
    description: textIssue(values.description, fieldLimits.description, true),
    address: textIssue(values.address, fieldLimits.address, false),
    ipCheck:
      values.ipCheck.trim() === '' || ipSchema.safeParse(values.ipCheck.trim()).success ? undefined : { kind: 'ip' },
    deviceSession: textIssue(values.deviceSession, 200, false),
  };
  for (const field of customFieldsOf(values, merchant)) {
    found[`custom.${field.id}`] = textIssue(field.value, fieldLimits.customFieldText, false);
  }
  return Object.fromEntries(Object.entries(found).filter(([, issue]) => issue !== undefined));
}

/** The fields with a problem, in the order of the form. */
export const fieldsInOrder = (issues: FieldIssues): readonly FieldName[] => [
  ...checkedFields.filter((name) => issues[name] !== undefined),
  ...(Object.keys(issues) as FieldName[]).filter((name) => name.startsWith('custom.')),
];
