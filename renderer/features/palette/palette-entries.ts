/** Entries of the command palette and how they are found. Pure. */

/** What the entry is about: groups of the list, in this order while nothing is typed. */
export const paletteGroups = ['actions', 'merchants', 'settings', 'payments'] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

export interface PaletteEntry {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly name: string;
  /** Further words that find it: the screen of an action, the amount of a payment. */
  readonly note?: string;
  readonly keys?: string;
  readonly run: () => void;
}

/** Returns the text in lower case and without accents, so that `preautorizacion` finds `Preautorización`. */
export const folded = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Returns 2 when each typed word begins a word of the name, 1 when each occurs in the name or the note, else 0. */
function scoreOf({ name, note = '' }: Pick<PaletteEntry, 'name' | 'note'>, words: readonly string[]): 0 | 1 | 2 {
  const names = folded(name).split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => names.some((one) => one.startsWith(word)))) return 2;
  const all = folded(`${name} ${note}`);
  return words.every((word) => all.includes(word)) ? 1 : 0;
}

/** Returns the entries that match every typed word, the best first. Equal ones keep their order. */
export function matchingEntries<Entry extends Pick<PaletteEntry, 'name' | 'note'>>(
  entries: readonly Entry[],
  text: string,
): readonly Entry[] {
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
