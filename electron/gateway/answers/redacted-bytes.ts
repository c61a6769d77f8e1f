/** Keeps the bytes of an answer that can't be decoded, in base64 for a supervisor, with the secrets removed. */
import { redactBody, type SecretsInFlight } from './redaction.ts';

/** Longest kept part in bytes. */
const longest = 65_536;

/**
 * Returns a line that says what follows, and the bytes in base64. Each byte is one character of the text that is searched
 * for secrets, because every charset in use writes digits and letters as ASCII, with zeros between them in UTF-16 and UTF-32.
 */
export function redactBytes(bytes: Buffer, secrets: SecretsInFlight): string {
  const text = bytes.toString('latin1').replaceAll('\u0000', '');
  const clean = redactBody(text, secrets);
  if (clean !== text) return shown(bytes, 'base64, without zero bytes and secrets', Buffer.from(clean, 'latin1'));
  // EBCDIC, of the banks' mainframes, has the digits at F0 to F9.
  const ebcdic = text.replace(/[\u00f0-\u00f9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xc0));
  if (redactBody(ebcdic, secrets) !== ebcdic) return shown(bytes, 'withheld, because they may hold a secret', null);
  return shown(bytes, 'base64', bytes);
}

/** Cut only here, so that no secret is cut in two before it is recognized. */
const shown = (bytes: Buffer, form: string, kept: Buffer | null): string =>
  [
    `${String(bytes.length)} bytes that are no text (${form})`,
    ...(kept === null ? [] : [kept.subarray(0, longest).toString('base64')]),
  ].join('\n');
