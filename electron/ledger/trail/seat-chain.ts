/**
 * This seat's hash chain in a ledger. Each transaction that writes a payment or an entry appends their links itself, and fails where
 * the chain has another end than this program believes: then another process wrote it, a commit came through late, or the ledger
 * has lost links. The end is read again, lost links are put back, and the transaction is made anew. The head outside the ledger
 * follows.
 */
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { createOneAtATime } from '#electron/core/one-at-a-time.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { TrailHead } from '#electron/documents/trail-document.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { aboutPayment, type TrustAmong } from './append-links.ts';
import { createChainHead, type ChainHead } from './chain-head.ts';
import { admitChain, createMarking, createVouching, knownAmong } from './known-chains.ts';
import { createLinkedEngines } from './linked-engine.ts';
import { chainStart } from './link.ts';
import { latestRestore, linkRestored, replacing } from './restored.ts';
import { createTail, type Tail, type TailParts } from './tail.ts';
import type { Signed, TrailKey } from './trail-key.ts';
import type { TrailHeads } from './trail-heads.ts';

export interface SeatChainParts extends Omit<TailParts, 'onCut'> {
  readonly engine: Engine;
  readonly reportBug: ReportBug;
}

/** A chain that another one has seen. */
export type Witnessed = TrailHead['others'][number];

export interface SeatChain extends Pick<ChainHead, 'witness' | 'verified'> {
  /** Waits for the key some seconds at most. Until the vault is open, a key in memory signs a chain of its own. */
  ready(): Promise<void>;
  /** Takes a key that has come since, and puts back what the ledger has lost of the chain. Rejects with `LedgerUnavailable`. */
  settled(): Promise<void>;
  /** Public key of the chain; null while the vault is locked. */
  signer(): string | null;
  /** Leaves the mark by which the other seats know this chain, before its first link. Rejects with `LedgerUnavailable`. */
  introduce(): Promise<void>;
  /** Returns the engine whose transactions append their links. */
  on(engine: Engine): Engine;
  /** Takes a key that has come since, links what a restore left, and writes the head. Rejects with `LedgerUnavailable`. */
  rest(): Promise<void>;
  /** Returns the head; null while the vault can't be used. */
  head(): TrailHead | null;
  /** Signs a text; null while the vault is locked. */
  sign(text: string): Signed | null;
  /** True for a text that this seat, or another one that it knows, has signed. Rejects with `LedgerUnavailable`. */
  vouches(text: string, signed: Signed): Promise<boolean>;
  /** Tells which of these keys count. Rejects with `LedgerUnavailable`. */
  readonly trustAmong: TrustAmong;
  /** Admits the chain of a seat without the common key. False while the vault is locked. Rejects with `LedgerUnavailable`. */
  admit(signer: string): Promise<boolean>;
  /** Writes the head. Never rejects. */
  close(): Promise<void>;
}

/** Shortest time between two writings of the head, pause after a failure, and longest wait for the key, in ms. */
const times = { interval: 1_500, failed: 10_000, key: 3_000 } as const;

export function createSeatChain({ engine, reportBug, ...parts }: SeatChainParts): SeatChain {
  const { ledger, heads, own } = parts;
  const tail = createTail({ ...parts, onCut: (cut) => head.noteCut(cut) });
  const head = createChainHead({ ...parts, engine, tail });
  const mark = createMarking(engine, heads, tail.signer);
  const trustAmong = trustIn(engine.kind, heads, head.state);
  const linked = createLinkedEngines(tail, trustAmong, ({ links, events }) => {
    const entries = new Map(events.map((event) => [event.id, event]));
    own?.keepSoon(links.map((link) => ({ link, event: entries.get(link.subject_id) ?? null })));
    hasRestored ||= events.some(({ kind }) => replacing.some((each) => each === kind));
    isHeadBehind = true;
    upkeep.soon();
  });
  /** Key in memory that signed while the vault was locked, until this seat's own one admits its chain. */
  let lockedSigner: string | null = null;
  /** A restore may have payments that are not linked anew yet. */
  let hasRestored = true;
  let isHeadBehind = false;
  /** Runs one task at a time, because the head has one writer. */
  const inTurn = createOneAtATime();

  async function takeKey(): Promise<boolean> {
    if (!(await tail.takeKey())) return false;
    head.read();
    return true;
  }

  async function rest(): Promise<void> {
    const isNew = await takeKey();
    if (tail.key() === null) return;
    await tail.settled(engine);
    if (isNew || head.state() === null) await head.meetOthers();
    await mark();
    if (lockedSigner !== null && engine.kind === 'postgres') await admitChain(engine, lockedSigner, tail.sign);
    // The key signed in this process, so that the head may name it, whatever the unsigned part of the file says.
    if (lockedSigner !== null) await head.witness([{ signer: lockedSigner, ...chainStart, own: false }]);
    lockedSigner = null;
    await head.excuseCuts();
    if (hasRestored) await linkWhatWasRestored(engine, head, linked);
    hasRestored = false;
    if (!isHeadBehind) return;
    isHeadBehind = false;
    await head.put({});
  }

  const settled = () => (head.state() === null ? inTurn(rest) : null);
  const upkeep = createUpkeep(
    () => inTurn(rest),
    () => isHeadBehind,
    reportBug,
  );
  const stop = engine.onAvailability((reason) => {
    if (reason === null) tail.forget();
  });

  return {
    async ready() {
      const late = new AbortController();
      const patience = setTimeoutAsync(times.key, undefined, { signal: late.signal }).catch(() => undefined);
      // A failure is told by the first rest.
      await Promise.race([takeKey().catch(() => undefined), patience]);
      late.abort();
      if (tail.key() === null) {
        lockedSigner = tail.signer();
        await heads.noteUnvouched(ledger, lockedSigner);
      }
      upkeep.soon();
    },
    settled: () => takeKey().then(() => tail.settled(engine)),
    signer: () => (tail.key() === null ? null : tail.signer()),
    // Later on, the first rest sees to it.
    introduce: async () => (tail.key() !== null && head.state() === null ? mark() : undefined),
    on: linked.on,
    rest: () => inTurn(rest),
    head: head.state,
    witness: (seen) => inTurn(() => head.witness(seen)),
    verified: (mark) => inTurn(() => head.verified(mark)),
    sign: tail.sign,
    trustAmong,
    admit: (signer) => admitChain(engine, signer, tail.sign),
    vouches: createVouching(engine, heads, settled, () => head.state() ?? heads.unproved(ledger)),
    async close() {
      stop();
      upkeep.stop();
      await inTurn(rest).catch(noteFailure(reportBug));
    },
  };
}

/** Before the head is there, which a first start and a locked vault lack, every key counts. */
const trustIn =
  (kind: Engine['kind'], heads: TrailHeads, state: ChainHead['state']): TrustAmong =>
  async (db, signers) => {
    const head = state();
    if (head === null) return { trusted: new Set(signers), locked: new Set(), cuts: [] };
    const { known, proved } = await knownAmong({ kind, db, read: (work) => work(db) }, head, heads, signers);
    const locked = heads.unvouched();
    return {
      trusted: new Set([...known].filter((one) => proved.has(one) || !locked.has(one))),
      locked,
      cuts: head.cuts,
    };
  };

/** Links the payments of a backup that was restored since the head was written. */
async function linkWhatWasRestored(
  engine: Engine,
  head: Pick<ChainHead, 'state' | 'noteRestored'>,
  linked: Pick<ReturnType<typeof createLinkedEngines>, 'append'>,
): Promise<void> {
  const known = head.state();
  const latest = known === null ? null : await engine.read((db) => latestRestore(db, known));
  if (latest === null || latest === known?.restored) return;
  for await (const page of linkRestored(engine)) {
    await linked.append(
      engine,
      page.map(({ id, revision, facts }) => aboutPayment(id, revision, facts)),
    );
  }
  await head.noteRestored(latest);
}

/** A ledger that is away is tried again. */
const noteFailure =
  (reportBug: ReportBug) =>
  (error: unknown): void => {
    if (!(error instanceof LedgerUnavailable)) reportBug(error);
  };

/** Runs a task soon after it was asked for, at intervals, as long as something is behind. */
function createUpkeep(task: () => Promise<void>, isBehind: () => boolean, reportBug: ReportBug) {
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let endedAt = Number.NEGATIVE_INFINITY;

  function soon(): void {
    if (stopped) return;
    timer ??= setTimeout(run, Math.max(0, endedAt + times.interval - performance.now())).unref();
  }

  function run(): void {
    task()
      .catch((error: unknown) => {
        noteFailure(reportBug)(error);
        return setTimeoutAsync(times.failed, undefined, { ref: false });
      })
      .then(() => {
        timer = null;
        endedAt = performance.now();
        if (isBehind()) soon();
      }, reportBug);
  }

  return {
    soon,
    stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
