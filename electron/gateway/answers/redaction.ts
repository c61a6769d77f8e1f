/** Takes what is secret out of an answer before anything of it is kept: the service, or a page on the way, may echo the request. */
import { createHash } from 'node:crypto';
import { passesLuhn } from '#shared/payments/card.ts';
import type { CardPayment, MerchantAccount } from '#electron/core/ports.ts';

/** What the request carried and no record may hold (invariant 5; PCI DSS 3.3 and 3.4). */
export interface SecretsInFlight {
  readonly cardNumber: string | null;
  readonly securityCode: string | null;
  /** Web code, API key and its segments, SecretHash. */
  readonly phrases: readonly string[];
}

export const redacted = '[redacted]';

export function secretsOf({ secrets }: MerchantAccount, payment: CardPayment | null): SecretsInFlight {
  const card = payment?.card ?? null;
  const hash =
    card === null
      ? []
      : [
          createHash('sha512')
            .update(card.number + card.securityCode + payment?.email)
            .digest('hex'),
        ];
  const key = secrets.apiKey?.trim() ?? '';
  const phrases = [secrets.cclw.trim(), key, ...key.split('|'), ...hash]
    // A shorter phrase would take ordinary words with it.
    .filter((phrase) => phrase.length >= 6)
    .flatMap((phrase) => [phrase, encodeURIComponent(phrase), JSON.stringify(phrase).slice(1, -1)]);
  return {
    cardNumber: card?.number ?? null,
    securityCode: card?.securityCode ?? null,
    phrases: [...new Set(phrases)].sort((a, b) => b.length - a.length),
  };
}

/** The whole body, fit to be kept with the attempt. */
export function redactBody(body: string, secrets: SecretsInFlight): string {
  const clean = redactCommon(body, secrets);
  if (secrets.securityCode === null) return clean;
  // In JSON a lone number may be a status; its texts for people may quote what was keyed. A page may quote it anywhere.
  return /^\s*[{[]/.test(clean)
    ? clean.replace(
        /"(?:message|messageSys|description|RespText|Response_Text|error)"\s*:\s*"(?:[^"\\]|\\.)*"/g,
        (field) => withoutSecurityCode(field, secrets.securityCode),
      )
    : withoutSecurityCode(clean, secrets.securityCode);
}

/** One text for people out of an answer, on one line. */
export const redactAnswerText = (text: string, secrets: SecretsInFlight): string =>
  legible(withoutSecurityCode(redactCommon(text, secrets), secrets.securityCode));

/** A code of the service: three digits may be a code as well as a security code, so only what is longer goes. */
export const redactCode = (code: string, secrets: SecretsInFlight): string => legible(redactCommon(code, secrets));

/** A figure out of an answer, or null when it hides a card number. */
export const keepFigure = (figure: number | null, secrets: SecretsInFlight): number | null =>
  figure === null || redactCommon(String(figure), secrets) !== String(figure) ? null : figure;

/** What stands beside a text of the service is ours: its line breaks become blanks, its controls and turns of direction visible. */
const legible = (text: string): string =>
  text.replace(/[\s\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\uFFFD');

/** A reference or receipt link is kept exactly as it came, since captures refer to it, or not at all. */
export function keepReference(reference: string | null, secrets: SecretsInFlight): string | null {
  if (reference === null || reference.length > 2_000 || storable(reference) !== reference) return null;
  return withoutKeyed(reference, secrets) === reference ? reference : null;
}

function redactCommon(text: string, secrets: SecretsInFlight): string {
  const plain = storable(plainDigits(text));
  return withoutNamedCodes(withoutCardNumbers(withoutKeyed(plain, secrets)));
}

/** No database takes NUL in a text, and half a surrogate pair is no Unicode. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');

/** Digits in disguise: JSON escapes, HTML entities, full-width forms. */
const plainDigits = (text: string): string =>
  text
    .replace(/\\u003([0-9])/gi, '$1')
    .replace(/&#(?:x3([0-9])|0*(4[89]|5[0-7]));/gi, (_all, hex?: string, code?: string) =>
      hex === undefined ? String.fromCharCode(Number(code)) : hex,
    )
    .replace(/[\uFF10-\uFF19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xff10 + 48));

/** The keyed number with whatever small marks between its digits, the code that may follow it, and the phrases. */
function withoutKeyed(text: string, { cardNumber, securityCode, phrases }: SecretsInFlight): string {
  let clean = text;
  for (const phrase of phrases) clean = clean.replace(new RegExp(escaped(phrase), 'gi'), redacted);
  if (cardNumber === null) return clean;
  const between = '(?:%[0-9A-Fa-f]{2}|\\\\u[0-9A-Fa-f]{4}|&[a-z]{2,6};|[^0-9A-Za-z]){0,3}';
  const code = securityCode === null ? '' : `(?:${between}${securityCode}(?![0-9]))?`;
  return clean.replace(new RegExp([...cardNumber].join(between) + code, 'g'), redacted);
}

/** A text as a pattern of itself; `RegExp.escape` once TypeScript's library knows it. */
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Any other run of 13 to 19 digits that passes the Luhn check, with blanks or dashes inside. */
const withoutCardNumbers = (text: string): string =>
  text.replace(/(?<![0-9])[0-9](?:[ -]?[0-9]){12,18}(?![0-9])/g, (run) =>
    passesLuhn(run.replace(/[ -]/g, '')) ? redacted : run,
  );

/** A security code that its name gives away, in JSON, in a form or in a sentence, whether it was keyed here or not. */
const withoutNamedCodes = (text: string): string =>
  text.replace(
    /((?:cvv2?|cvc2?|cvn|csc|security[ _-]?code|c[oó]digo(?: de)?[ _-]?seguridad)[^0-9A-Za-z]{0,6}(?:(?:is|es|was|value|valor)[^0-9A-Za-z]{0,4})?)[0-9]{3,4}(?![0-9])/gi,
    `$1${redacted}`,
  );

const withoutSecurityCode = (text: string, securityCode: string | null): string =>
  securityCode === null ? text : text.replace(new RegExp(`(?<![0-9])${securityCode}(?![0-9])`, 'g'), redacted);
