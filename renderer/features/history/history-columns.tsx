/** Columns of History. A wide screen shows more of them. */
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { chargedBy, holdIsOver, type ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { countedAmount } from '#shared/payments/attempt.ts';
import { useIsPast } from '#renderer/ui/clock.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { CardMark } from '#renderer/ui/texts/card-mark.tsx';
import { Moment } from '#renderer/ui/texts/moment.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { OutcomeBadge } from '#renderer/ui/outcome/outcome-badge.tsx';
import { customerName } from '#renderer/words/customer-name.ts';
import type { Column } from '#renderer/ui/list/record-list.tsx';
import classes from './history.module.css';

export function useHistoryColumns(): readonly Column<ListedAttempt>[] {
  const { t } = useText();
  const wide = useMediaQuery('(width >= 1500px)', window.matchMedia('(width >= 1500px)').matches);
  return useMemo(() => {
    const soft = (text: string) => (
      <span className={classes.soft} title={text}>
        {text}
      </span>
    );
    const roomy: Column<ListedAttempt>[] = [
      {
        key: 'concept',
        header: t('history:columns.concept'),
        width: 'minmax(0, 2fr)',
        cell: (attempt) => soft(attempt.concept),
      },
      {
        key: 'operator',
        header: t('history:columns.operator'),
        width: 'minmax(0, 1.2fr)',
        cell: (attempt) => soft(attempt.operatorName),
      },
    ];
    return [
      {
        key: 'time',
        header: t('history:columns.time'),
        width: '124px',
        cell: (attempt) => <Moment at={attempt.startedAt} />,
      },
      {
        key: 'operation',
        header: t('history:columns.operation'),
        width: '80px',
        cell: (attempt) => t(`operation.${attempt.operation}`),
      },
      {
        key: 'customer',
        header: t('history:columns.customer'),
        width: 'minmax(0, 3fr)',
        cell: (attempt) => <span title={customerName(attempt)}>{customerName(attempt)}</span>,
      },
      ...(wide ? roomy : []),
      {
        key: 'card',
        header: t('history:columns.card'),
        width: '92px',
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
        cell: (attempt) => <OutcomeBadge attempt={attempt} />,
      },
      {
        key: 'amount',
        header: t('history:columns.amount'),
        width: '124px',
        end: true,
        cell: (attempt) => <RowAmount attempt={attempt} />,
      },
    ];
  }, [t, wide]);
}

/** The amount of a row. Grey where the row is a hold that is over, because its money is counted elsewhere or was freed. */
function RowAmount({ attempt }: { readonly attempt: ListedAttempt }) {
  const { t } = useText();
  const amount = <Amount value={countedAmount(attempt)} currencySign={attempt.currencySign} />;
  const past = useIsPast(attempt.payment?.expiresAt ?? null);
  if (!holdIsOver(attempt, past)) return amount;
  const meaning = t(chargedBy(attempt) === null ? 'history:payment.freed' : 'history:payment.counted');
  return (
    <span className={classes.soft} title={meaning}>
      {amount}
    </span>
  );
}
