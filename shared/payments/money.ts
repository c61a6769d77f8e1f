/** Money as integer minor units (cents), text only at the edges. No float ever holds an amount. */
import { z } from 'zod';

/** An amount in minor units (1.00 is 100). Always a safe integer, never negative. */
export type MinorUnits = number;

/** 999,999,999.99: the largest amount that can be keyed. */
export const maxAmount: MinorUnits = 99_999_999_999;

/** Published minimum (field notes). Below it the program warns but does not block. */
export const publishedMinimum: MinorUnits = 100;

export const amountSchema = z.int().positive().max(maxAmount);
export const taxAmountSchema = z.int().nonnegative().max(maxAmount);
/** An amount that the service answered. Zero is accepted because family B answers 0.0 on a decline. */
export const answeredAmountSchema = z.int().nonnegative();

export type AmountIssue =
  | { readonly kind: 'empty' }
  | { readonly kind: 'not-a-number' }
  | { readonly kind: 'negative' }
  | { readonly kind: 'zero' }
  | { readonly kind: 'too-many-decimals' }
  | { readonly kind: 'too-large' }
  /** A comma or another separator was typed. `reading` is the likely meaning, offered but never applied silently. */
  | { readonly kind: 'separator'; readonly reading: MinorUnits | null }
  /** A currency or a label (`Total:`) was typed with it. The amount is offered in the same way. */
  | { readonly kind: 'currency'; readonly reading: MinorUnits };

export type ParsedAmount =
  | { readonly ok: true; readonly value: MinorUnits }
  | { readonly ok: false; readonly issue: AmountIssue };

const plain = /^(\d*)(?:\.(\d*))?$/;

const fail = (issue: AmountIssue): ParsedAmount => ({ ok: false, issue });

/**
 * Reads an amount as typed. Accepts `1234`, `1234.5`, `.5` and `1234.50`; offers a reading for `1,234.50` and `USD 12.50`.
 * @param allowZero a tax amount may be zero, a payment may not
 */
export function parseAmount(text: string, allowZero = false): ParsedAmount {
  const trimmed = text.trim();
  if (trimmed === '') return fail({ kind: 'empty' });
  if (trimmed.startsWith('-')) return fail({ kind: 'negative' });
  const withoutCurrency = readCurrency(trimmed, allowZero);
  if (withoutCurrency !== null) return fail({ kind: 'currency', reading: withoutCurrency });
  if (/[,\s'’]/.test(trimmed)) return fail({ kind: 'separator', reading: readSeparated(trimmed, allowZero) });
  const match = plain.exec(trimmed);
  if (!match || trimmed === '.') return fail({ kind: 'not-a-number' });
  const units = match[1] ?? '';
  const decimals = match[2] ?? '';
  if (decimals.length > 2) return fail({ kind: 'too-many-decimals' });
  const digits = (units + decimals.padEnd(2, '0')).replace(/^0+(?=\d)/, '');
  if (digits.length > 11) return fail({ kind: 'too-large' });
  const value = Number(digits);
  if (value === 0 && !allowZero) return fail({ kind: 'zero' });
  return { ok: true, value };
}

/**
 * Reads an amount as typed, also with separators or a currency where its meaning is certain. For fields beside which the reading
 * is shown before anything is done with it, or when it was saved.
 * @returns null when there is no certain meaning
 */
export function readAmount(text: string, allowZero = false): MinorUnits | null {
  const parsed = parseAmount(text, allowZero);
  if (parsed.ok) return parsed.value;
  return 'reading' in parsed.issue ? parsed.issue.reading : null;
}

/** Thousands in groups of three (commas, blanks, apostrophes) with a decimal point; then points with a decimal comma. */
const withPoint = /^(\d{1,3}(?:,\d{3})+|\d{1,3}(?:[\s'’]\d{3})+)(?:\.(\d{0,2}))?$/;
const withComma = /^(\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[\s'’]\d{3})+|\d+),(\d{1,2})$/;

/** Returns the likely meaning of an amount with thousands separators or a decimal comma; null when it is ambiguous. */
function readSeparated(text: string, allowZero: boolean): MinorUnits | null {
  const match = withPoint.exec(text) ?? withComma.exec(text);
  if (!match) return null;
  const units = (match[1] ?? '').replace(/\D/g, '');
  const parsed = parseAmount(`${units}.${match[2] ?? ''}`, allowZero);
  return parsed.ok ? parsed.value : null;
}

/** The service's currencies, balboa and dollar, which are worth the same. No other one is offered. */
const ownCurrency = String.raw`(?:B/\.|PAB|USD|US\$|\$)`;
const currencyBefore = new RegExp(String.raw`^(?:\p{L}[\p{L}\p{M} ]*:\s*)?(?:${ownCurrency})?`, 'iu');
const currencyBehind = new RegExp(`${ownCurrency}$`, 'i');

/** Returns the likely meaning of an amount with a currency or a label before it; null when there is none, or when it is ambiguous without it. */
function readCurrency(text: string, allowZero: boolean): MinorUnits | null {
  const bare = text.replace(currencyBefore, '').replace(currencyBehind, '').trim();
  if (bare === text) return null;
  const parsed = parseAmount(bare, allowZero);
  if (parsed.ok) return parsed.value;
  return parsed.issue.kind === 'separator' ? parsed.issue.reading : null;
}

/** Writes an amount with a point and two decimals, as the service wants it (section 2.1): 123450 gives `1234.50`. */
export function decimalText(amount: MinorUnits): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Longest decimal that is read, in characters. Cutting its zeros off takes the square of its length. */
const longestDecimal = 100;

/**
 * Reads a decimal that the service answered (`"30.0"`, `30`, `30.00`, and `1.0E7`, as Java writes amounts from ten million on).
 * Compared as a decimal, never as text.
 * @returns null when it is not an amount in whole minor units
 */
export function readDecimal(raw: unknown): MinorUnits | null {
  if (typeof raw !== 'string' && typeof raw !== 'number') return null;
  const text = String(raw).trim();
  if (text.length > longestDecimal) return null;
  const match = /^(\d+)(?:\.(\d*))?(?:E([7-9]))?$/.exec(text);
  if (!match) return null;
  const decimals = (match[2] ?? '').replace(/0+$/, '');
  const places = 2 + Number(match[3] ?? 0);
  if (decimals.length > places) return null;
  const value = Number((match[1] ?? '') + decimals.padEnd(places, '0'));
  return Number.isSafeInteger(value) ? value : null;
}

/**
 * Returns the part of a tax that the operator of the service withholds (field notes): half, half-up to the cent, of each payment
 * by itself.
 */
export const withheldOf = (tax: MinorUnits): MinorUnits => Math.floor((tax + 1) / 2);

/**
 * Computes the tax contained in a total, half-up to the cent, in integer arithmetic (ITBMS is part of `amount`, section 2.1).
 * @param rate basis points: 700 is 7 %
 */
export function taxWithin(total: MinorUnits, rate: number): MinorUnits {
  const numerator = BigInt(total) * BigInt(rate);
  const denominator = 10_000n + BigInt(rate);
  return Number((numerator * 2n + denominator) / (denominator * 2n));
}
