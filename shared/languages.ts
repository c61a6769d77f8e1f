/**
 * THE table of languages. A row leads to every choice, format and reader; the texts and the guide that it needs are demanded by
 * their type (`shared/locales/catalogues.ts`, `renderer/words`).
 */

interface LanguageRow {
  /** As its own speakers call it. */
  readonly name: string;
  /** BCP 47 tag for figures, dates and names. */
  readonly tag: string;
  /** First day of a week: 0 is Sunday. */
  readonly weekStart: 0 | 1;
  /** Month of a day in its field. English names it, because `03/04` means two days there. */
  readonly month: '2-digit' | 'short';
}

export const languages = {
  /** With the day before the month, as everywhere in the program. */
  en: { name: 'English', tag: 'en-GB', weekStart: 1, month: 'short' },
  es: { name: 'Español', tag: 'es-PA', weekStart: 0, month: '2-digit' },
} as const satisfies Readonly<Record<string, LanguageRow>>;

export type Language = keyof typeof languages;
export const allLanguages = Object.keys(languages) as readonly Language[];

/** The languages to choose from, each by its own name. */
export const languageChoices = allLanguages.map((value) => ({ value, label: languages[value].name }));

/** Returns the language of a locale, such as `es-PA`; the first one for any other. */
export const languageOf = (locale: string): Language =>
  allLanguages.find((language) => locale.toLowerCase().split(/[-_]/)[0] === language) ?? 'en';

export const nextLanguage = (language: Language): Language =>
  allLanguages[(allLanguages.indexOf(language) + 1) % allLanguages.length] ?? language;
