/** Texts for menus, notifications and dialogs in the seat's language, from the same locales as the screens. */
import i18next, { type TFunction } from 'i18next';
import type { DeedWords } from '#shared/locales/deed-texts.ts';
import { deedSentence } from '#shared/locales/deed-words.ts';
import { countFormatter } from '#shared/locales/counts.ts';
import { catalogues } from '#shared/locales/catalogues.ts';
import type { en } from '#shared/locales/en.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import type { TrainingTexts } from '#electron/core/merchants/training-merchant.ts';
import { paperFormats, type PaperFormats, type PaperWords } from '#electron/paper/paper-words.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import { languages, type Language } from '#shared/languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof en;
  }
}

const namespaces = [
  'shell',
  'common',
  'outcomes',
  'fields',
  'history',
  'holds',
  'reports',
  'audit',
  'settings',
] as const;

export interface Words {
  readonly language: Language;
  readonly t: TFunction<typeof namespaces>;
  /** Formats an amount in minor units with its sign, grouped as the language does. */
  readonly money: (amount: MinorUnits, sign: string) => string;
  /** Tells a deed of the audit trail in one sentence. */
  readonly deed: (deed: LedgerDeed) => string;
  readonly paper: PaperWords;
  /** Formats the local day as `2026-11-20`, for file names. */
  readonly day: (at: Date) => string;
}

/** Texts of the built-in merchant. Read without the other words, because every payment asks for its merchant. */
export function trainingTexts(language: Language): TrainingTexts {
  const { name, concept, description } = catalogues[language].common.trainingMerchant;
  return { name, defaultConcept: concept, defaultDescription: description };
}

export function wordsOf(language: Language): Words {
  const instance = i18next.createInstance({
    lng: language,
    fallbackLng: 'en',
    resources: catalogues,
    ns: namespaces,
    defaultNS: 'shell',
    interpolation: { escapeValue: false, alwaysFormat: true },
    initAsync: false,
  });
  void instance.use(countFormatter).init();
  const t = instance.getFixedT(language, namespaces);
  // Formats are made when they are first needed: Intl reads its tables, and the title of the window has no figures.
  let formats: PaperFormats | null = null;
  const paper = (): PaperFormats => (formats ??= paperFormats(language));
  const figure: PaperFormats['figure'] = (amount) => paper().figure(amount);
  const instantText = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | null = null;
    return (instant: string): string =>
      (format ??= new Intl.DateTimeFormat(languages[language].tag, options)).format(new Date(instant));
  };
  const deedWords: DeedWords = {
    // The overloads of i18next fit no plain function. The keys are checked by their own type.
    t: t as unknown as DeedWords['t'],
    figure,
    day: instantText({ dateStyle: 'medium' }),
    moment: instantText({ dateStyle: 'medium', timeStyle: 'short' }),
  };
  return {
    language,
    t,
    money: (amount, sign) => `${sign} ${figure(amount)}`,
    deed: (deed) => deedSentence(deedWords, deed),
    get paper() {
      return { ...paper(), language, t: t as unknown as PaperWords['t'] };
    },
    day: (at) =>
      [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-'),
  };
}
