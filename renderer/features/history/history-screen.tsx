/** The History screen: every attempt, found through one search box, with its details. */
import { Button, Group } from '@mantine/core';
import { IconFilter, IconHistory, IconSearchOff } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { historyOrders, type HistoryOrder } from '#shared/ledger/history.ts';
import { recentDays } from '#shared/seat/reach.ts';
import { textLimits } from '#shared/text-limits.ts';
import type { SavedView } from '#shared/ledger/saved-views.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { dayPresets } from '#shared/day-presets.ts';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { ListScreen } from '#renderer/ui/list/list-screen.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { useToday } from '#renderer/ui/clock.ts';
import { DayPresets } from '#renderer/ui/dates/date-range.tsx';
import { isBackwards, presetRange } from '#renderer/ui/dates/day-presets.ts';
import { useAction } from '#renderer/session/api.ts';
import { useMayAct, useReach } from '#renderer/session/session.tsx';
import { KeyButton, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { isFocusLost, useFocusOverLock } from '#renderer/ui/dialog-keys.ts';
import { beforeNextKey } from '#renderer/ui/typing.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useSearchText } from '#renderer/ui/list/search-box.tsx';
import { ExportMenu } from '#renderer/ui/export-menu.tsx';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { useDayHeadings, useHistoryColumns } from '#renderer/features/history/search/history-columns.tsx';
import { FilterChips } from '#renderer/features/history/search/filter-chips.tsx';
import { FoundSums } from '#renderer/features/history/search/found-sums.tsx';
import { NewerPayments } from '#renderer/features/history/search/newer-payments.tsx';
import { JumpToDate } from '#renderer/features/history/search/jump-to-date.tsx';
import { AttemptDetailsPanel } from './attempt-details.tsx';
import {
  countFilters,
  noFilter,
  toFilter,
  type KeyedFilter,
  HistoryFilters,
  searchCovers,
} from '#renderer/features/history/search/history-filters.tsx';
import { useHistory } from '#renderer/features/history/search/use-history.ts';
import { SaveViewDialog, ViewsMenu, ViewsNote } from '#renderer/features/history/views/views-menu.tsx';
import { useViews, everything, shownBy } from '#renderer/features/history/views/use-views.ts';

const idOf = (attempt: ListedAttempt): string => attempt.id;

/** Returns the row that stands for the attempt: a hold may be listed as its capture. */
const rowOf = (rows: readonly ListedAttempt[], id: string | null): string | null =>
  rows.some((row) => row.id === id)
    ? id
    : (rows.find(({ payment }) => payment !== null && payment.holdId === id)?.id ?? id);

export function HistoryScreen() {
  const { t } = useText();
  useFocusOverLock();
  const { route } = useNavigation();
  const today = useToday();
  const [opened] = useState(() => (route.view === undefined ? everything : shownBy(route.view, today)));
  const [keyed, setKeyed] = useState<KeyedFilter>(opened.keyed);
  const [showFilters, setShowFilters] = useState(false);
  const [activeId, setChosenId] = useState<string | null>(route.attemptId ?? null);
  const [printing, setPrinting] = useState(route.prints === true ? route.visit : null);
  const { sought, hint } = useSearchText(keyed.text, 80);
  const filter = useMemo(
    () => toFilter({ ...keyed, text: sought, ...(isBackwards(keyed) ? { untilDay: '' } : {}) }),
    [keyed, sought],
  );
  const [order, setOrder] = useState<HistoryOrder>(opened.order);
  const [jump, setJump] = useState('');
  const [isJumping, setIsJumping] = useState(false);
  const found = useHistory(filter, order, jump);
  const headings = useDayHeadings(found.days);
  const columns = useHistoryColumns(order, setOrder);
  const exporting = useAction('history', 'export');
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const filters = countFilters(keyed);
  const reach = useReach();
  const filtered = filters > 0 || filter.text !== '';

  function change(next: KeyedFilter): void {
    setKeyed(next);
    setJump('');
  }

  const isPlain = !filtered && jump === '';
  // The screen keeps its search during visits to others. A visit may name an attempt or a view, and come on another day.
  const [seen, setSeen] = useState(route);
  if (seen.visit !== route.visit) {
    setSeen(route);
    const hasArrived = seen.arrival !== route.arrival;
    if (route.attemptId !== undefined) setChosenId(route.attemptId);
    else if (hasArrived && isPlain) setChosenId(null);
    setPrinting(route.prints === true ? route.visit : null);
    if (route.view !== undefined) showView(route.view);
    else if (keyed.preset != null) setKeyed({ ...keyed, ...presetRange(keyed.preset, today) });
  }
  const setActiveId = (id: string | null): void => {
    setChosenId(id);
    setPrinting(null);
  };
  // The plain list begins at its newest payment on each arrival, because keys act on what is read.
  const search = JSON.stringify([filter, order, jump, isPlain ? route.arrival : null]);
  const [first, setFirst] = useState<{ readonly of: string; readonly id: string } | null>(null);
  // A newer payment comes in above the one that is read, because keys and dialogs are about what is read. What came during a visit
  // to another screen was not seen yet.
  const of = `${search} ${route.arrival}`;
  const isSame = found.stale || (first?.of === of && found.start !== null);
  const read = isSame ? first : found.start && { of, id: found.start.id };
  if (read !== first && !found.reading) setFirst(read);
  const shownId = activeId ?? read?.id ?? null;
  const filterFields = useRef<HTMLElement>(null);
  const toggleFilters = (): void => {
    beforeNextKey(() => setShowFilters(!showFilters));
    if (!showFilters) filterFields.current?.querySelector('input')?.focus();
    else if (isFocusLost()) list.current?.focus();
  };
  const mayExport = useMayAct('back-office');
  const askJump = (): void => {
    if (order === 'amount') setOrder('newest');
    setIsJumping(true);
  };
  const orderBy = (to: HistoryOrder) => (order === to ? undefined : () => setOrder(to));
  useActions(t('nav.history'), [
    { name: t('history:filter.label'), keys: 'Mod+Shift+F', run: toggleFilters },
    { name: t('history:jump.label'), keys: 'Mod+J', run: askJump },
    { name: t('history:jump.back'), run: jump === '' ? undefined : () => goTo('') },
    {
      name: t('history:export.asCsv'),
      keys: 'Mod+Shift+E',
      run: mayExport ? () => exporting.mutate({ filter, format: 'csv' }) : undefined,
    },
    { name: t('history:empty.clear'), run: filtered ? () => change(noFilter) : undefined },
    ...historyOrders.map((to) => ({ name: t(`history:order.${to}`), run: orderBy(to) })),
    ...dayPresets.map((preset) => ({
      name: `${t('dates:presets')}: ${t(`dates:preset.${preset}`)}`,
      run: () => change({ ...keyed, ...presetRange(preset, today), preset }),
    })),
  ]);
  useShortcuts({ G: isJumping ? undefined : askJump });
  function goTo(day: string): void {
    setActiveId(null);
    setJump(day);
    setIsJumping(false);
    list.current?.focus();
  }
  function show(next: typeof everything): void {
    setOrder(next.order);
    change(next.keyed);
  }
  function showNewest(): void {
    show(everything);
    goTo('');
  }
  function showView(view: SavedView): void {
    show(shownBy(view, today));
  }
  const views = useViews({ keyed, order }, hint === undefined, showView);

  const nothing = isPlain ? 'title' : 'filteredTitle';
  return (
    <>
      <ListScreen
        title={t('nav.history')}
        search={{
          boxRef: box,
          label: t('history:search.label'),
          placeholder: t('history:search.placeholder'),
          covers: searchCovers(t),
          clear: t('history:search.clear'),
          maxLength: textLimits.search,
          text: keyed.text,
          hint,
          onText: (text) => {
            setKeyed({ ...keyed, text });
            setIsJumping(false);
          },
        }}
        tools={
          <>
            <KeyButton aria-expanded={showFilters} icon={IconFilter} onClick={toggleFilters}>
              {filters === 0 ? t('history:filter.label') : t('history:filter.active', { count: filters })}
            </KeyButton>
            <ExportMenu onChoose={(format) => exporting.mutate({ filter, format })} />
          </>
        }
        above={
          <>
            <Group justify="space-between" gap="8px 12px">
              <DayPresets range={keyed} onChange={(range) => change({ ...keyed, ...range })} />
              <Group gap={8}>
                <ViewsMenu desk={views} />
                <JumpToDate
                  day={jump}
                  isAsking={isJumping}
                  onAsk={(asking) => {
                    // The field takes a day when it is left, and Escape gives it up.
                    beforeNextKey(() => setIsJumping(asking));
                    if (!asking) list.current?.focus();
                  }}
                  onJump={goTo}
                />
              </Group>
            </Group>
            <ViewsNote desk={views} />
            {!isPlain && <NewerPayments key={search} found={found} onShow={showNewest} />}
            {showFilters && <HistoryFilters boxRef={filterFields} keyed={keyed} onChange={change} />}
            {filtered && (
              <Group justify="space-between" gap="8px 24px">
                {/* Open filters show the same. */}
                {!showFilters && <FilterChips keyed={keyed} onChange={change} onEmpty={() => box.current?.focus()} />}
                {found.issue === null && <FoundSums filter={filter} />}
              </Group>
            )}
            <WorkNote kinds={['export-history']} failure={exporting.error?.failure ?? null} />
          </>
        }
        found={found}
        list={{
          label: t('history:list'),
          rows: found.attempts,
          idOf,
          columns,
          activeId: rowOf(found.attempts, shownId),
          onActive: (attempt) => setActiveId(attempt.id),
          groups: headings,
          search,
        }}
        listRef={list}
        empty={{
          icon: filtered ? <IconSearchOff size={32} /> : <IconHistory size={32} />,
          title:
            reach === 'all'
              ? t(`history:empty.${nothing}`)
              : t(`history:reach.${reach}.${nothing}`, { days: recentDays }),
          action: filtered && <Button onClick={() => change(noFilter)}>{t('history:empty.clear')}</Button>,
          children: (
            <>
              {reach !== 'all' && <p>{t(`history:reach.${reach}.text`, { days: recentDays })}</p>}
              {t(`history:empty.${filter.text !== '' ? 'filteredText' : filtered ? 'noWordsText' : 'text'}`)}
            </>
          ),
        }}
        summary={
          shownId === null ? (
            <EmptyState title={t('history:none.title')}>{t('history:none.text')}</EmptyState>
          ) : (
            <AttemptDetailsPanel id={shownId} printing={printing} onShow={setActiveId} />
          )
        }
      />
      {views.isAsking && <SaveViewDialog desk={views} />}
    </>
  );
}
