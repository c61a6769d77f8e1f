/** The History screen: every attempt, found through one search box, with its details. */
import { Button, Group } from '@mantine/core';
import { IconFilter, IconHistory, IconSearchOff } from '@tabler/icons-react';
import { useRef, useState, type ComponentProps, type RefObject } from 'react';
import { historyOrders, type ExportFormat } from '#shared/ledger/history.ts';
import { recentDays } from '#shared/seat/reach.ts';
import { textLimits } from '#shared/text-limits.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { dayPresets } from '#shared/day-presets.ts';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { ListScreen } from '#renderer/ui/list/list-screen.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { useToday } from '#renderer/ui/clock.ts';
import { DayPresets } from '#renderer/ui/dates/date-range.tsx';
import { presetRange } from '#renderer/ui/dates/day-presets.ts';
import { useAction } from '#renderer/session/api.ts';
import { useMayAct, useReach } from '#renderer/session/session.tsx';
import { KeyButton, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { isFocusLost, useFocusOverLock } from '#renderer/ui/dialog-keys.ts';
import { beforeNextKey } from '#renderer/ui/typing.ts';
import { ExportMenu } from '#renderer/ui/export-menu.tsx';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { useDayHeadings, useHistoryColumns } from '#renderer/features/history/search/history-columns.tsx';
import { FilterChips } from '#renderer/features/history/search/filter-chips.tsx';
import { FoundSums } from '#renderer/features/history/search/found-sums.tsx';
import { NewerPayments } from '#renderer/features/history/search/newer-payments.tsx';
import { JumpToDate } from '#renderer/features/history/search/jump-to-date.tsx';
import { AttemptDetailsPanel } from './attempt-details.tsx';
import { noFilter, HistoryFilters, searchCovers } from '#renderer/features/history/search/history-filters.tsx';
import { useHistory } from '#renderer/features/history/search/use-history.ts';
import {
  useHistorySearch,
  useShownPayment,
  type HistorySearch,
} from '#renderer/features/history/search/use-history-search.ts';
import { SaveViewDialog, ViewsMenu, ViewsNote } from '#renderer/features/history/views/views-menu.tsx';
import { useViews, type ViewsDesk } from '#renderer/features/history/views/use-views.ts';

const idOf = (attempt: ListedAttempt): string => attempt.id;

/** Returns the row that stands for the attempt: a hold may be listed as its capture. */
const rowOf = (rows: readonly ListedAttempt[], id: string | null): string | null =>
  rows.some((row) => row.id === id)
    ? id
    : (rows.find(({ payment }) => payment !== null && payment.holdId === id)?.id ?? id);

export function HistoryScreen() {
  const { t } = useText();
  useFocusOverLock();
  const search = useHistorySearch();
  const { keyed, filter, order, change } = search;
  const found = useHistory(filter, order, search.jump);
  const headings = useDayHeadings(found.days);
  const columns = useHistoryColumns(order, search.setOrder);
  const exporting = useAction('history', 'export');
  const exportTo = (format: ExportFormat): void => exporting.mutate({ filter, format });
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const payment = useShownPayment(search, found);
  const fold = useFold(list);
  const jump = useJump(search, list, payment.choose);
  useHistoryActions(search, { toggleFilters: fold.toggle, askJump: jump.ask, jumpTo: jump.to, exportTo });
  useShortcuts({ G: jump.isAsking ? undefined : jump.ask });
  const views = useViews({ keyed, order }, search.hint === undefined, search.showView);
  const empty = useEmptyWords(search);
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
          hint: search.hint,
          onText: jump.search,
        }}
        tools={
          <>
            <FoldButton fold={fold} count={search.filters} />
            <ExportMenu onChoose={exportTo} />
          </>
        }
        above={
          <>
            <ListHead search={search} views={views} jump={jump} />
            {!search.isPlain && <NewerPayments key={payment.list} found={found} onShow={jump.toNewest} />}
            {fold.isOpen && <HistoryFilters boxRef={fold.boxRef} keyed={keyed} onChange={change} />}
            {search.filtered && (
              <Group justify="space-between" gap="8px 24px">
                {/* Open filters show the same. */}
                {!fold.isOpen && <FilterChips keyed={keyed} onChange={change} onEmpty={() => box.current?.focus()} />}
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
          activeId: rowOf(found.attempts, payment.id),
          onActive: (attempt) => payment.choose(attempt.id),
          groups: headings,
          search: payment.list,
        }}
        listRef={list}
        empty={empty}
        summary={
          payment.id === null ? (
            <EmptyState title={t('history:none.title')}>{t('history:none.text')}</EmptyState>
          ) : (
            <AttemptDetailsPanel id={payment.id} printing={payment.printing} onShow={payment.choose} />
          )
        }
      />
      {views.isAsking && <SaveViewDialog desk={views} />}
    </>
  );
}

/** The filters, which take the focus when they open. */
function useFold(list: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false);
  const boxRef = useRef<HTMLElement>(null);
  const toggle = (): void => {
    beforeNextKey(() => setIsOpen(!isOpen));
    if (!isOpen) boxRef.current?.querySelector('input')?.focus();
    else if (isFocusLost()) list.current?.focus();
  };
  return { isOpen, boxRef, toggle };
}

function FoldButton({ fold, count }: { readonly fold: ReturnType<typeof useFold>; readonly count: number }) {
  const { t } = useText();
  return (
    <KeyButton aria-expanded={fold.isOpen} icon={IconFilter} onClick={fold.toggle}>
      {count === 0 ? t('history:filter.label') : t('history:filter.active', { count })}
    </KeyButton>
  );
}

/** The jump to a day, at which the list then begins. */
function useJump(search: HistorySearch, list: RefObject<HTMLElement | null>, choose: (id: string | null) => void) {
  const [isAsking, setIsAsking] = useState(false);
  const to = (day: string): void => {
    choose(null);
    search.setJump(day);
    setIsAsking(false);
    list.current?.focus();
  };
  return {
    isAsking,
    ask: (): void => {
      if (search.order === 'amount') search.setOrder('newest');
      setIsAsking(true);
    },
    setAsking: (asking: boolean): void => {
      // The field takes a day when it is left, and Escape gives it up.
      beforeNextKey(() => setIsAsking(asking));
      if (!asking) list.current?.focus();
    },
    to,
    toNewest: (): void => {
      search.showEverything();
      to('');
    },
    /** Searches for a text in place of a day. */
    search: (text: string): void => {
      search.setKeyed({ ...search.keyed, text });
      setIsAsking(false);
    },
  };
}

function useHistoryActions(
  { keyed, filtered, order, setOrder, jump, change }: HistorySearch,
  acts: {
    readonly toggleFilters: () => void;
    readonly askJump: () => void;
    readonly jumpTo: (day: string) => void;
    readonly exportTo: (format: ExportFormat) => void;
  },
): void {
  const { t } = useText();
  const today = useToday();
  const mayExport = useMayAct('back-office');
  useActions(t('nav.history'), [
    { name: t('history:filter.label'), keys: 'Mod+Shift+F', run: acts.toggleFilters },
    { name: t('history:jump.label'), keys: 'Mod+J', run: acts.askJump },
    { name: t('history:jump.back'), run: jump === '' ? undefined : () => acts.jumpTo('') },
    {
      name: t('history:export.asCsv'),
      keys: 'Mod+Shift+E',
      run: mayExport ? () => acts.exportTo('csv') : undefined,
    },
    { name: t('history:empty.clear'), run: filtered ? () => change(noFilter) : undefined },
    ...historyOrders.map((to) => ({
      name: t(`history:order.${to}`),
      run: order === to ? undefined : () => setOrder(to),
    })),
    ...dayPresets.map((preset) => ({
      name: `${t('dates:presets')}: ${t(`dates:preset.${preset}`)}`,
      run: () => change({ ...keyed, ...presetRange(preset, today), preset }),
    })),
  ]);
}

function ListHead({
  search: { keyed, change, jump: day },
  views,
  jump,
}: {
  readonly search: HistorySearch;
  readonly views: ViewsDesk;
  readonly jump: ReturnType<typeof useJump>;
}) {
  return (
    <>
      <Group justify="space-between" gap="8px 12px">
        <DayPresets range={keyed} onChange={(range) => change({ ...keyed, ...range })} />
        <Group gap={8}>
          <ViewsMenu desk={views} />
          <JumpToDate day={day} isAsking={jump.isAsking} onAsk={jump.setAsking} onJump={jump.to} />
        </Group>
      </Group>
      <ViewsNote desk={views} />
    </>
  );
}

/** Says why the list is empty. */
function useEmptyWords({ filter, filtered, isPlain, change }: HistorySearch): ComponentProps<typeof EmptyState> {
  const { t } = useText();
  const reach = useReach();
  const nothing = isPlain ? 'title' : 'filteredTitle';
  return {
    icon: filtered ? <IconSearchOff size={32} /> : <IconHistory size={32} />,
    title:
      reach === 'all' ? t(`history:empty.${nothing}`) : t(`history:reach.${reach}.${nothing}`, { days: recentDays }),
    action: filtered && <Button onClick={() => change(noFilter)}>{t('history:empty.clear')}</Button>,
    children: (
      <>
        {reach !== 'all' && <p>{t(`history:reach.${reach}.text`, { days: recentDays })}</p>}
        {t(`history:empty.${filter.text !== '' ? 'filteredText' : filtered ? 'noWordsText' : 'text'}`)}
      </>
    ),
  };
}
