/** Places of the rows of a list in px, from the top of the first. Headings stand above the first row of each group. */
import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Height of a group's heading, in px. */
export const headingHeight = 28;

export type RowGeometry = ReturnType<typeof rowGeometry>;

/** @param starts indices of the rows with a heading, ascending */
export function rowGeometry(count: number, rowHeight: number, starts: readonly number[]) {
  const groupFrom = (index: number): number => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const topOf = (index: number): number => index * rowHeight + groupFrom(index + 1) * headingHeight;
  return {
    rowHeight,
    total: count * rowHeight + starts.length * headingHeight,
    /** Top of a row, below the heading that stands above it. */
    topOf,
    /** Row at a height. The heading above a row counts as the row. */
    indexAt(y: number): number {
      let [low, high] = [0, Math.max(0, count - 1)];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (topOf(middle) + rowHeight > y) high = middle;
        else low = middle + 1;
      }
      return low;
    },
    /** Place among the groups of the first one that begins at the row or after it. */
    groupFrom,
  };
}

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

/** Returns the layout for the width of the box, before each paint, and whether it is measured yet. */
export function useRowLayout<Column extends LaidOut>(
  box: RefObject<HTMLElement | null>,
  columns: readonly Column[],
): RowLayout<Column> & { readonly isMeasured: boolean } {
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const { current: element } = box;
    if (element === null) return undefined;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  const layout = useMemo(() => layRows(columns, width), [columns, width]);
  return { ...layout, isMeasured: width !== Infinity };
}
