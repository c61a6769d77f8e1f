/** Marks holds of the queue. Only open holds can be marked, and a hold that is no longer open loses its mark. */
import { useMemo, useState } from 'react';
import type { Hold, HoldPart } from '#shared/ledger/holds.ts';
import { useMinute } from '#renderer/ui/clock.ts';
import { millisecondsLeft } from './hold-time.ts';
import type { TypedHolds } from './use-typed-holds.ts';
import type { Marking } from '#renderer/ui/list/column.ts';
import { useText } from '#renderer/words/i18n.ts';
import type { QueueWords } from './queue-notice.tsx';
import { whyNotMarked } from '#renderer/features/holds/capture/hold-note.tsx';

export type Selection = ReturnType<typeof useSelection>;

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
const leastTimeFirst = (one: Hold, other: Hold): number =>
  compareTexts(one.expiresAt, other.expiresAt) || compareTexts(one.id, other.id);

export const isOpen = (hold: Hold): boolean => hold.state === 'open';

/**
 * @param shown the holds of the list. Holds marked under another search stay marked
 * @param part the part that the list shows. What has probably expired is marked in its own alone, so that no range of others
 * takes it along
 * @param visited another screen led to a hold. It comes before the marked ones until it is left, or others are marked
 */
export function useSelection(
  shown: readonly Hold[],
  part: HoldPart | null,
  { marked, setMarked: setAllMarked }: TypedHolds,
  visited: boolean,
) {
  const minute = useMinute();
  const markable = (hold: Hold): boolean => isOpen(hold) && (part === 'expired' || millisecondsLeft(hold, minute) > 0);
  const [isAside, setIsAside] = useState(visited);
  const takeUp = (): void => setIsAside(false);
  const setMarked: typeof setAllMarked = (change) => {
    takeUp();
    setAllMarked(change);
  };
  const current = useMemo(() => new Map(shown.map((hold) => [hold.id, hold])), [shown]);
  const holds = useMemo(
    () =>
      [...marked]
        .map(([id, seen]) => current.get(id) ?? seen)
        .filter(isOpen)
        .toSorted(leastTimeFirst),
    [marked, current],
  );
  const ids = useMemo(() => new Set(holds.map((hold) => hold.id)), [holds]);
  const open = shown.filter(markable);
  const all = open.length > 0 && open.every((hold) => ids.has(hold.id));
  const mark = (chosen: readonly Hold[]): void => setMarked(new Map(chosen.map((hold) => [hold.id, hold])));
  const change = (added: readonly Hold[], removed: readonly Hold[]): void =>
    setMarked((before) => {
      const after = new Map(before);
      for (const hold of removed) after.delete(hold.id);
      for (const hold of added) after.set(hold.id, hold);
      return after;
    });
  return {
    /** The least time left first, in which order they are captured, however the list is sorted. */
    holds,
    /** Those to act on: none while a hold that another screen led to comes before them. */
    chosen: isAside ? [] : holds,
    takeUp,
    ids,
    markable,
    toggle: (hold: Hold): void =>
      setMarked((before) => {
        const after = new Map(before);
        if (!after.delete(hold.id)) after.set(hold.id, hold);
        return after;
      }),
    /** Marks open holds and takes the marks of others away, as a range of the list grows and shrinks. */
    setMarked: change,
    /** Marks every markable hold of the list, or takes their marks away when all are marked. */
    toggleAll: (): void => (all ? change([], open) : change(open, [])),
    mark,
    unmark: (without: ReadonlySet<string>): void =>
      setMarked((before) => new Map([...before].filter(([id]) => !without.has(id)))),
    /** Number of marked holds outside of the list. */
    notShown: holds.filter((hold) => !current.has(hold.id)).length,
    /** True when every markable hold of the list is marked. */
    all,
    /** Number of holds of the list that can't be marked. */
    unmarkable: shown.length - open.length,
    clear: (): void => mark([]),
  };
}

/** Marks of the list of holds. A mark that is refused says why. */
export function useMarking(
  selection: Selection,
  holds: readonly Hold[],
  say: (words: QueueWords) => void,
  hush: () => void,
  markRest: (() => void) | null,
): Marking<Hold> {
  const { t } = useText();
  return {
    header: t('holds:columns.select'),
    marked: selection.ids,
    markable: selection.markable,
    toggle: (hold) => {
      hush();
      selection.toggle(hold);
    },
    setMarked: selection.setMarked,
    refuse: (hold) => say((inLanguage, formats) => whyNotMarked(inLanguage, formats, hold)),
    toggleAll: () => {
      hush();
      if (holds.some(selection.markable)) selection.toggleAll();
      else say((inLanguage) => inLanguage('holds:review.nothingToMark'));
    },
    markRest,
  };
}
