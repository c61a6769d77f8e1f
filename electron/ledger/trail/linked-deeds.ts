/**
 * Entries of the audit trail that steer the seats, each with its link, by which a seat has signed it: restores, removals of payments,
 * and the stamps of sealed settings.
 */
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { deedOf } from '#electron/ledger/events.ts';
import type { LedgerDeedKind } from '#shared/audit/ledger-events.ts';
import { eventColumns, type EventRow } from '#electron/ledger/rows/tables.ts';
import type { OwnMark } from '#electron/ledger/journal/own-commits.ts';
import { eventDigest, linkHash, linksAbout, withFormer, type LinkRow } from './link.ts';
import type { TrailHead } from './trail-heads.ts';
import { settledFacts } from './linked-payments.ts';
import { isSigned, type Signed } from './trail-key.ts';

export interface LinkedEntry {
  readonly event: EventRow;
  readonly link: LinkRow;
  /** Hash of the link before; empty for none. */
  readonly before: string;
}

export async function linkedEntries(db: Database, kinds: readonly LedgerDeedKind[]): Promise<readonly LinkedEntry[]> {
  const events = await db.selectFrom('ledger_events').select(eventColumns).where('kind', 'in', kinds).execute();
  if (events.length === 0) return [];
  const byId = new Map(events.map((event) => [event.id, event]));
  const links = await withFormer(db)
    .where('own.subject', '=', 'event')
    .where('own.subject_id', 'in', [...byId.keys()])
    .execute();
  return links.flatMap(({ before, ...link }) => {
    const event = byId.get(link.subject_id);
    return event === undefined ? [] : [{ event, link, before: before ?? '' }];
  });
}

/** A link that the ledger has lost, after which the chain goes on. */
type LostEnd = Pick<TrailHead['cuts'][number], 'to' | 'hash'>;

/** True for an entry as a seat that this one knows has signed it. Rejects with `LedgerUnavailable`. */
export const isProved = async (
  { event, link, before }: LinkedEntry,
  vouches: (text: string, signed: Signed) => Promise<boolean>,
): Promise<boolean> =>
  eventDigest(event) === link.digest && linkHash(before, link) === link.hash && (await vouches(link.hash, link));

/**
 * True for a link as the key of its chain has signed it for this place.
 * @param before hash of the link before that the ledger has; empty for none
 * @param cuts stretches that the ledger has lost of this seat's chain, which goes on after them
 */
export function isInPlace(link: LinkRow, before: string, cuts: readonly LostEnd[]): boolean {
  const follows = (hash: string): boolean => linkHash(hash, link) === link.hash;
  const isAfter = follows(before) || cuts.some(({ to, hash }) => to === link.link - 1 && follows(hash));
  return isAfter && isSigned(link.signer, link.hash, link.signature);
}

/** True for an entry as one of these keys has signed it. */
const isSignedBy = (
  { event, link, before }: LinkedEntry,
  signers: ReadonlySet<string>,
  cuts: readonly LostEnd[],
): boolean => signers.has(link.signer) && eventDigest(event) === link.digest && isInPlace(link, before, cuts);

interface CutChain {
  readonly signer: string;
  readonly cuts: readonly LostEnd[];
}

/** Returns the newest deeds of some kinds that the key of a chain has signed, the last one first. */
async function signedDeeds(db: Database, { signer, cuts }: CutChain, kinds: readonly LedgerDeedKind[], most = 1) {
  const entries = (await linkedEntries(db, kinds)).toSorted((one, other) => other.link.link - one.link.link);
  const signers = new Set([signer]);
  const found: LinkedEntry[] = [];
  for (const entry of entries) {
    if (found.length >= most) break;
    if (isSignedBy(entry, signers, cuts)) found.push(entry);
  }
  return found.map(({ event, link }) => ({ id: event.id, link: link.link, deed: deedOf(event) }));
}

/** Deeds after which a supervisor knows that the ledger is a copy, or a new one. */
export const replacing = ['restore', 'begun-anew'] as const satisfies readonly LedgerDeedKind[];
/** Deeds after which a supervisor knows that the ledger, and with it the chain, has lost its end. */
const excusing = {
  sqlite: replacing,
  postgres: [...replacing, 'server-accepted'],
} as const satisfies Record<Engine['kind'], readonly LedgerDeedKind[]>;

/** Returns the number of the last link about such a deed; 0 for none. */
export const latestExcuse = ({ kind, read }: Engine, chain: CutChain): Promise<number> =>
  read(async (db) => (await signedDeeds(db, chain, excusing[kind]))[0]?.link ?? 0);

/** Returns the id of the latest restore in a chain, or the latest new beginning; null for none. */
export const latestRestore = async (db: Database, chain: CutChain): Promise<string | null> =>
  (await signedDeeds(db, chain, replacing))[0]?.id ?? null;

/** True for a ledger into which the seat with this chain has copied another one. */
export const hasMoved = async (db: Database, chain: CutChain): Promise<boolean> =>
  (await signedDeeds(db, chain, ['move'])).length > 0;

/** Returns the newest stamps of sealed settings in a chain. */
export async function sealStamps(db: Database, signer: string, most: number): Promise<readonly string[]> {
  const deeds = await signedDeeds(db, { signer, cuts: [] }, ['settings-sealed'], most);
  return deeds.flatMap(({ deed }) => (deed.kind === 'settings-sealed' ? [deed.stamp] : []));
}

/** Whose links count. */
export interface Trust {
  readonly trusted: ReadonlySet<string>;
  /** Keys of runs with a locked vault: they may say of a payment with real money that it was left on its way, and nothing else. */
  readonly locked: ReadonlySet<string>;
  /** Stretches that the ledger has lost of this seat's chain. */
  readonly cuts: readonly LostEnd[];
  /** True for a payment of this beginning of which the ledger may have lost what was done since, as no supervisor knows yet. */
  readonly mayLack: (begun: LinkRow) => boolean;
}

/** Tells which of these keys count. */
export type TrustAmong = (db: Database, signers: readonly string[]) => Promise<Trust>;

/** A removal of payments from before an instant. */
export interface LinkedPurge {
  /** Of its entry. */
  readonly id: string;
  readonly before: string;
  readonly at: string;
  /** Its place in the trail. */
  readonly link: Pick<LinkRow, 'signer' | 'link'>;
}

export const removing = 'purge-begun';

/** Reads the removals that a trusted key has signed. */
export async function purgesOf(
  db: Database,
  trustAmong: (...asked: Parameters<TrustAmong>) => Promise<Pick<Trust, 'trusted' | 'cuts'>>,
): Promise<readonly LinkedPurge[]> {
  const entries = await linkedEntries(db, [removing]);
  if (entries.length === 0) return [];
  const { trusted, cuts } = await trustAmong(db, [...new Set(entries.map(({ link }) => link.signer))]);
  return entries
    .filter((entry) => isSignedBy(entry, trusted, cuts))
    .flatMap(({ event, link }) => {
      const deed = deedOf(event);
      return deed.kind === removing ? [{ id: event.id, before: deed.before, at: event.at, link }] : [];
    });
}

/** Returns the ids of the removals that have ended, and of all that the seat with the key `own` has begun. */
export async function endedPurges(
  db: Database,
  trustAmong: TrustAmong,
  own: string | null,
): Promise<readonly string[]> {
  const purges = await purgesOf(db, trustAmong);
  const ends = purges.length === 0 ? [] : await linkedEntries(db, ['purge']);
  const hasEnded = ({ link }: LinkedPurge): boolean =>
    link.signer === own || ends.some((end) => end.link.signer === link.signer && end.link.link > link.link);
  return purges.filter(hasEnded).map(({ id }) => id);
}

/**
 * Returns those of these payments, which the ledger lacks, that a supervisor has removed. What a chain tells of after the removal is no
 * part of it, whatever the clock said, and neither is a payment whose outcome no link tells.
 * @param over ids of removals of which all is forgotten already
 */
export async function purgedAmong(
  db: Database,
  trustAmong: TrustAmong,
  absent: readonly Pick<OwnMark, 'id' | 'startedAt'>[],
  over: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const purges = (await purgesOf(db, trustAmong)).filter(({ id }) => !over.has(id));
  const early = absent.filter(({ startedAt }) => purges.some(({ before }) => startedAt === null || startedAt < before));
  if (early.length === 0) return new Set();
  const ids = early.map(({ id }) => id);
  const links = await linksAbout(db, ids).execute();
  const linksById = Map.groupBy(links, (link) => link.subject_id);
  const wasOpen = (id: string): boolean =>
    linksById.get(id)?.every(({ facts }) => settledFacts(facts) === null) === true;
  const linkedStart = (id: string): string | undefined =>
    linksById.get(id)?.flatMap(({ facts }) => settledFacts(facts)?.startedAt ?? [])[0];
  const isOf = ({ id, startedAt }: (typeof early)[number], { before, link: end }: LinkedPurge): boolean =>
    (startedAt ?? linkedStart(id) ?? before) < before &&
    linksById.get(id)?.some(({ signer, link }) => signer === end.signer && link > end.link) !== true;
  return new Set(
    early.filter((each) => !wasOpen(each.id) && purges.some((purge) => isOf(each, purge))).map(({ id }) => id),
  );
}
