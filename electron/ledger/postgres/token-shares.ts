/**
 * How common words are, by the newest attempts: an index is asked for the rare words of a search, and what nearly every
 * attempt has is compared with the few that are left. Only the speed of a search depends on it, never what it finds.
 */
import { listedColumns, type ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';
import type { Database } from '#electron/ledger/engine.ts';
import { attemptWords, type SoughtWord } from '#electron/ledger/search/search-tokens.ts';

/** How many of the newest attempts are looked at. */
const looked = 500;
/** Milliseconds until they are looked at again. */
const kept = 600_000;
/** The longest beginning that is counted; longer words are as common as theirs. */
const longest = 8;

const beginning = (word: string): string => [...word].slice(0, longest).join('');

export interface WordShares {
  /** The share of attempts that have a word with this beginning; 0 for what was not met. */
  readonly of: (word: string) => number;
  /** Looks at the newest attempts, if that was long ago. */
  readonly learn: (db: Database) => Promise<void>;
}

/**
 * Parts a search: `rare` is for the index, one word at least; `common` is compared with what the index finds.
 * @param commonFrom the share from which a word is common
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
      if (performance.now() - learnedAt < kept) return;
      learnedAt = performance.now();
      const newest = db.selectFrom('attempts').select(listedColumns).orderBy('position', 'desc').limit(looked);
      shares = sharesIn(await newest.execute());
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
