/**
 * Walks along one hash chain and names its breaks. A page whose hashes fit is proved by the signature of its last link, because
 * each hash covers all links before; only where they don't fit is each signature checked, so that the first broken link is found.
 */
import { setTimeout } from 'node:timers/promises';
import type { TrailHead } from '#electron/ledger/trail/trail-heads.ts';
import type { Reader } from '#electron/ledger/engine/engine.ts';
import type { EventRow } from '#electron/ledger/rows/tables.ts';
import type { TrailBreak } from '#shared/ledger/trail.ts';
import {
  chainStart,
  entriesOf,
  eventDigest,
  linkHash,
  linksAfter,
  type ChainPoint,
  type LinkRow,
} from '#electron/ledger/trail/link.ts';
import { isSigned } from '#electron/ledger/trail/trail-key.ts';

export interface WalkedChain {
  readonly signer: string;
  /** Place to begin at, which is trusted. */
  readonly from: ChainPoint;
  /** A link that the chain is known to have had; null for none. */
  readonly known: ChainPoint | null;
  /** Stretches that are known to be lost. */
  readonly cuts: TrailHead['cuts'];
}

/** A check that reads a ledger in pages. */
export interface CheckedPages {
  readonly engine: Reader;
  readonly findings: {
    /** Counts a break, and keeps the first one. */
    found(each: TrailBreak): void;
  };
  /** Pause after each page, in ms, in which payments get their turn. */
  readonly pause: number;
}

export interface Walk extends CheckedPages {
  /** Seat to name when a chain has no link any more. */
  readonly seat: string;
  /** Told the links of each page, in order. */
  readonly onLinks: (links: readonly LinkRow[]) => void;
}

/** Number of links around a broken one to search for its true place. */
const around = 20;

export async function walkChain(walk: Walk, chain: WalkedChain): Promise<void> {
  const { engine, findings } = walk;
  let before = chain.from;
  let last: LinkRow | undefined;
  let hasKnown = chain.known === null || chain.known.link <= chain.from.link;
  const pages = linksAfter(engine.db, chain.signer, chain.from.link);
  for (;;) {
    const next = await engine.read(() => pages.next());
    if (next.done === true) break;
    const page = next.value;
    const entries = await engine.read((db) => entriesOf(db, page));
    before = checkPage(walk, chain, page, entries, before);
    const known = chain.known === null ? undefined : page.find(({ link }) => link === chain.known?.link);
    if (known !== undefined) {
      hasKnown = true;
      // A link that is not signed was told already.
      const isOther = known.hash !== chain.known?.hash && isSigned(chain.signer, known.hash, known.signature);
      if (isOther) findings.found(breakAt('forged', known));
    }
    last = page.at(-1);
    walk.onLinks(page);
    await setTimeout(walk.pause, undefined, { ref: false });
  }
  // A known link in the middle was told as missing on the way.
  const end = last?.link ?? chain.from.link;
  if (!hasKnown && chain.known !== null && end < chain.known.link && !isExcused(chain, end + 1, chain.known.link)) {
    findings.found({
      kind: 'cut-off',
      seat: last?.seat ?? walk.seat,
      link: end + 1,
      at: last?.linked_at ?? null,
      subjectId: null,
    });
  }
}

const cutAt = (chain: WalkedChain, link: number) => chain.cuts.find(({ from, to }) => from <= link && link <= to);

const isExcused = (chain: WalkedChain, from: number, to: number): boolean => {
  const cut = cutAt(chain, from);
  return cut?.excused === true && cut.to >= to;
};

export const breakAt = (kind: TrailBreak['kind'], link: LinkRow): TrailBreak => ({
  kind,
  seat: link.seat,
  link: link.link,
  at: link.linked_at,
  subjectId: link.subject_id,
});

/** @returns the page's last link, from which the next page goes on */
function checkPage(
  walk: Walk,
  chain: WalkedChain,
  page: readonly LinkRow[],
  entries: ReadonlyMap<string, EventRow>,
  start: ChainPoint,
): ChainPoint {
  const signed = signatures(chain, page, start);
  let before: ChainPoint | null = start;
  let number = start.link;
  for (const [index, link] of page.entries()) {
    if (link.link !== number + 1) before = checkGap(walk, chain, number + 1, link);
    number = link.link;
    const kind: TrailBreak['kind'] | null = signed[index] === true ? kindOf(link, before, page, entries) : 'forged';
    if (kind !== null) walk.findings.found(breakAt(kind, link));
    // The next link may follow the original of a forged one.
    before = kind === 'forged' ? null : link;
  }
  return page.at(-1) ?? start;
}

/** Checks the signature of each link, or that of the last one when all hashes fit. */
function signatures(chain: WalkedChain, page: readonly LinkRow[], start: ChainPoint): readonly boolean[] {
  const isSound = (link: LinkRow): boolean => isSigned(chain.signer, link.hash, link.signature);
  const fits = page.every((link, index) => {
    const before = page[index - 1] ?? start;
    return link.link === before.link + 1 && linkHash(before.hash, link) === link.hash;
  });
  const last = page.at(-1);
  if (fits && last !== undefined && isSound(last)) return page.map(() => true);
  return page.map(isSound);
}

/** @returns the place that the link follows, if it is known */
function checkGap({ findings }: Walk, chain: WalkedChain, from: number, next: LinkRow): ChainPoint | null {
  const cut = cutAt(chain, from);
  if (cut === undefined || !cut.excused) {
    findings.found({
      kind: cut === undefined ? 'missing' : 'cut-off',
      seat: next.seat,
      link: from,
      at: next.linked_at,
      subjectId: null,
    });
  }
  return cut !== undefined && cut.to === next.link - 1 ? { link: cut.to, hash: cut.hash } : null;
}

/** Returns what is wrong with a signed link; null for nothing. */
function kindOf(
  link: LinkRow,
  before: ChainPoint | null,
  page: readonly LinkRow[],
  entries: ReadonlyMap<string, EventRow>,
): TrailBreak['kind'] | null {
  if (before !== null && linkHash(before.hash, link) !== link.hash) {
    return isElsewhere(link, page) ? 'reordered' : 'edited';
  }
  if (link.subject === 'payment') return null;
  const entry = entries.get(link.subject_id);
  if (entry === undefined) return 'missing';
  return eventDigest(entry) === link.digest ? null : 'edited';
}

/** True when the link is as its seat signed it, for another place in the chain. */
function isElsewhere(link: LinkRow, page: readonly LinkRow[]): boolean {
  const near = page.filter((other) => Math.abs(other.link - link.link) <= around);
  const befores = [chainStart, ...near].map(({ hash }) => hash);
  for (let place = Math.max(1, link.link - around); place <= link.link + around; place++) {
    if (befores.some((hash) => linkHash(hash, { ...link, link: place }) === link.hash)) return true;
  }
  return false;
}
