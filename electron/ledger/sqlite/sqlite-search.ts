/** Searches on SQLite: words and filters are terms of a full-text index, read newest first until the page is full. */
import { sql } from 'kysely';
import { attemptWords, type AttemptWords } from '#electron/ledger/rows/search-tokens.ts';
import { choices, compared, sqliteTerms, terms, type FullTextQuery } from '#electron/ledger/search/sqlite-terms.ts';
import { checksumOf } from '#electron/ledger/rows/row-checksum.ts';
import type { Database, Engine, Search, SearchScope, Work } from '#electron/ledger/engine/engine.ts';
import { filterTerms, heldTerms } from '#electron/ledger/search/filter-terms.ts';
import { prepared, preparedFor } from '#electron/ledger/engine/prepared.ts';
import { newestRows } from '#electron/ledger/search/search.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { isReadable } from '#electron/ledger/rows/attempt-rows.ts';

/** Conditions of a statement. Each combination is compiled once. */
interface Parts {
  /** `ids` reads the ids of the attempts alone. */
  readonly what: 'rows' | 'ids';
  readonly compared: number;
  readonly from: boolean;
  readonly before: boolean;
  readonly oldestFirst: boolean;
}

const joinedColumns = listedColumns.map((column) => `attempts.${column}` as const);
const idAlone = ['attempts.id'] as const;

/** Includes a bound only where there is one, because the index checks it at every row. */
const pageWith = ({ what, compared, from, before, oldestFirst }: Parts) =>
  prepared<ListedRow>((db, param) => {
    let query = db
      .selectFrom(sql<{ rowid: number }>`attempt_words`.as('found'))
      .innerJoin('attempts', (join) => join.on(sql<boolean>`attempts.position = -found.rowid`))
      .where(sql<boolean>`attempt_words match ${param('match')}`);
    for (let word = 0; word < compared; word++) {
      const pattern = (choice: number) =>
        sql<boolean>`attempts.words like ${param(`pattern${word * choices + choice}`)}`;
      query = query.where(sql<boolean>`(${sql.join([pattern(0), pattern(1), pattern(2)], sql` or `)})`);
    }
    if (from) query = query.where('found.rowid', '<=', param('lastRow'));
    if (before) query = query.where('found.rowid', '>', param('rowBefore'));
    return (
      query
        .select(what === 'ids' ? idAlone : joinedColumns)
        // Row numbers are negative positions.
        .orderBy('found.rowid', oldestFirst ? 'desc' : 'asc')
        .limit(param('limit'))
    );
  });

const pageOf = preparedFor(pageWith);

async function foundRows(
  engine: Engine,
  db: Database,
  what: Parts['what'],
  { match, patterns }: FullTextQuery,
  { from, before, limit, oldestFirst = false }: Pick<SearchScope, 'from' | 'before' | 'limit' | 'oldestFirst'>,
): Promise<readonly ListedRow[]> {
  if ((await anyNew(engine, db, {})).rows.length > 0) await indexNewInSqlite(db);
  const page = pageOf({
    what,
    compared: patterns.length / choices,
    from: from !== null,
    before: before !== null,
    oldestFirst,
  });
  const patternValues = Object.fromEntries(patterns.map((pattern, index) => [`pattern${index}`, pattern]));
  const bounds = { lastRow: from === null ? null : -from, rowBefore: before === null ? null : -before };
  return (await page(engine, db, { match, limit, ...bounds, ...patternValues })).rows;
}

export const sqliteSearch: Search = {
  page(engine, db, scope) {
    const asked = sqliteTerms(
      scope.words,
      filterTerms(scope.filter).map((term) => [term]),
    );
    return asked.match === '' ? newestRows(engine, db, scope) : foundRows(engine, db, 'rows', asked, scope);
  },

  async holdIds(engine, db, words, limit) {
    const asked = sqliteTerms(words, heldTerms);
    const rows = await foundRows(engine, db, 'ids', asked, { from: null, before: null, limit });
    return rows.map((row) => row.id);
  },

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

const anyNew = prepared((db) => db.selectFrom('attempts').select('position').where(unindexed).limit(1));

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
