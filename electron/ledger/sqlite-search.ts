/** Search on SQLite: every word and every filter is a term of the full-text index, read newest first until the page is full. */
import { sql } from 'kysely';
import { attemptWords, type AttemptWords, type SoughtWord } from './words.ts';
import { listedColumns, type ListedRow } from './attempt-rows.ts';
import type { Database, Work } from './engine.ts';
import { columnTerms, filterTerms, heldTerms } from './filter-terms.ts';
import { prepared, readByColumn } from './prepared.ts';
import { scoped, type Search } from './search.ts';

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
    for (let length = shortestEnd; length <= Math.min(longest, parts.length); length++) {
      found.add(`<${parts.slice(-length).join('')}`);
    }
  }
  for (const amount of words.amounts) found.add(`=${amount}`);
  for (const term of columnTerms(row)) found.add(term);
  return [...found].join(' ');
}

function wordQuery({ text, amount, onlyAmount }: SoughtWord): string {
  if (onlyAmount) return `"=${amount}"`;
  const parts = letters(text);
  const choices = [`"${parts.slice(0, longest).join('')}"`];
  if (parts.length >= shortestEnd) choices.push(`"<${parts.slice(-longest).join('')}"`);
  if (amount !== null) choices.push(`"=${amount}"`);
  return choices.length === 1 ? (choices[0] ?? '') : `(${choices.join(' OR ')})`;
}

/** The question to the full-text index. */
export const matchOf = (words: readonly SoughtWord[], filter: readonly string[]): string =>
  [...words.map(wordQuery), ...filter.map((term) => `"${term}"`)].join(' AND ');

/** The row's words as one text: references end with `<`, so that their ends can be told from those of other words. */
export const compared = (words: AttemptWords): string =>
  ['', ...words.plain, ...words.references.map((word) => `${word}<`), ...words.amounts.map((a) => `=${a}`), ''].join(
    ' ',
  );

/** For words longer than the terms of the index. */
const longWordCondition = ({ text }: SoughtWord) =>
  sql<boolean>`(attempts.words like ${`% ${text}%`} or attempts.words like ${`%${text}<%`})`;

function matching(db: Database, match: string, words: readonly SoughtWord[]) {
  let query = db
    .selectFrom(sql<{ rowid: number }>`attempt_words`.as('found'))
    .innerJoin('attempts', 'attempts.position', 'found.rowid')
    .where(sql<boolean>`attempt_words match ${match}`);
  for (const word of words) if (letters(word.text).length > longest) query = query.where(longWordCondition(word));
  return query;
}

const joinedColumns = listedColumns.map((column) => `attempts.${column}` as const);

/** The page of most searches, compiled once: each bound only where there is one, since the index pays for it at every row. */
const pageWith = (bounds: { readonly from: boolean; readonly before: boolean }) =>
  prepared<ListedRow>(
    (db, give) =>
      matching(db, give('match'), [])
        .select(joinedColumns)
        .$if(bounds.from, (query) => query.where('found.rowid', '>=', give('from')))
        .$if(bounds.before, (query) => query.where('found.rowid', '<', give('before')))
        .orderBy('found.rowid', 'desc')
        .limit(give('limit')),
    { [readByColumn]: true },
  );
const firstPage = pageWith({ from: false, before: false });
const laterPage = pageWith({ from: false, before: true });
const firstPageSince = pageWith({ from: true, before: false });
const laterPageSince = pageWith({ from: true, before: true });

export const sqliteSearch: Search = {
  async page(engine, db, scope) {
    const match = matchOf(scope.words, filterTerms(scope.filter));
    if (match === '') return scoped(db, scope).execute();
    if ((await anyNew(engine, db, {})).rows.length > 0) await indexNew(db);
    const { from, before, limit } = scope;
    if (scope.words.every((word) => letters(word.text).length <= longest)) {
      const first = from === null ? firstPage : firstPageSince;
      const later = from === null ? laterPage : laterPageSince;
      return (await (before === null ? first : later)(engine, db, { match, from, before, limit })).rows;
    }
    let query = matching(db, match, scope.words).select(joinedColumns).orderBy('found.rowid', 'desc').limit(limit);
    if (from !== null) query = query.where('found.rowid', '>=', from);
    if (before !== null) query = query.where('found.rowid', '<', before);
    return query.execute();
  },

  async holdIds(_engine, db, words, limit) {
    await indexNew(db);
    const match = matchOf(words, heldTerms);
    const rows = await matching(db, match, words)
      .select('attempts.id')
      .orderBy('found.rowid', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => row.id);
  },

  async forget(trx, positions) {
    await sql`delete from attempt_words where rowid in (${sql.join(positions)})`.execute(trx);
  },
};

const portion = 500;

/** Before a search: puts everything that was written until now into the index. */
export async function indexNew(db: Database): Promise<void> {
  while (await indexPortion(db));
}

const anyNew = prepared((db) =>
  db.selectFrom('attempts').select('position').where(sql.raw<boolean>('indexed = 0')).limit(1),
);

/**
 * Puts some of what was written since into the index. It is done before a search and in the pauses, not when a payment is
 * recorded: the customer waits for the record, not for the index.
 * @returns whether there is more
 */
export const indexPortion = async (db: Database): Promise<boolean> =>
  (await db.transaction().execute(indexRows)) === portion;

async function indexRows(trx: Work): Promise<number> {
  const rows = await trx
    .selectFrom('attempts')
    .select(listedColumns)
    .where(sql.raw<boolean>('indexed = 0'))
    .orderBy('position')
    .limit(portion)
    .execute();
  for (const row of rows) {
    const words = attemptWords(row);
    await sql`delete from attempt_words where rowid = ${row.position}`.execute(trx);
    await sql`insert into attempt_words (rowid, words) values (${row.position}, ${terms(row, words)})`.execute(trx);
    await trx
      .updateTable('attempts')
      .set({ words: compared(words), indexed: 1 })
      .where('position', '=', row.position)
      .execute();
  }
  return rows.length;
}
