/** Texts for menus, notifications and dialogs in the seat's language, from the same locales as the screens. */
import i18next, { type TFunction } from 'i18next';
import { audit as auditEn } from '#shared/locales/en/settings/audit.ts';
import { common as commonEn } from '#shared/locales/en/common.ts';
import { fields as fieldsEn } from '#shared/locales/en/payments/fields.ts';
import { history as historyEn } from '#shared/locales/en/screens/history.ts';
import type { DeedWords } from '#shared/locales/deed-texts.ts';
import { deedSentence } from '#shared/locales/deed-words.ts';
import { countFormatter } from '#shared/locales/counts.ts';
import type { en } from '#shared/locales/en.ts';
import type { LedgerDeed } from '#shared/ledger/ledger-events.ts';
import { holds as holdsEn } from '#shared/locales/en/screens/holds.ts';
import { paper as paperEn } from '#shared/locales/en/paper.ts';
import { reports as reportsEn } from '#shared/locales/en/screens/reports.ts';
import { outcomes as outcomesEn } from '#shared/locales/en/payments/outcomes.ts';
import { service as serviceEn } from '#shared/locales/en/payments/service.ts';
import { settings as settingsEn } from '#shared/locales/en/settings/settings.ts';
import { shell as shellEn } from '#shared/locales/en/shell.ts';
import { audit as auditEs } from '#shared/locales/es/settings/audit.ts';
import { common as commonEs } from '#shared/locales/es/common.ts';
import { fields as fieldsEs } from '#shared/locales/es/payments/fields.ts';
import { holds as holdsEs } from '#shared/locales/es/screens/holds.ts';
import { history as historyEs } from '#shared/locales/es/screens/history.ts';
import { paper as paperEs } from '#shared/locales/es/paper.ts';
import { reports as reportsEs } from '#shared/locales/es/screens/reports.ts';
import { outcomes as outcomesEs } from '#shared/locales/es/payments/outcomes.ts';
import { service as serviceEs } from '#shared/locales/es/payments/service.ts';
import { settings as settingsEs } from '#shared/locales/es/settings/settings.ts';
import { shell as shellEs } from '#shared/locales/es/shell.ts';
import type { TrainingTexts } from '#electron/core/merchants/training-merchant.ts';
import { paperFormats, type PaperWords } from '#electron/paper/paper-words.ts';
import { decimalText, type MinorUnits } from '#shared/payments/money.ts';
import type { Language } from '#shared/seat/settings.ts';

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
  /** Words of what is printed. */
  readonly paper: PaperWords;
  /** Formats the local day as `2026-11-20`, for file names. */
  readonly day: (at: Date) => string;
}

/** BCP 47 tags for numbers, the same as on the screens. */
const localeOf: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-PA' };

const trainingMerchants = { en: commonEn.trainingMerchant, es: commonEs.trainingMerchant };

/** Texts of the built-in merchant. Read without the other words, because every payment asks for its merchant. */
export function trainingTexts(language: Language): TrainingTexts {
  const { name, concept, description } = trainingMerchants[language];
  return { name, defaultConcept: concept, defaultDescription: description };
}

export function wordsOf(language: Language): Words {
  const instance = i18next.createInstance({
    lng: language,
    fallbackLng: 'en',
    resources: {
      en: {
        audit: auditEn,
        common: commonEn,
        fields: fieldsEn,
        history: historyEn,
        holds: holdsEn,
        outcomes: outcomesEn,
        paper: paperEn,
        reports: reportsEn,
        service: serviceEn,
        settings: settingsEn,
        shell: shellEn,
      },
      es: {
        audit: auditEs,
        common: commonEs,
        fields: fieldsEs,
        history: historyEs,
        holds: holdsEs,
        outcomes: outcomesEs,
        paper: paperEs,
        reports: reportsEs,
        service: serviceEs,
        settings: settingsEs,
        shell: shellEs,
      },
    },
    ns: namespaces,
    defaultNS: 'shell',
    interpolation: { escapeValue: false, alwaysFormat: true },
    initAsync: false,
  });
  void instance.use(countFormatter).init();
  const t = instance.getFixedT(language, namespaces);
  const figures = new Intl.NumberFormat(localeOf[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const figure = (amount: MinorUnits): string => figures.format(decimalText(amount) as `${number}`);
  const date = new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'medium' });
  const dateAndTime = new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'medium', timeStyle: 'short' });
  const deedWords: DeedWords = {
    // The overloads of i18next fit no plain function. The keys are checked by their own type.
    t: t as unknown as DeedWords['t'],
    figure,
    day: (instant) => date.format(new Date(instant)),
    moment: (instant) => dateAndTime.format(new Date(instant)),
  };
  return {
    language,
    t,
    money: (amount, sign) => `${sign} ${figure(amount)}`,
    deed: (deed) => deedSentence(deedWords, deed),
    paper: { ...paperFormats(language), language, t: t as unknown as PaperWords['t'] },
    day: (at) =>
      [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-'),
  };
}
