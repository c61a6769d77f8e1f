/**
 * The audit trail of an opened ledger: linked by each transaction, checked in the background after the opening and on demand, and read
 * with its links, oldest first: each chain in its order, and between them the entries that nobody signed.
 */
import { setTimeout } from 'node:timers/promises';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { oneDay } from '#shared/durations.ts';
import { unwatched, type Course } from '#electron/core/ports/course.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { lastLink, entriesOf, linksAfter, signersOf, unlinkedEvents, type LinkRow } from './link.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { TrailBreak, TrailReport, LinkedPayment } from '#shared/ledger/trail.ts';
import type { Reference } from '#electron/ledger/journal/own-commits.ts';
import { checkTrail } from '#electron/ledger/trail/check/check-trail.ts';
import { signedPayments } from './proved-payments.ts';
import { createSeatChain } from './seat-chain.ts';
import { endedPurges, purgedAmong, sealStamps } from './linked-deeds.ts';
import type { OwnChain } from './tail.ts';
import type { TrailHead } from './trail-heads.ts';
import { counted } from '#electron/ledger/engine/statements.ts';
import { deedOf } from '#electron/ledger/events.ts';
import type { EventRow } from '#electron/ledger/rows/tables.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import { readFacts } from './linked-payments.ts';

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
    purgedAmong: (
      db: Database,
      absent: Parameters<typeof purgedAmong>[2],
      over: ReadonlySet<string>,
    ): Promise<ReadonlySet<string>> => purgedAmong(db, chain.trustAmong, absent, over),
    /** Returns the ids of the removals that have ended. @param own key of a seat whose removals all have */
    endedPurges: (own: string | null): Promise<readonly string[]> =>
      engine.read((db) => endedPurges(db, chain.trustAmong, own)),
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

/** An entry of the audit trail with its link, as exported and as listed. */
export interface TrailEntry {
  /** UTC instant by the seat's clock. */
  readonly at: string;
  /** UTC instant of the link, by the seat's clock; null for an entry without one. */
  readonly linkedAt: string | null;
  readonly seat: string;
  readonly operatorName: string;
  readonly subjectId: string;
  readonly what: LedgerDeed | ({ readonly kind: 'payment' } & LinkedPayment);
  /** Null for an entry that no seat has signed. */
  readonly link: {
    readonly signer: string;
    readonly number: number;
    readonly hash: string;
    readonly signature: string;
  } | null;
}

interface Cursor {
  readonly next: { readonly at: string; readonly entry: TrailEntry };
  readonly rest: AsyncIterator<Cursor['next']>;
}

/** Counts the entries, and the links of payments. */
export async function countTrail(db: Database): Promise<number> {
  const count = counted.as('count');
  const events = await db.selectFrom('ledger_events').select(count).executeTakeFirstOrThrow();
  const payments = db.selectFrom('audit_links').select(count).where('subject', '=', 'payment');
  return events.count + (await payments.executeTakeFirstOrThrow()).count;
}

export async function* readTrail(engine: Engine): AsyncGenerator<TrailEntry> {
  const signers = await engine.read(signersOf);
  const sequences = [...signers.map((signer) => linkedEntries(engine, signer)), unlinkedEntries(engine)];
  let cursors = (await Promise.all(sequences.map(advanced))).flatMap((cursor) => cursor ?? []);
  while (cursors.length > 0) {
    const first = cursors.reduce((one, other) => (other.next.at < one.next.at ? other : one));
    yield first.next.entry;
    const following = await advanced(first.rest);
    cursors = cursors.flatMap((cursor) => (cursor === first ? (following ?? []) : cursor));
  }
}

async function advanced(rest: Cursor['rest']): Promise<Cursor | null> {
  const next = await rest.next();
  return next.done === true ? null : { next: next.value, rest };
}

async function* linkedEntries(engine: Engine, signer: string): AsyncGenerator<Cursor['next'], undefined> {
  const pages = linksAfter(engine.db, signer, 0);
  for (;;) {
    const next = await engine.read(() => pages.next());
    if (next.done === true) return undefined;
    const entries = await engine.read((db) => entriesOf(db, next.value));
    for (const link of next.value) yield { at: link.linked_at, entry: linkedEntry(link, entries.get(link.subject_id)) };
  }
}

function linkedEntry(link: LinkRow, event: EventRow | undefined): TrailEntry {
  const { signer, link: number, hash, signature } = link;
  const facts = readFacts(link.facts);
  const common = { linkedAt: link.linked_at, subjectId: link.subject_id, link: { signer, number, hash, signature } };
  if (event !== undefined) {
    return { ...common, at: event.at, seat: event.seat, operatorName: event.operator_name, what: deedOf(event) };
  }
  const what = facts === null ? unlisted(link) : ({ kind: 'payment', ...facts } as const);
  return { ...common, at: link.linked_at, seat: link.seat, operatorName: facts?.operator ?? '', what };
}

/** An entry that was deleted, or a payment that a restored ledger lacks. */
const unlisted = ({ subject }: LinkRow) => ({ kind: 'unlisted', name: `${subject}-gone` }) as const;

async function* unlinkedEntries(engine: Engine): AsyncGenerator<Cursor['next'], undefined> {
  for await (const rows of unlinkedEvents(engine, '')) {
    for (const row of rows) {
      const { at, seat, operator_name: operatorName } = row;
      yield {
        at,
        entry: { at, linkedAt: null, seat, operatorName, subjectId: row.id, what: deedOf(row), link: null },
      };
    }
  }
  return undefined;
}
