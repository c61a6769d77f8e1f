/** Parts of the chart: hours of a day, or days of a range. */
import { operations, type RecordedOperation } from '#shared/payments/operations.ts';
import { figureOf, type Comparison, type CurrencyFigures } from '#shared/reports/figures.ts';
import { boundsOfDay } from '#shared/local-day.ts';

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

/** Returns the hours from the first charge to the last and at least a working day, or every day of the range. */
export function chartParts(
  { byPart }: CurrencyFigures,
  before: Comparison['currencies'][number] | undefined,
  days: readonly string[],
  locale: string,
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
  const hours = [...byPart.map((row) => Number(row.part)), ...former.map(({ key }) => Number(key))];
  const [first, last] = [Math.min(8, ...hours), Math.max(17, ...hours)];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = String(first + index).padStart(2, '0');
    return part(hour, `${hour}:00`, hour);
  });
}
