/** Reads the holds of a batch some rows ahead, many at a time, because each read waits for the line to the ledger. Paces its events. */
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

/**
 * Paces progress events: every change of a short list, at most two per second of a long one.
 * @param interval least time between two events, in ms; 0 emits every change
 */
export function createPace<Progress>(interval: number, read: () => Progress, tell: (progress: Progress) => void) {
  let timer: NodeJS.Timeout | null = null;
  let dirty = false;
  const emitIfDirty = () => {
    timer = null;
    if (!dirty) return;
    dirty = false;
    tell(read());
    timer = setTimeout(emitIfDirty, interval);
  };
  return {
    /** Announces a change. Progress is read when it is emitted. */
    changed() {
      if (interval === 0) return tell(read());
      dirty = true;
      if (timer === null) emitIfDirty();
    },
    /** Emits the last state at once and stops. */
    end() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      tell(read());
    },
  };
}
