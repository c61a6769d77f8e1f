/** Reads the holds of a batch some rows ahead, many at a time, because each read waits for the line to the ledger. */
import type { Result } from '#shared/failure.ts';
import type { Hold } from '#shared/ledger/holds.ts';

/** Holds of one read. They are captured while they are fresh, even over a line and by a slow service. */
const portion = 32;
/** Time in ms after which a hold is read anew. Its capture begins only if the ledger still has it open and approved. */
const freshFor = 5_000;

/** Finds the hold of a row; null when it has to be read by itself. */
export type ReadAhead = (index: number) => Promise<Hold | null>;

/** @param lead number of rows that are under way at the same time */
export function createReadAhead(
  read: (holdIds: readonly string[]) => Promise<Result<readonly Hold[]>>,
  holdIds: readonly string[],
  lead: number,
): ReadAhead {
  const portions = new Map<number, { readonly at: number; readonly holds: Promise<ReadonlyMap<string, Hold>> }>();

  async function holdsFrom(start: number): Promise<ReadonlyMap<string, Hold>> {
    try {
      const found = await read(holdIds.slice(start, start + portion));
      return new Map(found.ok ? found.value.map((hold) => [hold.id, hold]) : []);
    } catch {
      // Each capture then reads its hold itself, and tells of the bug.
      return new Map();
    }
  }

  function portionOf(index: number) {
    const number = Math.floor(index / portion);
    const known = portions.get(number);
    if (known !== undefined) return known;
    const begun = { at: performance.now(), holds: holdsFrom(number * portion) };
    portions.set(number, begun);
    portions.delete(number - 2);
    return begun;
  }

  return async (index) => {
    const { at, holds } = portionOf(index);
    if (index + lead < holdIds.length) portionOf(index + lead);
    const hold = (await holds).get(holdIds[index] ?? '');
    return performance.now() - at < freshFor ? (hold ?? null) : null;
  };
}
