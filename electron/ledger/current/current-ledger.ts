/** Presents one stable ledger to the use cases across changes of the current ledger. */
import { createListeners } from '#electron/core/listeners.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { LedgerUnavailable, type Ledger, type LedgerChange } from '#electron/core/ports/ledger.ts';
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';

/** Methods that do more than wait for the ledger. */
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

/** Makes a ledger that is being opened refusable, for those who don't wait for it. */
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
