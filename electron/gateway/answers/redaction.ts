/** Removes secrets from an answer before any of it is kept, because the service or a proxy may echo the request. */
import { createHash } from 'node:crypto';
import type { CardPayment, MerchantAccount } from '#electron/core/ports/gateway.ts';
import { withoutCardNumbers } from '#electron/core/redact.ts';
import { plainSpelling, type Span } from '#shared/texts/card-numbers.ts';
import { storable } from '#shared/texts/text-kinds.ts';
import { longParts, scatteredNumber } from './scattered-number.ts';

/** The secrets of a request that no record may hold (invariant 5; PCI DSS 3.3 and 3.4). */
export type SecretsInFlight = ReturnType<typeof secretsOf>;

const redacted = '[redacted]';

export function secretsOf({ secrets }: MerchantAccount, payment: CardPayment | null) {
  const card = payment?.card ?? null;
  const ofCard =
    card === null
      ? []
      : [
          createHash('sha512')
            .update(card.number + card.securityCode + payment?.email)
            .digest('hex'),
          BigInt(card.number).toString(16),
        ];
  const key = secrets.apiKey?.trim() ?? '';
  const phrases = [secrets.cclw.trim(), key, ...key.split('|'), ...ofCard]
    // A shorter phrase would also remove ordinary words.
    .filter((phrase) => phrase.length >= 6)
    .flatMap((phrase) => [phrase, encodeURIComponent(phrase), JSON.stringify(phrase).slice(1, -1)]);
  return {
    cardNumber: card?.number ?? null,
    securityCode: card?.securityCode ?? null,
    /** Web code, API key and its segments, SecretHash, the card number in hexadecimal. */
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
        /("(?:message|messageSys|description|RespText|Response_Text|error)"\s*:\s*)?"(?:[^"\\]|\\.)*"?/g,
        (text, named?: string) =>
          named !== undefined || sentence.test(text) ? withoutSecurityCode(text, secrets.securityCode) : text,
      )
    : withoutSecurityCode(clean, secrets.securityCode);
}

/** Words, as in a text for people. References have no blanks. */
const sentence = /\p{L} | \p{L}/u;

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
 * our own words. Accents piled on one letter would cover the lines above and below.
 */
export const legible = (text: string): string =>
  text
    .replace(/[\s\u2028\u2029]+/g, ' ')
    // Joiners stay, because scripts and emoji need them.
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '\uFFFD')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1\uFFFD');

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
  // A token may begin and end like its card, and have a part of it by chance.
  const holdsCard =
    withoutKeyed(reference, secrets) !== reference ||
    (secrets.cardNumber !== null && scatteredNumber(reference, secrets.cardNumber).length > 0);
  return holdsCard ? null : reference;
}

/** Keeps a link as it came, or not at all. */
export function keepLink(link: string | null, secrets: SecretsInFlight): string | null {
  const kept = keepReference(link, secrets);
  return kept === null || namedCodesIn(kept).length === 0 ? kept : null;
}

function redactCommon(text: string, secrets: SecretsInFlight): string {
  const clean = withoutKeyed(storable(plainDigits(text)), secrets);
  // `seen`: a part of a longer run may be one of a reference.
  return withoutCardNumbers(clean, 'seen', redacted, [...partsIn(clean, secrets), ...namedCodesIn(clean)]);
}

/** Returns where the keyed number is split or spelled, and where a long part of it stands. */
const partsIn = (text: string, { cardNumber }: SecretsInFlight) =>
  cardNumber === null ? [] : [...scatteredNumber(text, cardNumber), ...longParts(text, cardNumber)];

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
  // An expiry may stand before the code.
  const code = securityCode === null ? '' : `(?:${between}(?:[0-9]{2}${between}){0,3}${securityCode}(?![0-9]))?`;
  return clean.replace(new RegExp([...cardNumber].join(between) + code, 'g'), redacted);
}

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

const aside = '[^0-9A-Za-z]';
/** A name of a security code, a word that may follow it, and the code. */
const namedCode = new RegExp(
  '(?:cvv2?|cvc2?|cvn|csc|security[ _-]?code|verification[ _-]?(?:code|value|number)|c[oó]digo(?:[ _-]?de)?[ _-]?(?:seguridad|verificaci[oó]n))' +
    `(?:${aside}|&[a-z]{2,6};){0,40}(?:(?:is|es|was|value|valor|code|number)${aside}{0,20})?` +
    `(?<code>[0-9](?:${aside}{0,6}[0-9]){2,3})(?![0-9])`,
  'dgi',
);

/** Returns the security codes that follow their name, in JSON, in a form or in a sentence, whether they were keyed here or not. */
function namedCodesIn(text: string): readonly Span[] {
  return [...plainSpelling(text).matchAll(namedCode)].flatMap(({ indices }) => {
    const code = indices?.groups?.['code'];
    return code === undefined ? [] : [{ from: code[0], to: code[1] }];
  });
}

const withoutSecurityCode = (text: string, securityCode: string | null): string =>
  securityCode === null ? text : text.replace(new RegExp(`(?<![0-9])${securityCode}(?![0-9])`, 'g'), redacted);
