/** Finds entries of the palette and of the help by typed words. Pure. */

/** Returns the text in lower case and without accents, so that `preautorizacion` finds `Preautorización`. */
export const folded = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

interface Searched {
  readonly name: string;
  readonly head?: string;
  readonly note?: string;
  /** A text that finds it and is not shown. */
  readonly text?: string;
}

/**
 * Returns 3 when each typed word begins a word of the name, 2 when each occurs in what is shown or begins a word of the head,
 * 1 in the text, else 0.
 */
function scoreOf({ name, head = '', note = '', text = '' }: Searched, words: readonly string[]): number {
  const beginsAWordOf = (within: string): ((word: string) => boolean) => {
    const begun = folded(within).split(/[^\p{L}\p{N}]+/u);
    return (word) => begun.some((one) => one.startsWith(word));
  };
  if (words.every(beginsAWordOf(name))) return 3;
  const ofHead = beginsAWordOf(head);
  const shown = folded(`${name} ${note}`);
  if (words.every((word) => shown.includes(word) || ofHead(word))) return 2;
  const all = `${shown} ${folded(text)}`;
  return words.every((word) => all.includes(word) || ofHead(word)) ? 1 : 0;
}

/** Returns the entries that match every typed word, the best first. Equal ones keep their order. */
export function matchingEntries<Entry extends Searched>(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return entries;
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}
