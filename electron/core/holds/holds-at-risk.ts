/** Finds all open holds that run out soon, read in pages by time left. */
import { oneHour } from '#shared/durations.ts';
import type { Environment } from '#shared/environment.ts';
import { holdWarningHours, type Hold, type HoldsQuery } from '#shared/ledger/holds.ts';
import type { Ledger } from '#electron/core/ports/ledger.ts';

const wholePage = 500;
/** Sorts before every other hold of the same instant. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** Reads the open holds at risk. Skips holds that have run out, however many wait. Rejects with `LedgerUnavailable`. */
export async function holdsAtRisk(
  ledger: Pick<Ledger, 'holds'>,
  environment: Environment,
  now: Date,
  page: number = wholePage,
): Promise<readonly Hold[]> {
  const end = new Date(now.getTime() + holdWarningHours.first * oneHour).toISOString();
  const found: Hold[] = [];
  let after: NonNullable<HoldsQuery['after']> = { expiresAt: now.toISOString(), id: firstId };
  for (;;) {
    const query: HoldsQuery = { show: 'waiting', part: null, text: '', after, limit: page, environment };
    const { holds, more } = await ledger.holds(query, now.toISOString());
    found.push(...holds.filter(({ state, expiresAt }) => state === 'open' && expiresAt <= end));
    const last = holds.at(-1);
    if (last === undefined || !more || last.expiresAt > end) return found;
    after = { expiresAt: last.expiresAt, id: last.id };
  }
}
