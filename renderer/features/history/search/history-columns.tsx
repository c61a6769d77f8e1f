/** Columns of History. A wide list shows more of them. */
import { useMemo } from 'react';
import type { HistoryOrder } from '#shared/ledger/history.ts';
import { chargedBy, holdIsOver, type ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { useIsPast } from '#renderer/ui/clock.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { CardMark } from '#renderer/ui/texts/card-mark.tsx';
import { Moment } from '#renderer/ui/texts/moment.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { OutcomeBadge } from '#renderer/ui/outcome/outcome-badge.tsx';
import { customerName } from '#shared/words/customer-name.ts';
import type { Column } from '#renderer/ui/list/column.ts';
import classes from '#renderer/features/history/history.module.css';

/** @param onOrder sorts by a column: by time in both directions, by amount from the largest */
export function useHistoryColumns(
  order: HistoryOrder,
  onOrder: (order: HistoryOrder) => void,
): readonly Column<ListedAttempt>[] {
  const { t } = useText();
  return useMemo(() => {
    const soft = (text: string) => (
      <span className={classes.soft} title={text}>
        {text}
      </span>
    );
    return [
      {
        key: 'time',
        header: t('history:columns.time'),
        width: '124px',
        under: true,
        sort: {
          direction: order === 'amount' ? null : order === 'oldest' ? 'ascending' : 'descending',
          onSort: () => onOrder(order === 'newest' ? 'oldest' : 'newest'),
        },
        cell: (attempt) => <Moment at={attempt.startedAt} />,
      },
      {
        key: 'operation',
        header: t('history:columns.operation'),
        width: '80px',
        from: 740,
        cell: (attempt) => {
          const kind = t(`operation.${attempt.operation}`);
          return <span title={kind}>{kind}</span>;
        },
      },
      {
        key: 'customer',
        header: t('history:columns.customer'),
        width: 'minmax(0, 3fr)',
        cell: (attempt) => <span title={customerName(attempt)}>{customerName(attempt)}</span>,
      },
      {
        key: 'concept',
        header: t('history:columns.concept'),
        width: 'minmax(0, 2fr)',
        from: 960,
        cell: (attempt) => soft(attempt.concept),
      },
      {
        key: 'operator',
        header: t('history:columns.operator'),
        width: 'minmax(0, 1.2fr)',
        from: 960,
        cell: (attempt) => soft(attempt.operatorName),
      },
      {
        key: 'card',
        header: t('history:columns.card'),
        width: '92px',
        from: 640,
        under: true,
        cell: (attempt) =>
          attempt.card === null ? null : (
            <span className={classes.card}>
              <CardMark brand={attempt.card.brand} />
              {attempt.card.lastFour}
            </span>
          ),
      },
      {
        key: 'outcome',
        header: t('history:columns.outcome'),
        width: '150px',
        under: true,
        cell: (attempt) => <OutcomeBadge attempt={attempt} />,
      },
      {
        key: 'amount',
        header: t('history:columns.amount'),
        width: '124px',
        end: true,
        sort: {
          direction: order === 'amount' ? 'descending' : null,
          onSort: () => onOrder(order === 'amount' ? 'newest' : 'amount'),
        },
        cell: (attempt) => <RowAmount attempt={attempt} />,
      },
    ];
  }, [t, order, onOrder]);
}

/** The amount of a row. Grey where the row is a hold that is over, because its money is counted elsewhere or was freed. */
function RowAmount({ attempt }: { readonly attempt: ListedAttempt }) {
  const { t } = useText();
  const amount = <Amount value={attempt.amount} currencySign={attempt.currencySign} />;
  const past = useIsPast(attempt.payment?.expiresAt ?? null);
  if (!holdIsOver(attempt, past)) return amount;
  const meaning = t(chargedBy(attempt) === null ? 'history:payment.freed' : 'history:payment.counted');
  return (
    <span className={classes.soft} title={meaning}>
      {amount}
    </span>
  );
}
