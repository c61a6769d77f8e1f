/** Languages of the page. Every text comes from `shared/locales`, with keys checked by type. */
import i18next, { type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { countFormatter } from '#shared/locales/counts.ts';
import type { en } from '#shared/locales/en.ts';
import type { es } from '#shared/locales/es.ts';
import type { NamespaceKey } from '#shared/locales/text-keys.ts';
import type { ReadText } from '#shared/words/outcome-texts.ts';
import { languageOf, languages, type Language } from '#shared/languages.ts';
import type { Role } from '#shared/role.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof en;
  }
}

/** All namespaces, `common` first: `t('action.copy')`, `t('outcomes:held.title')`. */
const namespaces = [
  'common',
  'banners',
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

/** Reads the text of a kind with all its facts, whichever of them the text names. */
export const tell = (t: Translate, key: NamespaceKey<(typeof namespaces)[number]>, facts: object): string =>
  (t as unknown as (key: string, facts: object) => string)(key, facts);

interface ShownTexts {
  readonly t: Translate;
  readonly language: Language;
}

let shown: ShownTexts | null = null;
/** Who reads the texts: one with an ending such as `_supervisor` is read by that role in place of the one without. */
let reader: Role | undefined;
const listeners = new Set<() => void>();

/** Reads a text or a table of texts without values once, because i18next takes a while to find one and a screen asks for hundreds. */
function textsOf(language: string): ShownTexts {
  // The overloads of i18next fit no plain function. The keys are checked by the type that is returned.
  const translate = i18next.getFixedT(language, 'common') as unknown as (key: string, values: object) => string;
  const context = reader;
  const plain = new Map<string, string>();
  const t = (key: string, values?: object): string => {
    if (values !== undefined && !('returnObjects' in values)) return translate(key, { ...values, context });
    const text = plain.get(key) ?? translate(key, { ...values, context });
    plain.set(key, text);
    return text;
  };
  return { t: t as Translate, language: languageOf(language) };
}

function showTexts(): void {
  shown = textsOf(i18next.language);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function shownTexts(): ShownTexts {
  if (shown === null) throw new Error('startLanguages has not run');
  return shown;
}

/** Returns the texts of the current language. The component renders again when the language changes, and when texts are added. */
export const useText = (): ShownTexts => useSyncExternalStore(subscribe, shownTexts, shownTexts);

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
  for (const [namespace, words] of Object.entries(texts)) {
    i18next.addResourceBundle(language, namespace, words, false, false, { skipCopy: true });
  }
  // All at once, because every component renders again.
  if (language === i18next.language) showTexts();
}

/** Adds the texts of the screens that open later. Their texts are there before them. */
export async function readLaterTexts(language: Language): Promise<void> {
  const texts = await files[language].later();
  // Two parts of the page may have waited for the same file.
  if (!i18next.hasResourceBundle(language, 'settings')) addTexts(language, texts);
}

/** Returns the language that is shown. */
export const shownLanguage = (): Language => languageOf(i18next.language);

/**
 * Starts i18next. Must run before the first render.
 * @param resources the texts of `language`, and those of another language that is in memory already
 */
export function startLanguages(language: Language, resources: Partial<Readonly<Record<Language, Texts>>>): void {
  void i18next.use(countFormatter).init({
    lng: language,
    fallbackLng: language,
    defaultNS: 'common',
    resources,
    ns: namespaces,
    // React escapes every text.
    interpolation: { escapeValue: false, alwaysFormat: true },
    initAsync: false,
  });
  showTexts();
}

/** Says who reads the texts from now on. */
export function showTextsTo(role: Role | undefined): void {
  if (reader === role) return;
  reader = role;
  showTexts();
}

/** Language that was chosen last. */
let chosen: Language | null = null;

/** Switches the language of the page, as soon as its texts are in memory, unless another one is chosen meanwhile. */
export async function showLanguage(language: Language): Promise<void> {
  chosen = language;
  if (!i18next.hasResourceBundle(language, 'common')) addTexts(language, await firstTextsOf(language));
  await readLaterTexts(language);
  if (chosen !== language) return;
  document.documentElement.lang = languages[language].tag;
  if (i18next.language === language) return;
  await i18next.changeLanguage(language);
  showTexts();
}
