/** Chart of the charged money by hour or by day, beside the days before it, with a table of the same for screen readers. */
import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useId } from 'react';
import type { Comparison, CurrencyFigures } from '#shared/reports/figures.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { localeOf, useText } from '#renderer/words/i18n.ts';
import { axisMarks, writtenMark } from './chart-scale.ts';
import { chartParts, chartSeries } from './chart-parts.ts';
import classes from './charged-chart.module.css';

/** Least width of a part in px at which its value fits above the bar. */
const roomForValue = 64;

export function ChargedChart({
  figures,
  before,
  days,
  beforeName,
}: {
  readonly figures: CurrencyFigures;
  readonly before: Comparison['currencies'][number] | undefined;
  readonly days: readonly string[];
  readonly beforeName: string;
}) {
  const { t, language } = useText();
  const { money, figure } = useFormats();
  const { ref, width } = useElementSize();
  const pattern = useId();
  const locale = localeOf[language];
  const title = t(days.length === 1 ? 'reports:byHour' : 'reports:byDay');
  const parts = chartParts(figures, before, days, locale);
  const series = chartSeries(figures);
  const fills = ['var(--mantine-color-accent-filled)', `url(#${pattern})`];
  const names = new Map(series.map((operation) => [operation, t(`operation.${operation}`)]));
  const marks = axisMarks(Math.max(...parts.flatMap(({ charged, former }) => [charged, former])));
  const withValues = width / parts.length >= roomForValue;
  const hasFormer = before !== undefined && before.charged.count > 0;
  const plain = { isAnimationActive: false, radius: 0 } as const;
  const labelled = { ...plain, label: <BarValue parts={parts} figure={figure} /> };
  return (
    <figure className={classes.chart} ref={ref}>
      <figcaption className={classes.head}>
        <span className={classes.heading}>{title}</span>
        <span className={classes.legend} aria-hidden="true">
          {series.map((operation, index) => (
            <span key={operation}>
              <svg width="12" height="12">
                <rect width="12" height="12" fill={fills[index % fills.length]} />
              </svg>
              {names.get(operation)}
            </span>
          ))}
          {hasFormer && (
            <span>
              <svg width="12" height="12">
                <rect className={classes.former} width="12" height="12" />
              </svg>
              {beforeName}
            </span>
          )}
        </span>
      </figcaption>
      <div aria-hidden="true" className={classes.plot}>
        <BarChart
          h={208}
          data={parts.map(({ name, amounts, former, charged }) => ({ name, former, charged, ...amounts }))}
          dataKey="name"
          series={[
            ...(hasFormer
              ? [{ name: 'former', label: beforeName, color: 'var(--chart-former)', stackId: 'former' }]
              : []),
            ...series.map((operation, index) => ({
              name: operation,
              label: names.get(operation) ?? operation,
              color: fills[index % fills.length] ?? '',
              stackId: 'now',
            })),
          ]}
          valueFormatter={(value) => money(value, figures.sign)}
          yAxisProps={{
            domain: [0, marks.at(-1) ?? 0],
            ticks: [...marks],
            interval: 0,
            tickFormatter: (value: number) =>
              `${value === marks.at(-1) ? `${figures.sign} ` : ''}${writtenMark(value, locale)}`,
            width: 96,
          }}
          xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 8 }}
          tickLine="none"
          gridAxis="x"
          strokeDasharray="0"
          maxBarWidth={36}
          barProps={({ name }) => (withValues && name === series.at(-1) ? labelled : plain)}
          // Screen readers have the table, so the chart needs no tab stop.
          barChartProps={{ accessibilityLayer: false, barGap: 2 }}
          tooltipAnimationDuration={0}
        >
          <defs>
            <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" className={classes.hatchGround} />
              <line x1="0" y1="0" x2="0" y2="6" className={classes.hatch} />
            </pattern>
          </defs>
        </BarChart>
      </div>
      <div className={VisuallyHidden.classes.root}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t(days.length === 1 ? 'reports:hour' : 'reports:day')}</th>
              {series.map((operation) => (
                <th key={operation} scope="col">
                  {names.get(operation)}
                </th>
              ))}
              {hasFormer && <th scope="col">{beforeName}</th>}
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <tr key={part.key}>
                <th scope="row">{part.name}</th>
                {series.map((operation) => (
                  <td key={operation}>{money(part.amounts[operation] ?? 0, figures.sign)}</td>
                ))}
                {hasFormer && <td>{money(part.former, figures.sign)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** The sum of a part above its bar. */
function BarValue({
  parts,
  figure,
  ...place
}: {
  readonly parts: readonly { readonly charged: number }[];
  readonly figure: (amount: number) => string;
  readonly x?: number | string;
  readonly y?: number | string;
  readonly width?: number | string;
  readonly index?: number;
}) {
  const charged = parts[place.index ?? -1]?.charged ?? 0;
  if (charged === 0) return null;
  return (
    <text
      className={classes.value}
      x={Number(place.x ?? 0) + Number(place.width ?? 0) / 2}
      y={Number(place.y ?? 0) - 6}
      textAnchor="middle"
    >
      {figure(charged)}
    </text>
  );
}
