/** Deeds that a chain tells of: restores, removals of payments, and the stamps of sealed settings. */
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { deedOf } from '#electron/ledger/events.ts';
import type { LedgerDeed, LedgerDeedKind } from '#shared/audit/ledger-events.ts';
import type { EventRow } from '#electron/ledger/rows/tables.ts';
import type { OwnMark } from '#electron/ledger/journal/own-commits.ts';
import type { LinkRow } from './link.ts';
import { isSignedBy, linkedEntries, type LostEnd } from './linked-entries.ts';
import type { TrustAmong } from './proved-payments.ts';

interface SignedDeed {
  readonly id: string;
  /** Number of its link. */
  readonly link: number;
  readonly deed: LedgerDeed;
}

/** A chain, with the stretches of it that the ledger has lost. */
export interface CutChain {
  readonly signer: string;
  readonly cuts: readonly LostEnd[];
}

/** Returns the newest deeds of some kinds that the key of a chain has signed, the last one first. */
export async function signedDeeds(
  db: Database,
  { signer, cuts }: CutChain,
  kinds: readonly LedgerDeedKind[],
  most = 1,
): Promise<readonly SignedDeed[]> {
  const entries = (await linkedEntries(db, kinds)).toSorted((one, other) => other.link.link - one.link.link);
  const signers = new Set([signer]);
  const deeds: SignedDeed[] = [];
  for (const entry of entries) {
    if (deeds.length >= most) break;
    if (!isSignedBy(entry, signers, cuts)) continue;
    deeds.push({ id: entry.event.id, link: entry.link.link, deed: deedOf(entry.event) });
  }
  return deeds;
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

/** A removal of payments from before an instant. */
interface Purge {
  readonly before: string;
  /** Its place in the trail; null in a ledger that nobody signs. */
  readonly link: Pick<LinkRow, 'signer' | 'link'> | null;
}

/**
 * Returns those of these payments, which the ledger lacks, that a supervisor has removed. What a chain tells of after the removal is no
 * part of it, whatever the clock said.
 * @param trustAmong null for a ledger that nobody signs
 */
export async function purgedAmong(
  db: Database,
  trustAmong: TrustAmong | null,
  absent: readonly Pick<OwnMark, 'id' | 'startedAt'>[],
): Promise<ReadonlySet<string>> {
  const purges = await purgesOf(db, trustAmong);
  const early = absent.filter(({ startedAt }) => purges.some(({ before }) => startedAt < before));
  if (early.length === 0) return new Set();
  const links = await db
    .selectFrom('audit_links')
    .select(['subject_id', 'signer', 'link'])
    .where('subject', '=', 'payment')
    .where(
      'subject_id',
      'in',
      early.map(({ id }) => id),
    )
    .execute();
  const linksById = Map.groupBy(links, (link) => link.subject_id);
  const isOf = ({ id, startedAt }: (typeof early)[number], { before, link: end }: Purge): boolean =>
    startedAt < before &&
    linksById.get(id)?.some(({ signer, link }) => signer === end?.signer && link > end.link) !== true;
  return new Set(early.filter((each) => purges.some((purge) => isOf(each, purge))).map(({ id }) => id));
}

async function purgesOf(db: Database, trustAmong: TrustAmong | null): Promise<readonly Purge[]> {
  const kind = 'purge-begun';
  const purge = (event: Pick<EventRow, 'kind' | 'facts'>, link: Purge['link']): readonly Purge[] => {
    const deed = deedOf(event);
    return deed.kind === kind ? [{ before: deed.before, link }] : [];
  };
  if (trustAmong === null) {
    const rows = await db.selectFrom('ledger_events').select(['kind', 'facts']).where('kind', '=', kind).execute();
    return rows.flatMap((event) => purge(event, null));
  }
  const entries = await linkedEntries(db, [kind]);
  if (entries.length === 0) return [];
  const { trusted, cuts } = await trustAmong(db, [...new Set(entries.map(({ link }) => link.signer))]);
  return entries.filter((entry) => isSignedBy(entry, trusted, cuts)).flatMap(({ event, link }) => purge(event, link));
}
