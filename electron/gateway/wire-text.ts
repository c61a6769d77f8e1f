/** How values are written on the wire: exact decimals in JSON, percent-encoding in forms, the hash that signs a form. */
import { createHash } from 'node:crypto';
import { decimalText, type MinorUnits } from '#shared/payments/money.ts';
import type { Merchant } from '#shared/seat/merchant.ts';

/** Part of ECMAScript and of the V8 in Electron and Node; TypeScript's library does not know it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** A JSON number whose text is the exact decimal (section 2.1): no float comes near it. */
export const jsonMoney = (amount: MinorUnits): unknown => rawJSON(decimalText(amount));

/** The fields of a form in order, every value percent-encoded, a blank as `%20` (section 4.2 and the field notes). */
export function formBody(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&');
}

/** All but the unreserved characters of RFC 3986; half a surrogate pair becomes U+FFFD instead of an error. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** `SecretHash`: SHA-512 over card number, security code and e-mail with nothing between (section 2.3). */
export function secretHash(
  cardNumber: string,
  securityCode: string,
  email: string,
  hashCase: Merchant['hashCase'],
): string {
  const hex = createHash('sha512').update(`${cardNumber}${securityCode}${email}`, 'utf8').digest('hex');
  return hashCase === 'upper' ? hex.toUpperCase() : hex;
}
