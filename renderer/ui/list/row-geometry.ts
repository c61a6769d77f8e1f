/** Places of the rows of a list in px, from the top of the first. Headings stand above the first row of each group. */

/** Height of a group's heading, in px. */
export const headingHeight = 28;

export interface RowGeometry {
  readonly rowHeight: number;
  readonly total: number;
  /** Top of a row, below the heading that stands above it. */
  readonly topOf: (index: number) => number;
  /** Row at a height. The heading above a row counts as the row. */
  readonly indexAt: (y: number) => number;
  /** Place among the groups of the first one that begins at the row or after it. */
  readonly groupFrom: (index: number) => number;
}

/** @param starts indices of the rows with a heading, ascending */
export function rowGeometry(count: number, rowHeight: number, starts: readonly number[]): RowGeometry {
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
    topOf,
    indexAt(y) {
      let [low, high] = [0, Math.max(0, count - 1)];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (topOf(middle) + rowHeight > y) high = middle;
        else low = middle + 1;
      }
      return low;
    },
    groupFrom,
  };
}
