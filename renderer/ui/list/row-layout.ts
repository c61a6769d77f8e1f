/** Lays the columns of a list out for its width: which are shown, and which stand on a second line. */
import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';

/** What the layout needs to know of a column. */
interface LaidOut {
  readonly from?: number;
  readonly until?: number;
  readonly under?: boolean;
}

interface RowLayout<Column> {
  /** Columns of the first line, or of the only one. */
  readonly columns: readonly Column[];
  readonly under: readonly Column[];
  readonly rowHeight: number;
  /** Height of the sticky head with its hairline, in px. */
  readonly headHeight: number;
}

/** Width of a list in px below which a row has two lines. */
const twoLinesBelow = 620;

function layRows<Column extends LaidOut>(columns: readonly Column[], width: number): RowLayout<Column> {
  const isShown = ({ from = 0, until }: LaidOut): boolean => width >= from && (until === undefined || width < until);
  if (width >= twoLinesBelow) return { columns: columns.filter(isShown), under: [], rowHeight: 36, headHeight: 33 };
  return {
    columns: columns.filter((column) => column.under !== true && isShown(column)),
    under: columns.filter(({ under }) => under === true),
    rowHeight: 56,
    headHeight: 53,
  };
}

/** Returns the layout for the width of the box, from before the first paint on. */
export function useRowLayout<Column extends LaidOut>(
  box: RefObject<HTMLElement | null>,
  columns: readonly Column[],
): RowLayout<Column> {
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return useMemo(() => layRows(columns, width), [columns, width]);
}
