/** Counts the payments that a search finds and sums their money, newest first and up to a limit. */
import { setImmediate } from 'node:timers/promises';
import { summedLimit, type HistoryFilter, type HistorySums } from '#shared/ledger/history.ts';
import { holdIsOver, timeIsUp, type ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { amountDoubtOf, effectiveState } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import type { Engine, FoundSum } from '#electron/ledger/engine/engine.ts';
import { onePerPayment } from './found-rows.ts';
import { searchPortions } from './search.ts';

type Sum = HistorySums['sums'][number];

/** @param now UTC, ISO 8601. A hold whose time has run out then reserves nothing */
export async function searchSums(engine: Engine, filter: HistoryFilter, now: string): Promise<HistorySums> {
  const found = await (engine.search.sums?.(engine, filter, now) ?? readSums(engine, filter, now));
  const sums = new Map<string, Sum>();
  for (const each of found.sums) add(sums, each);
  return { count: found.count, more: found.more, sums: [...sums.values()] };
}

/** Reads the finds in portions, with the checksums of their rows. */
async function readSums(engine: Engine, filter: HistoryFilter, now: string) {
  const sums: FoundSum[] = [];
  const at = Date.parse(now);
  let count = 0;
  for await (const attempts of searchPortions(engine, filter)) {
    const payments = await onePerPayment(engine, attempts, filter);
    const counted = payments.slice(0, summedLimit - count);
    for (const attempt of counted) if (effectiveState(attempt) === 'approved') sums.push(sumOf(attempt, at));
    count += counted.length;
    // Another portion is read at the limit, only to know whether there is more.
    if (counted.length < payments.length) return { count, more: true, sums };
    // SQLite works in this thread, so payments get a turn after each portion.
    await setImmediate();
  }
  return { count, more: false, sums };
}

const sumOf = (attempt: ListedAttempt, at: number): FoundSum => ({
  environment: attempt.environment,
  currencySign: attempt.currencySign,
  operation: attempt.operation,
  over: holdIsOver(attempt, timeIsUp(attempt.payment, at)),
  unclear: amountDoubtOf(attempt, 'approved') !== null,
  count: 1,
  amount: attempt.amount,
});

function add(sums: Map<string, Sum>, found: FoundSum): void {
  const { countsIn } = operationFacts(found.operation);
  if (countsIn === 'nothing' || (countsIn === 'held' && found.over)) return;
  const { environment, currencySign } = found;
  const part = found.unclear ? 'unclear' : countsIn;
  const key = `${environment} ${currencySign}`;
  const none = { count: 0, amount: 0 };
  const before = sums.get(key) ?? {
    environment,
    currencySign,
    charged: none,
    held: none,
    refunded: none,
    released: none,
    unclear: none,
  };
  const { count, amount } = before[part];
  sums.set(key, { ...before, [part]: { count: count + found.count, amount: amount + found.amount } });
}
