/** Checks the form field by field against the limits of the table of payment fields (section 8). Pure. */
import { z } from 'zod';
import {
  cardNumberIssue,
  isCardNumberAsPhone,
  parseExpiry,
  securityCodeIssue,
  type CardNumberIssue,
  type ExpiryIssue,
} from '#shared/payments/card.ts';
import { holdsCardNumber } from '#shared/payments/texts/card-numbers.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { parseAmount, type AmountIssue } from '#shared/payments/money.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { FieldKind, PaymentField } from '#shared/payments/field-kinds.ts';
import { paymentFields, type FormField } from '#shared/payments/payment-fields.ts';
import { isMore, layout, type CheckedField } from './form-layout.ts';
import { amountOf, cardDigits, customFieldsOf, isUsed, taxText, type PaymentValues } from './payment-form.ts';

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
  | { readonly kind: 'ip' }
  /** A card number was keyed into a field that is recorded. */
  | { readonly kind: 'card-number-here' }
  /** The service refused this field (605 to 611, 651). Stays until the field is changed. */
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

function phoneIssue(text: string, max: number, needed: boolean): FieldIssue | undefined {
  if (text.trim() === '') return needed ? { kind: 'required' } : undefined;
  if (!/^[\d\s+().-]+$/.test(text)) return { kind: 'phone' };
  const digits = text.replace(/\D/g, '');
  const { length } = digits;
  if (length === 0) return { kind: 'phone' };
  if (isCardNumberAsPhone(digits)) return { kind: 'card-number-here' };
  return length > max ? { kind: 'phone-too-long', count: length, max } : undefined;
}

function emailIssue(text: string, max: number, needed: boolean): FieldIssue | undefined {
  const trimmed = text.trim();
  const issue = textIssue(trimmed, max, needed);
  if (issue !== undefined || trimmed === '') return issue;
  return emailSchema.safeParse(trimmed).success ? undefined : { kind: 'email' };
}

function ipIssue(text: string, _max: number, needed: boolean): FieldIssue | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return needed ? { kind: 'required' } : undefined;
  return ipSchema.safeParse(trimmed).success ? undefined : { kind: 'ip' };
}

function amountIssue(text: string): FieldIssue | undefined {
  const parsed = parseAmount(text);
  if (parsed.ok) return undefined;
  return parsed.issue.kind === 'empty' ? { kind: 'required' } : { kind: 'amount', issue: parsed.issue };
}

function taxIssue(values: PaymentValues, merchant: Merchant): FieldIssue | undefined {
  const text = taxText(values, merchant);
  const amount = amountOf(values);
  // Without an amount there is no tax yet, and the amount has its own issue.
  if (text.trim() === '') return amount === null ? undefined : { kind: 'required' };
  const parsed = parseAmount(text, true);
  if (!parsed.ok) return { kind: 'amount', issue: parsed.issue };
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

type Check = (text: string, max: number, needed: boolean) => FieldIssue | undefined;

/** Check of each kind of field. `with the form` fields depend on other values and are checked in `issuesOf`. */
const checks: Readonly<Record<FieldKind, Check | 'with the form' | 'always right'>> = {
  amount: amountIssue,
  tax: 'with the form',
  name: textIssue,
  text: textIssue,
  email: emailIssue,
  phone: phoneIssue,
  ipv4: ipIssue,
  lang: 'always right',
  'device-session': textIssue,
  'custom-fields': 'with the form',
};

function keyedIssue(name: FormField, values: PaymentValues): FieldIssue | undefined {
  const { kind, max, required }: PaymentField = paymentFields[name];
  const check = checks[kind];
  const text = values[name];
  if (typeof check === 'string' || typeof text !== 'string') return undefined;
  // A description that was not keyed is the concept, which has the issue then.
  return check(text, max ?? Number.POSITIVE_INFINITY, required && name !== 'description');
}

/** Returns the issue of one field at `now`; undefined when it is right, or not part of the request. */
export function issueOf(name: FieldName, values: PaymentValues, merchant: Merchant, now: Date): FieldIssue | undefined {
  if (isCustom(name)) {
    const field = customFieldsOf(values, merchant).find(({ id }) => name === `custom.${id}`);
    return field && textIssue(field.value, fieldLimits.customFieldText, false);
  }
  switch (name) {
    case 'cardNumber':
      return cardIssue(values);
    case 'expiry':
      return expiryIssueOf(values.expiry, now);
    case 'securityCode':
      return codeIssue(values.securityCode);
    case 'taxAmount':
      return taxIssue(values, merchant);
    case 'brand':
      return undefined;
    default:
      return isUsed(name, values, merchant) ? keyedIssue(name, values) : undefined;
  }
}

const checkedFields = layout
  .map(({ name }) => name)
  .filter((name) => name !== 'family' && name !== 'lang' && name !== 'taxRate' && name !== 'customFieldValues');

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
