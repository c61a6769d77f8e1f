/** Entries of the command palette and how they are found. Pure. */

import type { Keys } from '#renderer/ui/shortcuts.tsx';

/** Groups of entries, in this order while nothing is typed. */
export const paletteGroups = ['payments', 'screens', 'actions', 'merchants', 'settings', 'help'] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

export interface PaletteEntry {
  readonly id: string;
  readonly group: PaletteGroup;
  /** Head under which the entry stands. Finds it as well. */
  readonly head: string;
  readonly name: string;
  /** Further facts of it, such as the time of a payment. */
  readonly note?: string;
  /** A text that finds it as well and is not shown. */
  readonly text?: string;
  /** Every key of it. */
  readonly keys?: readonly Keys[];
  readonly run: () => void;
  /** Second action, which has a key of its own. */
  readonly second?: { readonly name: string; readonly run: () => void };
}

/** Returns the entries under their heads. A head stands where its first entry does. */
export const underHeads = (
  entries: readonly PaletteEntry[],
): readonly (readonly [string, readonly PaletteEntry[]])[] => [...Map.groupBy(entries, ({ head }) => head)];
