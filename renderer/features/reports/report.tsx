/** The report of the chosen days in one currency: sums, unconfirmed payments, the chart, and the groupings as bars. */
import { Group, SegmentedControl, Stack, VisuallyHidden } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useState, type CSSProperties, type ReactNode } from 'react';
import {
  dayStateKeys,
  figureOf,
  noFigure,
  type Comparison,
  type CurrencyFigures,
  type ListedPayment,
  type Report,
  type Figure,
} from '#shared/reports/figures.ts';
import { useMinute } from '#renderer/ui/clock.ts';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { Callout, TableHead } from '#renderer/ui/parts.tsx';
import { OutcomeIcon } from '#renderer/ui/outcome/outcome-badge.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { toneOf } from '#renderer/words/payment-tones.ts';
import { ChargedChart } from './charged-chart.tsx';
import { Headline } from './headline.tsx';
import { PaymentsOfDay } from './payments-of-day.tsx';
import { dayWriter } from './reported-days.ts';
import parts from '#renderer/ui/parts.module.css';
import classes from './reports.module.css';
import { Amount } from '#renderer/ui/texts/values.tsx';

const nothing = (sign: string): CurrencyFigures => ({
  sign,
  attempts: noFigure,
  sums: [],
  tax: { amount: 0, withheld: 0 },
  unclear: [],
  byOperation: [],
  byState: [],
  byBrand: [],
  byOperator: [],
  byPart: [],
  opened: { open: noFigure, expired: noFigure },
  waiting: { open: noFigure, expired: noFigure },
});

export function ReportOfDays({
  report: { figures, comparison },
  days,
  currencySign,
}: {
  readonly report: Report;
  readonly days: readonly string[];
  /** Sign of the merchant, for days without any payment. */
  readonly currencySign: string;
}) {
  const { t } = useText();
  const { moment } = useFormats();
  const signs = figures.currencies.map(({ sign }) => sign);
  const [chosen, setChosen] = useState<string | null>(null);
  const sign = chosen !== null && signs.includes(chosen) ? chosen : (signs[0] ?? currencySign);
  const own = figures.currencies.find((currency) => currency.sign === sign) ?? nothing(sign);
  const before = comparison.currencies.find((currency) => currency.sign === sign);
  const now = useMinute();
  const when = useWhen(comparison);
  const charged = figureOf(own.sums, 'charged');
  const ofSign = <Payment extends ListedPayment>(payments: readonly Payment[]): readonly Payment[] =>
    payments.filter(({ currencySign: own }) => own === sign);
  return (
    <Stack gap={24}>
      {signs.length > 1 && (
        <Group gap="8px 16px">
          <SegmentedControl
            aria-label={t('label.currency')}
            data={[...signs]}
            value={sign}
            onChange={setChosen}
            transitionDuration={0}
          />
          <span className={parts.soft}>{t('holds:totals.severalSigns', { signs: signs.join(', ') })}</span>
        </Group>
      )}
      {figures.purgedBefore !== null && (
        <Callout tone="plain">
          <p>{t('reports:purged', { moment: moment(figures.purgedBefore) })}</p>
        </Callout>
      )}
      <Headline figures={own} before={before} when={when} />
      <PaymentsOfDay
        heading="unconfirmed"
        payments={ofSign(figures.unconfirmed)}
        total={figureOf(own.byState, 'unknown')}
        sign={sign}
      />
      <PaymentsOfDay
        heading="unclear"
        payments={ofSign(figures.unclear)}
        total={figureOf(own.byState, 'amount-unconfirmed')}
        sign={sign}
      />
      {own.attempts.count === 0 ? (
        <EmptyState
          icon={<IconCalendarOff size={32} />}
          title={t(days.length === 1 ? 'reports:empty.title' : 'reports:emptyRange')}
        >
          {t('reports:empty.text')}
        </EmptyState>
      ) : (
        <>
          {charged.count === 0 ? (
            <p>{t(own.sums.length === 0 ? 'reports:refusedOnly' : 'reports:noCharge')}</p>
          ) : (
            <ChargedChart
              figures={own}
              before={before}
              days={days}
              beforeName={t('reports:compare.series', { when })}
              now={now}
            />
          )}
          <Groupings figures={own} />
        </>
      )}
    </Stack>
  );
}

/** Names the days to compare with. */
function useWhen({ first, last }: Comparison): string {
  const { t, language } = useText();
  const write = dayWriter(language);
  if (first === last) return t('reports:compare.on', { day: write.weekday(first) });
  return t('reports:compare.from', { first: write.date(first), last: write.date(last) });
}

/** The payments by outcome, brand and operator. */
function Groupings({ figures }: { readonly figures: CurrencyFigures }) {
  const { t } = useText();
  const { sign } = figures;
  return (
    <div className={classes.tables}>
      <BarsTable
        title={t('reports:export.sections.outcomes')}
        sign={sign}
        rows={figures.byState.map((row) => ({
          ...row,
          name: (
            <span className={parts.badge}>
              <OutcomeIcon state={row.key === 'amount-unconfirmed' ? 'unknown' : toneOf(row.key)} size={16} />
              {t(dayStateKeys[row.key])}
            </span>
          ),
        }))}
      />
      <BarsTable
        title={t('reports:export.sections.brands')}
        sign={sign}
        rows={figures.byBrand.map((row) => ({
          ...row,
          name: row.key === 'other' ? t('reports:otherBrand') : t(`brand.${row.key}`),
        }))}
      />
      <BarsTable
        title={t('reports:export.sections.operators')}
        sign={sign}
        rows={figures.byOperator.map((row) => ({ ...row, name: row.key }))}
      />
    </div>
  );
}

interface BarRow extends Figure {
  readonly key: string;
  readonly name: ReactNode;
}

/**
 * One grouping of the days as bars: a row per group with its count, its sum, and a bar as long as its sum. Nothing without rows, so that
 * no heading stands alone.
 */
function BarsTable({
  title,
  rows,
  sign,
}: {
  readonly title: string;
  readonly rows: readonly BarRow[];
  readonly sign: string;
}) {
  const { t } = useText();
  const { count } = useFormats();
  const longest = Math.max(...rows.map((row) => row.amount), 1);
  if (rows.length === 0) return null;
  return (
    <table className={`${parts.table} ${classes.table}`}>
      <caption>{title}</caption>
      <TableHead
        names={[
          <VisuallyHidden key="group">{t('reports:export.columns.group')}</VisuallyHidden>,
          t('reports:export.columns.count'),
          t('label.amount'),
        ]}
        ends={2}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.name}
              <span
                className={classes.share}
                style={{ '--share': `${(row.amount / longest) * 100}%` } as CSSProperties}
                aria-hidden="true"
              />
            </th>
            <td data-end className={parts.soft}>
              {count(row.count)}
            </td>
            <td data-end>
              <Amount value={row.amount} currencySign={sign} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
