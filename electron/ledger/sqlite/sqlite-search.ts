/** Searches on SQLite: words and filters are terms of a full-text index, read newest first until the page is full. */
import { sql } from 'kysely';
import { attemptWords, type AttemptWords } from '#electron/ledger/rows/search-tokens.ts';
import {
  compared,
  sqliteTerms,
  terms,
  type FullTextQuery,
  filterTerms,
  heldTerms,
} from '#electron/ledger/search/search-terms.ts';
import { checksumOf, isReadable } from '#electron/ledger/rows/attempt-rows.ts';
import type { Database, Search, SearchScope, Work } from '#electron/ledger/engine/engine.ts';
import { newestRows } from '#electron/ledger/search/search.ts';
import { listedColumns } from '#electron/ledger/rows/attempt-columns.ts';

const joinedColumns = listedColumns.map((column) => `attempts.${column}` as const);

/** Finds the rows in the scope, once everything is in the index. */
async function found(
  db: Database,
  { match, patterns }: FullTextQuery,
  { from, before, limit, oldestFirst }: Omit<SearchScope, 'words' | 'filter'>,
) {
  const anyNew = await db.selectFrom('attempts').select('position').where(unindexed).limit(1).executeTakeFirst();
  if (anyNew !== undefined) await indexNewInSqlite(db);
  let query = db
    .selectFrom(sql<{ rowid: number }>`attempt_words`.as('found'))
    .innerJoin('attempts', (join) => join.on(sql<boolean>`attempts.position = -found.rowid`))
    .where(sql<boolean>`attempt_words match ${match}`);
  for (const choices of patterns) {
    const likes = choices.map((pattern) => sql<boolean>`attempts.words like ${pattern}`);
    query = query.where(sql<boolean>`(${sql.join(likes, sql` or `)})`);
  }
  // A bound only where there is one, because the index checks it at every row. Row numbers are negative positions.
  if (from !== null) query = query.where('found.rowid', '<=', -from);
  if (before !== null) query = query.where('found.rowid', '>', -before);
  return query.orderBy('found.rowid', oldestFirst === true ? 'desc' : 'asc').limit(limit);
}

export const sqliteSearch: Search = {
  async page(db, scope) {
    const asked = sqliteTerms(
      scope.words,
      filterTerms(scope.filter).map((term) => [term]),
    );
    if (asked.match === '') return newestRows(db, scope);
    return (await found(db, asked, scope)).select(joinedColumns).execute();
  },

  async holdIds(db, words, limit) {
    const query = await found(db, sqliteTerms(words, heldTerms), { from: null, before: null, limit });
    return (await query.select('attempts.id').execute()).map((row) => row.id);
  },

  byAmount: null,
  positions: null,
  sums: null,

  async forget(trx, positions) {
    await sql`delete from attempt_words where rowid in (${sql.join(positions.map((position) => -position))})`.execute(
      trx,
    );
  },
};

const portion = 500;

/** Mark of a row whose words are in the present index. A new kind of index gets the next number. */
export const indexed = 2;
/** Condition of the index `attempts_unindexed`, word for word. */
const unindexed = sql.raw<boolean>(`indexed < ${indexed}`);

/** Indexes everything that was written until now, before a search. */
export async function indexNewInSqlite(db: Database): Promise<void> {
  while (await indexPortionInSqlite(db));
}

/**
 * Indexes some of the new attempts. Runs before a search and in the pauses, because customers wait while a payment is
 * recorded and should not wait for its indexing.
 * @returns true when there are more
 */
export const indexPortionInSqlite = async (db: Database): Promise<boolean> =>
  (await db.transaction().execute(indexRows)) === portion;

const noWords: AttemptWords = { plain: [], references: [], amounts: [] };

async function indexRows(trx: Work): Promise<number> {
  const rows = await trx
    .selectFrom('attempts')
    .select(listedColumns)
    .where(unindexed)
    .orderBy('position')
    .limit(portion)
    .execute();
  for (const row of rows) {
    const readable = isReadable(row);
    // A damaged row would stop the search. It gets no checksum, so that it stays noticed.
    const words = readable ? attemptWords(row) : noWords;
    await sql`delete from attempt_words where rowid = ${-row.position}`.execute(trx);
    await sql`insert into attempt_words (rowid, words) values (${-row.position}, ${readable ? terms(row, words) : ''})`.execute(
      trx,
    );
    await trx
      .updateTable('attempts')
      .set({ words: compared(words), indexed, checksum: readable ? checksumOf(row) : null })
      .where('position', '=', row.position)
      .execute();
  }
  return rows.length;
}
