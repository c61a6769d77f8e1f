/** Searches on SQLite: words and filters are terms of a full-text index, read newest first until the page is full. */
import { sql } from 'kysely';
import {
  attemptWords,
  shortestEnd,
  type AttemptWords,
  type SoughtWord,
} from '#electron/ledger/search/search-tokens.ts';
import { checksumOf } from '#electron/ledger/rows/row-checksum.ts';
import type { Database, Engine, Search, SearchScope, Work } from '#electron/ledger/engine.ts';
import { columnTerms, filterTerms, heldTerms } from '#electron/ledger/search/filter-terms.ts';
import { prepared, preparedFor, readByColumn } from '#electron/ledger/prepared.ts';
import { newestRows } from '#electron/ledger/search/search.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { isReadable } from '#electron/ledger/rows/attempt-rows.ts';

/** Longest beginning that is a term of its own. Longer words are compared with the row as well. */
const longest = 8;

const letters = (word: string): readonly string[] => [...word];

/** Terms of an attempt in the full-text index. */
export function terms(row: ListedRow, words: AttemptWords): string {
  const found = new Set<string>();
  for (const word of [...words.plain, ...words.references]) {
    const parts = letters(word);
    for (let length = 1; length <= Math.min(longest, parts.length); length++)
      found.add(parts.slice(0, length).join(''));
  }
  for (const word of words.references) {
    const parts = letters(word);
    for (let length = shortestEnd; length <= Math.min(longest, parts.length); length++)
      found.add(parts.slice(-length).join(''));
  }
  for (const amount of words.amounts) found.add(`=${amount}`);
  for (const term of columnTerms(row)) found.add(term);
  return [...found].join(' ');
}

function wordQuery({ text, amount, onlyAmount }: SoughtWord): string {
  if (onlyAmount) return `"=${amount}"`;
  const parts = letters(text);
  const choices = [`"${parts.slice(0, longest).join('')}"`];
  if (parts.length > longest) choices.push(`"${parts.slice(-longest).join('')}"`);
  if (amount !== null) choices.push(`"=${amount}"`);
  return anyOf(choices);
}

/** Expression for the full-text index. */
const matchOf = (words: readonly SoughtWord[], filter: Choices): string =>
  [...words.map(wordQuery), ...filter.map((terms) => anyOf(terms.map((term) => `"${term}"`)))].join(' AND ');

/** Terms of the filters, at least one of each list. */
type Choices = readonly (readonly string[])[];

const anyOf = (terms: readonly string[]): string => (terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' OR ')})`);

/** Joins the row's words to one text. References end with `<`, which tells their ends from those of other words. */
export const compared = (words: AttemptWords): string =>
  ['', ...words.plain, ...words.references.map((word) => `${word}<`), ...words.amounts.map((a) => `=${a}`), ''].join(
    ' ',
  );

interface Asked {
  readonly match: string;
  /** LIKE patterns of the words that are longer than their terms. */
  readonly patterns: readonly string[];
}

const choices = 3;

/** Returns LIKE patterns for the ways in which the word may occur in the text of `compared`. */
function patternsOf({ text, amount, onlyAmount }: SoughtWord): readonly string[] {
  const asAmount = amount === null ? [] : [`% =${amount} %`];
  const asWord = onlyAmount ? [] : [`% ${text}%`];
  const asEnd = onlyAmount || letters(text).length < shortestEnd ? [] : [`%${text}<%`];
  const patterns = [...asWord, ...asEnd, ...asAmount];
  return Array.from({ length: choices }, (_, index) => patterns[index] ?? patterns[0] ?? '');
}

/** Turns a search into a full-text expression, and patterns for words longer than its terms. */
export function sqliteTerms(words: readonly SoughtWord[], filter: Choices): Asked {
  const long = words.filter((word) => letters(word.text).length > longest);
  return { match: matchOf(words, filter), patterns: long.flatMap(patternsOf) };
}

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
  prepared<ListedRow>(
    (db, param) => {
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
    },
    { [readByColumn]: true },
  );

const pageOf = preparedFor(pageWith);

async function foundRows(
  engine: Engine,
  db: Database,
  what: Parts['what'],
  { match, patterns }: Asked,
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
