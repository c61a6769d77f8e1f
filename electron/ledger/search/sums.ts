/** Counts the payments that a search finds and sums their money, newest first and up to a limit, in portions. */
import { setImmediate } from 'node:timers/promises';
import { summedLimit, type HistoryFilter, type HistorySums } from '#shared/ledger/history.ts';
import { holdIsOver, timeIsUp, type ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { amountDoubtOf, effectiveState } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { onePerPayment } from './one-per-payment.ts';
import { searchPortions } from './search.ts';

type Sum = HistorySums['sums'][number];

/** @param now UTC, ISO 8601. A hold whose time has run out then reserves nothing */
export async function searchSums(engine: Engine, filter: HistoryFilter, now: string): Promise<HistorySums> {
  const sums = new Map<string, Sum>();
  const at = Date.parse(now);
  let count = 0;
  let more = false;
  for await (const attempts of searchPortions(engine, filter)) {
    const payments = await onePerPayment(engine, attempts, filter);
    const counted = payments.slice(0, summedLimit - count);
    for (const attempt of counted) add(sums, attempt, at);
    count += counted.length;
    // Another portion is read at the limit, only to know whether there is more.
    if (counted.length < payments.length) {
      more = true;
      break;
    }
    // SQLite works in this thread, so payments get a turn after each portion.
    await setImmediate();
  }
  return { count, more, sums: [...sums.values()] };
}

function add(sums: Map<string, Sum>, attempt: ListedAttempt, now: number): void {
  if (effectiveState(attempt) !== 'approved') return;
  const { countsIn } = operationFacts(attempt.operation);
  if (countsIn === 'nothing') return;
  if (countsIn === 'held' && holdIsOver(attempt, timeIsUp(attempt.payment, now))) return;
  const { environment, currencySign } = attempt;
  const part = amountDoubtOf(attempt, 'approved') === null ? countsIn : 'unclear';
  const key = `${environment} ${currencySign}`;
  const none = { count: 0, amount: 0 };
  const before = sums.get(key) ?? { environment, currencySign, charged: none, held: none, unclear: none };
  const { count, amount } = before[part];
  sums.set(key, { ...before, [part]: { count: count + 1, amount: amount + attempt.amount } });
}
