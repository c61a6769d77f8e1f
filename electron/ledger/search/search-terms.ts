/**
 * Words and filters of a search: the filters as conditions on the columns of the attempts, and both as terms of an index, where each
 * value is one. SQLite's full-text index has terms for words too, which counting what was found needs as well.
 */
import { sql, type SelectQueryBuilder } from 'kysely';
import type { SearchScope } from '#electron/ledger/engine/engine.ts';
import type { HistoryFilter } from '#shared/ledger/history.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import {
  attemptWords,
  hasWord,
  soughtWords,
  shortestEnd,
  type AttemptWords,
  type SoughtWord,
} from '#electron/ledger/rows/search-tokens.ts';
import { operationsThat } from '#shared/payments/operations.ts';
import {
  historyFilterNames,
  historyFilters,
  noChosenFilters,
  type ChosenFilters,
  type HistoryFilterName,
} from '#shared/ledger/history-filters.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { isReadable, shownState, shownStateColumn } from '#electron/ledger/rows/attempt-rows.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';

type Query<Row> = SelectQueryBuilder<Tables, 'attempts', Row>;

export const filteredByColumns = <Row>(all: Query<Row>, filter: ChosenFilters): Query<Row> =>
  historyFilterNames.reduce((query, name) => {
    const { column } = historyFilters[name];
    const value = filter[name];
    if (value === null) return query;
    return column === 'standing'
      ? query.where(sql<boolean>`${shownStateColumn} = ${value}`)
      : query.where(column, '=', value);
  }, all);

/** Bounds of a search as positions: `from` inclusive, `before` exclusive. */
export type Bounds = Pick<SearchScope, 'from' | 'before'>;

export const boundsOf = ({ from, until }: Pick<HistoryFilter, 'from' | 'until'>): Bounds => ({
  from: from === null ? null : positionAt(from),
  before: until === null ? null : positionAt(until),
});

export const isWithin = ({ position }: Pick<ListedRow, 'position'>, { from, before }: Bounds): boolean =>
  (from === null || position >= from) && (before === null || position < before);

export function bounded<Row>(all: Query<Row>, { from, before }: Bounds): Query<Row> {
  const later = from === null ? all : all.where('position', '>=', from);
  return before === null ? later : later.where('position', '<', before);
}

/** True for a search that finds everything within its bounds. */
export const findsAll = (filter: HistoryFilter): boolean =>
  filterTerms(filter).length === 0 && soughtWords(filter.text).length === 0;

const termOf = (name: HistoryFilterName, value: string): string => {
  const { term, anyText } = historyFilters[name];
  return term + (anyText ? Buffer.from(value, 'utf8').toString('hex') : value);
};

export const filterTerms = (filter: ChosenFilters): readonly string[] =>
  historyFilterNames.flatMap((name) => {
    const value = filter[name];
    return value === null ? [] : [termOf(name, value)];
  });

/** Terms by which the filters find this attempt. */
export const columnTerms = (row: ListedRow): readonly string[] =>
  historyFilterNames.map((name) => {
    const { column } = historyFilters[name];
    return termOf(name, column === 'standing' ? shownState(row) : row[column]);
  });

/** Compares rows themselves with the search, so that it does not matter which of them an index has already. */
export function rowMatcher(filter: HistoryFilter): (row: ListedRow) => boolean {
  const [words, terms] = [soughtWords(filter.text), filterTerms(filter)];
  return (row) => {
    if (!isReadable(row)) return false;
    const [own, columns] = [attemptWords(row), columnTerms(row)];
    return words.every((word) => hasWord(own, word)) && terms.every((term) => columns.includes(term));
  };
}

/** Terms of a search for holds: at least one of each list. An approval opens a hold. */
export const heldTerms: readonly (readonly string[])[] = [
  operationsThat(({ opens }) => opens === 'hold').flatMap((operation) =>
    filterTerms({ ...noChosenFilters, operation }),
  ),
  filterTerms({ ...noChosenFilters, state: 'approved' }),
];

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

const matchOf = (words: readonly SoughtWord[], filter: Choices): string =>
  [...words.map(wordQuery), ...filter.map((terms) => anyOf(terms.map((term) => `"${term}"`)))].join(' AND ');

type Choices = readonly (readonly string[])[];

const anyOf = (terms: readonly string[]): string => (terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' OR ')})`);

/** Joins the row's words to one text. References end with `<`, which tells their ends from those of other words. */
export const compared = (words: AttemptWords): string =>
  ['', ...words.plain, ...words.references.map((word) => `${word}<`), ...words.amounts.map((a) => `=${a}`), ''].join(
    ' ',
  );

export interface FullTextQuery {
  readonly match: string;
  /** LIKE patterns of each word that is longer than its terms, one of which has to fit. */
  readonly patterns: readonly (readonly string[])[];
}

/** Returns LIKE patterns for the ways in which the word may occur in the text of `compared`. */
function patternsOf({ text, amount, onlyAmount }: SoughtWord): readonly string[] {
  const asAmount = amount === null ? [] : [`% =${amount} %`];
  const asWord = onlyAmount ? [] : [`% ${text}%`];
  const asEnd = onlyAmount || letters(text).length < shortestEnd ? [] : [`%${text}<%`];
  return [...asWord, ...asEnd, ...asAmount];
}

/** Turns a search into a full-text expression, and patterns for words longer than its terms. */
export function sqliteTerms(words: readonly SoughtWord[], filter: Choices): FullTextQuery {
  const long = words.filter((word) => letters(word.text).length > longest);
  return { match: matchOf(words, filter), patterns: long.map(patternsOf) };
}
