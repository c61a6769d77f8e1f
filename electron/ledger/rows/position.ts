/**
 * Order of the history as one integer: milliseconds since 2020 times 256, plus a slot within the millisecond. As the
 * primary key of the attempts it turns every page into a scan along the key, newest first, with or without a search.
 */
const epoch = Date.UTC(2020, 0, 1);
export const slots = 256;

/** Returns the first position of an instant (UTC, ISO 8601). */
export const positionAt = (instant: string): number => (Date.parse(instant) - epoch) * slots;

/** Returns the instant of a position; null for one that no instant has. */
export function instantOf(position: number): string | null {
  const at = new Date(Math.floor(position / slots) + epoch);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/**
 * Allocates positions, in call order within a millisecond. With the slot that another seat has taken, allocates one after it, also
 * when this seat has begun other attempts meanwhile: two that begin at a time would send each other back to their first slots.
 */
export function createPositions(): (startedAt: string, taken?: number) => number {
  let last = Number.NEGATIVE_INFINITY;
  return (startedAt, taken = Number.NEGATIVE_INFINITY) => {
    const first = positionAt(startedAt);
    const isFree = (position: number): boolean => position > first && position < first + slots;
    const [next = first] = [Math.max(last, taken) + 1, taken + 1].filter(isFree);
    last = next;
    return next;
  };
}

/** Returns the smallest id that was made at an instant, in ms since 1970. */
export function idAt(instant: number): string {
  const digits = Math.max(0, instant).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
