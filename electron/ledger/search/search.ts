/**
 * Pages of the history, searched or not, by time or by amount: the largest first, and of equal ones the newest. What an index finds is
 * compared with the search again, and each payment is listed once. New attempts are indexed in the pauses.
 */
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { unlessAway } from '#electron/core/ports/ledger.ts';
import type { HistoryFilter, HistoryPage, HistoryQuery } from '#shared/ledger/history.ts';
import { listedAttempts } from '#electron/ledger/attempts/payments.ts';
import type { Database, Engine, Place, SearchScope } from '#electron/ledger/engine/engine.ts';
import { boundsOf, filteredByColumns, findsAll, isWithin, bounded, rowMatcher } from './search-terms.ts';
import { soughtWords } from '#electron/ledger/rows/search-tokens.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { type ListedAttempt, continuedBy } from '#shared/ledger/listed-attempt.ts';
import { refuseCircles } from '#electron/ledger/engine/statements.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import { isUnknown } from '#electron/ledger/attempts/resolutions.ts';
import { toAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { rowsById } from '#electron/ledger/attempts/by-id.ts';

/**
 * Lists a payment once: a hold gives way to the attempt that goes on from it, where the same search finds that one too.
 * @param attempts found by the filter
 */
export async function onePerPayment(
  engine: Engine,
  attempts: readonly ListedAttempt[],
  filter: HistoryFilter,
): Promise<readonly ListedAttempt[]> {
  const { from, until } = filter;
  const later = attempts.flatMap((attempt) => continuedBy(attempt) ?? []);
  const within = later.filter(
    ({ startedAt }) => (from === null || startedAt >= from) && (until === null || startedAt < until),
  );
  const ids = within.map(({ id }) => id);
  const found = new Set(
    findsAll(filter) || ids.length === 0
      ? ids
      : (await engine.read((db) => rowsById(engine, db, ids))).filter(rowMatcher(filter)).map(({ id }) => id),
  );
  return attempts.filter((attempt) => !found.has(continuedBy(attempt)?.id ?? ''));
}

const portion = 500;

async function* foundPortions(engine: Engine, filter: HistoryFilter): AsyncGenerator<readonly ListedRow[]> {
  const { from, before: until } = boundsOf(filter);
  let before = until;
  const words = soughtWords(filter.text);
  const pass = refuseCircles();
  for (;;) {
    const scope = { words, filter, from, before, limit: portion };
    const rows = await engine.read((db) => engine.search.page(db, scope));
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < portion) return;
    before = last.position;
    pass(before);
    // SQLite works in this thread, so payments get a turn after each portion.
    await setImmediate();
  }
}

const earlier = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

async function positionOf(db: Database, after: NonNullable<HistoryQuery['after']>): Promise<number> {
  const row = await db.selectFrom('attempts').select('position').where('id', '=', after.id).executeTakeFirst();
  // The last row seen may have been purged meanwhile, so its instant is used instead.
  return row?.position ?? positionAt(after.startedAt);
}

const later = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.max(one, other);

/** Reads on until the page is full, because holds that were captured are listed as their captures. */
export async function searchPage(engine: Engine, query: HistoryQuery): Promise<HistoryPage> {
  const found: ListedAttempt[] = [];
  for (let after = query.after; ;) {
    const { attempts, more } = await pageOfAttempts(engine, { ...query, after });
    found.push(...(await onePerPayment(engine, attempts, query)));
    const last = attempts.at(-1);
    if (!more || last === undefined || found.length >= query.limit)
      return { attempts: found.slice(0, query.limit), more: more || found.length > query.limit };
    after = last;
  }
}

function pageOfAttempts(engine: Engine, query: HistoryQuery): Promise<HistoryPage> {
  if (query.order === 'amount') return pageByAmount(engine, query);
  const oldestFirst = query.order === 'oldest';
  return engine.read(async (db) => {
    const after = query.after === null ? null : await positionOf(db, query.after);
    const { from, before: until } = boundsOf(query);
    const rows = await engine.search.page(db, {
      words: soughtWords(query.text),
      filter: query,
      from: oldestFirst && after !== null ? later(after + 1, from) : from,
      before: oldestFirst ? until : earlier(after, until),
      limit: query.limit + 1,
      oldestFirst,
    });
    return { attempts: await listedAttempts(engine, db, rows.slice(0, query.limit)), more: rows.length > query.limit };
  });
}

/** Yields every attempt that the filter finds in portions, newest first. */
export async function* searchPortions(engine: Engine, filter: HistoryFilter): AsyncGenerator<readonly ListedAttempt[]> {
  for await (const rows of foundPortions(engine, filter))
    yield await engine.read((db) => listedAttempts(engine, db, rows));
}

export async function* searchAll(engine: Engine, filter: HistoryFilter): AsyncGenerator<ListedAttempt> {
  for await (const attempts of searchPortions(engine, filter)) yield* attempts;
}

/** Reads a scope without words and filters, along the key. */
export function newestRows(
  db: Database,
  { limit, oldestFirst, ...bounds }: Omit<SearchScope, 'words' | 'filter'>,
): Promise<readonly ListedRow[]> {
  const within = bounded(db.selectFrom('attempts').select(listedColumns).limit(limit), bounds);
  return within.orderBy('position', oldestFirst === true ? 'asc' : 'desc').execute();
}

/** Groups of unknown attempts, so that those of training hide no real one, and none hides an answer that contradicts a person. */
const unknownGroups = [
  sql<boolean>`resolved_how = 'contested'`,
  sql<boolean>`environment = 'production'`,
  sql<boolean>`environment = 'test'`,
  sql<boolean>`environment not in ('production', 'test')`,
];

/** Reads the unresolved unknown attempts, oldest first. @param most of each group */
export const unknownsOf = (engine: Engine, most: number): Promise<readonly Attempt[]> =>
  engine.read(async (db) => {
    const oldest = unknownGroups.map(
      (group) => sql`select position from (
        select position from attempts where ${isUnknown} and ${group} order by position limit ${sql.lit(most)}) as listed`,
    );
    const listed = sql<boolean>`position in (${sql.join(oldest, sql` union all `)})`;
    const unknown = db.selectFrom('attempts').select(listedColumns).where(listed);
    return (await unknown.orderBy('position').execute()).map(toAttempt);
  });

/** Reads of every unresolved unknown attempt what says who looks it up, oldest first. */
export const unknownIdsOf = (engine: Engine): Promise<readonly Pick<Attempt, 'id' | 'seat' | 'startedAt'>[]> =>
  engine.read((db) =>
    db
      .selectFrom('attempts')
      .select(['id', 'seat', 'started_at as startedAt'])
      .where(isUnknown)
      .orderBy('position')
      .execute(),
  );

/** Finds that are sorted. Where there are more, an index by amount has them soon enough. */
export const fewFinds = 2_000;
/** Entries of that index whose rows are compared in one go: some milliseconds. */
const stride = 500;

const largestFirst = (one: Place, other: Place): number => other.amount - one.amount || other.position - one.position;

const sorted = (rows: readonly ListedRow[]): readonly ListedRow[] => rows.toSorted(largestFirst);

async function pageByAmount(engine: Engine, query: HistoryQuery): Promise<HistoryPage> {
  const after = query.after === null ? null : await placeOfId(engine, query.after.id);
  // A last row that is found no more, because it was purged, ends the list. The purge has it read again.
  if (query.after !== null && after === null) return { attempts: [], more: false };
  const rows =
    (await engine.search.byAmount?.(engine, query, after)) ??
    (await fewRows(engine, query, after)) ??
    (await rowsAlongIndex(engine, query, after));
  const attempts = await engine.read((db) => listedAttempts(engine, db, rows.slice(0, query.limit)));
  return { attempts, more: rows.length > query.limit };
}

const placeOfId = (engine: Engine, id: string): Promise<Place | null> =>
  engine.read(async (db) => {
    const row = await db.selectFrom('attempts').select(['position', 'amount']).where('id', '=', id).executeTakeFirst();
    return row ?? null;
  });

const isWhole = (filter: HistoryFilter): boolean => filter.from === null && filter.until === null && findsAll(filter);

/** Sorts the finds when they are few. @returns null when they are not */
async function fewRows(
  engine: Engine,
  filter: HistoryFilter,
  after: Place | null,
): Promise<readonly ListedRow[] | null> {
  if (isWhole(filter)) return null;
  const all: ListedRow[] = [];
  for await (const rows of foundPortions(engine, filter)) {
    all.push(...rows);
    if (all.length > fewFinds) return null;
  }
  return sorted(all.filter((row) => after === null || largestFirst(after, row) < 0));
}

/** Walks along the index by amount until the page is full, and takes what the filter finds. */
async function rowsAlongIndex(engine: Engine, query: HistoryQuery, after: Place | null): Promise<readonly ListedRow[]> {
  const bounds = boundsOf(query);
  const limit = isWhole(query) ? query.limit + 1 : stride;
  const found: ListedRow[] = [];
  let last = after;
  for (;;) {
    const places = await engine.read((db) => placesAfter(db, last, limit));
    const positions = places.filter((place) => isWithin(place, bounds)).map(({ position }) => position);
    if (positions.length > 0) found.push(...(await matchingRows(engine, query, positions)));
    if (found.length > query.limit || places.length < limit) return found;
    last = places.at(-1) ?? null;
    await setImmediate();
  }
}

/** Reads equal amounts apart from smaller ones, because neither engine seeks both in one condition on an expression. */
async function placesAfter(db: Database, after: Place | null, limit: number): Promise<readonly Place[]> {
  const places = db.selectFrom('attempts').select(['amount', 'position']);
  const largest = places.orderBy('amount', 'desc').orderBy('position', 'desc');
  if (after === null) return largest.limit(limit).execute();
  const equal = await places
    .where('amount', '=', after.amount)
    .where('position', '<', after.position)
    // SQLite would sort equal amounts by the amount too.
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
  if (equal.length === limit) return equal;
  const smaller = largest.where('amount', '<', after.amount).limit(limit - equal.length);
  return [...equal, ...(await smaller.execute())];
}

async function matchingRows(
  engine: Engine,
  filter: HistoryFilter,
  positions: readonly number[],
): Promise<readonly ListedRow[]> {
  const rows = await engine.read((db) =>
    filteredByColumns(db.selectFrom('attempts').select(listedColumns), filter)
      .where('position', 'in', positions)
      .execute(),
  );
  return sorted(soughtWords(filter.text).length === 0 ? rows : rows.filter(rowMatcher(filter)));
}

/** Milliseconds from a change to its indexing. */
const indexingPause = 400;

/**
 * Indexes new attempts in the pauses, in portions, so that no payment waits for it.
 * @param indexPortion indexes some new attempts and resolves to true when there are more
 */
export function createIndexing(indexPortion: () => Promise<boolean>, reportBug: (error: unknown) => void) {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  async function run(): Promise<void> {
    try {
      // SQLite works in this thread, so payments get a turn after each portion.
      while (!stopping.signal.aborted && (await indexPortion())) await setImmediate();
    } catch (error) {
      // Unindexed rows keep their mark, and the next search or pause indexes them.
      unlessAway(reportBug)(error);
    }
  }

  return {
    /** Schedules indexing after a write, or for possible leftovers. */
    soon() {
      if (stopping.signal.aborted || timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        running = running.then(run);
      }, indexingPause);
      timer.unref();
    },
    /** Stops for good. Resolves when nothing is being indexed any more. */
    async stop() {
      stopping.abort();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
