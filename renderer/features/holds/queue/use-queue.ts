/** The list of holds: which of them it shows, what is searched for, and its order. */
import { useState } from 'react';
import type { HoldPart } from '#shared/ledger/holds.ts';
import { useSession } from '#renderer/session/session.tsx';
import { useSearchText } from '#renderer/ui/list/search-box.tsx';
import { useHoldOrder } from './hold-columns.tsx';
import { useHolds, type Show } from './use-holds.ts';

export type Queue = ReturnType<typeof useQueue>;

/** @param isListed false while something else takes the place of the list */
export function useQueue(text: string, isListed: boolean) {
  const [show, setShow] = useState<Show>('waiting');
  const [part, setPart] = useState<HoldPart | null>(null);
  const { sought, hint } = useSearchText(text.trim(), 120);
  const { environment } = useSession().merchant.merchant;
  const { order, sortedList } = useHoldOrder(show, isListed);
  return {
    show,
    part,
    hint,
    sortedList,
    found: useHolds(environment, show, part, sought, order),
    isFiltered: sought !== '' || part !== null,
    /** A part is one of the waiting holds. */
    showPart: (next: HoldPart | null): void => {
      setPart(next);
      if (next !== null) setShow('waiting');
    },
    showAll: (next: Show): void => {
      setShow(next);
      if (next === 'all') setPart(null);
    },
  };
}
