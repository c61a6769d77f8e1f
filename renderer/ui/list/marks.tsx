/** Marks of a list: of all rows, how many there are, and of a range of rows. */
import { VisuallyHidden } from '@mantine/core';
import { IconSquare, IconSquareCheckFilled, IconSquareMinusFilled } from '@tabler/icons-react';
import { useState, useRef, type KeyboardEvent } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import { type Marking, markOne } from './column.ts';
import classes from './record-list.module.css';

/** Says how many rows are marked, when their number changes. */
export function MarkedCount({ count }: { readonly count: number }) {
  const { t } = useText();
  const [atFirst] = useState(count);
  const [hasChanged, setHasChanged] = useState(false);
  if (!hasChanged && count !== atFirst) setHasChanged(true);
  return <VisuallyHidden role="status">{hasChanged ? t('rows.marked', { count }) : ''}</VisuallyHidden>;
}

export function MarkAll<Row>({
  marking,
  rows,
  idOf,
}: {
  readonly marking: Marking<Row>;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
}) {
  const markable = rows.filter(marking.markable);
  const count = markable.filter((row) => marking.marked.has(idOf(row))).length;
  const Icon = count === 0 ? IconSquare : count === markable.length ? IconSquareCheckFilled : IconSquareMinusFilled;
  return (
    <span role="columnheader" className={classes.mark} data-markable={markable.length > 0} data-mark-all>
      <Icon size={18} aria-hidden />
      <VisuallyHidden>{marking.header}</VisuallyHidden>
    </span>
  );
}

/** Marks of a range of rows: from where it began to where the keys or a click have brought it. */
export function useMarkedRange<Row>(
  rows: readonly Row[],
  indexOf: (row: Row) => number,
  marking: Marking<Row> | undefined,
) {
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
    /** The range begins anew at this row. */
    startAt,
    /** Marks a single row, or takes its mark away. */
    toggle(row: Row) {
      startAt(row);
      if (marking !== undefined) markOne(row, marking);
    },
    /** Marks all rows between the beginning and this one. Rows that a longer range had marked lose their mark. */
    extendTo(index: number, from: number) {
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

interface KeyedList {
  /** Index of the active row; -1 without one. */
  readonly at: number;
  readonly count: number;
  /** Rows that a page key moves by. */
  readonly screenful: number;
  readonly onMove: (index: number) => void;
  /** Marks from where the range began to the row, and moves there. */
  readonly onExtend: ((index: number) => void) | undefined;
  readonly onOpen: (() => void) | undefined;
  readonly onMark: (() => void) | undefined;
  readonly onMarkAll: (() => void) | undefined;
}

/** Keys of a list: they move, mark and open. */
export function actOnListKey(
  event: KeyboardEvent,
  { at, count, screenful, onMove, onExtend, onOpen, onMark, onMarkAll }: KeyedList,
): void {
  const withMod = event.ctrlKey || event.metaKey;
  if (withMod && !event.altKey && event.key.toLowerCase() === 'a' && onMarkAll !== undefined) {
    event.preventDefault();
    onMarkAll();
    return;
  }
  if (withMod || event.altKey) return;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    PageDown: at + screenful,
    PageUp: at - screenful,
    Home: 0,
    End: count - 1,
  };
  const step = steps[event.key];
  if (step !== undefined) (event.shiftKey && onExtend !== undefined ? onExtend : onMove)(step);
  else if (event.key === 'Enter') onOpen?.();
  else if (event.key === ' ') onMark?.();
  else return;
  event.preventDefault();
}
