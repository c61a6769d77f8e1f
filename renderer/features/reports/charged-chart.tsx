/** Chart of the charged money by hour or by day, beside the days before it, with a table of the same for screen readers. */
import { VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { CSSProperties } from 'react';
import { type Comparison, type CurrencyFigures, figureOf } from '#shared/reports/figures.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { languages } from '#shared/languages.ts';
import { TableHead } from '#renderer/ui/parts.tsx';
import { operations, type RecordedOperation } from '#shared/payments/operations.ts';
import { boundsOfDay, localDay } from '#shared/local-day.ts';
import classes from './charged-chart.module.css';

/** Least width in px of a part over its name, width of a sign of a value, and of a bar with the gap beside it. */
const widths = { name: 52, sign: 7, bar: 38 } as const;
const share = (amount: number, of: number): CSSProperties => ({ height: `${(amount / of) * 100}%` });

export function ChargedChart({
  figures,
  before,
  days,
  beforeName,
  now,
}: {
  readonly figures: CurrencyFigures;
  readonly before: Comparison['currencies'][number] | undefined;
  readonly days: readonly string[];
  readonly beforeName: string;
  /** Epoch milliseconds. */
  readonly now: number;
}) {
  const { t, language } = useText();
  const { money, figure } = useFormats();
  const { sign } = figures;
  const { ref, width } = useElementSize();
  const locale = languages[language].tag;
  const title = t(days.length === 1 ? 'reports:byHour' : 'reports:byDay');
  const parts = chartParts(figures, before, days, locale, now);
  const series = chartSeries(figures).map((operation) => ({ operation, name: t(`operation.${operation}`) }));
  const marks = axisMarks(Math.max(...parts.flatMap(({ charged, former }) => [charged, former])));
  const top = marks.at(-1) ?? 1;
  const room = width / parts.length;
  const hasFormer = before !== undefined && before.charged.count > 0;
  const former = hasFormer ? [{ operation: 'former' as const, name: beforeName }] : [];
  // A value begins at its bar's edge where the bar before it is the taller one.
  const longest = widths.sign * Math.max(...parts.map(({ charged }) => figure(charged).length));
  const hasValues = longest <= (hasFormer ? room - widths.bar : room);
  const everyName = Math.max(1, Math.ceil(widths.name / Math.max(room, 1)));
  return (
    <figure className={classes.chart} ref={ref}>
      <figcaption className={classes.head}>
        <span className={classes.heading}>{title}</span>
        <span className={classes.legend} aria-hidden="true">
          {[...series, ...former].map(({ operation, name }, index) => (
            <span key={operation}>
              <span className={classes.sample} data-series={operation === 'former' ? operation : index % 2} />
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div aria-hidden="true" className={classes.plot}>
        <ol className={classes.axis}>
          {marks.map((mark) => (
            <li key={mark} style={{ bottom: `${(mark / top) * 100}%` }}>
              {mark === top && sign} {writtenMark(mark, locale)}
            </li>
          ))}
        </ol>
        <ol className={classes.parts}>
          {parts.map((part, index) => (
            <li
              key={part.key}
              title={[
                part.name,
                ...[...series, ...former].map(
                  ({ operation, name }) => `${name} ${money(amountOf(part, operation), sign)}`,
                ),
              ].join('\n')}
            >
              {hasFormer && <span className={classes.bar} data-series="former" style={share(part.former, top)} />}
              <Bar part={part} top={top} series={series} hasValue={hasValues && part.charged > 0} />
              {index % everyName === 0 && <span className={classes.name}>{part.name}</span>}
            </li>
          ))}
        </ol>
      </div>
      <ChartTable
        title={title}
        partName={t(days.length === 1 ? 'reports:hour' : 'reports:journal.columns.day')}
        parts={parts}
        series={[...series, ...former]}
        sign={sign}
      />
    </figure>
  );
}

/** Bar of the charged amount, one segment for each operation. */
function Bar({
  part,
  top,
  series,
  hasValue,
}: {
  readonly part: ChartPart;
  readonly top: number;
  readonly series: readonly NamedSeries[];
  readonly hasValue: boolean;
}) {
  const { figure } = useFormats();
  return (
    <span className={classes.bar} style={share(part.charged, top)}>
      {hasValue && (
        <span className={classes.value} data-beside={part.former > part.charged}>
          {figure(part.charged)}
        </span>
      )}
      {series.map(({ operation }, place) => (
        <span
          key={operation}
          data-series={place % 2}
          style={share(amountOf(part, operation), Math.max(part.charged, 1))}
        />
      ))}
    </span>
  );
}

/** The same for screen readers. */
function ChartTable({
  title,
  partName,
  parts,
  series,
  sign,
}: {
  readonly title: string;
  readonly partName: string;
  readonly parts: readonly ChartPart[];
  readonly series: readonly NamedSeries[];
  readonly sign: string;
}) {
  const { money } = useFormats();
  return (
    <div className={VisuallyHidden.classes.root}>
      <table>
        <caption>{title}</caption>
        <TableHead names={[partName, ...series.map(({ name }) => name)]} />
        <tbody>
          {parts.map((part) => (
            <tr key={part.key}>
              <th scope="row">{part.name}</th>
              {series.map(({ operation }) => (
                <td key={operation}>{money(amountOf(part, operation), sign)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Series = RecordedOperation | 'former';
interface NamedSeries {
  readonly operation: Series;
  readonly name: string;
}

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

const amountOf = ({ former, amounts }: ChartPart, series: Series): number =>
  series === 'former' ? former : (amounts[series] ?? 0);

/** Returns the operations that charged something, in the table's order. */
const chartSeries = ({ byPart }: CurrencyFigures): readonly RecordedOperation[] =>
  operations.filter((operation) => byPart.some((part) => part.operation === operation));

/**
 * Returns the hours from the first charge to the last and at least a working day, or every day of the range. Hours of today
 * that have not come are left out.
 * @param now epoch milliseconds
 */
function chartParts(
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
function axisMarks(highest: number): readonly number[] {
  for (let power = 100; ; power *= 10) {
    for (const factor of factors) {
      const step = factor * power;
      const marks = Math.max(1, Math.ceil(highest / step));
      if (marks <= mostMarks) return Array.from({ length: marks + 1 }, (_, index) => index * step);
    }
  }
}

/** Returns a mark without needless decimals: `1,500`. */
const writtenMark = (amount: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(amount / 100);
