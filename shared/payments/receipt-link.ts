/** Receipt links of the service: which are opened, and the host that is shown first. */

export interface ReceiptLink {
  readonly href: string;
  /** The host as written, in lower case, with a port that is not 443. */
  readonly host: string;
}

const maxLength = 2_000;
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
/**
 * A name in ASCII, or an IPv4 address in its usual form. Other spellings (another script, percent signs, hexadecimal numbers)
 * mean something else to a browser than to a reader.
 */
const name = `(?:${label}\\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?`;
const byte = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const port = '[1-9][0-9]{0,4}';
/** No user part, no backslash and no blank, which browsers read in their own way. */
const link = new RegExp(`^https://(${name}|${byte}(?:\\.${byte}){3})(?::(${port}))?(?:[/?#][!-\\[\\]-~]*)?$`, 'i');

/** Returns null for a link that is not opened: not https, with a user part, too long, or read in two ways. */
export function readReceiptLink(text: string): ReceiptLink | null {
  const match = text.length > maxLength ? null : link.exec(text);
  const host = match?.[1]?.toLowerCase();
  if (host === undefined || host.length > 253) return null;
  const portText = match?.[2];
  if (portText === undefined || portText === '443') return { href: text, host };
  return Number(portText) > 65_535 ? null : { href: text, host: `${host}:${portText}` };
}
