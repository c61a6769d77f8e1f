/** Brings the texts of services into one form, in which words are compared. */
import { withoutAccents } from '#shared/without-accents.ts';

/** Vowels that a charset lost with their accent, by what is left of the word: `N?mero`, `inv?lido`, `Transacci?n`. */
const lostVowels: readonly (readonly [RegExp, string])[] = [
  [/(?<=\b(?:(?:in)?v|m))[?\uFFFD]{1,2}(?=lid[ao]|xim[ao])/gi, 'a'],
  [/(?<=\b(?:cr|tel))[?\uFFFD]{1,2}(?=dito|fono)/gi, 'e'],
  [/(?<=\b[lm])[?\uFFFD]{1,2}(?=mite|nim[ao])/gi, 'i'],
  [/(?<=ci|\bc|\belectr)[?\uFFFD]{1,2}(?=n\b|digo|nic[ao])/gi, 'o'],
  [/(?<=\bn)[?\uFFFD]{1,2}(?=mero)/gi, 'u'],
];

/** Returns the text with the accents that came as entities or in another charset, or were lost. */
export const restored = (text: string): string =>
  lostVowels.reduce(
    (whole, [shape, vowel]) => whole.replaceAll(shape, vowel),
    text
      .replaceAll(/&([a-z])acute;/gi, '$1\u0301')
      .replaceAll(/&([a-z])tilde;/gi, '$1\u0303')
      .replaceAll(/[ÂÃ][\u0080-\u00bf]/g, (pair) => Buffer.from(pair, 'latin1').toString('utf8')),
  );

/** Returns the text without accents, in lower case, on one line, without marks around it. */
export const plain = (text: string): string =>
  withoutAccents(restored(text))
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[\s*¡!.:-]+|[\s*!.:]+$/g, '');

export const plainWords = (text: string): readonly string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
