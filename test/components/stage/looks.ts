/**
 * The two looks of every state: both languages and both colour schemes. A spec goes through its steps in one of them, by turns
 * of the files. The stage then turns its last state to the other one and inspects both.
 */
import i18next from 'i18next';
import type { Translate } from '#renderer/words/i18n.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';

export const looks = [
  { language: 'en', theme: 'light' },
  { language: 'es', theme: 'dark' },
] as const;
export type Look = (typeof looks)[number];

/** Declares specs whose steps are in one look. Where sizes depend on the words, run them in both `looks`. */
export function inOneLook(language: Look['language'], declare: (look: Look) => void): void {
  declare(language === 'en' ? looks[0] : looks[1]);
}

startBothLanguages();

/** The words of a language, as the page itself looks them up. */
export const wordsOf = (language: Look['language']): Translate => i18next.getFixedT(language) as unknown as Translate;
