/** Formats money and dates with Intl in the language of the seat. Instants are UTC and shown in local time. */
import { useMemo } from 'react';
import { decimalText, type MinorUnits } from '#shared/payments/money.ts';
import { languages, type Language } from '#shared/languages.ts';
import { useText } from './i18n.ts';

export interface Formats {
  /** `B/. 1,234.50`: the merchant's sign and the figure, joined by a no-break space. Amounts are minor units. */
  readonly money: (amount: MinorUnits, currencySign: string) => string;
  /** The figure alone: `1,234.50`. */
  readonly figure: (amount: MinorUnits) => string;
  readonly count: (value: number) => string;
  /** `25 Nov, 14:05`, with the year when it is not this year's. */
  readonly moment: (instant: string) => string;
  /** `25 Nov`, with the year when it is not this year's. */
  readonly day: (instant: string) => string;
  /** `14:05` */
  readonly time: (instant: string) => string;
  /** `14:05:09` */
  readonly clock: (instant: string) => string;
  /** Name of a country by its ISO 3166 code; any other text unchanged. */
  readonly country: (code: string) => string;
}

/** Returns the formats of a language. Pure, so that tests can name the time zone. */
export function formatsOf(language: Language, timeZone?: string, now: () => Date = () => new Date()): Formats {
  const locale = languages[language].tag;
  const zone = timeZone === undefined ? {} : { timeZone };
  const decimal = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const whole = new Intl.NumberFormat(locale);
  const dateOnly = { day: 'numeric', month: 'short' } as const;
  const timeOnly = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const dayOf = new Intl.DateTimeFormat(locale, { ...dateOnly, ...zone });
  const dayWithYear = new Intl.DateTimeFormat(locale, { ...dateOnly, year: 'numeric', ...zone });
  const timeOf = new Intl.DateTimeFormat(locale, { ...timeOnly, ...zone });
  const clockOf = new Intl.DateTimeFormat(locale, { ...timeOnly, second: '2-digit', ...zone });
  const yearOf = new Intl.DateTimeFormat('en', { year: 'numeric', ...zone });

  const regions = new Intl.DisplayNames(locale, { type: 'region' });

  // Intl takes an exact decimal text, so no amount is ever a float.
  const figure = (amount: MinorUnits): string => decimal.format(decimalText(amount) as Intl.StringNumericLiteral);
  const day = (instant: string): string => {
    const date = new Date(instant);
    return (yearOf.format(date) === yearOf.format(now()) ? dayOf : dayWithYear).format(date);
  };
  const time = (instant: string): string => timeOf.format(new Date(instant));
  return {
    money: (amount, currencySign) => `${currencySign}\u00a0${figure(amount)}`,
    figure,
    count: (value) => whole.format(value),
    moment: (instant) => `${day(instant)}, ${time(instant)}`,
    day,
    time,
    clock: (instant) => clockOf.format(new Date(instant)),
    country: (code) => (/^[A-Za-z]{2}$/.test(code) ? (regions.of(code.toUpperCase()) ?? code) : code),
  };
}

/** Returns the formats of the current language. */
export function useFormats(): Formats {
  const { language } = useText();
  return useMemo(() => formatsOf(language), [language]);
}
