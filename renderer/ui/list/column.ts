/** Columns of a list, and the marks of its rows. */
import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  /** A grid track: `120px`, `minmax(0, 2fr)`. */
  readonly width: string;
  readonly end?: boolean;
  /** Breaks a long text into two lines instead of cutting it. */
  readonly wraps?: boolean;
  /** Width of the list in px from which the column is shown. Without it the column is always shown. */
  readonly from?: number;
  /** Width of the list in px from which the column is shown no more. */
  readonly until?: number;
  /** Stands on a second line of its row when the list is narrow, whatever `from` says. */
  readonly under?: boolean;
  /** Makes the header a button that sorts by this column. */
  readonly sort?: ColumnSort;
  readonly cell: (row: Row) => ReactNode;
}

/** Returns a width for the longest of the texts. Digits are wider than most letters, and colons narrower. */
export function lettersWide(texts: readonly string[]): string {
  const count = (text: string, kind: RegExp): number => text.match(kind)?.length ?? 0;
  const widths = texts.map((text) => 0.53 * text.length + 0.12 * count(text, /\d/g) - 0.25 * count(text, /:/g));
  // The head has smaller letters than its rows.
  return `calc(${Math.max(...widths).toFixed(2)} * var(--font-body))`;
}

interface ColumnSort {
  /** null while the list is sorted by another column. */
  readonly direction: 'ascending' | 'descending' | null;
  readonly onSort: () => void;
}

/** Rows that can be marked, besides the active one. */
export interface Marking<Row> {
  readonly header: string;
  readonly marked: ReadonlySet<string>;
  readonly markable: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  /** Marks rows and takes the marks of others away, as a range grows and shrinks. All of them are markable. */
  readonly setMarked: (marked: readonly Row[], unmarked: readonly Row[]) => void;
  /** Says why a row that is not markable stays unmarked. */
  readonly refuse: (row: Row) => void;
  readonly toggleAll: () => void;
  /** Reads and marks the rest, when all that was read is marked: what the key of `toggleAll` does then. Null when there is no rest. */
  readonly markRest: (() => void) | null;
}

export function markOne<Row>(row: Row, { markable, toggle, refuse }: Marking<Row>): void {
  if (markable(row)) toggle(row);
  else refuse(row);
}
