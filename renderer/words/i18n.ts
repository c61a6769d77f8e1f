/** Languages of the page. Every text comes from `shared/locales`, with keys checked by type. */
import i18next, { type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { en } from '#shared/locales/en.ts';
import { es } from '#shared/locales/es.ts';
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
  'reports',
  'settings',
  'outcomes',
  'failures',
  'service',
  'connection',
  'training',
  'signIn',
  'audit',
] as const satisfies readonly (keyof typeof en)[];

/** Reads a text. An unknown key does not compile. */
export type Translate = TFunction<typeof namespaces>;

/** Returns the texts of the current language. The component renders again when the language changes. */
export function useText(): { readonly t: Translate; readonly language: Language } {
  const { t, i18n } = useTranslation(namespaces);
  return { t, language: i18n.language === 'es' ? 'es' : 'en' };
}

/** Starts i18next with both languages in memory. Must run before the first render. */
export function startLanguages(language: Language): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'common',
    resources: { en, es },
    ns: namespaces,
    // React escapes every text.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
}

/** BCP 47 tags for figures and dates: Panama's Spanish, and English with day before month. */
export const localeOf: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-PA' };

/** Switches the language of the page at once. */
export function showLanguage(language: Language): void {
  document.documentElement.lang = localeOf[language];
  if (i18next.language !== language) void i18next.changeLanguage(language);
}
