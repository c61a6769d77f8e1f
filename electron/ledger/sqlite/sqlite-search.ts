/** Search on SQLite: every word and every filter is a term of the full-text index, read newest first until the page is full. */
import { sql } from 'kysely';
import { attemptWords, type AttemptWords, type SoughtWord } from '#electron/ledger/search/search-tokens.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';
import type { Database, Engine, Work, Search, SearchScope } from '#electron/ledger/engine.ts';
import { columnTerms, filterTerms, heldTerms } from '#electron/ledger/search/filter-terms.ts';
import { prepared, readByColumn, type Prepared } from '#electron/ledger/prepared.ts';
import { newestRows } from '#electron/ledger/search/search.ts';
import { partWords, type WordShares } from '#electron/ledger/search/token-shares.ts';

/** The longest beginning that is a term of its own; longer words are compared with the row as well. */
const longest = 8;
/** The shortest end of a reference that is a term. */
const shortestEnd = 3;

const letters = (word: string): readonly string[] => [...word];

/** The terms of an attempt in the full-text index. */
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
  return choices.length === 1 ? (choices[0] ?? '') : `(${choices.join(' OR ')})`;
}

/** The question to the full-text index. */
const matchOf = (words: readonly SoughtWord[], filter: readonly string[]): string =>
  [...words.map(wordQuery), ...filter.map((term) => `"${term}"`)].join(' AND ');

/** The row's words as one text: references end with `<`, so that their ends can be told from those of other words. */
export const compared = (words: AttemptWords): string =>
  ['', ...words.plain, ...words.references.map((word) => `${word}<`), ...words.amounts.map((a) => `=${a}`), ''].join(
    ' ',
  );

/** Words that so many attempts have are compared with the finds of the others: to skip through their list takes longer. */
const commonFrom = 0.8;

interface Asked {
  readonly match: string;
  /** For each word that is compared with the row: how it may stand there. */
  readonly patterns: readonly string[];
}

const choices = 3;

/** `choices` patterns for LIKE: how the word may stand in the text of `compared`. */
function patternsOf({ text, amount, onlyAmount }: SoughtWord): readonly string[] {
  const asAmount = amount === null ? [] : [`% =${amount} %`];
  const asWord = onlyAmount ? [] : [`% ${text}%`];
  const asEnd = onlyAmount || letters(text).length < shortestEnd ? [] : [`%${text}<%`];
  const patterns = [...asWord, ...asEnd, ...asAmount];
  return Array.from({ length: choices }, (_, index) => patterns[index] ?? patterns[0] ?? '');
}

/** A search as a question to the full-text index, and what is compared with its finds: common words, and those longer than its terms. */
export function sqliteTerms(words: readonly SoughtWord[], filter: readonly string[], shares: WordShares): Asked {
  const { rare, common } = partWords(words, shares, commonFrom);
  const long = rare.filter((word) => letters(word.text).length > longest);
  return { match: matchOf(rare, filter), patterns: [...common, ...long].flatMap(patternsOf) };
}

/** What a statement has conditions for; each is compiled once. */
interface Parts {
  /** `ids`: the ids of the attempts alone. */
  readonly what: 'rows' | 'ids';
  readonly compared: number;
  readonly from: boolean;
  readonly before: boolean;
}

const joinedColumns = listedColumns.map((column) => `attempts.${column}` as const);
const idAlone = ['attempts.id'] as const;

/** Each bound only where there is one, since the index pays for it at every row. */
const pageWith = ({ what, compared, from, before }: Parts) =>
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
      return query
        .select(what === 'ids' ? idAlone : joinedColumns)
        .orderBy('found.rowid')
        .limit(param('limit'));
    },
    { [readByColumn]: true },
  );

const pages = new Map<string, Prepared<ListedRow>>();

function pageOf(parts: Parts): Prepared<ListedRow> {
  const key = JSON.stringify(parts);
  const known = pages.get(key) ?? pageWith(parts);
  pages.set(key, known);
  return known;
}

async function foundRows(
  engine: Engine,
  db: Database,
  what: Parts['what'],
  { match, patterns }: Asked,
  { from, before, limit }: Pick<SearchScope, 'from' | 'before' | 'limit'>,
): Promise<readonly ListedRow[]> {
  if ((await anyNew(engine, db, {})).rows.length > 0) await indexNewInSqlite(db);
  const page = pageOf({ what, compared: patterns.length / choices, from: from !== null, before: before !== null });
  const given = Object.fromEntries(patterns.map((pattern, index) => [`pattern${index}`, pattern]));
  const bounds = { lastRow: from === null ? null : -from, rowBefore: before === null ? null : -before };
  return (await page(engine, db, { match, limit, ...bounds, ...given })).rows;
}

export const createSqliteSearch = (shares: WordShares): Search => ({
  page(engine, db, scope) {
    const asked = sqliteTerms(scope.words, filterTerms(scope.filter), shares);
    return asked.match === '' ? newestRows(engine, db, scope) : foundRows(engine, db, 'rows', asked, scope);
  },

  async holdIds(engine, db, words, limit) {
    const asked = sqliteTerms(words, heldTerms, shares);
    const rows = await foundRows(engine, db, 'ids', asked, { from: null, before: null, limit });
    return rows.map((row) => row.id);
  },

  async forget(trx, positions) {
    await sql`delete from attempt_words where rowid in (${sql.join(positions.map((position) => -position))})`.execute(
      trx,
    );
  },
});

const portion = 500;

/** Of a row whose words are in the index as it is now; a new kind of index has the next number. */
export const indexed = 2;
/** Word for word the condition of the index `attempts_unindexed`. */
const unindexed = sql.raw<boolean>(`indexed < ${indexed}`);

/** Before a search: puts everything that was written until now into the index. */
export async function indexNewInSqlite(db: Database): Promise<void> {
  while (await indexPortionInSqlite(db));
}

const anyNew = prepared((db) => db.selectFrom('attempts').select('position').where(unindexed).limit(1));

/**
 * Puts some of what was written since into the index. It is done before a search and in the pauses, not when a payment is
 * recorded: the customer waits for the record, not for the index.
 * @returns whether there is more
 */
export const indexPortionInSqlite = async (db: Database): Promise<boolean> =>
  (await db.transaction().execute(indexRows)) === portion;

async function indexRows(trx: Work): Promise<number> {
  const rows = await trx
    .selectFrom('attempts')
    .select(listedColumns)
    .where(unindexed)
    .orderBy('position')
    .limit(portion)
    .execute();
  for (const row of rows) {
    const words = attemptWords(row);
    await sql`delete from attempt_words where rowid = ${-row.position}`.execute(trx);
    await sql`insert into attempt_words (rowid, words) values (${-row.position}, ${terms(row, words)})`.execute(trx);
    await trx
      .updateTable('attempts')
      .set({ words: compared(words), indexed })
      .where('position', '=', row.position)
      .execute();
  }
  return rows.length;
}
