/** Pages of the history by amount: the largest first, and of equal ones the newest. */
import { setImmediate } from 'node:timers/promises';
import type { HistoryFilter, HistoryPage, HistoryQuery } from '#shared/ledger/history.ts';
import { listedAttempts } from '#electron/ledger/attempts/payments.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { filteredByColumns, filterTerms } from './filter-terms.ts';
import { foundPortions, rowMatcher } from './found-rows.ts';
import { soughtWords } from '#electron/ledger/rows/search-tokens.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';

/** Finds that are sorted here. Where there are more, an index by amount has them soon enough. */
const few = 2_000;
/** Entries of that index whose rows are compared in one go: some milliseconds. */
const stride = 500;

interface Place {
  /** Minor units. */
  readonly amount: number;
  readonly position: number;
}

const largestFirst = (one: Place, other: Place): number => other.amount - one.amount || other.position - one.position;

const sorted = (rows: readonly ListedRow[]): readonly ListedRow[] => rows.toSorted(largestFirst);

export async function pageByAmount(engine: Engine, query: HistoryQuery): Promise<HistoryPage> {
  const after = query.after === null ? null : await placeOfId(engine, query.after.id);
  // A last row that is found no more, because it was purged, ends the list. The purge has it read again.
  if (query.after !== null && after === null) return { attempts: [], more: false };
  const rows = (await fewRows(engine, query, after)) ?? (await rowsAlongIndex(engine, query, after));
  const attempts = await engine.read((db) => listedAttempts(engine, db, rows.slice(0, query.limit)));
  return { attempts, more: rows.length > query.limit };
}

const placeOfId = (engine: Engine, id: string): Promise<Place | null> =>
  engine.read(async (db) => {
    const row = await db.selectFrom('attempts').select(['position', 'amount']).where('id', '=', id).executeTakeFirst();
    return row ?? null;
  });

const findsAll = (filter: HistoryFilter): boolean =>
  filter.from === null && filter.until === null && filterTerms(filter).length === 0 && !soughtWords(filter.text).length;

/** Sorts the finds when they are few. @returns null when they are not */
async function fewRows(
  engine: Engine,
  filter: HistoryFilter,
  after: Place | null,
): Promise<readonly ListedRow[] | null> {
  if (findsAll(filter)) return null;
  const all: ListedRow[] = [];
  for await (const rows of foundPortions(engine, filter)) {
    all.push(...rows);
    if (all.length > few) return null;
    // SQLite works in this thread, so payments get a turn after each portion.
    await setImmediate();
  }
  return sorted(all.filter((row) => after === null || largestFirst(after, row) < 0));
}

/** Walks along the index by amount until the page is full, and takes what the filter finds. */
async function rowsAlongIndex(engine: Engine, query: HistoryQuery, after: Place | null): Promise<readonly ListedRow[]> {
  const from = query.from === null ? null : positionAt(query.from);
  const before = query.until === null ? null : positionAt(query.until);
  const isWithin = ({ position }: Place): boolean =>
    (from === null || position >= from) && (before === null || position < before);
  const limit = findsAll(query) ? query.limit + 1 : stride;
  const found: ListedRow[] = [];
  let last = after;
  for (;;) {
    const places = await engine.read((db) => placesAfter(db, last, limit));
    const positions = places.filter(isWithin).map(({ position }) => position);
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
