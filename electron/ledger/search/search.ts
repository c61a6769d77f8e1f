/** Pages of the history, searched or not. */
import type { HistoryFilter, HistoryPage, HistoryQuery } from '#shared/ledger/history.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import type { Database, Engine, SearchScope } from '#electron/ledger/engine/engine.ts';
import { listedAttempts } from '#electron/ledger/attempts/payments.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import { pageByAmount } from './amount-order.ts';
import { foundPortions, onePerPayment } from './found-rows.ts';
import { soughtWords } from '#electron/ledger/rows/search-tokens.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { isUnknown } from '#electron/ledger/attempts/resolutions.ts';
import { toAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import type { Attempt } from '#shared/payments/attempt.ts';

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
    const until = query.until === null ? null : positionAt(query.until);
    const from = query.from === null ? null : positionAt(query.from);
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

/** Yields every attempt that the filter finds, newest first, read in pages. */
export async function* searchAll(engine: Engine, filter: HistoryFilter): AsyncGenerator<ListedAttempt> {
  for await (const attempts of searchPortions(engine, filter)) yield* attempts;
}

/** Reads a scope without words and filters, along the key. */
export function newestRows(
  db: Database,
  { from, before, limit, oldestFirst }: Omit<SearchScope, 'words' | 'filter'>,
): Promise<readonly ListedRow[]> {
  let query = db.selectFrom('attempts').select(listedColumns).limit(limit);
  if (from !== null) query = query.where('position', '>=', from);
  if (before !== null) query = query.where('position', '<', before);
  return query.orderBy('position', oldestFirst === true ? 'asc' : 'desc').execute();
}

/** Reads the unresolved unknown attempts, oldest first. */
export const unknownsOf = (engine: Engine): Promise<readonly Attempt[]> =>
  engine.read(async (db) => {
    const unknown = db.selectFrom('attempts').select(listedColumns).where(isUnknown);
    return (await unknown.orderBy('position').execute()).map(toAttempt);
  });
