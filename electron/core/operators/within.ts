/** Waits for a ledger no longer than a person does. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';

/** Rejects with `LedgerUnavailable` after the time in ms. The work goes on, and nobody hears of its end. */
export async function within<Value>(time: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new LedgerUnavailable('disconnected', 'The shared ledger did not answer in time.')),
    time,
  );
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
