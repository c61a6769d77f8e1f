/**
 * Tells the screens of changes at most once a second, because each notice makes them ask the ledger again. The seat's own
 * changes are told at once after a calm second. Those of other seats are spread, so that all seats don't ask together, and
 * told ever more seldom while they keep coming, because the ledger's work grows with the seats times their changes.
 */
import type { LedgerChange } from '#electron/core/ports/ledger.ts';
import { mergedChanges, type ChangedAttempts } from '#electron/ledger/engine/engine.ts';

/** Shortest time between two notices, in ms. */
export const noticeInterval = 1_000;
/** Longest time between two notices of other seats' changes, in ms. Each one that comes while the last pause runs doubles it. */
export const longestInterval = 4_000;
/** Longest additional delay of other seats' changes, in ms. */
export const noticeSpread = 500;

/** @param random returns a number from 0 up to 1 */
export function createChangeNotices(tell: (attemptIds: ChangedAttempts) => void, random: () => number = Math.random) {
  let untold: ChangedAttempts = [];
  // A monotonic clock, because the system's may be set back.
  let toldAt = Number.NEGATIVE_INFINITY;
  let pauseForOthers = noticeInterval;
  let othersWait = false;
  let due = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function tellNow(): void {
    const told = untold;
    untold = [];
    due = Number.POSITIVE_INFINITY;
    toldAt = performance.now();
    othersWait = false;
    tell(told);
  }

  /** Returns the time of the notice of other seats' changes, the first of which has just come. */
  function dueForOthers(now: number): number {
    const goOn = now < toldAt + pauseForOthers;
    pauseForOthers = goOn ? Math.min(2 * pauseForOthers, longestInterval) : noticeInterval;
    return Math.max(now, toldAt + pauseForOthers) + random() * (goOn ? pauseForOthers : noticeSpread);
  }

  return {
    note({ attemptIds, by }: LedgerChange) {
      untold = mergedChanges(untold, attemptIds);
      const now = performance.now();
      if (by === 'another' && othersWait) return;
      othersWait ||= by === 'another';
      const wanted = by === 'another' ? dueForOthers(now) : Math.max(now, toldAt + noticeInterval);
      if (wanted >= due) return;
      clearTimeout(timer);
      due = wanted;
      if (due === now) tellNow();
      else timer = setTimeout(tellNow, Math.ceil(due - now)).unref();
    },
    /** Tells no more, not even what it has. */
    stop() {
      clearTimeout(timer);
      due = Number.NEGATIVE_INFINITY;
    },
  };
}
