/** The two looks of every state, so that each is shown in both languages and both colour schemes. */
import i18next from 'i18next';
import type { Translate } from '#renderer/words/i18n.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';

export const looks = [
  { language: 'en', theme: 'light' },
  { language: 'es', theme: 'dark' },
] as const;
type Look = (typeof looks)[number];

startBothLanguages();

/** The words of a language, as the page itself looks them up. */
export const wordsOf = (language: Look['language']): Translate => i18next.getFixedT(language);
