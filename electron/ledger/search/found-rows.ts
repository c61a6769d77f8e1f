/** Rows that a search finds: in portions, compared with the search again, and each payment once. */
import type { HistoryFilter } from '#shared/ledger/history.ts';
import { continuedBy, type ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { rowsById } from '#electron/ledger/attempts/by-id.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { boundsOf, columnTerms, filterTerms, findsAll } from './filter-terms.ts';
import { attemptWords, hasWord, soughtWords } from '#electron/ledger/rows/search-tokens.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { isReadable } from '#electron/ledger/rows/attempt-rows.ts';

/** Compares rows themselves with the search, so that it does not matter which of them an index has already. */
export function rowMatcher(filter: HistoryFilter): (row: ListedRow) => boolean {
  const [words, terms] = [soughtWords(filter.text), filterTerms(filter)];
  return (row) => {
    if (!isReadable(row)) return false;
    const [own, columns] = [attemptWords(row), columnTerms(row)];
    return words.every((word) => hasWord(own, word)) && terms.every((term) => columns.includes(term));
  };
}

/**
 * Lists a payment once: a hold gives way to the attempt that goes on from it, where the same search finds that one too.
 * @param attempts found by the filter
 */
export async function onePerPayment(
  engine: Engine,
  attempts: readonly ListedAttempt[],
  filter: HistoryFilter,
): Promise<readonly ListedAttempt[]> {
  const { from, until } = filter;
  const later = attempts.flatMap((attempt) => continuedBy(attempt) ?? []);
  const within = later.filter(
    ({ startedAt }) => (from === null || startedAt >= from) && (until === null || startedAt < until),
  );
  const ids = within.map(({ id }) => id);
  const found = new Set(
    findsAll(filter) || ids.length === 0
      ? ids
      : (await engine.read((db) => rowsById(engine, db, ids))).filter(rowMatcher(filter)).map(({ id }) => id),
  );
  return attempts.filter((attempt) => !found.has(continuedBy(attempt)?.id ?? ''));
}

const portion = 500;

export async function* foundPortions(engine: Engine, filter: HistoryFilter): AsyncGenerator<readonly ListedRow[]> {
  const { from, before: until } = boundsOf(filter);
  let before = until;
  const words = soughtWords(filter.text);
  for (;;) {
    const scope = { words, filter, from, before, limit: portion };
    const rows = await engine.read((db) => engine.search.page(db, scope));
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < portion) return;
    before = last.position;
  }
}
