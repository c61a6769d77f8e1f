/** Holds the search of History, its order and its first day. They outlast visits to other screens. */
import { useMemo, useState } from 'react';
import type { HistoryOrder } from '#shared/ledger/history.ts';
import type { SavedView } from '#shared/ledger/saved-views.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useToday } from '#renderer/ui/clock.ts';
import { isBackwards, presetRange } from '#renderer/ui/dates/day-presets.ts';
import { useSearchText } from '#renderer/ui/list/search-box.tsx';
import { everything, shownBy } from '#renderer/features/history/views/use-views.ts';
import { countFilters, toFilter, type KeyedFilter } from './history-filters.tsx';
import type { FoundAttempts } from './use-history.ts';

export type HistorySearch = ReturnType<typeof useHistorySearch>;

export function useHistorySearch() {
  const today = useToday();
  const { view } = useNavigation().route;
  const [opened] = useState(() => (view === undefined ? everything : shownBy(view, today)));
  const [keyed, setKeyed] = useState<KeyedFilter>(opened.keyed);
  const [order, setOrder] = useState<HistoryOrder>(opened.order);
  const [jump, setJump] = useState('');
  const { sought, hint } = useSearchText(keyed.text, 80);
  const filter = useMemo(
    () => toFilter({ ...keyed, text: sought, ...(isBackwards(keyed) ? { untilDay: '' } : {}) }),
    [keyed, sought],
  );
  const filters = countFilters(keyed);
  const filtered = filters > 0 || filter.text !== '';
  const change = (next: KeyedFilter): void => {
    setKeyed(next);
    setJump('');
  };
  const show = (next: typeof everything): void => {
    setOrder(next.order);
    change(next.keyed);
  };
  return {
    keyed,
    setKeyed,
    hint,
    filter,
    /** Number of filters besides the text. */
    filters,
    filtered,
    order,
    setOrder,
    jump,
    setJump,
    isPlain: !filtered && jump === '',
    change,
    showEverything: (): void => show(everything),
    showView: (next: SavedView): void => show(shownBy(next, today)),
  };
}

/** The payment beside the list: the one that was chosen, or else the first one that the list showed. */
export function useShownPayment(search: HistorySearch, found: FoundAttempts) {
  const today = useToday();
  const { route } = useNavigation();
  const { keyed, filter, order, jump, isPlain } = search;
  const [activeId, setChosenId] = useState<string | null>(route.attemptId ?? null);
  const [printing, setPrinting] = useState(route.prints === true ? route.visit : null);
  // The screen keeps its search during visits to others. A visit may name an attempt or a view, and come on another day.
  const [seen, setSeen] = useState(route);
  if (seen.visit !== route.visit) {
    setSeen(route);
    const hasArrived = seen.arrival !== route.arrival;
    if (route.attemptId !== undefined) setChosenId(route.attemptId);
    else if (hasArrived && isPlain) setChosenId(null);
    setPrinting(route.prints === true ? route.visit : null);
    if (route.view !== undefined) search.showView(route.view);
    else if (keyed.preset != null) search.setKeyed({ ...keyed, ...presetRange(keyed.preset, today) });
  }
  // The plain list begins at its newest payment on each arrival, because keys act on what is read.
  const list = JSON.stringify([filter, order, jump, isPlain ? route.arrival : null]);
  const [first, setFirst] = useState<{ readonly of: string; readonly id: string } | null>(null);
  // A newer payment comes in above the one that is read, because keys and dialogs are about what is read. What came during a visit
  // to another screen was not seen yet.
  const of = `${list} ${route.arrival}`;
  const isSame = found.stale || (first?.of === of && found.start !== null);
  const read = isSame ? first : found.start && { of, id: found.start.id };
  if (read !== first && !found.reading) setFirst(read);
  return {
    id: activeId ?? read?.id ?? null,
    /** Visit that asked for its receipt to be printed; null without one. */
    printing,
    /** Names the list that is read. */
    list,
    choose: (id: string | null): void => {
      setChosenId(id);
      setPrinting(null);
    },
  };
}
