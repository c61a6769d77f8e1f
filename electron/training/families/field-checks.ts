/** Checks of amounts and of the card, which both families make (sections 2.1, 2.3 and 8). */
import { oneHour } from '#shared/durations.ts';
import { brandOf, cardNumberIssue, expiryIssue, securityCodeIssue } from '#shared/payments/card.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { decimalText, maxAmount, readDecimal, type MinorUnits } from '#shared/payments/money.ts';
import { isPublished } from '#electron/training/bank/test-cards.ts';
import { isText } from './expected-fields.ts';

/** What the gateway is set up with; the checks of both families read it. */
export interface KnownMerchant {
  readonly cclw: string;
  readonly apiKey: string;
  /** Minor units; field notes: 1.00 is the published minimum. */
  readonly minimumAmount: MinorUnits;
  readonly maximumAmount: MinorUnits;
  /** The field of CAPT that carries the AUTH_TOKEN; the service's document does not name it (section 4.2). */
  readonly captureTokenField: string;
  readonly now: () => Date;
}

export const defaultLimits = { minimumAmount: 100, maximumAmount: maxAmount } as const;

/** Exact decimal with a point, at most two decimals, no separators: anything else is refused, so that float artefacts show. */
export function sentAmount(text: unknown): MinorUnits | null {
  return typeof text === 'string' && /^\d{1,12}(\.\d{1,2})?$/.test(text) ? readDecimal(text) : null;
}

/** What the ledger keeps of a refused request: its amount when it is one. Whatever else was keyed there is not kept. */
export function understoodAmount(text: unknown): string {
  const amount = sentAmount(text);
  return amount === null ? '' : decimalText(amount);
}

/** The reference of a refused capture, when it can be one: a card number keyed there is not kept. */
export const understoodReference = (text: unknown): string | null =>
  isText(text, fieldLimits.authToken) && !/^[\d\s-]{12,}$/.test(text) ? text : null;

export type CardNumberIssueCode = 'length' | 'check-digit';

/** Published numbers reach the issuer even where they fail a check (field notes); others must be what their brand allows. */
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

/** Whether the brand that the request names can be the number's: false only where the number says another one. */
export function fitsBrand(number: string, brand: string): boolean {
  const own = brandOf(number);
  return own === null || own === brand;
}

export const isSecurityCode = (value: string): boolean => securityCodeIssue(value) === null;

/** The card is good until the end of its month in the operator's local time (UTC-5, field notes). */
export const isGoodUntil = (month: string, year: string, now: Date): boolean =>
  expiryIssue(month, year, operatorTime(now)) === null;

/** A date whose local fields read as the operator's clock, whatever this machine's time zone is. */
function operatorTime(now: Date): Date {
  const shifted = new Date(now.getTime() - operatorOffsetMs);
  return new Date(shifted.getUTCFullYear(), shifted.getUTCMonth(), shifted.getUTCDate());
}

const operatorOffsetMs = 5 * oneHour;

/** `yyyy-MM-dd'T'HH:mm:ss` in the operator's local time (UTC-5) without an offset (section 2.2, field notes). */
export const serviceTime = (at: Date): string =>
  new Date(at.getTime() - operatorOffsetMs).toISOString().slice(0, 'yyyy-MM-ddTHH:mm:ss'.length);
