/** Removes secrets from an answer before any of it is kept, because the service or a proxy may echo the request. */
import { createHash } from 'node:crypto';
import type { CardPayment, MerchantAccount } from '#electron/core/ports/gateway.ts';
import { withoutCardNumbers } from '#electron/core/redact.ts';

/** The secrets of a request that no record may hold (invariant 5; PCI DSS 3.3 and 3.4). */
export type SecretsInFlight = ReturnType<typeof secretsOf>;

const redacted = '[redacted]';

export function secretsOf({ secrets }: MerchantAccount, payment: CardPayment | null) {
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
    // A shorter phrase would also remove ordinary words.
    .filter((phrase) => phrase.length >= 6)
    .flatMap((phrase) => [phrase, encodeURIComponent(phrase), JSON.stringify(phrase).slice(1, -1)]);
  return {
    cardNumber: card?.number ?? null,
    securityCode: card?.securityCode ?? null,
    /** Web code, API key and its segments, SecretHash. */
    phrases: [...new Set(phrases)].sort((a, b) => b.length - a.length),
  };
}

/** Redacts a whole body, to be kept with the attempt. */
export function redactBody(body: string, secrets: SecretsInFlight): string {
  const clean = redactCommon(body, secrets);
  if (secrets.securityCode === null) return clean;
  // In JSON a bare number may be a status, but texts for people may quote the code. An HTML page may quote it anywhere.
  return /^\s*[{[]/.test(clean)
    ? clean.replace(
        /"(?:message|messageSys|description|RespText|Response_Text|error)"\s*:\s*"(?:[^"\\]|\\.)*"/g,
        (field) => withoutSecurityCode(field, secrets.securityCode),
      )
    : withoutSecurityCode(clean, secrets.securityCode);
}

/** Redacts one text for people and puts it on one line. */
export const redactAnswerText = (text: string, secrets: SecretsInFlight): string =>
  legible(withoutSecurityCode(redactCommon(text, secrets), secrets.securityCode));

/**
 * Redacts a code of the service. A three-digit code may equal the security code by chance, so only longer ones are
 * removed.
 */
export const redactCode = (code: string, secrets: SecretsInFlight): string => legible(redactCommon(code, secrets));

/** Returns the figure, or null when it hides a card number. */
export const keepFigure = (figure: number | null, secrets: SecretsInFlight): number | null =>
  figure === null || redactCommon(String(figure), secrets) !== String(figure) ? null : figure;

/**
 * Puts a foreign text on one line and makes control characters and direction marks visible, because it is shown beside
 * our own words.
 */
const legible = (text: string): string =>
  // Joiners stay, because scripts and emoji need them.
  text.replace(/[\s\u2028\u2029]+/g, ' ').replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '\uFFFD');

/** Keeps a reference or receipt link exactly as it came, or not at all, because captures refer to it. */
export function keepReference(reference: string | null, secrets: SecretsInFlight): string | null {
  // One with a lost letter is no longer what came.
  if (
    reference === null ||
    reference.length > 2_000 ||
    storable(reference) !== reference ||
    reference.includes('\uFFFD')
  )
    return null;
  return withoutKeyed(reference, secrets) === reference ? reference : null;
}

function redactCommon(text: string, secrets: SecretsInFlight): string {
  const plain = storable(plainDigits(text));
  // `seen`: a part of a longer run may be one of a reference.
  return withoutNamedCodes(withoutCardNumbers(withoutKeyed(plain, secrets), 'seen', redacted));
}

/** Replaces NUL and half surrogate pairs, which no database accepts. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');

/** Decodes disguised digits: JSON escapes, HTML entities, full-width forms. */
const plainDigits = (text: string): string =>
  text
    .replace(/\\u003([0-9])/gi, '$1')
    .replace(/&#(?:x3([0-9])|0*(4[89]|5[0-7]));/gi, (_all, hex?: string, code?: string) =>
      hex === undefined ? String.fromCharCode(Number(code)) : hex,
    )
    .replace(/[\uFF10-\uFF19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xff10 + 48));

/** Removes the phrases and the keyed number, with any separators between its digits and the code that may follow. */
function withoutKeyed(text: string, { cardNumber, securityCode, phrases }: SecretsInFlight): string {
  let clean = text;
  for (const phrase of phrases) clean = clean.replace(new RegExp(escaped(phrase), 'gi'), redacted);
  if (cardNumber === null) return clean;
  clean = withoutBase64(clean, cardNumber);
  const between = '(?:%[0-9A-Fa-f]{2}|\\\\u[0-9A-Fa-f]{4}|&[a-z]{2,6};|<[^<>]{1,40}>|[^0-9A-Za-z]){0,3}';
  const code = securityCode === null ? '' : `(?:${between}${securityCode}(?![0-9]))?`;
  return clean.replace(new RegExp([...cardNumber].join(between) + code, 'g'), redacted);
}

/** Removes runs of base64 that hold the number, and with it the code and the keys beside it. */
function withoutBase64(text: string, cardNumber: string): string {
  const encoded = [0, 1, 2].map((before) => base64Behind(before, cardNumber));
  return text.replace(/[0-9A-Za-z+/_=-]{20,}/g, (run) => (encoded.some((part) => run.includes(part)) ? redacted : run));
}

/** Returns the characters of base64 that hold nothing but a text. @param before number of bytes in front of it, modulo 3 */
const base64Behind = (before: number, text: string): string =>
  Buffer.from(' '.repeat(before) + text)
    .toString('base64')
    .slice(Math.ceil((before * 4) / 3), Math.floor(((before + text.length) * 4) / 3));

/** Escapes a text for use as a pattern. `RegExp.escape` replaces this once TypeScript's library declares it. */
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/**
 * Removes a security code that follows its name, in JSON, in a form or in a sentence, whether it was keyed here or not.
 */
const withoutNamedCodes = (text: string): string =>
  text.replace(
    /((?:cvv2?|cvc2?|cvn|csc|security[ _-]?code|c[oó]digo(?: de)?[ _-]?seguridad)[^0-9A-Za-z]{0,6}(?:(?:is|es|was|value|valor)[^0-9A-Za-z]{0,4})?)[0-9]{3,4}(?![0-9])/gi,
    `$1${redacted}`,
  );

const withoutSecurityCode = (text: string, securityCode: string | null): string =>
  securityCode === null ? text : text.replace(new RegExp(`(?<![0-9])${securityCode}(?![0-9])`, 'g'), redacted);
