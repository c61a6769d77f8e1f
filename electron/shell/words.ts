/** Texts for menus, notifications and dialogs in the seat's language, from the same locales as the screens. */
import i18next, { type TFunction } from 'i18next';
import { common as commonEn } from '#shared/locales/en/common.ts';
import { fields as fieldsEn } from '#shared/locales/en/fields.ts';
import { history as historyEn } from '#shared/locales/en/history.ts';
import type { en } from '#shared/locales/en.ts';
import { holds as holdsEn } from '#shared/locales/en/holds.ts';
import { outcomes as outcomesEn } from '#shared/locales/en/outcomes.ts';
import { shell as shellEn } from '#shared/locales/en/shell.ts';
import { common as commonEs } from '#shared/locales/es/common.ts';
import { fields as fieldsEs } from '#shared/locales/es/fields.ts';
import { holds as holdsEs } from '#shared/locales/es/holds.ts';
import { history as historyEs } from '#shared/locales/es/history.ts';
import { outcomes as outcomesEs } from '#shared/locales/es/outcomes.ts';
import { shell as shellEs } from '#shared/locales/es/shell.ts';
import { decimalText, type MinorUnits } from '#shared/payments/money.ts';
import type { Language } from '#shared/seat/settings.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof en;
  }
}

export interface Words {
  readonly language: Language;
  readonly t: TFunction<['shell', 'common', 'outcomes', 'fields', 'history', 'holds']>;
  /** Formats an amount in minor units with its sign, grouped as the language does. */
  readonly money: (amount: MinorUnits, sign: string) => string;
  /** Formats the local day as `2026-11-20`, for file names. */
  readonly day: (at: Date) => string;
}

/** BCP 47 tags for numbers, the same as on the screens. */
const localeOf: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-PA' };

export function wordsOf(language: Language): Words {
  const instance = i18next.createInstance({
    lng: language,
    fallbackLng: 'en',
    resources: {
      en: {
        common: commonEn,
        fields: fieldsEn,
        history: historyEn,
        holds: holdsEn,
        outcomes: outcomesEn,
        shell: shellEn,
      },
      es: {
        common: commonEs,
        fields: fieldsEs,
        history: historyEs,
        holds: holdsEs,
        outcomes: outcomesEs,
        shell: shellEs,
      },
    },
    ns: ['shell', 'common', 'outcomes', 'fields', 'history', 'holds'],
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  void instance.init();
  const figures = new Intl.NumberFormat(localeOf[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return {
    language,
    t: instance.getFixedT(language, ['shell', 'common', 'outcomes', 'fields', 'history', 'holds']),
    money: (amount, sign) => `${sign} ${figures.format(decimalText(amount) as `${number}`)}`,
    day: (at) =>
      [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-'),
  };
}
