/** Marks of a range of rows: from where it began to where the keys or a click have brought it. */
import { useRef } from 'react';
import { markOne, type Marking } from './column.ts';

export interface MarkedRange<Row> {
  /** The range begins anew at this row. */
  readonly startAt: (row: Row | undefined) => void;
  /** Marks a single row, or takes its mark away. */
  readonly toggle: (row: Row) => void;
  /** Marks all rows between the beginning and this one. Rows that a longer range had marked lose their mark. */
  readonly extendTo: (index: number, from: number) => void;
}

export function useMarkedRange<Row>(
  rows: readonly Row[],
  indexOf: (row: Row) => number,
  marking: Marking<Row> | undefined,
): MarkedRange<Row> {
  const start = useRef<Row | undefined>(undefined);
  /** The last row that the range reached; undefined while there is no range. */
  const reached = useRef<Row | undefined>(undefined);
  const between = (one: number, other: number): readonly Row[] =>
    rows.slice(Math.min(one, other), Math.max(one, other) + 1);
  const startAt = (row: Row | undefined): void => {
    start.current = row;
    reached.current = undefined;
  };
  return {
    startAt,
    toggle(row) {
      startAt(row);
      if (marking !== undefined) markOne(row, marking);
    },
    extendTo(index, from) {
      if (marking === undefined) return;
      const known = start.current === undefined ? -1 : indexOf(start.current);
      const begin = known === -1 ? from : known;
      const before = reached.current === undefined ? -1 : indexOf(reached.current);
      const range = new Set(between(begin, index));
      const former = before === -1 ? [] : between(begin, before);
      marking.setMarked(
        [...range].filter(marking.markable),
        former.filter((row) => !range.has(row) && marking.markable(row)),
      );
      start.current = rows[begin];
      reached.current = rows[index];
    },
  };
}
