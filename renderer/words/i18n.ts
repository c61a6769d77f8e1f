/** Languages of the page. Every text comes from `shared/locales`, with keys checked by type. */
import i18next, { type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { countFormatter } from '#shared/locales/counts.ts';
import type { en } from '#shared/locales/en.ts';
import type { es } from '#shared/locales/es.ts';
import type { ReadText } from '#shared/words/outcome-texts.ts';
import type { Language } from '#shared/seat/settings.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof en;
  }
}

/** All namespaces, `common` first: `t('action.copy')`, `t('outcomes:held.title')`. */
const namespaces = [
  'common',
  'charge',
  'fields',
  'holds',
  'history',
  'printing',
  'reports',
  'settings',
  'outcomes',
  'failures',
  'service',
  'connection',
  'training',
  'signIn',
  'audit',
  'dates',
  'palette',
  'help',
  'unconfirmed',
  'work',
] as const satisfies readonly (keyof typeof en)[];

/** Reads a text. An unknown key does not compile. The words of outcomes are handed a plain function, which no overload of i18next is. */
export type Translate = TFunction<typeof namespaces> & ReadText;

/** Returns the texts of the current language. The component renders again when the language changes. */
export function useText(): { readonly t: Translate; readonly language: Language } {
  // Asked for one namespace, because each of them is looked up at every render. The keys name the others themselves.
  const { t, i18n } = useTranslation('common');
  return { t: t as Translate, language: i18n.language === 'es' ? 'es' : 'en' };
}

type Texts = Partial<typeof en | typeof es>;

/** Returns the texts of a language that the page shows first. They are read from their own file once. */
export const firstTextsOf = (language: Language): Promise<Texts> =>
  language === 'en'
    ? import('#shared/locales/en/first.ts').then((module) => module.first)
    : import('#shared/locales/es/first.ts').then((module) => module.first);

const laterTextsOf = (language: Language): Promise<Texts> =>
  language === 'en'
    ? import('#shared/locales/en/later.ts').then((module) => module.later)
    : import('#shared/locales/es/later.ts').then((module) => module.later);

function addTexts(language: Language, texts: Texts): void {
  for (const [namespace, words] of Object.entries(texts)) i18next.addResourceBundle(language, namespace, words);
}

/** Adds the texts of the screens that open later. Their texts are there before them. */
export async function readLaterTexts(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'settings')) addTexts(language, await laterTextsOf(language));
}

/** Returns the language that is shown. */
export const shownLanguage = (): Language => (i18next.language === 'es' ? 'es' : 'en');

/**
 * Starts i18next. Must run before the first render.
 * @param resources the texts of `language`, and those of another language that is in memory already
 */
export function startLanguages(language: Language, resources: Partial<Readonly<Record<Language, Texts>>>): void {
  void i18next
    .use(initReactI18next)
    .use(countFormatter)
    .init({
      lng: language,
      fallbackLng: language,
      defaultNS: 'common',
      resources,
      ns: namespaces,
      // React escapes every text.
      interpolation: { escapeValue: false, alwaysFormat: true },
      initAsync: false,
      react: { bindI18nStore: 'added' },
    });
}

/** BCP 47 tags for figures and dates: Panama's Spanish, and English with day before month. */
export const localeOf: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-PA' };

/** Switches the language of the page, as soon as its texts are in memory. */
export async function showLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'common')) addTexts(language, await firstTextsOf(language));
  await readLaterTexts(language);
  document.documentElement.lang = localeOf[language];
  if (i18next.language !== language) await i18next.changeLanguage(language);
}
