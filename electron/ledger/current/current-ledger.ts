/** One ledger for the use cases whatever is behind it now: it is opened while the window opens, and another one can be chosen. */
import { LedgerUnavailable, type Ledger } from '#electron/core/ports.ts';

type ChangeListener = Parameters<Ledger['onChange']>[0];
type AvailabilityListener = Parameters<Ledger['onAvailability']>[0];

export interface CurrentLedger<Opened extends Ledger> {
  /** Every method waits for the ledger that is being opened, and rejects with `LedgerUnavailable` while there is none. */
  readonly ledger: Ledger;
  /** The ledger behind; rejects with `LedgerUnavailable` while there is none. */
  opened(): Promise<Opened>;
  /** Puts another ledger in place. Closes nothing: whoever opened the one before does that. */
  use(next: Promise<Opened>): Promise<void>;
}

export function createCurrentLedger<Opened extends Ledger>(): CurrentLedger<Opened> {
  const changes = new Set<ChangeListener>();
  const availability = new Set<AvailabilityListener>();
  const first = Promise.withResolvers<Opened>();
  let current: Promise<Opened> = first.promise;
  let started = false;
  let stopListening = (): void => undefined;
  // Nobody may be waiting when it fails; who asks later is told.
  current.catch(() => undefined);

  function listenTo(opened: Opened): void {
    const stops = [
      opened.onChange((attemptIds) => {
        for (const listener of changes) listener(attemptIds);
      }),
      opened.onAvailability((reason) => {
        for (const listener of availability) listener(reason);
      }),
    ];
    stopListening = () => {
      for (const stop of stops) stop();
    };
  }

  async function use(next: Promise<Opened>): Promise<void> {
    const before = current;
    current = next;
    if (!started) {
      started = true;
      next.then(first.resolve, first.reject);
    }
    stopListening();
    stopListening = () => undefined;
    try {
      const opened = await next;
      if (current !== next) return;
      listenTo(opened);
      for (const listener of availability) listener(null);
      if (before !== first.promise) for (const listener of changes) listener(null);
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) throw error;
      for (const listener of availability) listener(error.reason);
    }
  }

  const listen =
    <Listener>(listeners: Set<Listener>) =>
    (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };

  const ledger: Ledger = {
    begin: async (attempt, guard) => (await current).begin(attempt, guard),
    finish: async (attemptId, answer, answeredAt) => (await current).finish(attemptId, answer, answeredAt),
    recover: async () => (await current).recover(),
    resolve: async (attemptId, resolution) => (await current).resolve(attemptId, resolution),
    show: async (attemptId) => (await current).show(attemptId),
    hold: async (holdId) => (await current).hold(holdId),
    holdsById: async (holdIds) => (await current).holdsById(holdIds),
    holds: async (query, now) => (await current).holds(query, now),
    search: async (query) => (await current).search(query),
    async *all(filter) {
      yield* (await current).all(filter);
    },
    unknowns: async () => (await current).unknowns(),
    operators: async () => (await current).operators(),
    dayClose: async (query) => (await current).dayClose(query),
    beginBatch: async (progress, seat) => (await current).beginBatch(progress, seat),
    saveBatchRow: async (batchId, row) => (await current).saveBatchRow(batchId, row),
    finishBatch: async (batchId) => (await current).finishBatch(batchId),
    interruptedBatches: async (seat) => (await current).interruptedBatches(seat),
    onChange: listen(changes),
    onAvailability: listen(availability),
    close: async () => (await current).close(),
  };
  return { ledger, opened: () => current, use };
}
