/** Presents one stable ledger to the use cases across changes of the current ledger. */
import { createListeners } from '#electron/core/listeners.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { LedgerUnavailable, type Ledger, type LedgerChange } from '#electron/core/ports/ledger.ts';
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';

type Forwarded = Exclude<keyof Ledger, 'all' | 'onChange' | 'onAvailability'>;

/** Methods that only wait for the ledger. A method of `Ledger` missing here does not compile. */
const forwarded = Object.keys({
  begin: true,
  lookalikes: true,
  usedOfLimit: true,
  finish: true,
  recover: true,
  resolve: true,
  attempt: true,
  cardOf: true,
  forgetCard: true,
  show: true,
  signed: true,
  hold: true,
  signedHolds: true,
  holdsById: true,
  holds: true,
  attemptsOfBatch: true,
  search: true,
  customers: true,
  sums: true,
  count: true,
  unknowns: true,
  operators: true,
  dayCells: true,
  dayLists: true,
  closeDay: true,
  dayCloses: true,
  changedSince: true,
  close: true,
} satisfies Record<Forwarded, true>) as readonly Forwarded[];

function forwardTo(opened: () => Promise<Ledger>): Pick<Ledger, Forwarded> {
  const forward =
    (name: Forwarded) =>
    async (...input: readonly unknown[]): Promise<unknown> => {
      const ledger = await opened();
      return Reflect.apply(ledger[name], ledger, input);
    };
  return Object.fromEntries(forwarded.map((name) => [name, forward(name)])) as unknown as Pick<Ledger, Forwarded>;
}

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

  const ledger: Ledger = {
    ...forwardTo(() => current),
    begin: async (attempt, guard) => (await (opening?.opened ?? current)).begin(attempt, guard),
    async *all(filter) {
      yield* (await current).all(filter);
    },
    onChange: changes.add,
    onAvailability: availability.add,
  };
  return {
    /** Forwards to the current ledger. Methods wait while it opens, and reject with `LedgerUnavailable` when there is none. */
    ledger,
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
