/**
 * Meaning of the texts with which a service refuses a request and that have no code of their own: the `{"error": …}` of family B
 * and the validators' sentences under code 300 of family A (field notes). Each stands for the code that says the same. The
 * outcome is decided elsewhere; here it is only said who refused and what helps.
 */
import type { HeaderCode } from '#shared/payments/header-codes.ts';
import { withoutAccents } from '#shared/without-accents.ts';

/** The first match counts, so the narrower pattern stands first. */
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
