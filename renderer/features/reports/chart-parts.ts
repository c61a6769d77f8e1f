/** Parts of the chart, hours of a day or days of a range, and the marks of its axis: whole steps, never rounded. */
import { operations, type RecordedOperation } from '#shared/payments/operations.ts';
import { figureOf, type Comparison, type CurrencyFigures } from '#shared/reports/figures.ts';
import { boundsOfDay, localDay } from '#shared/local-day.ts';

interface ChartPart {
  readonly key: string;
  /** As the axis shows it. */
  readonly name: string;
  /** Minor units by operation. */
  readonly amounts: Readonly<Partial<Record<RecordedOperation, number>>>;
  readonly charged: number;
  /** Charged at the same place of the days to compare with. */
  readonly former: number;
}

/** Returns the operations that charged something, in the table's order. */
export const chartSeries = ({ byPart }: CurrencyFigures): readonly RecordedOperation[] =>
  operations.filter((operation) => byPart.some((part) => part.operation === operation));

/**
 * Returns the hours from the first charge to the last and at least a working day, or every day of the range. Hours of today
 * that have not come are left out.
 * @param now epoch milliseconds
 */
export function chartParts(
  { byPart }: CurrencyFigures,
  before: Comparison['currencies'][number] | undefined,
  days: readonly string[],
  locale: string,
  now: number,
): readonly ChartPart[] {
  const former = before?.byPart ?? [];
  const part = (key: string, name: string, formerKey: string): ChartPart => {
    const own = byPart.filter((row) => row.part === key);
    return {
      key,
      name,
      amounts: Object.fromEntries(own.map(({ operation, amount }) => [operation, amount])),
      charged: own.reduce((sum, { amount }) => sum + amount, 0),
      former: figureOf(former, formerKey).amount,
    };
  };
  if (days.length > 1) {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
    return days.map((day, index) => part(day, format.format(new Date(boundsOfDay(day)?.from ?? day)), String(index)));
  }
  const soFar = days[0] === localDay(new Date(now)) ? new Date(now).getHours() : 23;
  const own = byPart.map((row) => Number(row.part));
  const earlier = former.map(({ key }) => Number(key)).filter((hour) => hour <= soFar);
  const last = Math.max(Math.min(17, soFar), ...own, ...earlier);
  const first = Math.min(8, last, ...own, ...earlier);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = String(first + index).padStart(2, '0');
    return part(hour, `${hour}:00`, hour);
  });
}

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
  new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(amount / 100);
