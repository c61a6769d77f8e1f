/** The end of this seat's hash chain in a ledger, and the key that continues it. */
import { randomBytes } from 'node:crypto';
import type { TrailHead } from '#electron/documents/trail-document.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { isMoved, makeLink, type About, type ChainEnd } from './append-links.ts';
import { chainStart, lastLink, pointOf, type ChainPoint, type LinkRow } from './link.ts';
import { keptFrom, putBack, type OwnLinks } from './own-links.ts';
import type { TrailHeads } from './trail-heads.ts';
import { createTrailKey, isSigned, type Signed, type TrailKey, type TrailSigner } from './trail-key.ts';

export interface TailParts {
  readonly seat: string;
  /** Name of the ledger among this seat's heads. */
  readonly ledger: string;
  readonly heads: TrailHeads;
  /** This seat's links in its journal; null for none. */
  readonly own: OwnLinks | null;
  readonly now: () => Date;
  /** Told of links that the ledger has lost for good. */
  readonly onCut: (cut: Omit<TrailHead['cuts'][number], 'excused'>) => Promise<void>;
}

export interface Tail {
  signer(): string;
  /** Returns the seat's key; null while the vault is locked and a key in memory signs. */
  key(): TrailKey | null;
  /** Takes the seat's own key. @returns true when it has just come */
  takeKey(): Promise<boolean>;
  /** Signs a text with the seat's key; null while the vault is locked. */
  sign(text: string): Signed | null;
  /** Returns the last link that is known to be committed. */
  seen(): ChainPoint;
  /** Goes on from a place that is known to be committed. */
  goOnFrom(place: ChainPoint): void;
  /** Runs the making of a transaction, again where the chain has another end than was believed. */
  atEnd<Value>(on: Engine, work: () => Promise<Value>): Promise<Value>;
  /** Reads the end if it is not known, and puts back what the ledger has lost. */
  settled(on: Engine): Promise<void>;
  /** Returns where the next link goes. Throws while nobody knows, which `atEnd` sees to. */
  end(): ChainEnd;
  make(after: ChainPoint, about: About): LinkRow;
  /** Takes a link as the last one, before its commit, so that the next transaction can be made. */
  advance(link: LinkRow): void;
  /** Takes a link back that was not written, unless another one was made after it. */
  takeBack(link: LinkRow, before: ChainEnd): void;
  committed(link: LinkRow): void;
  /** Forgets the end, after a failure or a new connection. */
  forget(): void;
}

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

export function createTail({ seat, ledger, heads, own, now, onCut }: TailParts): Tail {
  const passing = createTrailKey(randomBytes(32));
  let signing: Signing = { key: passing, signer: passing.signerOf(ledger), vouched: false };
  let end: ChainEnd | null = null;
  let seen: ChainPoint = chainStart;
  let settling: Promise<void> | null = null;

  async function settle(on: Engine): Promise<void> {
    const { signer } = signing.signer;
    const last = await on.decide((db) => lastLink(db, signer));
    const there = last === undefined ? chainStart : pointOf(last);
    // Somebody may have added links without the key. The chain goes on behind them.
    if (last !== undefined && !isSigned(signer, last.hash, last.signature)) {
      end = { link: Math.max(last.link, seen.link), hash: seen.hash, there: last.hash };
      return;
    }
    const reached = own === null ? there : await mended(on, own, signer, there);
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

  /** False for a link that was made before the seat's own key came. */
  const isOfKey = ({ signer }: LinkRow): boolean => signer === signing.signer.signer;

  return {
    signer: () => signing.signer.signer,
    key: () => (signing.vouched ? signing.key : null),
    async takeKey() {
      if (signing.vouched) return false;
      const key = await heads.key();
      if (key === null) return false;
      signing = { key, signer: key.signerOf(ledger), vouched: true };
      return true;
    },
    sign: (text) => (signing.vouched ? { signer: signing.signer.signer, signature: signing.signer.sign(text) } : null),
    seen: () => seen,
    goOnFrom(place) {
      [seen, end] = [pointOf(place), null];
    },
    async atEnd(on, work) {
      for (let left = tries; ; left--) {
        await settled(on);
        try {
          return await work();
        } catch (error) {
          if (isMoved(error)) end = null;
          else if (!(error instanceof EndUnknown)) throw error;
          if (left > 1) continue;
          throw new LedgerUnavailable('busy', 'Another program continues the chain of this seat.', { cause: error });
        }
      }
    },
    settled,
    end() {
      if (end === null) throw new EndUnknown();
      return end;
    },
    make: (after, about) => makeLink({ signer: signing.signer, seat, now }, after, about),
    advance(link) {
      if (isOfKey(link)) end = { ...pointOf(link), there: link.hash };
    },
    takeBack(link, before) {
      if (end?.hash === link.hash) end = before;
    },
    committed(link) {
      if (isOfKey(link)) seen = pointOf(link);
    },
    forget() {
      end = null;
    },
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
