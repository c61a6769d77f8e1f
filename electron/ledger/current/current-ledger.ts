/**
 * Presents one stable ledger to the use cases across changes of the current ledger, and tells the screens what changes in it.
 */
import { createListeners } from '#electron/core/listeners.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { LedgerUnavailable, type Ledger, type LedgerChange } from '#electron/core/ports/ledger.ts';
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import { mergedChanges, noChange } from '#electron/ledger/engine/engine.ts';

type Own = Pick<Ledger, 'begin' | 'all' | 'onChange' | 'onAvailability'>;

/** Forwards every other method to the ledger, once it is open. */
const forwarding = (own: Own, opened: () => Promise<Ledger>): Ledger =>
  new Proxy(own as Ledger, {
    get(_, name: keyof Ledger | 'then') {
      // Without `then` it is no promise.
      if (name in own || name === 'then') return Reflect.get(own, name) as unknown;
      return async (...input: readonly unknown[]): Promise<unknown> => {
        const ledger = await opened();
        return Reflect.apply(ledger[name], ledger, input);
      };
    },
  });

function refusable<Opened>(next: Promise<Opened>) {
  const { promise, resolve, reject } = Promise.withResolvers<Opened>();
  next.then(resolve, reject);
  promise.catch(() => undefined);
  return { opened: promise, refuse: (refusal: LedgerUnavailable) => reject(refusal) };
}

export function createCurrentLedger<Opened extends Ledger>(reportBug: ReportBug) {
  const changes = createListeners<LedgerChange>(reportBug);
  const availability = createListeners<LedgerFailureReason | null>(reportBug);
  const first = Promise.withResolvers<Opened>();
  let current: Promise<Opened> = first.promise;
  let started = false;
  let opening: ReturnType<typeof refusable<Opened>> | null = null;
  let stopListening = (): void => undefined;
  // Prevents an unhandled rejection without a caller. Later callers still get the error.
  current.catch(() => undefined);

  function listenTo(opened: Opened): void {
    const stops = [opened.onChange(changes.tell), opened.onAvailability(availability.tell)];
    stopListening = () => {
      for (const stop of stops) stop();
    };
  }

  async function use(next: Promise<Opened>): Promise<void> {
    const before = current;
    current = next;
    opening = refusable(next);
    if (!started) {
      started = true;
      next.then(first.resolve, first.reject);
    }
    stopListening();
    stopListening = () => undefined;
    try {
      const opened = await next.finally(() => {
        if (current === next) opening = null;
      });
      if (current !== next) return;
      listenTo(opened);
      availability.tell(null);
      if (before !== first.promise) changes.tell({ attemptIds: null, by: 'this-seat' });
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) throw error;
      availability.tell(error.reason);
    }
  }

  const own: Own = {
    begin: async (attempt, guard) => (await (opening?.opened ?? current)).begin(attempt, guard),
    async *all(filter) {
      yield* (await current).all(filter);
    },
    onChange: changes.add,
    onAvailability: availability.add,
  };
  return {
    /** Forwards to the current ledger. Methods wait while it opens, and reject with `LedgerUnavailable` when there is none. */
    ledger: forwarding(own, () => current),
    /** Returns the current ledger. Rejects with `LedgerUnavailable` while there is none. */
    opened: () => current,
    /** Switches to another ledger. The caller that opened the former one closes it. */
    use,
    /**
     * Refuses payments while the next ledger is being opened, which takes long. Otherwise they would wait, and be sent when
     * nobody expects it any more.
     */
    refuseUntilOpen: (refusal: LedgerUnavailable) => opening?.refuse(refusal),
  };
}

/** Shortest time between two notices, in ms. */
export const noticeInterval = 1_000;
/** Longest time between two notices of other seats' changes, in ms. Each one that comes while the last pause runs doubles it. */
export const longestInterval = 4_000;
/** Longest additional delay of other seats' changes, in ms. */
export const noticeSpread = 500;

/**
 * Tells the screens of changes at most once a second, because each notice makes them ask the ledger again. The seat's own
 * changes are told at once after a calm second. Those of other seats are spread, so that all seats don't ask together, and
 * told ever more seldom while they keep coming, because the ledger's work grows with the seats times their changes.
 * @param random returns a number from 0 up to 1
 */
export function createChangeNotices(tell: (change: LedgerChange) => void, random: () => number = Math.random) {
  const none: LedgerChange = { ...noChange, by: 'another' };
  let untold = none;
  // A monotonic clock, because the system's may be set back.
  let toldAt = Number.NEGATIVE_INFINITY;
  let pauseForOthers = noticeInterval;
  let othersWait = false;
  let due = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function tellNow(): void {
    const told = untold;
    untold = none;
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
    note({ by, ...change }: LedgerChange) {
      untold = { ...mergedChanges(untold, change), by: by === 'this-seat' ? by : untold.by };
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
