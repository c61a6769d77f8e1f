/** Holds a ledger against the service: the invariants that no failover may break (money first). */
import { isDeepStrictEqual } from 'node:util';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import type { SentRequest } from './recording-service.ts';

/** @returns one line for each violation, once every seat has written what it knows */
export async function violations(ledger: StoredLedger, sent: readonly SentRequest[]): Promise<readonly string[]> {
  const attempts: Attempt[] = [];
  for await (const attempt of ledger.all(historyFilterSchema.parse({}))) attempts.push(attempt);
  const found: string[] = [];

  const keys = sent.map(({ operation, id }) => `${operation} ${id}`);
  const seen = new Set<string>();
  for (const key of keys) {
    if (seen.has(key)) found.push(`sent twice: ${key}`);
    seen.add(key);
  }

  const keyOf = ({ operation, id, holdId }: Attempt): string => `${operation} ${holdId ?? id}`;
  const states = new Map<string, string[]>();
  for (const attempt of attempts) {
    const key = keyOf(attempt);
    states.set(key, [...(states.get(key) ?? []), effectiveState(attempt)]);
  }
  for (const key of seen) {
    const recorded = states.get(key) ?? [];
    if (recorded.length === 0) found.push(`approved but not on record: ${key}`);
    // A capture that was refused before it left may stand beside the one that was sent.
    else if (
      !isDeepStrictEqual(
        recorded.filter((state) => state !== 'not-sent'),
        ['approved'],
      )
    )
      found.push(`approved, but recorded as ${recorded.join(', ')}: ${key}`);
  }
  for (const [key, recorded] of states) {
    if (!seen.has(key) && recorded.some((state) => state !== 'not-sent'))
      found.push(`never sent, but recorded as ${recorded.join(', ')}: ${key}`);
  }
  return found;
}
