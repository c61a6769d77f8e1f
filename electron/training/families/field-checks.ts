/** Checks of amounts and cards, common to both families (sections 2.1, 2.3 and 8). */
import { oneHour } from '#shared/durations.ts';
import { brandOf, cardNumberIssue, expiryIssue, securityCodeIssue } from '#shared/payments/card.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { decimalText, maxAmount, readDecimal, type MinorUnits } from '#shared/payments/money.ts';
import { isPublished } from '#electron/training/bank/test-cards.ts';
import { isText } from './expected-fields.ts';

export interface RequestHeaders {
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
}

/** The gateway's merchant, as the checks of both families need it. */
export interface KnownMerchant {
  readonly cclw: string;
  readonly apiKey: string;
  /** Minimum in minor units. The published one is 1.00 (field notes). */
  readonly minimumAmount: MinorUnits;
  readonly maximumAmount: MinorUnits;
  /** Field of CAPT that carries the AUTH_TOKEN, because the service's document does not name it (section 4.2). */
  readonly captureTokenField: string;
  /** Takes requests that the service takes although its document has them otherwise. */
  readonly tolerant: boolean;
  readonly now: () => Date;
}

export const defaultLimits = { minimumAmount: 100, maximumAmount: maxAmount } as const;

/** Parses an exact decimal with a point, at most two decimals and no separators. Refuses others, so float artefacts show. */
export function sentAmount(text: unknown): MinorUnits | null {
  return typeof text === 'string' && /^\d{1,12}(\.\d{1,2})?$/.test(text) ? readDecimal(text) : null;
}

/** Returns the amount that the ledger keeps of a refused request. Discards a text that is not an amount. */
export function understoodAmount(text: unknown): string {
  const amount = sentAmount(text);
  return amount === null ? '' : decimalText(amount);
}

/** Returns a plausible reference of a refused capture. Discards a card number keyed there. */
export const understoodReference = (text: unknown): string | null =>
  isText(text, fieldLimits.authToken) && !/^[\d\s-]{12,}$/.test(text) ? text : null;

export type CardNumberIssueCode = 'length' | 'check-digit';

/** Checks a card number against its brand. Published numbers reach the issuer even if they fail a check (field notes). */
export function cardNumberIssueCode(number: string): CardNumberIssueCode | null {
  if (isPublished(number)) return null;
  switch (cardNumberIssue(number)) {
    case null:
      return null;
    case 'other-brand':
      return number.length >= 12 && number.length <= fieldLimits.cardNumber ? null : 'length';
    case 'luhn':
      return 'check-digit';
    case 'empty':
    case 'not-digits':
    case 'length':
      return 'length';
  }
}

/** False only when the number belongs to another brand than the request names. */
export function fitsBrand(number: string, brand: string): boolean {
  const own = brandOf(number);
  return own === null || own === brand;
}

export const isSecurityCode = (value: string): boolean => securityCodeIssue(value) === null;

/** True until the end of the card's month in the operator's local time (UTC-5, field notes). */
export const isGoodUntil = (month: string, year: string, now: Date): boolean =>
  expiryIssue(month, year, operatorTime(now)) === null;

/** Returns a date whose local fields show the operator's clock in any time zone of this machine. */
function operatorTime(now: Date): Date {
  const shifted = new Date(now.getTime() - operatorOffsetMs);
  return new Date(shifted.getUTCFullYear(), shifted.getUTCMonth(), shifted.getUTCDate());
}

const operatorOffsetMs = 5 * oneHour;

/** Formats `yyyy-MM-dd'T'HH:mm:ss` in the operator's local time (UTC-5) without offset (section 2.2, field notes). */
export const serviceTime = (at: Date): string =>
  new Date(at.getTime() - operatorOffsetMs).toISOString().slice(0, 'yyyy-MM-ddTHH:mm:ss'.length);
