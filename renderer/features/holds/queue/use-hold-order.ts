/** The order of the queue, chosen by the heads of the list or in the palette. */
import { useState } from 'react';
import { holdOrders, type Hold, type HoldOrder } from '#shared/ledger/holds.ts';
import { useActions } from '#renderer/ui/actions.tsx';
import type { Column } from '#renderer/ui/list/column.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useHoldColumns } from './hold-columns.tsx';
import type { Show } from './use-holds.ts';

export interface SortedQueue {
  readonly order: HoldOrder;
  /** Of the list: its name, which says its order; its heads; and what has it begin anew at its first row. */
  readonly sortedList: { readonly label: string; readonly columns: readonly Column<Hold>[]; readonly search: string };
}

/**
 * @param show all holds that there ever were are in one order alone
 * @param isListed false while something else takes the place of the list
 */
export function useHoldOrder(show: Show, isListed: boolean): SortedQueue {
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
    sortedList: {
      label: t(order === 'time' ? 'holds:list' : `holds:listBy.${order}`),
      columns: useHoldColumns(order, maySort ? choose : null),
      search: order,
    },
  };
}
