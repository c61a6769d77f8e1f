/**
 * Appends links to this seat's hash chain in a ledger, right after what they are about. Only one sealer writes a chain. A busy seat
 * adds one small transaction in a while, beside the payments, and an idle seat none.
 */
import { createOneAtATime } from '#electron/core/one-at-a-time.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { TrailHead } from '#electron/documents/trail-document.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import type { EventRow } from '#electron/ledger/events.ts';
import type { OwnLinks } from './own-links.ts';
import { findUnlinked } from './adopt.ts';
import { markedId } from './event-mark.ts';
import { chainStart, lastLink, signersOf, type ChainPoint } from './link.ts';
import { isAsLinked, linkedPayments, overtaken } from './linked-payments.ts';
import { ChainMoved, sealBatch, type Sealed } from './seal-batch.ts';
import type { TrailHeads } from './trail-heads.ts';
import { createTrailKey, isSigned, type TrailKey, type TrailSigner } from './trail-key.ts';
import { createWaiting } from './waiting.ts';

export interface SealerParts {
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

export interface Sealer {
  /**
   * Resolves when entries carry the seat's own mark and the head says that the program runs, or after some seconds without its key.
   * An entry with the mark of a passing key that a kill leaves without a link would look forged.
   */
  ready(): Promise<void>;
  /** Returns the entry with this seat's mark in its id. */
  marked(row: EventRow): EventRow;
  /** Takes an entry whose transaction is about to be committed. */
  noted(row: EventRow): void;
  /** Links everything that waits. Rejects with `LedgerUnavailable`. */
  seal(): Promise<void>;
  /** Links entries with this seat's mark that a former run has left. */
  adopt(rows: readonly EventRow[]): void;
  /** True for an entry or a payment that waits for its link. */
  waits(id: string): boolean;
  /** Returns the head and the key that wrote it; nulls while the vault can't be used. */
  state(): { readonly head: TrailHead | null; readonly key: TrailKey | null };
  /** Remembers chains of others, and how far they went. */
  witness(seen: readonly Witnessed[]): Promise<void>;
  /** Remembers up to where the trail was checked; null to check it whole at the next start. */
  verified(mark: TrailHead['verified']): Promise<void>;
  /** Links what waits and closes the head. Never rejects. */
  close(): Promise<void>;
}

/** Wait after a change in a calm moment, shortest time between two transactions, pause after a failure, and longest wait for the key, in ms. */
const times = { calm: 100, interval: 1_500, failed: 10_000, key: 3_000 } as const;
/** Deeds after which a supervisor knows that the ledger, and with it the chain, has lost its end. */
const excusing: ReadonlySet<string> = new Set(['restore', 'begun-anew', 'server-accepted']);

interface Signing {
  readonly key: TrailKey;
  readonly signer: TrailSigner;
  /** False while the vault is locked: the key lives in this process only. */
  readonly vouched: boolean;
}

/** The place of a link or head alone. */
const placeOf = ({ link, hash }: ChainPoint): ChainPoint => ({ link, hash });

export function createSealer(parts: SealerParts): Sealer {
  const { engine, seat, ledger, heads, own, now, reportBug } = parts;
  const passing = createTrailKey(randomBytes(32));
  const waiting = createWaiting(now);
  let signing: Signing = { key: passing, signer: passing.signerOf(ledger), vouched: false };
  let head: TrailHead | null = null;
  let tail: ChainPoint = chainStart;
  let begun = false;
  /** The former run has linked everything. */
  let endedOrderly = false;
  /** The ledger may have lost links. */
  let unsure = true;
  /** A restore whose payments are not linked anew yet. */
  let restored: string | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;
  let endedAt = Number.NEGATIVE_INFINITY;

  /** Finds the key, the end of the chain, and what a former run has left. */
  async function begin(): Promise<void> {
    const key = await heads.key();
    signing = { key: key ?? passing, signer: (key ?? passing).signerOf(ledger), vouched: key !== null };
    const { signer } = signing.signer;
    if (key === null) await heads.noteUnvouched(ledger, signer);
    head = heads.head(ledger);
    tail = await endOfChain(signer, head ?? chainStart);
    if (key !== null) {
      if (head !== null) await takeUnlinked(key, { ...head, open: head.open && !endedOrderly });
      await meetOthers();
    }
    begun = true;
    unsure = true;
  }

  /** Returns the end of the chain: in the ledger, on this seat's own disk, or by its head. */
  async function endOfChain(signer: string, known: ChainPoint): Promise<ChainPoint> {
    const last = await engine.read((db) => lastLink(db, signer));
    // Somebody may have added links without the key.
    const isOurs = last === undefined || isSigned(signer, last.hash, last.signature);
    if (last !== undefined && !isOurs) return { link: Math.max(last.link, known.link), hash: known.hash };
    // These may have been lost, or be about to be committed although the program was killed.
    const kept = own?.after(signer, last ?? chainStart).at(-1)?.link;
    const end = kept ?? last ?? chainStart;
    return placeOf(end.link >= known.link ? end : known);
  }

  async function takeUnlinked(key: TrailKey, former: TrailHead): Promise<void> {
    const found = await engine.read((db) => findUnlinked(db, key, former, seat, now()));
    for (const row of found.events) waiting.addEvent(row);
    for (const id of found.payments) if (!waiting.has(id)) waiting.addPayment(id, 'adopted');
    restored ??= found.restore;
  }

  /** Returns the chains that this seat has not met. */
  async function unmet(isWanted: (signer: string) => boolean): Promise<readonly Witnessed[]> {
    const ours = heads.own();
    const known = new Set([signing.signer.signer, ...(head?.others.map(({ signer }) => signer) ?? [])]);
    return (await engine.read(signersOf))
      .filter((signer) => !known.has(signer) && isWanted(signer))
      .map((signer) => ({ signer, ...chainStart, own: ours.has(signer) }));
  }

  /** Knows the chains that are there at the first start, and this seat's own of other ledgers and of a locked vault. */
  async function meetOthers(): Promise<void> {
    const isNew = head === null;
    const ours = heads.own();
    const met = await unmet((signer) => isNew || ours.has(signer));
    head ??= {
      ...chainStart,
      ...tail,
      signer: signing.signer.signer,
      ledger,
      seat,
      at: now().toISOString(),
      open: true,
      cuts: [],
      verified: null,
      restored: null,
      others: [],
    };
    if (isNew || met.length > 0) await put({ others: [...head.others, ...met] });
  }

  async function put(changes: Partial<TrailHead>): Promise<void> {
    if (head === null || !signing.vouched) return;
    head = { ...head, ...tail, seat, at: now().toISOString(), open: true, ...changes };
    await heads.put(head);
  }

  async function sealAll(): Promise<void> {
    if (!begun || (!signing.vouched && (await heads.key()) !== null)) await begin();
    while (unsure || !waiting.isEmpty()) {
      if (!(await sealSome())) break;
    }
    if (restored === null) return;
    const of = restored;
    for await (const page of linkedPayments(engine)) {
      for (const payment of page) if (!isAsLinked(payment)) waiting.addPayment(payment.id, 'restored');
    }
    while (waiting.hasPayments()) await sealSome();
    restored = null;
    // The copy may have come with chains of its own.
    await put({ restored: of, others: [...(head?.others ?? []), ...(await unmet(() => true))] });
  }

  /** @returns true when something was linked or found out */
  async function sealSome(): Promise<boolean> {
    const batch = waiting.take();
    let sealed: Sealed;
    try {
      const chain = { signer: signing.signer, seat, tail, own, now };
      sealed = await engine.bulkWrite((trx) => sealBatch(engine, trx, chain, batch));
    } catch (error) {
      // The commit may have taken place all the same.
      begun = false;
      batch.giveBack();
      if (!(error instanceof ChainMoved)) throw error;
      await begin();
      return true;
    }
    const wasUnsure = unsure;
    unsure = false;
    batch.keep(sealed.absent);
    await noteSealed(sealed, batch.events);
    if (own !== null) {
      for (const id of await overtaken(engine, sealed.links)) waiting.addPayment(id, 'changed');
    }
    return wasUnsure || sealed.links.length > 0 || batch.payments.size > 0;
  }

  async function noteSealed({ tail: next, links, cutFrom }: Sealed, taken: readonly EventRow[]): Promise<void> {
    const cut = cutFrom === null ? null : { from: cutFrom, to: tail.link, hash: tail.hash, excused: false };
    const isKnown = cut === null || head?.cuts.some(({ from, to }) => from <= cut.from && to >= cut.to) === true;
    tail = next;
    const linked = new Set(links.map((link) => link.subject_id));
    const events = taken.filter(({ id }) => linked.has(id));
    restored = events.findLast(({ kind }) => kind === 'restore')?.id ?? restored;
    const excuses = events.some(({ kind }) => excusing.has(kind));
    if (links.length === 0 && isKnown) return;
    const cuts = [...(head?.cuts ?? []), ...(isKnown || cut === null ? [] : [cut])];
    await put({ cuts: excuses ? cuts.map((each) => ({ ...each, excused: true })) : cuts });
  }

  /** Runs one task at a time, because a chain has one writer. */
  const inTurn = createOneAtATime();

  function wake(wait: number = times.calm): void {
    if (closed) return;
    timer ??= setTimeout(run, Math.max(wait, endedAt + times.interval - performance.now())).unref();
  }

  function run(): void {
    inTurn(sealAll)
      .then(
        () => null,
        (error: unknown) => {
          if (!(error instanceof LedgerUnavailable)) reportBug(error);
          return times.failed;
        },
      )
      .then((pause) => {
        timer = null;
        endedAt = performance.now();
        if (unsure || !waiting.isEmpty()) wake(pause ?? times.interval);
      }, reportBug);
  }

  const stops = [
    engine.onChange(({ attemptIds, by }) => {
      if (by === 'another' || attemptIds === null) return;
      for (const id of attemptIds) waiting.addPayment(id, 'changed');
      wake();
    }),
    engine.onAvailability((reason) => {
      if (reason !== null) return;
      unsure = true;
      wake();
    }),
  ];
  wake();

  async function takeKey(): Promise<void> {
    const key = await heads.key();
    if (key !== null && !begun) signing = { key, signer: key.signerOf(ledger), vouched: true };
    // A head that says that the program has ended would leave what a kill keeps from being linked without an excuse.
    const former = heads.head(ledger);
    endedOrderly = former?.open === false;
    if (former !== null && endedOrderly) await heads.put({ ...former, open: true });
  }

  return {
    async ready() {
      const late = new AbortController();
      const { signal } = late;
      const patience = setTimeoutAsync(times.key, undefined, { signal }).catch(() => undefined);
      // A failure is told when the chain is begun.
      await Promise.race([takeKey().catch(() => undefined), patience]);
      late.abort();
    },
    marked: (row) => ({ ...row, id: markedId(row, signing.key) }),
    noted(row) {
      waiting.addEvent(row);
      wake();
    },
    seal: () => inTurn(sealAll),
    adopt(rows) {
      for (const row of rows) waiting.addEvent(row);
      wake();
    },
    waits: waiting.has,
    state: () => ({ head, key: signing.vouched ? signing.key : null }),
    witness: (seen) =>
      inTurn(async () => {
        if (head === null || seen.length === 0) return;
        const others = new Map([...head.others, ...seen].map((each) => [each.signer, each]));
        await put({ others: [...others.values()] });
      }),
    verified: (mark) => inTurn(() => put({ verified: mark })),
    async close() {
      closed = true;
      for (const stop of stops) stop();
      if (timer !== null) clearTimeout(timer);
      try {
        await inTurn(async () => {
          await sealAll();
          await put({ open: false });
        });
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) reportBug(error);
      }
    },
  };
}
