/**
 * This seat's hash chain in a ledger. Each transaction that writes a payment or an entry appends their links itself, and fails where
 * the chain has another end than this program believes: then another process wrote it, a commit came through late, or the ledger
 * has lost links. The end is read again, lost links are put back, and the transaction is made anew. The head outside the ledger
 * follows.
 */
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { createOneAtATime } from '#electron/core/one-at-a-time.ts';
import { unlessAway } from '#electron/core/ports/ledger.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { TrailHead, TrailHeads } from './trail-heads.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import {
  createChainHead,
  type ChainHead,
  type Witnessed,
  admitChain,
  createMarking,
  createVouching,
  knownAmong,
} from './chain-head.ts';
import { createLinkedEngines } from './linked-engine.ts';
import { aboutPayment, chainStart, linksAbout, type About } from './link.ts';
import { latestRestore, replacing, type TrustAmong } from './linked-deeds.ts';
import { isAsLinked, linkedFacts, linkedPayments } from './linked-payments.ts';
import { createTail, type OwnChain } from './tail.ts';

export type SeatChain = ReturnType<typeof createSeatChain>;

/** Shortest time between two writings of the head, pause after a failure, and longest wait for the key, in ms. */
const times = { interval: 1_500, failed: 10_000, key: 3_000 } as const;

export function createSeatChain(chain: OwnChain, reportBug: ReportBug) {
  const { engine, ledger, heads, own } = chain;
  const tail = createTail(chain, (cut) => head.noteCut(cut));
  const head = createChainHead(chain, tail);
  const mark = createMarking(engine, heads, tail.signer);
  const trustAmong = trustIn(engine.kind, heads, head.state, tail.signer);
  const linked = createLinkedEngines(tail, trustAmong, ({ links, events }) => {
    const entries = new Map(events.map((event) => [event.id, event]));
    own.keepSoon(links.map((link) => ({ link, event: entries.get(link.subject_id) ?? null })));
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
    if (!tail.isVouched()) return;
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

  const restInTurn = () => inTurn(rest);
  const met = (): Promise<void> => (head.state() === null ? restInTurn() : tail.settled(engine));
  const upkeep = createUpkeep(restInTurn, () => isHeadBehind, reportBug);
  const stop = engine.onAvailability((reason) => {
    if (reason === null) tail.forget();
  });

  return {
    /** Waits for the key some seconds at most. Until the vault is open, a key in memory signs a chain of its own. */
    async ready(): Promise<void> {
      const late = new AbortController();
      const patience = setTimeoutAsync(times.key, undefined, { signal: late.signal }).catch(() => undefined);
      // A failure is told by the first rest.
      await Promise.race([takeKey().catch(() => undefined), patience]);
      late.abort();
      if (!tail.isVouched()) {
        lockedSigner = tail.signer();
        await heads.noteUnvouched(ledger, lockedSigner);
      }
      upkeep.soon();
    },
    /** Takes a key that has come since, and puts back what the ledger has lost of the chain. Rejects with `LedgerUnavailable`. */
    async settled(): Promise<void> {
      await takeKey();
      await tail.settled(engine);
    },
    setbacks: tail.setbacks,
    /** Returns the public key of the chain; null while the vault is locked. */
    signer: () => (tail.isVouched() ? tail.signer() : null),
    /**
     * Leaves the mark by which the other seats know this chain, before its first link. Later on, the first rest sees to it. Rejects
     * with `LedgerUnavailable`.
     */
    introduce: async (): Promise<void> => (tail.isVouched() && head.state() === null ? mark() : undefined),
    /** Returns the engine whose transactions append their links. */
    on: linked.on,
    /** Takes a key that has come since, links what a restore left, and writes the head. Rejects with `LedgerUnavailable`. */
    rest: restInTurn,
    /** Returns the head; null while the vault can't be used. */
    head: head.state,
    witness: (seen: readonly Witnessed[]) => inTurn(() => head.witness(seen)),
    /** Remembers up to where the trail was checked; null to check it whole at the next start. */
    verified: (verified: TrailHead['verified']) => inTurn(() => head.put({ verified })),
    /** Begins the head, if the vault can be used, and notes in it what the ledger has lost. Rejects with `LedgerUnavailable`. */
    met,
    /** Signs a text; null while the vault is locked. */
    sign: tail.sign,
    /** Tells which of these keys count. Rejects with `LedgerUnavailable`. */
    trustAmong,
    /** Admits the chain of a seat without the common key. False while the vault is locked. Rejects with `LedgerUnavailable`. */
    admit: (signer: string) => admitChain(engine, signer, tail.sign),
    /** True for a text that this seat, or another one that it knows, has signed. Rejects with `LedgerUnavailable`. */
    vouches: createVouching(engine, heads, met, () => head.state() ?? heads.unproved(ledger)),
    /** Writes the head. Never rejects. */
    async close(): Promise<void> {
      stop();
      upkeep.stop();
      await inTurn(rest).catch(unlessAway(reportBug));
    },
  };
}

/** Before the head is there, which a first start and a locked vault lack, every key counts. Where it was taken away, that of this seat. */
const trustIn =
  (kind: Engine['kind'], heads: TrailHeads, state: ChainHead['state'], own: () => string): TrustAmong =>
  async (db, signers) => {
    const head = state();
    if (head === null) {
      const trusted = new Set(heads.isLost() ? [own()] : signers);
      return { trusted, locked: new Set(), cuts: [], mayLack: () => false };
    }
    const { known, proved } = await knownAmong({ kind, db, read: (work) => work(db) }, head, heads, signers);
    const locked = heads.unvouched();
    return {
      trusted: new Set([...known].filter((one) => proved.has(one) || !locked.has(one))),
      locked,
      cuts: head.cuts,
      // A supervisor ends it by a restore, which only the embedded ledger has.
      mayLack: ({ signer, link }) =>
        kind === 'sqlite' && head.cuts.some(({ to, excused }) => !excused && (signer !== head.signer || link <= to)),
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
  for await (const page of restoredPayments(engine)) await linked.append(engine, page);
  await head.noteRestored(latest);
}

/**
 * Yields the payments that a restored ledger lacks or has as they were before, as their next links say. One that no link describes as
 * it is stays a finding, because the copy was edited.
 */
async function* restoredPayments(engine: Engine): AsyncGenerator<readonly About[]> {
  for await (const page of linkedPayments(engine)) {
    const differing = page.filter((payment) => !isAsLinked(payment));
    const ids = differing.map(({ id }) => id);
    if (ids.length === 0) continue;
    const links = await engine.read((db) => linksAbout(db, ids).execute());
    const known = new Set(links.map(({ subject_id, facts }) => JSON.stringify([subject_id, facts])));
    const found = differing.flatMap(({ id, latest, row }) => {
      const facts = row === undefined ? null : linkedFacts(row);
      const isKnown = facts === null || known.has(JSON.stringify([id, facts]));
      return isKnown ? [aboutPayment(id, latest.revision + 1, facts)] : [];
    });
    if (found.length > 0) yield found;
  }
}

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
        unlessAway(reportBug)(error);
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
