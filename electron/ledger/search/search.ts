/** Pages of the history, searched or not. */
import type { HistoryFilter, HistoryPage, HistoryQuery } from '#shared/ledger/history.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';
import type { Database, Engine, SearchScope } from '#electron/ledger/engine.ts';
import { listedAttempts } from '#electron/ledger/attempts/payments.ts';
import { positionAt } from '#electron/ledger/attempts/position.ts';
import { prepared, readByColumn } from '#electron/ledger/prepared.ts';
import { soughtWords } from './search-tokens.ts';

const earlier = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

async function positionOf(db: Database, after: NonNullable<HistoryQuery['after']>): Promise<number> {
  const row = await db.selectFrom('attempts').select('position').where('id', '=', after.id).executeTakeFirst();
  // The last row seen may have been purged meanwhile, so its instant is used instead.
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
    return { attempts: await listedAttempts(engine, db, rows.slice(0, query.limit)), more: rows.length > query.limit };
  });
}

const exportPage = 500;

/** Yields every attempt that the filter finds, newest first, read in pages. */
export async function* searchAll(engine: Engine, filter: HistoryFilter): AsyncGenerator<ListedAttempt> {
  let before = filter.until === null ? null : positionAt(filter.until);
  const from = filter.from === null ? null : positionAt(filter.from);
  const words = soughtWords(filter.text);
  for (;;) {
    const scope = { words, filter, from, before, limit: exportPage };
    const { rows, attempts } = await engine.read(async (db) => {
      const found = await engine.search.page(engine, db, scope);
      return { rows: found, attempts: await listedAttempts(engine, db, found) };
    });
    yield* attempts;
    const last = rows.at(-1);
    if (last === undefined || rows.length < exportPage) return;
    before = last.position;
  }
}

const newestWith = (bounds: { readonly from: boolean; readonly before: boolean }) =>
  prepared<ListedRow>(
    (db, param) => {
      let query = db.selectFrom('attempts').select(listedColumns).orderBy('position', 'desc').limit(param('limit'));
      if (bounds.from) query = query.where('position', '>=', param('from'));
      if (bounds.before) query = query.where('position', '<', param('before'));
      return query;
    },
    { [readByColumn]: true },
  );
const newest = {
  unbounded: newestWith({ from: false, before: false }),
  before: newestWith({ from: false, before: true }),
  from: newestWith({ from: true, before: false }),
  between: newestWith({ from: true, before: true }),
} as const;

/** Reads a scope without words and filters, newest first. */
export async function newestRows(
  engine: Engine,
  db: Database,
  { from, before, limit }: Pick<SearchScope, 'from' | 'before' | 'limit'>,
): Promise<readonly ListedRow[]> {
  const bounded = from === null ? newest.before : newest.between;
  const open = from === null ? newest.unbounded : newest.from;
  return (await (before === null ? open : bounded)(engine, db, { from, before, limit })).rows;
}
