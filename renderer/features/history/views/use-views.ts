/** The operator's saved views: which one is shown, and the acts on them. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedView } from '#shared/ledger/saved-views.ts';
import { callOptions, useAction, useCall } from '#renderer/session/api.ts';
import { useActions } from '#renderer/ui/actions.tsx';
import { useToday } from '#renderer/ui/clock.ts';
import { useText } from '#renderer/words/i18n.ts';
import type { HistoryOrder } from '#shared/ledger/history.ts';
import { presetOf, presetRange } from '#renderer/ui/dates/day-presets.ts';
import { noFilter, type KeyedFilter } from '#renderer/features/history/search/history-filters.tsx';

export type ViewsDesk = ReturnType<typeof useViews>;

const saveKeys = 'Mod+S';

/** @param mayBeSaved false while the text that is searched for looks like a card number */
export function useViews(shown: Shown, mayBeSaved: boolean, onOpen: (view: SavedView) => void) {
  const { t } = useText();
  const today = useToday();
  const client = useQueryClient();
  const views = useCall('history', 'views', undefined).data ?? [];
  const saving = useAction('history', 'saveView');
  const removing = useAction('history', 'removeView');
  const [isAsking, setIsAsking] = useState(false);
  const [removed, setRemoved] = useState<SavedView | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const current = viewShown(views, shown, today);
  const isPlain = viewShown([viewOf('', everything, today)], shown, today) !== null;
  if (isPlain && opened !== null) setOpened(null);
  const keep = (next: readonly SavedView[]): void =>
    void client.setQueryData(callOptions('history', 'views', undefined).queryKey, next);
  const begin = (): void => {
    setRemoved(null);
    saving.reset();
    removing.reset();
  };
  const askNow = (): void => {
    begin();
    setIsAsking(true);
  };
  const ask = isPlain || !mayBeSaved ? undefined : askNow;
  const remove = (view: SavedView): void => {
    begin();
    removing.mutate(
      { name: view.name },
      {
        onSuccess: (rest) => {
          keep(rest);
          setRemoved(view);
          if (opened === view.name) setOpened(null);
        },
      },
    );
  };
  const undo = (): void => {
    if (removed === null) return;
    const view = removed;
    begin();
    saving.mutate({ view, former: null }, { onSuccess: keep });
  };
  useActions(t('nav.history'), [
    { name: t('history:views.save'), keys: saveKeys, run: ask },
    current === null
      ? { name: t('history:views.removeOne'), run: undefined }
      : { name: t('history:views.remove', { name: current.name }), run: () => remove(current) },
  ]);
  return {
    views,
    /** The view that shows what is shown; null when none does. */
    current,
    open: (view: SavedView): void => {
      begin();
      setOpened(view.name);
      onOpen(view);
    },
    /** Asks for the name under which to save what is shown. Undefined while there is nothing to save. */
    ask,
    isAsking,
    /** Name of the view that was opened or saved last, while its filters may have been changed; null when all were cleared. */
    lastName: current?.name ?? opened,
    leave: () => setIsAsking(false),
    /** @param former the name of the view that gets this one */
    save: (name: string, former: string | null): void =>
      saving.mutate(
        { view: viewOf(name, shown, today), former },
        {
          onSuccess: (next) => {
            keep(next);
            setOpened(name);
            setIsAsking(false);
          },
        },
      ),
    isSaving: saving.isPending,
    remove,
    /** The view that was removed last, until something else is done. */
    removed,
    undo,
    failure: saving.error?.failure ?? removing.error?.failure ?? null,
  };
}

/** The search, its filters and its order. */
interface Shown {
  readonly keyed: KeyedFilter;
  readonly order: HistoryOrder;
}

/** Turns what History shows into a saved view, and back. Pure. */
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
