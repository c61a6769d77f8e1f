/**
 * Checks the hash chains over the audit trail against the signed heads, and what they say against the entries and the payments.
 * The check at start covers the own chain from where it was last found whole, the known links of the others, and
 * those about the same payments.
 */
import { idAt } from '#electron/ledger/rows/position.ts';
import type { TrailHead, TrailHeads } from '#electron/ledger/trail/trail-heads.ts';
import type { Course } from '#electron/core/ports/course.ts';
import type { Database, Reader } from '#electron/ledger/engine/engine.ts';
import { oneMinute } from '#shared/durations.ts';
import type { TrailBreak, TrailReport } from '#shared/ledger/trail.ts';
import {
  chainStart,
  lastLink,
  lastLinks,
  pointOf,
  unlinkedEvents,
  type ChainPoint,
  type LinkRow,
} from '#electron/ledger/trail/link.ts';
import { linkColumns } from '#electron/ledger/rows/tables.ts';
import { checkCloses, checkHolds } from './check-holds-and-closes.ts';
import { checkPayments } from './check-payments.ts';
import { knownAmong, type Witnessed } from '#electron/ledger/trail/chain-head.ts';
import { hasMoved } from '#electron/ledger/trail/linked-deeds.ts';
import type { SeatChain } from '#electron/ledger/trail/seat-chain.ts';
import { breakAt, walkChain, type CheckedPages, type Walk, type WalkedChain } from './walk-chain.ts';

export interface TrailCheckParts {
  readonly engine: Reader;
  readonly seat: string;
  readonly now: () => Date;
  readonly chain: Pick<SeatChain, 'head' | 'witness' | 'verified'>;
  readonly heads: Pick<TrailHeads, 'isLost' | 'own' | 'unvouched' | 'elsewhere' | 'mark'>;
  readonly findUnsigned: () => Promise<readonly TrailBreak[]>;
  /** `recent`: the own chain since it was last found whole, and the known links of the others. */
  readonly extent: 'whole' | 'recent';
  /** Pause after each page, in ms. */
  readonly pause: number;
  readonly course: Course;
}

/** Links of the own chain that a recent check covers at least. */
const recentLinks = 500;
/** Age of another seat's link that is remembered. A server that fails over may lose younger ones until their seat is back. */
const settledAfter = 10 * oneMinute;
/** Checks what is linked. Rejects with `LedgerUnavailable`. */
export async function checkTrail(check: TrailCheckParts): Promise<TrailReport> {
  const { engine, seat, chain, heads, now, extent, pause } = check;
  let breaks = 0;
  let first: TrailBreak | null = null;
  /** Counts a break, and keeps the first one. */
  const findings = {
    found(each: TrailBreak): void {
      breaks += 1;
      first ??= each;
    },
  };
  const head = chain.head();
  const ends = await engine.read((db) => lastLinks(db));
  const signers = ends.map(({ signer }) => signer);
  const total = ends.reduce((sum, end) => sum + end.link, 0);
  check.course.begin('check', total);
  let done = 0;
  const recent = { payment: new Set<string>(), event: new Set<string>() };
  let since: string | null = null;
  const walk: Walk = {
    engine,
    findings,
    seat,
    pause,
    onLinks(links) {
      for (const link of links) {
        if (link.signer === head?.signer && (since ?? '~') > link.linked_at) since = link.linked_at;
        if (extent === 'recent') recent[link.subject].add(link.subject_id);
      }
      done += links.length;
      check.course.progress(Math.min(done, total));
    },
  };

  if (heads.isLost() || (await isRenamed(check, head, signers))) {
    const last = ends.find(({ signer }) => signer === head?.signer);
    findings.found({ kind: 'no-head', seat, link: last?.link ?? 0, at: last?.linked_at ?? null, subjectId: null });
  }
  const chains = await chainsOf(check, head, heads.own(), signers);
  const { known, proved } = await knownAmong(engine, head, heads, signers);
  const settled: Settled = head === null ? new Map() : await settledLinks(check);
  if (head !== null) findStrangers(check, known, ends, settled, findings);
  await findBeforeFirst(walk, signers);
  for (const each of chains) if (extent === 'whole' || each.isOwn) await walkChain(walk, each);
  if (extent === 'recent') await checkKnown(walk, chains);
  check.course.begin('compare', null);
  const from = extent === 'whole' || since === null ? null : since;
  const unvouched = head === null ? undefined : heads.unvouched();
  const payments = {
    engine,
    findings,
    from,
    known: proved,
    walked: chains.filter(({ isOwn }) => isOwn).map(({ signer }) => signer),
    unvouched: signers.filter((signer) => unvouched?.has(signer) === true),
    course: check.course,
  };
  await checkPayments(payments, extent === 'whole' ? null : [...recent.payment]);
  if (extent === 'whole') await checkHolds(walk);
  await checkCloses(walk, extent === 'whole' ? null : [...recent.event]);

  await findUnlinked(check, from, findings);
  for (const unsigned of await check.findUnsigned()) findings.found(unsigned);
  const checkedAt = now().toISOString();
  if (head !== null) {
    await chain.witness(newlySeen(check, head, known, ends, settled));
    const { link, hash, verified } = head;
    const wholeAt = extent === 'whole' ? checkedAt : verified?.wholeAt;
    await chain.verified(breaks > 0 || wholeAt === undefined ? null : { link, hash, wholeAt });
  }
  return { checkedAt, links: extent === 'whole' ? done : total, chains: signers.length, breaks, first };
}

/** True for a shared ledger whose id somebody has changed: this seat has a chain in it, and its head for another id. */
async function isRenamed(
  { engine, heads }: TrailCheckParts,
  head: TrailHead | null,
  signers: readonly string[],
): Promise<boolean> {
  if (head === null || engine.kind === 'sqlite') return false;
  const elsewhere = heads.elsewhere(head.ledger);
  return signers.some((signer) => elsewhere.has(signer)) && !(await engine.read((db) => hasMoved(db, head)));
}

type CheckedChain = WalkedChain & { readonly isOwn: boolean };

/** The last link of each chain that was made some minutes ago, by its signer. */
type Settled = ReadonlyMap<string, LinkRow>;

async function settledLinks({ engine, now }: TrailCheckParts): Promise<Settled> {
  const until = new Date(now().getTime() - settledAfter).toISOString();
  return new Map((await engine.read((db) => lastLinks(db, until))).map((link) => [link.signer, link]));
}

/** Lists the chains: the own one first, even when no link of it is left, then all others. */
async function chainsOf(
  { engine, extent }: TrailCheckParts,
  head: TrailHead | null,
  own: ReadonlySet<string>,
  signers: readonly string[],
): Promise<readonly CheckedChain[]> {
  const known = new Map(head?.others.map((other) => [other.signer, other]));
  const others = [...new Set([...known.keys(), ...signers])].filter((signer) => signer !== head?.signer);
  const chains = others.map((signer): CheckedChain => {
    const point = known.get(signer);
    const seen = point === undefined || point.link === 0 ? null : point;
    return { signer, from: chainStart, known: seen, cuts: [], isOwn: own.has(signer) };
  });
  if (head === null) return chains;
  const from = extent === 'whole' ? chainStart : await engine.read((db) => trustedPlace(db, head));
  return [{ signer: head.signer, from, known: head, cuts: head.cuts, isOwn: true }, ...chains];
}

/** Returns where a recent check begins: at the link that was last found good, or some links earlier. Begins anew where that is gone. */
async function trustedPlace(db: Database, { signer, link, verified }: TrailHead): Promise<ChainPoint> {
  const number = Math.min(verified?.link ?? link, link - recentLinks);
  const rows = await db
    .selectFrom('audit_links')
    .select(['link', 'hash'])
    .where('signer', '=', signer)
    .where('link', 'in', [number, verified?.link ?? number])
    .orderBy('link')
    .execute();
  const isThere = verified === null || rows.at(-1)?.hash === verified.hash;
  return (isThere && rows.find((row) => row.link === number)) || chainStart;
}

/**
 * Finds chains that this seat does not know. One of another seat on a shared ledger that has just begun may have no mark yet, because
 * its seat is being set up. One under the name of a known seat may have been signed while that one's vault was locked; in a name of
 * its own, that seat tells of it.
 */
function findStrangers(
  { engine, seat, now }: TrailCheckParts,
  known: ReadonlySet<string>,
  ends: readonly LinkRow[],
  settled: Settled,
  findings: CheckedPages['findings'],
): void {
  const knownSeats = new Set(ends.filter(({ signer }) => known.has(signer)).map((end) => end.seat));
  for (const end of ends) {
    if (known.has(end.signer)) continue;
    const isOther = engine.kind === 'postgres' && end.seat !== seat;
    const isNew = !settled.has(end.signer) && end.linked_at <= now().toISOString();
    if (isOther && (knownSeats.has(end.seat) || isNew)) continue;
    const kind = isOther ? 'stranger' : 'forged';
    const whose = isOther ? { signer: end.signer } : {};
    findings.found({ ...breakAt(kind, end), link: 1, ...whose });
  }
}

/** Finds links that stand before the first one of their chain, where no walk comes by. */
async function findBeforeFirst({ engine, findings }: Walk, signers: readonly string[]): Promise<void> {
  if (signers.length === 0) return;
  const rows = await engine.read((db) =>
    db.selectFrom('audit_links').select(linkColumns).where('signer', 'in', signers).where('link', '<', 1).execute(),
  );
  for (const row of rows) findings.found({ ...breakAt('forged', row), link: 0 });
}

/** Looks whether the chains of others still have the links that they are known to have had. */
async function checkKnown({ engine, findings, seat }: Walk, chains: readonly CheckedChain[]): Promise<void> {
  const points = chains.flatMap(({ signer, known, isOwn }) => (known === null || isOwn ? [] : [{ signer, known }]));
  if (points.length === 0) return;
  const rows = await engine.read((db) =>
    db
      .selectFrom('audit_links')
      .select(linkColumns)
      .where((eb) => eb.or(points.map(({ signer, known }) => eb.and({ signer, link: known.link }))))
      .execute(),
  );
  const there = new Map(rows.map((row) => [row.signer, row]));
  for (const { signer, known } of points) {
    const row = there.get(signer);
    if (row?.hash === known.hash) continue;
    const last = row ?? (await engine.read((db) => lastLink(db, signer, known.link)));
    const kind = row === undefined ? 'cut-off' : 'forged';
    const link = kind === 'forged' ? known.link : (last?.link ?? 0) + 1;
    findings.found({ kind, seat: last?.seat ?? seat, link, at: last?.linked_at ?? null, subjectId: null });
  }
}

/** Finds entries without a link, whatever their seat's name. @param since UTC instant to begin at; null for all */
async function findUnlinked(
  { engine }: TrailCheckParts,
  since: string | null,
  findings: CheckedPages['findings'],
): Promise<void> {
  const start = since === null ? '' : idAt(Date.parse(since));
  for await (const rows of unlinkedEvents(engine, start)) {
    for (const { id, seat, at } of rows) findings.found({ kind: 'forged', seat, link: 0, at, subjectId: id });
  }
}

/** Returns how far the others' chains went a while ago, and those that are new. */
function newlySeen(
  { seat, engine }: TrailCheckParts,
  head: TrailHead,
  met: ReadonlySet<string>,
  ends: readonly LinkRow[],
  settled: Settled,
): readonly Witnessed[] {
  const known = new Map(head.others.map((other) => [other.signer, other]));
  return ends.flatMap(({ signer, seat: whose }) => {
    if (signer === head.signer) return [];
    const before = known.get(signer);
    // A stranger stays one.
    if (before === undefined && (engine.kind === 'sqlite' || whose === seat || !met.has(signer))) return [];
    const row = settled.get(signer);
    if (before !== undefined && (row === undefined || row.link <= before.link)) return [];
    return [{ signer, ...(row === undefined ? chainStart : pointOf(row)), own: before?.own ?? false }];
  });
}
