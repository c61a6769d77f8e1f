/** Figures of a language, on the screen and on paper. Amounts are minor units; instants are UTC and told in local time. */
import { decimalText, type MinorUnits } from '#shared/payments/money.ts';
import { languages, type Language } from '#shared/languages.ts';

export interface WrittenFigures {
  /** `B/. 1,234.50`: the merchant's sign and the figure, joined by a no-break space. */
  readonly money: (amount: MinorUnits, currencySign: string) => string;
  /** The figure alone: `1,234.50`. */
  readonly figure: (amount: MinorUnits) => string;
  /** `1,234` */
  readonly count: (value: number) => string;
  /** `14:05:09` */
  readonly clock: (instant: string) => string;
}

/** @param timeZone names a zone other than the computer's, for tests */
export function writtenFigures(language: Language, timeZone?: string): WrittenFigures {
  const locale = languages[language].tag;
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const whole = new Intl.NumberFormat(locale);
  const two = '2-digit';
  const clock = new Intl.DateTimeFormat(locale, { hour: two, minute: two, second: two, hourCycle: 'h23', timeZone });
  // Intl takes an exact decimal text, so no amount is ever a float.
  const figure = (amount: MinorUnits): string => decimal.format(decimalText(amount) as Intl.StringNumericLiteral);
  return {
    money: (amount, currencySign) => `${currencySign}\u00a0${figure(amount)}`.trim(),
    figure,
    count: (value) => whole.format(value),
    clock: (instant) => clock.format(new Date(instant)),
  };
}
