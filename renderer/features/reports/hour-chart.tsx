/** What was charged in each hour of the day; the table beside it says the same in figures. */
import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import type { DayClose } from '#shared/ledger/history.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { localeOf, useText } from '#renderer/words/i18n.ts';
import classes from './reports.module.css';

/** From the first hour with a charge to the last, and at least a working day. */
function hoursShown(byHour: DayClose['byHour']): readonly { readonly hour: number; readonly amount: number }[] {
  const amounts = new Map(byHour.map(({ hour, amount }) => [hour, amount]));
  const first = Math.min(8, ...amounts.keys());
  const last = Math.max(17, ...amounts.keys());
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    hour: first + index,
    amount: amounts.get(first + index) ?? 0,
  }));
}

export function HourChart({ close, currencySign }: { readonly close: DayClose; readonly currencySign: string }) {
  const { t, language } = useText();
  const { money } = useFormats();
  const compact = new Intl.NumberFormat(localeOf[language], { notation: 'compact', maximumFractionDigits: 1 });
  const data = hoursShown(close.byHour).map(({ hour, amount }) => ({
    hour: `${String(hour).padStart(2, '0')}:00`,
    amount,
  }));
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.heading}>{t('reports:byHour')}</figcaption>
      <div aria-hidden="true">
        <BarChart
          h={184}
          data={data}
          dataKey="hour"
          series={[{ name: 'amount', label: t('reports:charged'), color: 'var(--mantine-color-accent-filled)' }]}
          valueFormatter={(value) => money(value, currencySign)}
          yAxisProps={{ tickFormatter: (value: number) => compact.format(value / 100), width: 56, tickCount: 4 }}
          tickLine="none"
          gridAxis="x"
          strokeDasharray="0"
          maxBarWidth={40}
          barProps={{ isAnimationActive: false, radius: [2, 2, 0, 0] }}
          // The table beside it is for who can't see it; a second stop for the keyboard would say nothing.
          barChartProps={{ accessibilityLayer: false }}
          tooltipAnimationDuration={0}
        />
      </div>
      <table className={classes.forReaders}>
        <caption>{t('reports:byHour')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('reports:hour')}</th>
            <th scope="col">{t('reports:amount')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ hour, amount }) => (
            <tr key={hour}>
              <th scope="row">{hour}</th>
              <td>{money(amount, currencySign)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
