/** Encodes values for the wire: exact decimals in JSON, percent-encoding in forms, the hash that signs a form. */
import { createHash } from 'node:crypto';
import { decimalText, type MinorUnits } from '#shared/payments/money.ts';
import type { Merchant } from '#shared/seat/merchant.ts';

/** `JSON.rawJSON` exists in Electron and Node, but not yet in TypeScript's library. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** Returns a JSON number with the exact decimal as its text (section 2.1), never a float. */
export const jsonMoney = (amount: MinorUnits): unknown => rawJSON(decimalText(amount));

/** Encodes the fields of a form in order, with a blank as `%20` (section 4.2 and the field notes). */
export function formBody(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&');
}

/** Encodes all but the unreserved characters of RFC 3986. An unpaired surrogate becomes U+FFFD instead of an error. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Computes `SecretHash`: SHA-512 of card number, security code and e-mail without separators (section 2.3). */
export function secretHash(
  cardNumber: string,
  securityCode: string,
  email: string,
  hashCase: Merchant['hashCase'],
): string {
  const hex = createHash('sha512').update(`${cardNumber}${securityCode}${email}`, 'utf8').digest('hex');
  return hashCase === 'upper' ? hex.toUpperCase() : hex;
}
