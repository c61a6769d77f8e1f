/**
 * Meaning of the texts that family B answers as `{"error": …}` (field notes). They have no code, so each stands for the code of
 * family A that says the same. The words of a text never decide the outcome here, only who refused and what helps.
 */
import type { HeaderCode } from '#shared/payments/header-codes.ts';

/** The first match counts, so the narrower pattern stands first. */
const meanings: readonly (readonly [pattern: RegExp, sameAs: HeaderCode])[] = [
  [/\balready captured\b|\bwas captured\b/i, '622'],
  [/\b(voided|already voided)\b/i, '661'],
  [/\b(already|was) reversed\b/i, '623'],
  [/\brelated\b.*\bdeclined?\b/i, '621'],
  [/\b(invalid related|related\b.*\b(invalid|not (found|valid)))\b/i, '620'],
  // "Wrong Access Data/Company processing not authorized"
  [/\baccess data\b|\bcompany\b|\bmerchant\b|\bcclw\b|\bapi ?key\b/i, '600'],
  // "credit card number lenght fail check" (sic)
  [/\bcard num(ber)?\b|\bccnum\b|\bpan\b/i, '605'],
  [/\bcvv2?\b|\bcvc2?\b|\bsecurity code\b/i, '606'],
  [/\bexp(iry|iration|month|year|ired)?\b/i, '651'],
  [/\bcard ?type\b/i, '607'],
  [/\be-?mail\b/i, '608'],
  [/\blast ?name\b|\bsurname\b/i, '610'],
  [/\b(first ?)?name\b/i, '609'],
  [/\b(tele)?phone( number)?\b|\btel\b/i, '611'],
];

/** Returns the code of family A with the same meaning; null when the text names none. */
export const meaningOfFormError = (text: string): HeaderCode | null =>
  meanings.find(([pattern]) => pattern.test(text))?.[1] ?? null;
