/** Searching the history: what an engine has to answer, and the paging over it. */
import type { HistoryFilter, HistoryPage, HistoryQuery } from '#shared/history.ts';
import type { Attempt } from '#shared/transaction.ts';
import { listedColumns, toAttempt, type ListedRow } from './attempt-rows.ts';
import type { Database, Engine, Work } from './engine.ts';
import type { ColumnFilter } from './filter-terms.ts';
import { positionAt } from './position.ts';
import { soughtWords, type SoughtWord } from './words.ts';

/** A search with its bounds as positions: `from` inclusive, `before` exclusive. */
export interface SearchScope {
  readonly words: readonly SoughtWord[];
  readonly filter: ColumnFilter;
  readonly from: number | null;
  readonly before: number | null;
  readonly limit: number;
}

export interface Search {
  /** The rows in the scope, newest first. */
  page(engine: Engine, db: Database, scope: SearchScope): Promise<readonly ListedRow[]>;
  /** Ids of authorizations with these words that have a hold, newest first. */
  holdIds(engine: Engine, db: Database, words: readonly SoughtWord[], limit: number): Promise<readonly string[]>;
  /** Takes rows that are about to be deleted out of the index. */
  forget(trx: Work, positions: readonly number[]): Promise<void>;
}

const earlier = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

async function positionOf(db: Database, after: NonNullable<HistoryQuery['after']>): Promise<number> {
  const row = await db.selectFrom('attempts').select('position').where('id', '=', after.id).executeTakeFirst();
  // The last row seen may have been purged meanwhile: its instant is as good.
  return row?.position ?? positionAt(after.startedAt);
}

export function searchPage(engine: Engine, query: HistoryQuery): Promise<HistoryPage> {
  return engine.read(async (db) => {
    const after = query.after === null ? null : await positionOf(db, query.after);
    const until = query.until === null ? null : positionAt(query.until);
    const rows = await engine.search.page(engine, db, {
      words: soughtWords(query.text),
      filter: query,
      from: query.from === null ? null : positionAt(query.from),
      before: earlier(after, until),
      limit: query.limit + 1,
    });
    return { attempts: rows.slice(0, query.limit).map(toAttempt), more: rows.length > query.limit };
  });
}

const exportPage = 500;

/** Every attempt that the filter finds, newest first, in pages. */
export async function* searchAll(engine: Engine, filter: HistoryFilter): AsyncGenerator<Attempt> {
  let before = filter.until === null ? null : positionAt(filter.until);
  const from = filter.from === null ? null : positionAt(filter.from);
  const words = soughtWords(filter.text);
  for (;;) {
    const scope = { words, filter, from, before, limit: exportPage };
    const rows = await engine.read((db) => engine.search.page(engine, db, scope));
    for (const row of rows) yield toAttempt(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < exportPage) return;
    before = last.position;
  }
}

/** The attempts between the bounds, all of them: the walk along the key that a search without words and filters is. */
export function scoped(db: Database, { from, before, limit }: Pick<SearchScope, 'from' | 'before' | 'limit'>) {
  let query = db.selectFrom('attempts').select(listedColumns).orderBy('position', 'desc').limit(limit);
  if (from !== null) query = query.where('position', '>=', from);
  if (before !== null) query = query.where('position', '<', before);
  return query;
}
