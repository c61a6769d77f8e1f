/** Counts what a search finds, for the progress of an export, and sums the money of its payments, newest first and up to a limit. */
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { type HistoryFilter, summedLimit, type HistorySums } from '#shared/ledger/history.ts';
import type { Database, Engine, FoundSum } from '#electron/ledger/engine/engine.ts';
import { bounded, boundsOf, filterTerms, findsAll, type Bounds, sqliteTerms } from './search-terms.ts';
import { soughtWords } from '#electron/ledger/rows/search-tokens.ts';
import { holdIsOver, timeIsUp, type ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { amountDoubtOf, effectiveState } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { onePerPayment, searchPortions } from './search.ts';

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

/** Rows that one statement counts: some milliseconds. */
const portion = 20_000;

/** Counts one portion, newest first. `last` is the position of its oldest row. */
type CountPortion = (db: Database, bounds: Bounds) => Promise<{ readonly found: number; readonly last: number | null }>;

const counted = {
  found: sql<number>`cast(count(*) as bigint)`.as('found'),
  last: sql<number | null>`cast(min(position) as bigint)`.as('last'),
};

/**
 * Counts in portions, far cheaper than reading, and never long in one go.
 * @returns null for a search by words on SQLite, which are compared with the rows themselves
 */
export async function countFound(engine: Engine, filter: HistoryFilter): Promise<number | null> {
  const isWorded = soughtWords(filter.text).length > 0;
  const { positions } = engine.search;
  if (isWorded && positions === null) return null;
  const indexed = positions === null ? countTerms(filterTerms(filter)) : countPositions(positions, filter);
  const count = findsAll(filter) ? countAll : indexed;
  let bounds = boundsOf(filter);
  for (let total = 0; ;) {
    const present = bounds;
    const { found, last } = await engine.read((db) => count(db, present));
    total += found;
    if (last === null || found < portion) return total;
    bounds = { ...bounds, before: last };
    // SQLite counts in this thread.
    await setImmediate();
  }
}

/** Counts in the search index of a server alone, which has the newest rows a moment later. */
const countPositions =
  (positions: NonNullable<Engine['search']['positions']>, filter: HistoryFilter): CountPortion =>
  (db, bounds) => {
    const part = sql<{ position: number }>`(${positions(filter, { ...bounds, limit: portion })})`;
    return db.selectFrom(part.as('part')).select([counted.found, counted.last]).executeTakeFirstOrThrow();
  };

const countTerms = (terms: readonly string[]): CountPortion => {
  const { match } = sqliteTerms(
    [],
    terms.map((term) => [term]),
  );
  return (db, { from, before }) => {
    const upTo = from === null ? sql`` : sql`and rowid <= ${-from}`;
    const after = before === null ? sql`` : sql`and rowid > ${-before}`;
    const part = sql<{ position: number }>`(select -rowid as position from attempt_words
      where attempt_words match ${match} ${upTo} ${after} order by rowid limit ${portion})`;
    return db.selectFrom(part.as('part')).select([counted.found, counted.last]).executeTakeFirstOrThrow();
  };
};

const countAll: CountPortion = (db, bounds) => {
  const positions = db.selectFrom('attempts').select('position').orderBy('position', 'desc').limit(portion);
  const part = bounded(positions, bounds).as('part');
  return db.selectFrom(part).select([counted.found, counted.last]).executeTakeFirstOrThrow();
};
