/** Languages of the page. Every text comes from `shared/locales`, with keys checked by type. */
import i18next, { type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { countFormatter } from '#shared/locales/counts.ts';
import type { en } from '#shared/locales/en.ts';
import type { es } from '#shared/locales/es.ts';
import type { ReadText } from '#shared/words/outcome-texts.ts';
import { languageOf, languages, type Language } from '#shared/languages.ts';

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
  'reversals',
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
  return { t: t as Translate, language: languageOf(i18n.language) };
}

type Texts = Partial<typeof en | typeof es>;

/** Files of each language: what the page shows first, and the screens that open later. */
const files: Readonly<Record<Language, { readonly [Part in 'first' | 'later']: () => Promise<Texts> }>> = {
  en: {
    first: () => import('#shared/locales/en/first.ts').then(({ first }) => first),
    later: () => import('#shared/locales/en/later.ts').then(({ later }) => later),
  },
  es: {
    first: () => import('#shared/locales/es/first.ts').then(({ first }) => first),
    later: () => import('#shared/locales/es/later.ts').then(({ later }) => later),
  },
};

/** Returns the texts of a language that the page shows first. They are read from their own file once. */
export const firstTextsOf = (language: Language): Promise<Texts> => files[language].first();

function addTexts(language: Language, texts: Texts): void {
  // Two parts of the page may have waited for the same file.
  const added = Object.entries(texts).filter(([namespace]) => !i18next.hasResourceBundle(language, namespace));
  for (const [index, [namespace, words]] of added.entries()) {
    // Only the last is announced, because every component renders again after each announcement.
    const silent = index < added.length - 1;
    i18next.addResourceBundle(language, namespace, words, false, false, { silent, skipCopy: true });
  }
}

/** Adds the texts of the screens that open later. Their texts are there before them. */
export async function readLaterTexts(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'settings')) addTexts(language, await files[language].later());
}

/** Returns the language that is shown. */
export const shownLanguage = (): Language => languageOf(i18next.language);

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

/** Switches the language of the page, as soon as its texts are in memory. */
export async function showLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'common')) addTexts(language, await firstTextsOf(language));
  await readLaterTexts(language);
  document.documentElement.lang = languages[language].tag;
  if (i18next.language !== language) await i18next.changeLanguage(language);
}
