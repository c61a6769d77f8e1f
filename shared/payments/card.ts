/** Card rules: brand, Luhn, length, expiry and security code (sections 2.1 and 2.3; VISA and MASTERCARD only, section 1). */
import cardValidator from 'card-validator';
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { fieldLimits } from './field-limits.ts';
import { plainDigits } from '#shared/texts/digits.ts';
import { cardText } from '#shared/texts/text-kinds.ts';

export const brands = ['VISA', 'MASTERCARD'] as const;
export const brandSchema = z.enum(brands);
export type Brand = z.infer<typeof brandSchema>;

export type CardNumberIssue = 'empty' | 'not-digits' | 'other-brand' | 'length' | 'luhn';
export type ExpiryIssue = 'empty' | 'format' | 'month' | 'past';
export type SecurityCodeIssue = 'empty' | 'format';

/**
 * Removes the characters that people paste or type between digits: spaces, dashes, dots, no-break and zero-width characters.
 * Writes digits of other scripts, such as full-width ones, as 0 to 9.
 */
export function cleanCardNumber(text: string): string {
  return plainDigits(text).replace(/[\s.\-\u2010-\u2015\u200b-\u200d\u2060\ufeff]/gu, '');
}

/** Returns the brand of the digits typed so far; null while undecided or for another brand. */
export function brandOf(digits: string): Brand | null {
  const card = cardValidator.number(digits).card;
  if (card?.type === 'visa') return 'VISA';
  if (card?.type === 'mastercard') return 'MASTERCARD';
  // A few ranges of Elo and Maestro also start with 4, until the sixth digit. Show VISA until the digits rule it out.
  return card === null && /^4\d{0,5}$/.test(digits) ? 'VISA' : null;
}

/** True when the digits typed so far can only belong to a brand that the service does not accept (Amex, Maestro …). */
export function isOtherBrand(digits: string): boolean {
  if (brandOf(digits) !== null) return false;
  const verdict = cardValidator.number(digits, { skipLuhnValidation: true });
  return verdict.card !== null || (digits !== '' && !/^(2|22|222|27|272|5)$/.test(digits) && digits.length >= 4);
}

/** Checks the Luhn digit of a number. Expects digits only. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Returns the first issue of a cleaned card number, or null. Another brand is reported before Luhn is checked. */
export function cardNumberIssue(digits: string): CardNumberIssue | null {
  if (digits === '') return 'empty';
  if (!/^\d+$/.test(digits)) return 'not-digits';
  const brand = brandOf(digits);
  if (brand === null) return isOtherBrand(digits) ? 'other-brand' : 'length';
  if (!lengthsOf[brand].includes(digits.length)) return 'length';
  return passesLuhn(digits) ? null : 'luhn';
}

/**
 * True when the digits of a telephone field are certainly a card number. A telephone number has at most 15 digits (E.164), so
 * only 16 digits count. Numbers of 13 digits from 49 170 … on must not be refused because their check digit fits.
 */
export const isCardNumberAsPhone = (digits: string): boolean =>
  digits.length === fieldLimits.cardNumber && cardNumberIssue(digits) === null;

/** Lengths that the service accepts: at most 16 digits (section 8), so VISA numbers of 19 digits are refused. */
export const lengthsOf: Readonly<Record<Brand, readonly number[]>> = { VISA: [13, 16], MASTERCARD: [16] };

const monthFirst = [/^(\d{1,2})-(\d{2}|20\d{2})$/, /^(\d{2})(\d{2}|20\d{2})$/] as const;
const yearFirst = /^(20\d{2})-(\d{1,2})$/;
const threeDigits = /^([1-9])(\d{2})$/;

/**
 * Reads an expiry as people write it: `0930`, `09/30`, `9/30`, `09/2030`, `092030`, `2030-09`. Three digits are month and year, as
 * in `930`, if that month is not past; otherwise a digit is missing.
 * @returns two-digit month and two-digit year, or the issue
 */
export function parseExpiry(
  text: string,
  now: Date,
):
  | { readonly ok: true; readonly month: string; readonly year: string }
  | { readonly ok: false; readonly issue: ExpiryIssue } {
  const plain = plainDigits(text)
    .replace(/[\s\u200b-\u200d\u2060\ufeff]/gu, '')
    .replace(/[/.\u2010-\u2015]/gu, '-');
  if (plain === '') return { ok: false, issue: 'empty' };
  const short = threeDigits.exec(plain);
  const turned = yearFirst.exec(plain);
  const match = monthFirst[0].exec(plain) ?? monthFirst[1].exec(plain) ?? short;
  if (match === null && turned === null) return { ok: false, issue: 'format' };
  const month = (turned?.[2] ?? match?.[1] ?? '').padStart(2, '0');
  const year = (turned?.[1] ?? match?.[2] ?? '').slice(-2);
  const issue = expiryIssue(month, year, now);
  if (issue === null) return { ok: true, month, year };
  return { ok: false, issue: match === short && short !== null ? 'format' : issue };
}

/** Compares a two-digit month and year with `now` in the operator's local month. Years are 2000 to 2099. */
export function expiryIssue(month: string, year: string, now: Date): ExpiryIssue | null {
  if (!/^\d{2}$/.test(month) || !/^\d{2}$/.test(year)) return 'format';
  const monthNumber = Number(month);
  if (monthNumber < 1 || monthNumber > 12) return 'month';
  const expiryIndex = (2000 + Number(year)) * 12 + (monthNumber - 1);
  return expiryIndex < now.getFullYear() * 12 + now.getMonth() ? 'past' : null;
}

/** Accepts three digits, kept as a string because `003` is a valid code (field notes). */
export function securityCodeIssue(text: string): SecurityCodeIssue | null {
  if (text === '') return 'empty';
  return new RegExp(`^\\d{${fieldLimits.securityCode}}$`).test(text) ? null : 'format';
}

const securityCodeSchema = cardText(fieldLimits.securityCode).regex(/^\d{3}$/, 'security-code');

/** The keyed card. It lives from submit to the wire and nowhere else (PCI DSS 3.3.1). */
export const keyedCardSchema = z
  .strictObject({
    number: cardText(fieldLimits.cardNumber).refine((digits) => cardNumberIssue(digits) === null, 'card-number'),
    expMonth: cardText(2).regex(/^(0[1-9]|1[0-2])$/, 'expiry'),
    expYear: cardText(2).regex(/^\d{2}$/, 'expiry'),
    securityCode: securityCodeSchema,
    /** The service's `cardType`: derived from the number, correctable by the operator. */
    brand: brandSchema,
  })
  .readonly();

/** A card on an unfinished form, as main keeps it while the operator looks something up. */
export const typedCardSchema = keyedCardSchema
  .unwrap()
  .pick({ number: true })
  .extend({ securityCode: securityCodeSchema.nullable() });

/** Stands in a draft for such a card. Carries of it no more than was keyed after the return. */
export const keptCardSchema = keyedCardSchema
  .unwrap()
  .pick({ expMonth: true, expYear: true })
  .extend({ handle: idSchema, securityCode: securityCodeSchema.nullable() })
  .readonly();
