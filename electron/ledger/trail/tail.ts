/** The end of this seat's hash chain in a ledger, and the key that continues it. */
import { randomBytes } from 'node:crypto';
import type { TrailHead, TrailHeads } from './trail-heads.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import {
  chainStart,
  lastLink,
  linkHash,
  pointOf,
  type About,
  type ChainEnd,
  type ChainPoint,
  type LinkRow,
} from './link.ts';
import { keptFrom, putBack, type OwnLinks } from './own-links.ts';
import { createTrailKey, isSigned, type Signed } from './trail-key.ts';

/** Where a seat writes its chain, and whose key signs it. */
export interface OwnChain {
  readonly engine: Engine;
  readonly seat: string;
  /** Name of the ledger among this seat's heads. */
  readonly ledger: string;
  readonly heads: TrailHeads;
  /** This seat's links in its journal. */
  readonly own: OwnLinks;
  readonly now: () => Date;
}

/** A stretch of links that is lost, of which no supervisor knows. */
export type NewCut = Omit<TrailHead['cuts'][number], 'excused'>;

export type Tail = ReturnType<typeof createTail>;

/** Times that a transaction is made anew because its chain has another end. */
const tries = 5;
/** Links that are read at most where this seat's disk lacks some. */
const keptAtOnce = 1_000;

/** The end of the chain is not known at present. */
class EndUnknown extends Error {}

/**
 * True for the refusal of a link whose chain has not the end that it was made for: an empty number, or one that is there. Nothing of its
 * transaction was written. A server speaks its own language, so that its codes tell.
 */
function isMoved(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const says = (name: string, value: string): boolean => Reflect.get(error, name) === value;
  return (
    says('constraint', 'audit_links_pkey') ||
    (says('code', '23502') && says('table', 'audit_links')) ||
    /constraint failed: audit_links\./u.test(error.message) ||
    isMoved(error.cause)
  );
}

/** Runs work again where the chain has another end than was believed, which is forgotten then. */
async function triedAgain<Value>(work: () => Promise<Value>, forget: () => void): Promise<Value> {
  for (let left = tries; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (isMoved(error)) forget();
      else if (!(error instanceof EndUnknown)) throw error;
      if (left > 1) continue;
      throw new LedgerUnavailable('busy', 'Another program continues the chain of this seat.', { cause: error });
    }
  }
}

/** @param onCut told of links that the ledger has lost for good */
export function createTail({ seat, ledger, heads, own, now }: OwnChain, onCut: (cut: NewCut) => Promise<void>) {
  let signer = createTrailKey(randomBytes(32)).signerOf(ledger);
  /** False while the vault is locked: the key lives in this process only. */
  let isVouched = false;
  let end: ChainEnd | null = null;
  let seen: ChainPoint = chainStart;
  let settling: Promise<void> | null = null;
  let setbacks = 0;

  async function settle(on: Engine): Promise<void> {
    const chain = signer.signer;
    const last = await on.decide((db) => lastLink(db, chain));
    const there = last === undefined ? chainStart : pointOf(last);
    // No link can follow it, and it covers the end of the chain.
    if (!Number.isSafeInteger(there.link))
      throw new LedgerUnavailable('altered', 'The last link of this seat has a number that no seat gives.');
    // Somebody may have added links without the key. The chain goes on behind them.
    if (last !== undefined && !isSigned(chain, last.hash, last.signature)) {
      end = { link: Math.max(last.link, seen.link), hash: seen.hash, there: last.hash };
      return;
    }
    const reached = await mended(on, own, chain, there);
    if (reached.link > there.link) setbacks += 1;
    if (reached.link >= seen.link) seen = reached;
    else await onCut({ from: reached.link + 1, to: seen.link, hash: seen.hash });
    end = { ...seen, there: reached.hash };
  }

  const settled = (on: Engine): Promise<void> =>
    end === null
      ? (settling ??= settle(on).finally(() => {
          settling = null;
        }))
      : Promise.resolve();

  const forget = (): void => {
    end = null;
  };

  /** False for a link that was made before the seat's own key came. */
  const isOfKey = (link: LinkRow): boolean => link.signer === signer.signer;

  return {
    signer: () => signer.signer,
    /** False while the vault is locked and a key in memory signs. */
    isVouched: () => isVouched,
    /** Takes the seat's own key. @returns true when it has just come */
    async takeKey(): Promise<boolean> {
      if (isVouched) return false;
      const key = await heads.key();
      if (key === null) return false;
      signer = key.signerOf(ledger);
      isVouched = true;
      return true;
    },
    /** Signs a text with the seat's key; null while the vault is locked. */
    sign: (text: string): Signed | null => (isVouched ? { signer: signer.signer, signature: signer.sign(text) } : null),
    /** Returns the last link that is known to be committed. */
    seen: () => seen,
    /** Returns how often the ledger had lost links, which it got back. */
    setbacks: () => setbacks,
    /** Goes on from a place that is known to be committed. */
    goOnFrom(place: ChainPoint): void {
      [seen, end] = [pointOf(place), null];
    },
    /** Runs the making of a transaction, again where the chain has another end than was believed. */
    atEnd: <Value>(on: Engine, work: () => Promise<Value>): Promise<Value> =>
      triedAgain(async () => {
        await settled(on);
        return work();
      }, forget),
    /** Reads the end if it is not known, and puts back what the ledger has lost. */
    settled,
    /** Returns where the next link goes. Throws while nobody knows, which `atEnd` sees to. */
    end(): ChainEnd {
      if (end === null) throw new EndUnknown();
      return end;
    },
    make(after: ChainPoint, about: About): LinkRow {
      const linked_at = now().toISOString();
      const link = { ...about, signer: signer.signer, link: after.link + 1, seat, linked_at };
      const hash = linkHash(after.hash, link);
      return { ...link, hash, signature: signer.sign(hash) };
    },
    /** Takes a link as the last one, before its commit, so that the next transaction can be made. */
    advance(link: LinkRow): void {
      if (isOfKey(link)) end = { ...pointOf(link), there: link.hash };
    },
    /** Takes a link back that was not written, unless another one was made after it. */
    takeBack(link: LinkRow, before: ChainEnd): void {
      if (end?.hash === link.hash) end = before;
    },
    committed(link: LinkRow): void {
      if (isOfKey(link)) seen = pointOf(link);
    },
    /** Forgets the end, after a failure or a new connection. */
    forget,
  };
}

/** Puts back what the ledger has lost of a chain, and keeps what this seat's disk lacks of it. @returns the last link that is there */
async function mended(on: Engine, own: OwnLinks, signer: string, there: ChainPoint): Promise<ChainPoint> {
  const kept = own.after(signer, there);
  const back = kept.at(-1);
  if (back !== undefined) {
    await on.write((trx) => putBack(trx, kept));
    return pointOf(back.link);
  }
  // The program was killed right after their commit.
  if (own.last(signer) < there.link) {
    const after = Math.max(own.last(signer), there.link - keptAtOnce);
    own.keepSoon(await on.decide((db) => keptFrom(db, signer, after)));
  }
  return there;
}
