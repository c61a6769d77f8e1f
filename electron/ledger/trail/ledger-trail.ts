/** The audit trail of an opened ledger: linked by each transaction, checked in the background after the opening, and on demand. */
import { setTimeout } from 'node:timers/promises';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { oneDay } from '#shared/durations.ts';
import { unwatched, type Course } from '#electron/core/ports/course.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';
import { lastLink } from './link.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { TrailBreak, TrailReport } from '#shared/ledger/trail.ts';
import type { Reference } from '#electron/ledger/journal/own-commits.ts';
import { checkTrail } from '#electron/ledger/trail/check/check-trail.ts';
import { signedPayments } from './proved-payments.ts';
import { createSeatChain } from './seat-chain.ts';
import { purgedAmong, sealStamps } from './linked-deeds.ts';
import type { OwnChain } from './tail.ts';
import type { TrailHead } from './trail-heads.ts';

/** Heads of this seat's chains, as data that crosses to a thread. The key does not. */
export interface KnownChains {
  readonly seat: string;
  readonly head: TrailHead;
  readonly own: readonly string[];
  readonly unvouched: readonly string[];
  readonly isLost: boolean;
}

export type CheckApart = (chains: KnownChains, signal: AbortSignal) => Promise<TrailReport>;

export type LedgerTrail = ReturnType<typeof createLedgerTrail>;

interface LedgerTrailParts extends OwnChain {
  /** Finds rows that steer the seats and that none of them has signed. */
  readonly findUnsigned: () => Promise<readonly TrailBreak[]>;
  /** Checks the whole trail in a thread; null where only a person asks for it. */
  readonly checkApart: CheckApart | null;
  /** Returns captures, voids and refunds of these payments that this seat's own disk knows of. */
  readonly referring: (ids: readonly string[]) => readonly Reference[];
  readonly reportBug: ReportBug;
  /** Called when there is a new report. */
  readonly onReport: () => void;
}

/** Wait after the opening, which lets the screens open first, interval of tries while the ledger is away, and pause after a page, in ms. */
const pauses = { first: 6_000, retry: 60_000, page: 20 } as const;
/** Longest time between two checks of the whole trail. */
const wholeEvery = 7 * oneDay;

export function createLedgerTrail(parts: LedgerTrailParts) {
  const { engine, heads, reportBug } = parts;
  const chain = createSeatChain(parts, reportBug);
  const stopping = new AbortController();
  let report: TrailReport | null = null;

  async function check(extent: 'whole' | 'recent', pause: number, course: Course = unwatched) {
    await chain.rest();
    report = await checkTrail({ ...parts, chain, extent, pause, course });
    parts.onReport();
    return report;
  }

  /** Checks the whole trail once a week, beside payments. This thread looks again only where there is something to find. */
  async function checkWholeApart(signal: AbortSignal): Promise<boolean> {
    const { checkApart, seat, now } = parts;
    await chain.rest();
    const head = chain.head();
    const age = now().getTime() - Date.parse(head?.verified?.wholeAt ?? '');
    if (head === null || checkApart === null || (age >= 0 && age < wholeEvery)) return false;
    const found = await checkApart(
      { seat, head, own: [...heads.own()], unvouched: [...heads.unvouched()], isLost: heads.isLost() },
      signal,
    );
    if (found.breaks > 0) {
      await check('whole', pauses.page);
      return true;
    }
    const { link, hash } = head;
    await chain.verified({ link, hash, wholeAt: found.checkedAt });
    return false;
  }

  async function checkInBackground(): Promise<void> {
    const { signal } = stopping;
    for (let wait: number = pauses.first; ; wait = pauses.retry) {
      await setTimeout(wait, undefined, { signal, ref: false });
      try {
        if (!(await checkWholeApart(signal))) await check('recent', pauses.page);
        // Until the vault is opened nobody knows the head.
        if (chain.head() !== null) return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof LedgerUnavailable)) return reportBug(error);
      }
    }
  }
  const background = checkInBackground().catch((error: unknown) => {
    if (!stopping.signal.aborted) reportBug(error);
  });

  return {
    /** This seat's chain. */
    chain,
    /** Checks the whole trail. Rejects with `LedgerUnavailable`. */
    check: (course?: Course): Promise<TrailReport> => check('whole', 0, course),
    /** Returns what the latest check found; null until the first has ended. */
    report: () => report,
    /**
     * Admits the chain of a seat without the common key, whose name it returns: null for a chain that isn't there, `locked` while the
     * vault is. Rejects with `LedgerUnavailable`.
     */
    async admit(signer: string): Promise<{ readonly seat: string } | 'locked' | null> {
      const last = await engine.read((db) => lastLink(db, signer));
      if (last === undefined) return null;
      return (await chain.admit(signer)) ? { seat: last.seat } : 'locked';
    },
    /** Returns the newest stamps of sealed settings in this seat's chain; none while the vault is locked. Rejects with `LedgerUnavailable`. */
    async sealStamps(most: number): Promise<readonly string[]> {
      await chain.settled();
      const signer = chain.signer();
      return signer === null ? [] : engine.read((db) => sealStamps(db, signer, most));
    },
    /** Returns those of these payments that this seat, or another one that it knows, has removed. */
    purgedAmong: (db: Database, absent: Parameters<typeof purgedAmong>[2]): Promise<ReadonlySet<string>> =>
      purgedAmong(db, chain.trustAmong, absent),
    /** Returns those of these payments that are as they were last signed, by their ids. */
    signed: (db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Attempt>> =>
      signedPayments(db, ids, chain.trustAmong, parts.referring),
    /** Ends the check in the background and writes the head. Needs the engine. */
    async close(): Promise<void> {
      stopping.abort();
      await background;
      await chain.close();
    },
  };
}
