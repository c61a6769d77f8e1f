/** What is wrong with a form, field by field. Pure; the limits are those of the one table (section 8). */
import { z } from 'zod';
import {
  cardNumberProblem,
  holdsCardNumber,
  isCardNumberAsPhone,
  parseExpiry,
  securityCodeProblem,
  type CardNumberProblem,
  type ExpiryProblem,
} from '#shared/payments/card.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { parseAmount, type AmountProblem } from '#shared/payments/money.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { amountOf, cardDigits, customFieldsOf, taxText, type PaymentValues } from './payment-form.ts';

/** Fields that can have a problem, in the order in which a caller says them. */
export const checkedFields = [
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

export type FieldProblem =
  | { readonly kind: 'required' }
  | { readonly kind: 'too-long'; readonly count: number; readonly max: number }
  | { readonly kind: 'amount'; readonly problem: AmountProblem }
  | { readonly kind: 'tax-over-amount' }
  | { readonly kind: 'card-number'; readonly problem: Exclude<CardNumberProblem, 'empty'> }
  | { readonly kind: 'expiry'; readonly problem: Exclude<ExpiryProblem, 'empty'> }
  | { readonly kind: 'security-code' }
  | { readonly kind: 'email' }
  | { readonly kind: 'phone' }
  | { readonly kind: 'phone-too-long'; readonly count: number; readonly max: number }
  | { readonly kind: 'ip' }
  /** A card number was keyed into a field that is kept. */
  | { readonly kind: 'card-number-here' }
  /** The service refused this field (605 to 611, 651); it stays until the field is changed. */
  | { readonly kind: 'refused'; readonly code: string };
export type FieldProblems = Readonly<Partial<Record<FieldName, FieldProblem>>>;

const emailSchema = z.email();
const ipSchema = z.ipv4();

function textProblem(text: string, max: number, needed: boolean): FieldProblem | undefined {
  const { length } = text.trim();
  if (length === 0) return needed ? { kind: 'required' } : undefined;
  if (holdsCardNumber(text)) return { kind: 'card-number-here' };
  return length > max ? { kind: 'too-long', count: length, max } : undefined;
}

function phoneProblem(text: string): FieldProblem | undefined {
  if (text.trim() === '') return { kind: 'required' };
  if (!/^[\d\s+().-]+$/.test(text)) return { kind: 'phone' };
  const digits = text.replace(/\D/g, '');
  const { length } = digits;
  if (length === 0) return { kind: 'phone' };
  if (isCardNumberAsPhone(digits)) return { kind: 'card-number-here' };
  return length > fieldLimits.phone ? { kind: 'phone-too-long', count: length, max: fieldLimits.phone } : undefined;
}

function emailProblem(text: string): FieldProblem | undefined {
  const trimmed = text.trim();
  const problem = textProblem(trimmed, fieldLimits.email, true);
  if (problem !== undefined) return problem;
  return emailSchema.safeParse(trimmed).success ? undefined : { kind: 'email' };
}

function amountProblem(text: string): FieldProblem | undefined {
  const parsed = parseAmount(text);
  if (parsed.ok) return undefined;
  return parsed.problem.kind === 'empty' ? { kind: 'required' } : { kind: 'amount', problem: parsed.problem };
}

function taxProblem(values: PaymentValues, merchant: Merchant): FieldProblem | undefined {
  const text = taxText(values, merchant);
  // Without an amount there is nothing to compute from: the amount's own problem is enough.
  if (text === '') return undefined;
  const parsed = parseAmount(text, true);
  if (!parsed.ok) return { kind: 'amount', problem: parsed.problem };
  const amount = amountOf(values);
  return amount !== null && parsed.value > amount ? { kind: 'tax-over-amount' } : undefined;
}

function cardProblem(values: PaymentValues): FieldProblem | undefined {
  const problem = cardNumberProblem(cardDigits(values));
  if (problem === null) return undefined;
  return problem === 'empty' ? { kind: 'required' } : { kind: 'card-number', problem };
}

function expiryProblemOf(text: string, now: Date): FieldProblem | undefined {
  const parsed = parseExpiry(text, now);
  if (parsed.ok) return undefined;
  return parsed.problem === 'empty' ? { kind: 'required' } : { kind: 'expiry', problem: parsed.problem };
}

function codeProblem(text: string): FieldProblem | undefined {
  const problem = securityCodeProblem(text);
  if (problem === null) return undefined;
  return problem === 'empty' ? { kind: 'required' } : { kind: 'security-code' };
}

/** Everything that is wrong with the form at `now`, by field; empty when it can be reviewed. */
export function problemsOf(values: PaymentValues, merchant: Merchant, now: Date): FieldProblems {
  const found: Partial<Record<FieldName, FieldProblem | undefined>> = {
    amount: amountProblem(values.amount),
    cardNumber: cardProblem(values),
    expiry: expiryProblemOf(values.expiry, now),
    securityCode: codeProblem(values.securityCode),
    firstName: textProblem(values.firstName, fieldLimits.firstName, true),
    lastName: textProblem(values.lastName, fieldLimits.lastName, true),
    email: emailProblem(values.email),
    phone: phoneProblem(values.phone),
    tax: taxProblem(values, merchant),
    concept: textProblem(values.concept, fieldLimits.concept, true),
    description: textProblem(values.description, fieldLimits.description, true),
    address: textProblem(values.address, fieldLimits.address, false),
    ipCheck:
      values.ipCheck.trim() === '' || ipSchema.safeParse(values.ipCheck.trim()).success ? undefined : { kind: 'ip' },
    deviceSession: textProblem(values.deviceSession, 200, false),
  };
  for (const field of customFieldsOf(values, merchant)) {
    found[`custom.${field.id}`] = textProblem(field.value, fieldLimits.customFieldText, false);
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

/** The fields with a problem, in the order of the form. */
export const fieldsInOrder = (problems: FieldProblems): readonly FieldName[] => [
  ...checkedFields.filter((name) => problems[name] !== undefined),
  ...(Object.keys(problems) as FieldName[]).filter((name) => name.startsWith('custom.')),
];
