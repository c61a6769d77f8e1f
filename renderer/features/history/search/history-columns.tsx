/** Columns of History. A wide list shows more of them. */
import { dayBeside, utcOf } from '#shared/local-day.ts';
import { useMemo } from 'react';
import type { HistoryOrder } from '#shared/ledger/history.ts';
import { chargedBy, holdIsOver, latestState, stateKeys, type ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { customerName, effectiveState } from '#shared/payments/attempt.ts';
import { operationFacts, operations } from '#shared/payments/operations.ts';
import { useIsPast, useToday } from '#renderer/ui/clock.ts';
import { Amount, Moment } from '#renderer/ui/texts/values.tsx';
import { CardEnd } from '#renderer/ui/texts/card-mark.tsx';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { OutcomeBadge } from '#renderer/ui/outcome/outcome-badge.tsx';
import { lettersWide, type Column } from '#renderer/ui/list/column.ts';
import { toneOf } from '#renderer/words/payment-tones.ts';
import { useFormats } from '#renderer/words/formats.ts';
import parts from '#renderer/ui/parts.module.css';
import classes from '#renderer/features/history/history.module.css';
import type { RowGroup } from '#renderer/ui/list/record-list.tsx';
import { languages } from '#shared/languages.ts';

type HistoryColumn = Column<ListedAttempt>;

/** @param onOrder sorts by a column: by time in both directions, by amount from the largest */
export function useHistoryColumns(
  order: HistoryOrder,
  onOrder: (order: HistoryOrder) => void,
): readonly HistoryColumn[] {
  const { t } = useText();
  const { clock, moment } = useFormats();
  return useMemo(() => {
    const isByAmount = order === 'amount';
    // Beside the largest amounts a moment of another year breaks after its day, so that names keep their room.
    const timeWidth = isByAmount
      ? `calc(${lettersWide(moment(longestDay).split(', '))} + 8px)`
      : lettersWide([clock(longestDay)]);
    return [
      {
        key: 'time',
        header: t('label.time'),
        width: timeWidth,
        wraps: isByAmount,
        under: true,
        sort: {
          direction: isByAmount ? null : order === 'oldest' ? 'ascending' : 'descending',
          onSort: () => onOrder(order === 'newest' ? 'oldest' : 'newest'),
        },
        // The day stands above the rows, where they are in the order of days.
        cell: (attempt) => <Moment at={attempt.startedAt} show={isByAmount ? 'moment' : 'clock'} />,
      },
      ...paymentColumns(t),
      ...outcomeColumns(t),
      {
        key: 'amount',
        header: t('label.amount'),
        // An amount is never cut: beyond this width its row alone takes more.
        width: `minmax(${lettersWide(['B/. 9,999,999.99'])}, max-content)`,
        end: true,
        sort: {
          direction: isByAmount ? 'descending' : null,
          onSort: () => onOrder(isByAmount ? 'newest' : 'amount'),
        },
        cell: (attempt) => <RowAmount attempt={attempt} />,
      },
    ];
  }, [t, order, onOrder, clock, moment]);
}

/** Kind, customer, concept, operator and card. */
function paymentColumns(t: Translate): readonly HistoryColumn[] {
  const soft = (text: string) => (
    <span className={parts.soft} title={text}>
      {text}
    </span>
  );
  return [
    {
      key: 'operation',
      header: t('label.kind'),
      width: `calc(${lettersWide(operations.map((operation) => t(`operation.${operation}`)))} + 5px)`,
      // The outcome tells a hold from a charge too, so that names come first.
      from: 900,
      cell: (attempt) => {
        const kind = t(`operation.${attempt.operation}`);
        return <span title={kind}>{kind}</span>;
      },
    },
    {
      key: 'customer',
      header: t('label.customer'),
      width: 'minmax(0, 5.9fr)',
      wraps: true,
      cell: (attempt) => <span title={customerName(attempt)}>{customerName(attempt)}</span>,
    },
    {
      key: 'concept',
      header: t('label.concept'),
      // A word of eleven letters stays whole.
      width: 'minmax(78px, 1.5fr)',
      wraps: true,
      from: 960,
      cell: (attempt) => soft(attempt.concept),
    },
    {
      key: 'operator',
      header: t('label.operator'),
      width: 'minmax(0, 3fr)',
      wraps: true,
      from: 960,
      cell: (attempt) => soft(attempt.operatorName),
    },
    {
      key: 'card',
      header: t('label.card'),
      width: '72px',
      from: 640,
      under: true,
      cell: (attempt) => <CardEnd card={attempt.card} />,
    },
  ];
}

/** The outcome, and in a narrow list the outcome with the operation. */
const outcomeColumns = (t: Translate): readonly HistoryColumn[] => [
  {
    key: 'outcome',
    header: t('label.outcome'),
    width: `calc(${lettersWide(stateWords(t))} + 22px)`,
    from: 900,
    cell: (attempt) => <OutcomeBadge attempt={attempt} />,
  },
  {
    // Where no column has the operation, the badge of a later one that was not approved names it: all have the same words.
    key: 'outcome and operation',
    header: t('label.outcome'),
    // As wide as both where the names of customers keep room for three words: 22 px for the icon, 22 before the operation, 8 for wide
    // letters. A narrower one has the operation below the badge.
    width: `clamp(${lettersWide(stateWords(t).flatMap((state) => state.split(' ')))} + 22px, 100% - 520px, ${lettersWide(notApproved(t))} + 52px)`,
    wraps: true,
    until: 900,
    under: true,
    cell: (attempt) => (
      <span className={classes.outcome}>
        <OutcomeBadge attempt={attempt} />
        {refersToEarlier(attempt) && effectiveState(attempt) !== 'approved' && (
          <span className={classes.operation}>{t(`operation.${attempt.operation}`)}</span>
        )}
      </span>
    ),
  },
];

const stateWords = (t: Translate): readonly string[] => Object.values(stateKeys).map((key) => t(key));

/** True for what is done about an earlier payment. A charge of its card is a payment of its own. */
const refersToEarlier = ({ operation }: Pick<ListedAttempt, 'operation'>): boolean =>
  ['hold', 'charge'].includes(operationFacts(operation).refersTo);

/** Returns the outcomes of later operations that were not approved, with the operation. */
const notApproved = (t: Translate): readonly string[] =>
  (['sending', 'declined', 'rejected', 'not-sent', 'unknown'] as const).flatMap((state) =>
    operations
      .filter((operation) => refersToEarlier({ operation }))
      .map((operation) => `${t(stateKeys[state])}${t(`operation.${operation}`)}`),
  );

/** An instant with the longest name of a month in both languages. */
const longestDay = '2020-09-28T12:00:00.000Z';

/** Tones of attempts that moved no money, or whose money is counted elsewhere or was freed. */
const quietTones = ['declined', 'rejected', 'not-sent', 'over'];

/** The amount of a row, grey where no money moved. */
function RowAmount({ attempt }: { readonly attempt: ListedAttempt }) {
  const { t } = useText();
  const amount = <Amount value={attempt.amount} currencySign={attempt.currencySign} />;
  const past = useIsPast(attempt.payment?.expiresAt ?? null);
  const isOver = holdIsOver(attempt, past);
  if (!isOver && !quietTones.includes(toneOf(latestState(attempt, past)))) return amount;
  const meaning = isOver
    ? t(chargedBy(attempt) === null ? 'history:payment.freed' : 'history:payment.counted')
    : undefined;
  return (
    <span className={parts.soft} title={meaning}>
      {amount}
    </span>
  );
}

/** Names the days of a list: today and yesterday by word, every day with its weekday. */
export function useDayHeadings(days: readonly { readonly at: number; readonly day: string }[]): readonly RowGroup[] {
  const { t, language } = useText();
  const today = useToday();
  return useMemo(() => {
    const words = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
    const ofThisYear = new Intl.DateTimeFormat(languages[language].tag, words);
    const ofAnother = new Intl.DateTimeFormat(languages[language].tag, { ...words, year: 'numeric' });
    const headingOf = (day: string): string => {
      const written = (day.slice(0, 4) === today.slice(0, 4) ? ofThisYear : ofAnother).format(utcOf(day));
      if (day === today) return t('history:day.today', { day: written });
      return day === dayBeside(today, -1) ? t('history:day.yesterday', { day: written }) : written;
    };
    return days.map(({ at, day }) => ({ at, heading: headingOf(day) }));
  }, [days, t, language, today]);
}
