/**
 * The order of the history as one integer: milliseconds since 2020 times 256, plus a slot within the millisecond. As the
 * primary key of the attempts it makes every page a walk along the key, newest first, with or without a search.
 */
const epoch = Date.UTC(2020, 0, 1);
export const slots = 256;

/** The first position of an instant (UTC, ISO 8601). */
export const positionAt = (instant: string): number => (Date.parse(instant) - epoch) * slots;

/** Hands out positions: in the order of the calls within a millisecond. A slot taken by another seat is skipped by the caller. */
export function createPositions(): (startedAt: string) => number {
  let last = Number.NEGATIVE_INFINITY;
  return (startedAt) => {
    const first = positionAt(startedAt);
    last = last >= first && last < first + slots - 1 ? last + 1 : first;
    return last;
  };
}
