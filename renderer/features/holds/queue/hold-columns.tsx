/** Columns of the queue. A wide screen shows more of them. */
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import { heldAmount, type Hold, type HoldOrder, holdOrders } from '#shared/ledger/holds.ts';
import { customerName } from '#shared/payments/attempt.ts';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { CardEnd } from '#renderer/ui/texts/card-mark.tsx';
import type { Column } from '#renderer/ui/list/column.ts';
import { HoldStateMark, TimeLeft } from './time-left.tsx';
import parts from '#renderer/ui/parts.module.css';
import { useActions } from '#renderer/ui/actions.tsx';
import type { Show } from './use-holds.ts';

/** @param onOrder sorts by a column; null where the list has one order alone */
function useHoldColumns(order: HoldOrder, onOrder: ((order: HoldOrder) => void) | null): readonly Column<Hold>[] {
  const { t } = useText();
  const wide = useMediaQuery('(width >= 1500px)', window.matchMedia('(width >= 1500px)').matches);
  return useMemo(() => {
    /** A second press on a header returns to the order by time. */
    const sortBy = (by: HoldOrder, direction: 'ascending' | 'descending'): Pick<Column<Hold>, 'sort'> =>
      onOrder === null
        ? {}
        : {
            sort: {
              direction: order === by ? direction : null,
              onSort: () => onOrder(order === by ? 'time' : by),
            },
          };
    const wideOnly = (column: Column<Hold>): Column<Hold> | null => (wide ? column : null);
    const columns: readonly (Column<Hold> | null)[] = [
      {
        key: 'time',
        header: t('holds:columns.timeLeft'),
        width: wide ? '168px' : '152px',
        under: true,
        ...sortBy('time', 'ascending'),
        // A narrow screen has no state column, so a state other than open replaces the time.
        cell: (hold) =>
          wide || hold.state === 'open' ? <TimeLeft hold={hold} /> : <HoldStateMark state={hold.state} />,
      },
      {
        key: 'customer',
        header: t('label.customer'),
        width: 'minmax(0, 5fr)',
        wraps: true,
        ...sortBy('customer', 'ascending'),
        cell: (hold) => <span title={customerName(hold.authorization)}>{customerName(hold.authorization)}</span>,
      },
      {
        key: 'concept',
        header: t('label.concept'),
        // `Pedido 4471` keeps to one line.
        width: 'minmax(88px, 1.8fr)',
        wraps: true,
        from: 740,
        cell: (hold) => (
          <span className={parts.soft} title={hold.authorization.concept}>
            {hold.authorization.concept}
          </span>
        ),
      },
      wideOnly({
        key: 'operator',
        header: t('holds:columns.operator'),
        // Its head keeps to one line.
        width: 'minmax(88px, 1.5fr)',
        wraps: true,
        cell: (hold) => <span className={parts.soft}>{hold.authorization.operatorName}</span>,
      }),
      {
        key: 'card',
        header: t('label.card'),
        width: '72px',
        from: 600,
        under: true,
        cell: (hold) => <CardEnd card={hold.authorization.card} />,
      },
      wideOnly({
        key: 'state',
        header: t('label.state'),
        width: '176px',
        cell: (hold) => <HoldStateMark state={hold.state} />,
      }),
      {
        key: 'amount',
        header: t('label.amount'),
        width: 'minmax(124px, max-content)',
        end: true,
        ...sortBy('amount', 'descending'),
        cell: (hold) => (
          <Amount value={heldAmount(hold.authorization)} currencySign={hold.authorization.currencySign} />
        ),
      },
    ];
    return columns.filter((column) => column !== null);
  }, [t, wide, order, onOrder]);
}

/**
 * @param show all holds that there ever were are in one order alone
 * @param isListed false while something else takes the place of the list
 */
export function useHoldOrder(show: Show, isListed: boolean) {
  const { t } = useText();
  const [chosen, choose] = useState<HoldOrder>('time');
  const maySort = show === 'waiting';
  const order = maySort ? chosen : 'time';
  useActions(
    t('nav.holds'),
    holdOrders.map((to) => ({
      name: t(`holds:order.${to}`),
      run: isListed && maySort && order !== to ? () => choose(to) : undefined,
    })),
  );
  return {
    order,
    /** Of the list: its name, which says its order; its heads; and what has it begin anew at its first row. */
    sortedList: {
      label: t(order === 'time' ? 'holds:list' : `holds:listBy.${order}`),
      columns: useHoldColumns(order, maySort ? choose : null),
      search: order,
    },
  };
}
