/** A payment that is old enough to be purged. */
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { approved, newAttempt, value } from '#test/fixtures/examples.ts';

/** @returns its id */
export async function oldSale(ledger: StoredLedger): Promise<string> {
  const attempt = newAttempt({ operation: 'sell', startedAt: '2020-03-01T12:00:00.000Z' });
  value(await ledger.begin(attempt, null));
  await ledger.finish(attempt.id, approved(), '2020-03-01T12:00:01.000Z');
  return attempt.id;
}
