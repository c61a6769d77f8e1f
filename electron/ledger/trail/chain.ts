/**
 * This seat's hash chain in a ledger. Each transaction that writes a payment or an entry appends their links itself, and fails where
 * the chain has another end than this program believes: then another process wrote it, a commit came through late, or the ledger
 * has lost links. The end is read again, lost links are put back, and the transaction is made anew.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { createOneAtATime } from '#electron/core/one-at-a-time.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { TrailHead } from '#electron/documents/trail-document.ts';
import type { CompiledQuery } from 'kysely';
import type { Engine, Linking, Work } from '#electron/ledger/engine/engine.ts';
import type { EventRow } from '#electron/ledger/rows/tables.ts';
import {
  aboutEvent,
  aboutPayment,
  aboutWritten,
  appendLinks,
  isMoved,
  linkIfWritten,
  makeLink,
  type About,
  type ChainEnd,
} from './append-links.ts';
import { chainStart, lastLink, placeOf, signersOf, type ChainPoint, type LinkRow } from './link.ts';
import { latestExcuse, latestRestore, linkRestored } from './restored.ts';
import { keptFrom, putBack, type OwnLinks } from './own-links.ts';
import { linkedFacts } from './payment-facts.ts';
import type { TrailHeads } from './trail-heads.ts';
import { createTrailKey, isSigned, type TrailKey, type TrailSigner } from './trail-key.ts';

export interface ChainParts {
  readonly engine: Engine;
  readonly seat: string;
  /** Name of the ledger among this seat's heads. */
  readonly ledger: string;
  readonly heads: TrailHeads;
  /** This seat's links on its own disk; null for the embedded ledger. */
  readonly own: OwnLinks | null;
  readonly now: () => Date;
  readonly reportBug: ReportBug;
}

/** A chain that another one has seen. */
export type Witnessed = TrailHead['others'][number];

export interface Chain {
  /** Waits for the key some seconds at most. Until the vault is open, a key in memory signs a chain of its own. */
  ready(): Promise<void>;
  /** Returns the engine whose transactions append their links. */
  on(engine: Engine): Engine;
  /** Takes a key that has come since, links what a restore left, and writes the head. Rejects with `LedgerUnavailable`. */
  rest(): Promise<void>;
  /** Returns the head and the key that wrote it; nulls while the vault can't be used. */
  state(): { readonly head: TrailHead | null; readonly key: TrailKey | null };
  /** Remembers chains of others, and how far they went. */
  witness(seen: readonly Witnessed[]): Promise<void>;
  /** Remembers up to where the trail was checked; null to check it whole at the next start. */
  verified(mark: TrailHead['verified']): Promise<void>;
  /** Writes the head. Never rejects. */
  close(): Promise<void>;
}

/** Shortest time between two writings of the head, pause after a failure, and longest wait for the key, in ms. */
const times = { interval: 1_500, failed: 10_000, key: 3_000 } as const;
/** Times that a transaction is made anew because its chain has another end. */
const tries = 5;

/** Links that are read at most where this seat's disk lacks some. */
const keptAtOnce = 1_000;

/** The end of the chain is not known at present. */
class EndUnknown extends Error {}

interface Signing {
  readonly key: TrailKey;
  readonly signer: TrailSigner;
  /** False while the vault is locked: the key lives in this process only. */
  readonly vouched: boolean;
}

/** Links of one transaction. */
interface Pending {
  readonly links: LinkRow[];
  readonly events: EventRow[];
  readonly payments: string[];
  readonly begun: string[];
}

export function createChain(parts: ChainParts): Chain {
  const { engine: plain, seat, ledger, heads, own, now, reportBug } = parts;
  const passing = createTrailKey(randomBytes(32));
  let signing: Signing = { key: passing, signer: passing.signerOf(ledger), vouched: false };
  let head: TrailHead | null = null;
  /** Where the next link goes; null until the ledger has told. */
  let end: ChainEnd | null = null;
  /** The last link that is known to be committed. */
  let seen: ChainPoint = chainStart;
  /** A restore whose payments are not linked anew yet. */
  let restored: string | null = null;
  let isHeadBehind = false;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;
  let endedAt = Number.NEGATIVE_INFINITY;
  let settling: Promise<void> | null = null;
  /** Runs one task at a time, because the head has one writer. */
  const inTurn = createOneAtATime();
  const pendings = new WeakMap<Work, Pending>();
  const makeNext = (after: ChainPoint, about: About): LinkRow =>
    makeLink({ signer: signing.signer, seat, now }, after, about);

  /** Takes the seat's own key as soon as there is one. */
  async function takeKey(): Promise<void> {
    if (signing.vouched) return;
    const key = await heads.key();
    if (key === null) return;
    signing = { key, signer: key.signerOf(ledger), vouched: true };
    head = heads.head(ledger);
    [seen, end] = [head === null ? chainStart : placeOf(head), null];
  }

  /** Reads the end of the chain, and puts back what the ledger has lost of it. */
  async function settle(on: Engine): Promise<void> {
    const { signer } = signing.signer;
    const last = await on.decide((db) => lastLink(db, signer));
    let there = last === undefined ? chainStart : placeOf(last);
    // Somebody may have added links without the key. The chain goes on behind them.
    if (last !== undefined && !isSigned(signer, last.hash, last.signature)) {
      end = { link: Math.max(last.link, seen.link), hash: seen.hash, there: last.hash };
      return;
    }
    const kept = own?.after(signer, there) ?? [];
    const back = kept.at(-1);
    if (back !== undefined) {
      await on.write((trx) => putBack(trx, kept));
      there = placeOf(back.link);
    } else if (own !== null && last !== undefined && own.last(signer) < last.link) {
      const after = Math.max(own.last(signer), last.link - keptAtOnce);
      own.keepSoon(await on.decide((db) => keptFrom(db, signer, after)));
    }
    if (there.link >= seen.link) seen = there;
    else await noteCut({ from: there.link + 1, to: seen.link, hash: seen.hash });
    end = { ...seen, there: there.hash };
  }

  async function noteCut(cut: Omit<TrailHead['cuts'][number], 'excused'>): Promise<void> {
    if (head === null || head.cuts.some(({ from, to }) => from <= cut.from && to >= cut.to)) return;
    await put({ cuts: [...head.cuts, { ...cut, excused: false }] });
  }

  const settled = (on: Engine): Promise<void> =>
    (settling ??= settle(on).finally(() => {
      settling = null;
    }));

  /** Makes a transaction, again where the chain has another end than was believed. */
  async function atEnd<Value>(on: Engine, work: () => Promise<Value>): Promise<Value> {
    for (let left = tries; ; left--) {
      if (end === null) await settled(on);
      try {
        return await work();
      } catch (error) {
        if (isMoved(error)) end = null;
        else if (!(error instanceof EndUnknown)) throw error;
        if (left === 1)
          throw new LedgerUnavailable('busy', 'Another program continues the chain of this seat.', { cause: error });
      }
    }
  }

  const knownEnd = (): ChainEnd => {
    if (end === null) throw new EndUnknown();
    return end;
  };

  /** Notes what is committed. */
  function committed({ links, events }: Pick<Pending, 'links' | 'events'>): void {
    const last = links.at(-1);
    if (last === undefined) return;
    seen = placeOf(last);
    const entries = new Map(events.map((event) => [event.id, event]));
    own?.keepSoon(links.map((link) => ({ link, event: entries.get(link.subject_id) ?? null })));
    restored = events.findLast(({ kind }) => kind === 'restore')?.id ?? restored;
    isHeadBehind = true;
    wake();
  }

  /** Runs a transaction of statements that are sent at once. */
  const transact = (on: Engine, build: (linking: Linking) => readonly CompiledQuery[]): Promise<readonly number[]> =>
    atEnd(on, async () => {
      let made: readonly (Pick<Pending, 'links' | 'events'> & {
        readonly statement: CompiledQuery;
        readonly before: ChainEnd;
      })[] = [];
      let statements: readonly CompiledQuery[] = [];
      let written: readonly number[];
      try {
        written = await on.transact(() => {
          made = [];
          const append = (about: About, events: readonly EventRow[], written: Parameters<Linking['payment']>[0]) => {
            const before = knownEnd();
            const link = makeNext(before, about);
            const statement = linkIfWritten(plain, link, before.there, written);
            made = [...made, { links: [link], events: [...events], statement, before }];
            end = { ...placeOf(link), there: link.hash };
            return statement;
          };
          statements = build({
            payment: (of) => [append(aboutPayment(of.row.id, of.revision, linkedFacts(of.row)), [], of)],
            event: (event, of) => [append(aboutEvent(event), [event], of)],
          });
          return statements;
        });
      } catch (error) {
        if (made.length > 0) end = null;
        throw error;
      }
      const [first] = made;
      if (first === undefined) return written;
      if (written[statements.indexOf(first.statement)] === 1) {
        committed({ links: made.flatMap(({ links }) => links), events: made.flatMap(({ events }) => events) });
      } else if (end?.hash === made.at(-1)?.links.at(-1)?.hash) end = first.before;
      return written;
    });

  /** Runs a transaction of several steps. Its links are made after the last one. */
  const write = <Value>(on: Engine, work: (trx: Work) => Promise<Value>): Promise<Value> =>
    atEnd(on, async () => {
      const pending: Pending = { links: [], events: [], payments: [], begun: [] };
      try {
        const value = await on.write(async (trx) => {
          pendings.set(trx, pending);
          const done = await work(trx);
          await append(trx, pending);
          return done;
        });
        committed(pending);
        return value;
      } catch (error) {
        if (pending.links.length > 0) end = null;
        throw error;
      }
    });

  async function append(trx: Work, pending: Pending): Promise<void> {
    await addLinks(trx, pending, await aboutWritten(trx, pending));
  }

  async function addLinks(trx: Work, pending: Pending, about: readonly About[]): Promise<void> {
    if (about.length === 0) return;
    const before = knownEnd();
    for (const each of about) pending.links.push(makeNext(pending.links.at(-1) ?? before, each));
    await appendLinks(trx, pending.links, before.there);
    const last = pending.links.at(-1);
    if (last !== undefined) end = { ...placeOf(last), there: last.hash };
  }

  /** Returns the chains that this seat has not met. */
  async function unmet(isWanted: (signer: string) => boolean): Promise<readonly Witnessed[]> {
    const ours = heads.own();
    const known = new Set([signing.signer.signer, ...(head?.others.map(({ signer }) => signer) ?? [])]);
    return (await plain.read(signersOf))
      .filter((signer) => !known.has(signer) && isWanted(signer))
      .map((signer) => ({ signer, ...chainStart, own: ours.has(signer) }));
  }

  /** Begins the head, and knows the chains that are there at the first start and this seat's own of other ledgers. */
  async function meetOthers(): Promise<void> {
    if (!signing.vouched) return;
    const isNew = head === null;
    const ours = heads.own();
    const met = await unmet((signer) => isNew || ours.has(signer));
    head ??= {
      ...seen,
      signer: signing.signer.signer,
      ledger,
      seat,
      at: now().toISOString(),
      cuts: [],
      verified: null,
      restored: null,
      others: [],
    };
    if (isNew || met.length > 0) await put({ others: [...head.others, ...met] });
  }

  async function put(changes: Partial<TrailHead>): Promise<void> {
    if (head === null || !signing.vouched) return;
    isHeadBehind = false;
    head = { ...head, ...seen, seat, at: now().toISOString(), ...changes };
    await heads.put(head);
  }

  /** Takes the cuts as known to a supervisor that an entry of this chain explains. */
  async function excuseCuts(): Promise<void> {
    const open = head?.cuts.filter(({ excused }) => !excused) ?? [];
    if (head === null || open.length === 0) return;
    const { signer } = head;
    const excuse = await plain.read((db) => latestExcuse(db, signer));
    if (!open.some(({ to }) => to < excuse)) return;
    await put({ cuts: head.cuts.map((cut) => (cut.to < excuse ? { ...cut, excused: true } : cut)) });
  }

  async function settleRestore(): Promise<void> {
    if (head === null) return;
    const { signer } = head;
    const latest = restored ?? (await plain.read((db) => latestRestore(db, signer)));
    if (latest === null || latest === head.restored) return;
    for await (const page of linkRestored(plain)) {
      const about = page.map(({ id, revision, facts }) => aboutPayment(id, revision, facts));
      await write(plain, (trx) => {
        const pending = pendings.get(trx);
        return pending === undefined ? Promise.resolve() : addLinks(trx, pending, about);
      });
    }
    restored = null;
    // The copy may have come with chains of its own.
    await put({ restored: latest, others: [...head.others, ...(await unmet(() => true))] });
  }

  async function rest(): Promise<void> {
    const wasVouched = signing.vouched;
    await takeKey();
    if (!signing.vouched) return;
    if (end === null) await settled(plain);
    if (!wasVouched || head === null) await meetOthers();
    await excuseCuts();
    await settleRestore();
    if (isHeadBehind) await put({});
  }

  function wake(): void {
    if (closed) return;
    timer ??= setTimeout(run, Math.max(0, endedAt + times.interval - performance.now())).unref();
  }

  function run(): void {
    inTurn(rest)
      .catch((error: unknown) => {
        if (!(error instanceof LedgerUnavailable)) reportBug(error);
        return setTimeoutAsync(times.failed, undefined, { ref: false });
      })
      .then(() => {
        timer = null;
        endedAt = performance.now();
        if (isHeadBehind) wake();
      }, reportBug);
  }

  const stop = plain.onAvailability((reason) => {
    if (reason === null) end = null;
  });

  return {
    async ready() {
      const late = new AbortController();
      const patience = setTimeoutAsync(times.key, undefined, { signal: late.signal }).catch(() => undefined);
      // A failure is told by the first rest.
      await Promise.race([takeKey().catch(() => undefined), patience]);
      late.abort();
      if (!signing.vouched) await heads.noteUnvouched(ledger, signing.signer.signer);
      wake();
    },
    on: (engine) => ({
      ...engine,
      write: (work) => write(engine, work),
      transact: (build) => transact(engine, build),
      link(trx, { events = [], payments = [], begun = [] }) {
        const pending = pendings.get(trx);
        if (pending === undefined) throw new Error('A link needs a transaction of the chain.');
        pending.events.push(...events);
        pending.payments.push(...payments);
        pending.begun.push(...begun);
        return Promise.resolve();
      },
    }),
    rest: () => inTurn(rest),
    state: () => ({ head, key: signing.vouched ? signing.key : null }),
    witness: (others) =>
      inTurn(async () => {
        if (head === null || others.length === 0) return;
        const known = new Map([...head.others, ...others].map((each) => [each.signer, each]));
        await put({ others: [...known.values()] });
      }),
    verified: (mark) => inTurn(() => put({ verified: mark })),
    async close() {
      closed = true;
      stop();
      if (timer !== null) clearTimeout(timer);
      try {
        await inTurn(rest);
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) reportBug(error);
      }
    },
  };
}
