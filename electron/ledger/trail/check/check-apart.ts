/** Checks the whole trail of a file in a thread, by what the program knows of its chains. */
import { unwatched } from '#electron/core/ports/course.ts';
import type { TrailHead } from '#electron/ledger/trail/trail-heads.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';
import type { TrailReport } from '#shared/ledger/trail.ts';
import { checkTrail } from './check-trail.ts';

/** Heads of this seat's chains, as data that crosses to a thread. The key does not. */
export interface KnownChains {
  readonly seat: string;
  readonly head: TrailHead;
  readonly own: readonly string[];
  readonly unvouched: readonly string[];
  readonly isLost: boolean;
}

export type CheckApart = (chains: KnownChains, signal: AbortSignal) => Promise<TrailReport>;

/** @returns what may be wrong */
export const checkApart = (db: Database, { seat, head, own, unvouched, isLost }: KnownChains): Promise<TrailReport> =>
  checkTrail({
    engine: { kind: 'sqlite', db, read: (work) => work(db) },
    seat,
    now: () => new Date(),
    chain: {
      head: () => head,
      witness: () => Promise.resolve(),
      verified: () => Promise.resolve(),
    },
    heads: {
      isLost: () => isLost,
      own: () => new Set(own),
      unvouched: () => new Set(unvouched),
      elsewhere: () => new Set(),
      mark: () => Promise.resolve(null),
    },
    findUnsigned: () => Promise.resolve([]),
    extent: 'whole',
    pause: 0,
    course: unwatched,
  });
