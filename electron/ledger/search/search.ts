/** Pages of the history, searched or not. */
import { setImmediate } from 'node:timers/promises';
import { amountOrderLimit, type HistoryFilter, type HistoryPage, type HistoryQuery } from '#shared/ledger/history.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { countedAmount } from '#shared/payments/attempt.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';
import type { Database, Engine, SearchScope } from '#electron/ledger/engine.ts';
import { listedAttempts } from '#electron/ledger/attempts/payments.ts';
import { positionAt } from '#electron/ledger/attempts/position.ts';
import { prepared, preparedFor, readByColumn } from '#electron/ledger/prepared.ts';
import { soughtWords } from './search-tokens.ts';

const earlier = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

async function positionOf(db: Database, after: NonNullable<HistoryQuery['after']>): Promise<number> {
  const row = await db.selectFrom('attempts').select('position').where('id', '=', after.id).executeTakeFirst();
  // The last row seen may have been purged meanwhile, so its instant is used instead.
  return row?.position ?? positionAt(after.startedAt);
}

const later = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.max(one, other);

export function searchPage(engine: Engine, query: HistoryQuery): Promise<HistoryPage> {
  if (query.order === 'amount') return pageByAmount(engine, query);
  const oldestFirst = query.order === 'oldest';
  return engine.read(async (db) => {
    const after = query.after === null ? null : await positionOf(db, query.after);
    const until = query.until === null ? null : positionAt(query.until);
    const from = query.from === null ? null : positionAt(query.from);
    const rows = await engine.search.page(engine, db, {
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

/** Reads the newest finds and sorts them, because no index orders by amount what a search finds. */
async function pageByAmount(engine: Engine, query: HistoryQuery): Promise<HistoryPage> {
  const all: ListedRow[] = [];
  let partial = false;
  for await (const rows of foundRows(engine, query)) {
    all.push(...rows.slice(0, amountOrderLimit - all.length));
    partial = all.length === amountOrderLimit && rows.length > 0;
    if (all.length === amountOrderLimit) break;
    // SQLite works in this thread, so payments get a turn after each portion.
    await setImmediate();
  }
  const amountOf = (row: ListedRow): number =>
    countedAmount({ amount: row.amount, answeredAmount: row.answered_amount });
  all.sort((one, other) => amountOf(other) - amountOf(one) || other.position - one.position);
  const { after } = query;
  const first = after === null ? 0 : all.findIndex(({ id }) => id === after.id) + 1;
  // A last row that is found no more, because it was purged, ends the list.
  const rows = after !== null && first === 0 ? [] : all.slice(first, first + query.limit);
  const attempts = await engine.read((db) => listedAttempts(engine, db, rows));
  return { attempts, more: rows.length > 0 && first + rows.length < all.length, partial };
}

const portion = 500;

/** Yields the rows that the filter finds in portions, newest first. */
async function* foundRows(engine: Engine, filter: HistoryFilter): AsyncGenerator<readonly ListedRow[]> {
  let before = filter.until === null ? null : positionAt(filter.until);
  const from = filter.from === null ? null : positionAt(filter.from);
  const words = soughtWords(filter.text);
  for (;;) {
    const scope = { words, filter, from, before, limit: portion };
    const rows = await engine.read((db) => engine.search.page(engine, db, scope));
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < portion) return;
    before = last.position;
  }
}

/** Yields every attempt that the filter finds in portions, newest first. */
export async function* searchPortions(engine: Engine, filter: HistoryFilter): AsyncGenerator<readonly ListedAttempt[]> {
  for await (const rows of foundRows(engine, filter)) yield await engine.read((db) => listedAttempts(engine, db, rows));
}

/** Yields every attempt that the filter finds, newest first, read in pages. */
export async function* searchAll(engine: Engine, filter: HistoryFilter): AsyncGenerator<ListedAttempt> {
  for await (const attempts of searchPortions(engine, filter)) yield* attempts;
}

interface Bounded {
  readonly from: boolean;
  readonly before: boolean;
  readonly oldestFirst: boolean;
}

const newestWith = (bounds: Bounded) =>
  prepared<ListedRow>(
    (db, param) => {
      let query = db
        .selectFrom('attempts')
        .select(listedColumns)
        .orderBy('position', bounds.oldestFirst ? 'asc' : 'desc')
        .limit(param('limit'));
      if (bounds.from) query = query.where('position', '>=', param('from'));
      if (bounds.before) query = query.where('position', '<', param('before'));
      return query;
    },
    { [readByColumn]: true },
  );
const newest = preparedFor(newestWith);

/** Reads a scope without words and filters, along the key. */
export async function newestRows(
  engine: Engine,
  db: Database,
  { from, before, limit, oldestFirst = false }: Pick<SearchScope, 'from' | 'before' | 'limit' | 'oldestFirst'>,
): Promise<readonly ListedRow[]> {
  const read = newest({ from: from !== null, before: before !== null, oldestFirst });
  return (await read(engine, db, { from, before, limit })).rows;
}
