/** Words and formats of paper in one language, which need not be the seat's. */
import type { paper } from '#shared/locales/en/paper.ts';
import type { OutcomeFormats } from '#shared/words/outcome-texts.ts';
import type { NamespaceKey, TextKeys } from '#shared/locales/text-keys.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { decimalText, type MinorUnits } from '#shared/payments/money.ts';
import { languages, type Language } from '#shared/languages.ts';

type PaperKey =
  | `paper:${TextKeys<typeof paper>}`
  | NamespaceKey<'common' | 'outcomes' | 'service' | 'holds' | 'history' | 'reports'>;

export interface PaperWords extends PaperFormats {
  readonly language: Language;
  readonly t: (key: PaperKey, values?: Readonly<Record<string, string | number>>) => string;
}

/** Amounts are minor units. Instants are UTC and printed in local time. */
export interface PaperFormats {
  /** `B/. 1,234.50`, joined by a no-break space. */
  readonly money: (amount: MinorUnits, currencySign: string) => string;
  /** `1,234.50` */
  readonly figure: (amount: MinorUnits) => string;
  /** `1,234` */
  readonly count: (value: number) => string;
  /** `21/11/2026` */
  readonly date: (instant: string) => string;
  /** `14:05:31` */
  readonly time: (instant: string) => string;
  /** `21/11/2026, 14:05` */
  readonly moment: (instant: string) => string;
  /** `Saturday, 21 November 2026` */
  readonly longDate: (instant: string) => string;
}

/** @param timeZone names a zone other than the computer's, for tests */
export function paperFormats(language: Language, timeZone?: string): PaperFormats {
  const locale = languages[language].tag;
  const zone = timeZone === undefined ? {} : { timeZone };
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const whole = new Intl.NumberFormat(locale);
  // In this order in both languages, because 03/04 in an English document is read both ways.
  const numbers = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric', ...zone });
  const clock = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...zone,
  });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', ...zone });
  // Intl takes an exact decimal text, so no amount is ever a float.
  const figure = (amount: MinorUnits): string => decimal.format(decimalText(amount) as Intl.StringNumericLiteral);
  const date = (instant: string): string => numbers.format(new Date(instant));
  const time = (instant: string): string => clock.format(new Date(instant));
  const longDate = (instant: string): string => {
    const text = full.format(new Date(instant));
    return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
  };
  return {
    figure,
    money: (amount, currencySign) => `${currencySign}\u00a0${figure(amount)}`.trim(),
    count: (value) => whole.format(value),
    date,
    time,
    moment: (instant) => `${date(instant)}, ${time(instant).slice(0, 'HH:MM'.length)}`,
    longDate,
  };
}

/** Formats of the words of outcomes, in which a day is written as everywhere on paper. */
export const outcomeFormats = ({ money, date, moment }: PaperFormats): OutcomeFormats => ({ money, day: date, moment });

/** Returns `Visa •••• 7001`, all that is known of a card. */
export const maskedCard = ({ t }: PaperWords, card: Attempt['card']): string =>
  card === null
    ? t('paper:noCard')
    : t('paper:card', { brand: t(`common:brand.${card.brand}`), lastFour: card.lastFour });
