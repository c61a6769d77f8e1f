/** Marks of a chart's axis in whole steps that read as what they are: never rounded, never twice the same. */

/** Steps in minor units: 1, 2 or 5 times a power of ten, from 1.00 on. */
const factors = [1, 2, 5] as const;
const mostMarks = 5;

/** @param highest of the values, in minor units @returns marks from 0 to at least the highest value */
export function axisMarks(highest: number): readonly number[] {
  for (let power = 100; ; power *= 10) {
    for (const factor of factors) {
      const step = factor * power;
      const marks = Math.max(1, Math.ceil(highest / step));
      if (marks <= mostMarks) return Array.from({ length: marks + 1 }, (_, index) => index * step);
    }
  }
}

/** Returns a mark without needless decimals: `1,500`. */
export const writtenMark = (amount: number, locale: string): string =>
  new Intl.NumberFormat(locale === 'en-GB' ? 'en' : locale, { maximumFractionDigits: 0 }).format(amount / 100);
