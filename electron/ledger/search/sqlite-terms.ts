/** Words and filters as terms of SQLite's full-text index. Counting what was found needs them too. */
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { shortestEnd, type AttemptWords, type SoughtWord } from '#electron/ledger/rows/search-tokens.ts';
import { columnTerms } from './filter-terms.ts';

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
