/** Turns what History shows into a saved view, and back. Pure. */
import type { HistoryOrder } from '#shared/ledger/history.ts';
import type { SavedView } from '#shared/ledger/saved-views.ts';
import { presetOf, presetRange } from '#renderer/ui/dates/day-presets.ts';
import { noFilter, type KeyedFilter } from '#renderer/features/history/search/history-filter.ts';

/** The search, its filters and its order. */
export interface Shown {
  readonly keyed: KeyedFilter;
  readonly order: HistoryOrder;
}

export const everything: Shown = { keyed: noFilter, order: 'newest' };

export function viewOf(name: string, { keyed, order }: Shown, today: string): SavedView {
  const { text, fromDay, untilDay, preset: _preset, ...filters } = keyed;
  const preset = presetOf(keyed, today);
  return {
    name,
    text: text.trim(),
    days: preset === null ? { kind: 'range', fromDay, untilDay } : { kind: 'preset', preset },
    ...filters,
    order,
  };
}

/** @param today the day from which a preset of the view counts */
export function shownBy({ name: _name, days, order, ...filters }: SavedView, today: string): Shown {
  const range =
    days.kind === 'preset'
      ? { ...presetRange(days.preset, today), preset: days.preset }
      : { fromDay: days.fromDay, untilDay: days.untilDay, preset: null };
  return { keyed: { ...filters, ...range }, order };
}

/** Returns the view that shows just this; null when none does. */
export function viewShown(views: readonly SavedView[], shown: Shown, today: string): SavedView | null {
  const written = (view: SavedView): string =>
    JSON.stringify(Object.entries(view).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return views.find((view) => written(view) === written(viewOf(view.name, shown, today))) ?? null;
}
