/**
 * Frequency of words among the newest attempts. A search looks up its rare words and compares the common ones with the
 * finds. Affects speed only: p95 3.5 ms instead of 5.8 at 100,000 attempts, an address 2.8 instead of 5.8. SQLite has no
 * equivalent, because it gained nothing there (docs/benchmarks.md).
 */
import type { Database } from '#electron/ledger/engine/engine.ts';
import { attemptWords, type SoughtWord } from '#electron/ledger/rows/search-tokens.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { isReadable } from '#electron/ledger/rows/attempt-rows.ts';

/** Number of sampled attempts. */
const sampleSize = 500;
/** Lifetime of a sample in ms. */
const sampleLifetime = 600_000;
/** Longest beginning that is counted. Longer words count as often as their beginning. */
const longest = 8;

const beginning = (word: string): string => [...word].slice(0, longest).join('');

export interface WordShares {
  /** Returns the share of attempts with a word that begins like this; 0 when the sample has none. */
  readonly of: (word: string) => number;
  /** Takes a new sample when the last one has expired. */
  readonly learn: (db: Database) => Promise<void>;
}

/**
 * Splits a search: `rare` words, at least one, are looked up; `common` words are compared with the finds of the index.
 * @param commonFrom share from which a word counts as common
 */
export function partWords(words: readonly SoughtWord[], shares: WordShares, commonFrom: number) {
  const byShare = words
    .map((word) => ({ word, share: word.onlyAmount ? 0 : shares.of(word.text) }))
    .toSorted((one, other) => one.share - other.share);
  const rare = byShare.filter(({ share }, index) => index === 0 || share < commonFrom);
  return { rare: rare.map(({ word }) => word), common: byShare.slice(rare.length).map(({ word }) => word) };
}

export function createWordShares(): WordShares {
  let shares: ReadonlyMap<string, number> = new Map();
  let learnedAt = Number.NEGATIVE_INFINITY;
  return {
    of: (word) => shares.get(beginning(word)) ?? 0,
    async learn(db) {
      if (performance.now() - learnedAt < sampleLifetime) return;
      learnedAt = performance.now();
      const newest = db.selectFrom('attempts').select(listedColumns).orderBy('position', 'desc').limit(sampleSize);
      shares = sharesIn((await newest.execute()).filter(isReadable));
    },
  };
}

function sharesIn(rows: readonly ListedRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const { plain, references } = attemptWords(row);
    const met = new Set([...plain, ...references].flatMap(beginnings));
    for (const each of met) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return new Map([...counts].map(([word, count]) => [word, count / rows.length]));
}

function beginnings(word: string): readonly string[] {
  const letters = [...beginning(word)];
  return letters.map((_, index) => letters.slice(0, index + 1).join(''));
}
