/** Figures of a language, on the screen and on paper. Amounts are minor units; instants are UTC and told in local time. */
import { decimalText, type MinorUnits } from '#shared/payments/money.ts';
import { languages, type Language } from '#shared/languages.ts';

export type WrittenFigures = ReturnType<typeof writtenFigures>;

/** @param timeZone names a zone other than the computer's, for tests */
export function writtenFigures(language: Language, timeZone?: string) {
  const locale = languages[language].tag;
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const whole = new Intl.NumberFormat(locale);
  const two = '2-digit';
  const clock = new Intl.DateTimeFormat(locale, { hour: two, minute: two, second: two, hourCycle: 'h23', timeZone });
  // Intl takes an exact decimal text, so no amount is ever a float.
  const figure = (amount: MinorUnits): string => decimal.format(decimalText(amount) as Intl.StringNumericLiteral);
  return {
    /** `B/. 1,234.50`: the merchant's sign and the figure, joined by a no-break space. */
    money: (amount: MinorUnits, currencySign: string): string => `${currencySign}\u00a0${figure(amount)}`.trim(),
    /** The figure alone: `1,234.50`. */
    figure,
    /** `1,234` */
    count: (value: number): string => whole.format(value),
    /** `14:05:09` */
    clock: (instant: string): string => clock.format(new Date(instant)),
  };
}
