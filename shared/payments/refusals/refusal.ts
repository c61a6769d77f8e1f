/** A refusal as the answer tells it: who refused, the reason, and what helps. Words, buttons and lists follow it. */
import type { Attempt } from '#shared/payments/attempt.ts';
import {
  headerCodes,
  knownHeaderCode,
  type Advice,
  type RefusedBy,
  type HeaderCode,
} from '#shared/payments/header-codes.ts';
import { declineText, reasonText, tellsRepeat } from './reason-text.ts';
import type { RefusableField } from '#shared/payments/refusable-field.ts';
import { headerMeaning, issuerCode, serviceMeaning, type ServiceMeaning } from '#shared/payments/service-codes.ts';
import { withoutAccents } from '#shared/without-accents.ts';

export interface Refusal {
  /** Null when the answer does not tell. */
  readonly by: RefusedBy | null;
  /** Key of the words for a known reason; null for an unknown one. */
  readonly key: ServiceMeaning['key'] | null;
  /** Code to show beside the reason; null when there is none that refuses. */
  readonly code: string | null;
  /** The service's own text where it decided or is the only reason; null where it is none. */
  readonly text: string | null;
  readonly advice: Advice;
  /** Field of the Charge form to correct; null when no keyed field is at fault. */
  readonly field: RefusableField | null;
}

type Refused = Pick<Attempt, 'family' | 'state' | 'service'>;

/** Returns the refusal of an attempt that was declined or rejected; null for any other. */
export function refusalOf(attempt: Refused): Refusal | null {
  const refusal = refusalByCode(attempt);
  if (refusal === null || attempt.state !== 'declined' || refusal.advice === 'look up') return refusal;
  const repeat = [attempt.service.text, statusWord(attempt)].find((text) => text !== null && tellsRepeat(text));
  // Another card would pay twice, whatever the code beside the text.
  return repeat == null ? refusal : { ...refusal, text: reasonText(repeat), advice: 'look up', field: null };
}

function refusalByCode(attempt: Refused): Refusal | null {
  if (attempt.state !== 'declined' && attempt.state !== 'rejected') return null;
  const code = reasonCode(attempt);
  const rejected = attempt.state === 'rejected';
  const asReason = rejected ? reasonText : declineText;
  const text = asReason(attempt.service.text) ?? asReason(statusWord(attempt));
  const meaning = meaningOf(attempt, text);
  // The whole text that decided stands in the words, whatever it means.
  if (meaning !== null) return { ...meaning, code, text: decidedByText(attempt) ? text : null };
  return {
    by: rejected ? 'service' : code !== null && /^[0-9A-Z]{2}$/.test(code) ? 'bank' : null,
    key: null,
    code,
    text,
    advice: rejected ? 'ask supervisor' : 'another card',
    field: null,
  };
}

function meaningOf({ family, state, service }: Refused, text: string | null): ServiceMeaning | null {
  const known = serviceMeaning(family, service);
  if (state === 'declined') return known;
  if (known !== null && !decidedByText({ family, state, service })) return known;
  return text === null ? null : headerMeaning(meaningOfErrorText(text));
}

/** True for a request that was rejected for what a text says: with a general code (300), or without one. */
function decidedByText({ family, state, service }: Refused): boolean {
  const header = family === 'json' ? knownHeaderCode(service.code) : null;
  return state === 'rejected' && (header === null || headerCodes[header].outcome === 'unknown');
}

/** Codes that say that all is well, so beside a refusal they are no reason: success, and ISO 8583 approvals. */
const successCodes: ReadonlySet<string> = new Set(['200', '00', '000', '08', '10', '11', '85']);

/** Returns the issuer's part of the answer: a code of ISO 8583, or a word. */
const issuerSaid = ({ family, service: { code, authStatus } }: Refused): string | null =>
  family === 'json' ? authStatus : code;

/** The longest code of an issuer. Anything longer is a word, which is quoted like a text and never shown as a code. */
const longestCode = 3;

function statusWord(attempt: Refused): string | null {
  const said = issuerSaid(attempt);
  return said === null || said.trim().length <= longestCode ? null : said;
}

/** Returns the code that refused: the header's, else the issuer's. */
function reasonCode(attempt: Refused): string | null {
  const { family, service } = attempt;
  if (family === 'json' && service.code !== null && service.code !== '200') return service.code;
  const said = issuerSaid(attempt);
  if (said === null || said.trim() === '' || statusWord(attempt) !== null) return null;
  const issuer = issuerCode(said);
  return successCodes.has(issuer) ? null : issuer;
}

/**
 * Meaning of the texts with which a service refuses a request and that have no code of their own: the `{"error": …}` of family B
 * and the validators' sentences under code 300 of family A (field notes). The outcome is decided elsewhere; here it is only said who
 * refused and what helps. The first match counts, so the narrower pattern stands first.
 */
const meanings: readonly (readonly [pattern: RegExp, sameAs: HeaderCode])[] = [
  [/\b(already|was) captured\b/, '622'],
  [/\bvoided\b/, '661'],
  [/\b(already|was) reversed\b/, '623'],
  [/\brelated\b.*\bdeclined?\b/, '621'],
  [/\binvalid related\b|\brelated\b.*\b(invalid|not (found|valid))\b/, '620'],
  // "Wrong Access Data/Company processing not authorized"
  [/\baccess data\b|\bcompany\b|\bmerchant\b|\bcomercio\b|\bcclw\b|\bapi ?key\b|\bsecret ?hash\b/, '600'],
  // "credit card number lenght fail check" (sic)
  [/\bcard ?num(ber)?\b|\bccnum\b|\b(numero|nro\.?) de (la )?tarjeta\b/, '605'],
  [/\bcvv2?\b|\bcvc2?\b|\bsecurity ?code\b|\bcodigo de seguridad\b/, '606'],
  [
    /\bexp(iry|iration)? ?(month|year|date)?\b|\bvencimiento\b|\bexpiracion\b|\b(card|tarjeta)\b.*\b(expired|vencida|caducada|expirad[ao])\b|\bexpired card\b/,
    '651',
  ],
  [/\bcard ?type\b|\btipo de tarjeta\b/, '607'],
  [/\be-?mail\b|\bcorreo\b/, '608'],
  [/\blast ?name\b|\bsurname\b|\bapellidos?\b/, '610'],
  [/\b(first ?)?name\b|\bnombre\b/, '609'],
  [/\b(tele)?phone\b|\btel(efono)?\b/, '611'],
  [/\b(amount|cmtn|monto|importe)\b.*\b(below|less|minimum|minimo)\b/, '603'],
  [/\b(amount|cmtn|monto|importe)\b.*\b(above|greater|exceeds|maximum|maximo|authorized)\b/, '604'],
  [/\b(required|missing|mandatory|falta(nte)?|requerid[oa]|obligatori[oa])\b/, '602'],
];

/** Returns the code with the same meaning; null when the text names none. */
export function meaningOfErrorText(text: string): HeaderCode | null {
  const sought = withoutAccents(text).toLowerCase();
  return meanings.find(([pattern]) => pattern.test(sought))?.[1] ?? null;
}
