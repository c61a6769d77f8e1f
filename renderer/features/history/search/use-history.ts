/** Reads the attempts that match a filter page by page, in either direction from where the list begins. */
import { useMemo } from 'react';
import { historyPageSize, type HistoryFilter, type HistoryOrder, type HistoryPage } from '#shared/ledger/history.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { ok, type Result } from '#shared/failure.ts';
import { api } from '#renderer/session/api.ts';
import { usePages, type Pages } from '#renderer/session/pages.ts';
import { boundsOfDay, localDay } from '#shared/local-day.ts';

/** The first page fills the screen, further ones come in before they are seen. */
const furtherPageSize = 3 * historyPageSize;

interface ReadPage extends HistoryPage {
  /** True when there are rows before the first. */
  readonly before: boolean;
}

interface Cursor {
  /** Reads against the order of the list. */
  readonly back: boolean;
  /** The row beside the page; null for the place at which the list begins. */
  readonly beside: { readonly startedAt: string; readonly id: string } | null;
}

/** Index of the first attempt of a day. */
interface DayStart {
  readonly at: number;
  readonly day: string;
}

export interface FoundAttempts extends Pages<ReadPage> {
  readonly attempts: readonly ListedAttempt[];
  readonly days: readonly DayStart[];
  /** The row at which the list began; null while it has none. */
  readonly start: ListedAttempt | null;
}

const besideOf = ({ startedAt, id }: ListedAttempt) => ({ startedAt, id });

/** @param jump day at which the list begins; empty to begin at its end */
export function useHistory(filter: HistoryFilter, order: HistoryOrder, jump: string): FoundAttempts {
  const pages = usePages<ReadPage, Cursor>(
    ['history', 'search', 'pages', filter, order, jump],
    (cursor) => readPage(filter, order, jump, cursor),
    ({ more, attempts }) => {
      const last = attempts.at(-1);
      return more && last !== undefined ? { back: false, beside: besideOf(last) } : null;
    },
    ({ before, attempts: [first] }) =>
      before ? { back: true, beside: first === undefined ? null : besideOf(first) } : null,
  );
  const read = pages.pages;
  const attempts = useMemo(() => read.flatMap((page) => page.attempts), [read]);
  const days = useMemo(() => (order === 'amount' ? [] : daysOf(read)), [read, order]);
  return { ...pages, attempts, days, start: read[pages.origin]?.attempts[0] ?? null };
}

async function readPage(
  filter: HistoryFilter,
  order: HistoryOrder,
  jump: string,
  cursor: Cursor | null,
): Promise<Result<ReadPage>> {
  const bounds = order === 'amount' ? null : boundsOfDay(jump);
  const { back, beside } = cursor ?? { back: false, beside: null };
  const against = order === 'oldest' ? 'newest' : 'oldest';
  const direction = back ? against : order;
  const result = await api.history.search({
    ...filter,
    ...(beside === null && bounds !== null ? boundedBy(filter, direction, order, bounds) : {}),
    order: direction,
    after: beside,
    limit: cursor === null ? historyPageSize : furtherPageSize,
  });
  if (!result.ok) return result;
  const { attempts, more } = result.value;
  return back
    ? ok({ attempts: attempts.toReversed(), more: true, before: more })
    : ok({ attempts, more, before: cursor === null && bounds !== null });
}

/** Bounds a list that begins at a day: its newest first downwards from the end of the day, its oldest first upwards from its start. */
function boundedBy(
  filter: HistoryFilter,
  direction: HistoryOrder,
  order: HistoryOrder,
  day: { readonly from: string; readonly until: string },
): Partial<HistoryFilter> {
  const at = order === 'oldest' ? day.from : day.until;
  if (direction === 'newest') return { until: filter.until === null || filter.until > at ? at : filter.until };
  return { from: filter.from === null || filter.from < at ? at : filter.from };
}

/** Caches the days of each page, with the index of their first attempt. */
const daysOfPages = new WeakMap<ReadPage, readonly DayStart[]>();

function daysOfPage(page: ReadPage): readonly DayStart[] {
  const known = daysOfPages.get(page);
  if (known !== undefined) return known;
  const days: DayStart[] = [];
  for (const [at, { startedAt }] of page.attempts.entries()) {
    const day = localDay(new Date(startedAt));
    if (days.at(-1)?.day !== day) days.push({ at, day });
  }
  daysOfPages.set(page, days);
  return days;
}

function daysOf(pages: readonly ReadPage[]): readonly DayStart[] {
  const days: DayStart[] = [];
  let before = 0;
  for (const page of pages) {
    for (const { at, day } of daysOfPage(page)) {
      if (days.at(-1)?.day !== day) days.push({ at: before + at, day });
    }
    before += page.attempts.length;
  }
  return days;
}
