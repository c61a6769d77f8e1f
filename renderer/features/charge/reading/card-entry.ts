/** Formats a card number and an expiry while they are keyed: groups, mask, caret. Pure. */
import { cleanCardNumber } from '#shared/payments/card.ts';

/** Groups digits as `4059 3101 8175 7001`. Text with anything else stays as typed, so that it can be seen and corrected. */
export function groupedCardNumber(text: string): string {
  const digits = cleanCardNumber(text);
  if (!/^\d*$/.test(digits)) return text;
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Returns `•••• •••• •••• 7001`: at most the last four digits once the field is left (PCI DSS 3.4.1). */
export function maskedCardNumber(digits: string): string {
  const hidden = '•'.repeat(Math.max(0, digits.length - 4)) + digits.slice(-4);
  return hidden.replace(/(.{4})(?=.)/gu, '$1 ');
}

/** Returns the caret position in the grouped text that keeps the number of digits before it. */
export function caretAfterDigits(grouped: string, digitsBefore: number): number {
  let seen = 0;
  for (let index = 0; index < grouped.length; index++) {
    if (seen === digitsBefore) return index;
    if (/\d/.test(grouped[index] ?? '')) seen++;
  }
  return grouped.length;
}

/**
 * Puts the slash into an expiry as it is keyed: `0930` becomes `09/30`, `9/30` stays until the field is left.
 * Leaves deletions alone, so that the slash can be removed.
 */
export function slashedExpiry(text: string, before: string): string {
  const compact = text.replace(/\s/g, '');
  if (compact.length < before.length) return compact;
  if (/^\d{2}$/.test(compact)) return `${compact}/`;
  if (/^[2-9]$/.test(compact)) return `0${compact}/`;
  if (/^\d{3,}$/.test(compact)) return `${compact.slice(0, 2)}/${compact.slice(2)}`;
  return compact.replace('//', '/');
}

/** True for an expiry with all its digits, right or wrong. The year `20` may go on to `2030`, and a month of `20` is a year's beginning. */
export const isFullExpiry = (text: string): boolean => /^(?!20)\d{1,2}\/(?:(?!20)\d{2}|\d{4})$/.test(text);
