/** Deeds that a chain tells of: the newest of some kinds, and the stamps of sealed settings among them. */
import type { Database } from '#electron/ledger/engine/engine.ts';
import { deedOf } from '#electron/ledger/events.ts';
import type { LedgerDeed, LedgerDeedKind } from '#shared/audit/ledger-events.ts';
import type { EventRow } from '#electron/ledger/rows/tables.ts';
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

/** Returns the newest stamps of sealed settings in a chain. */
export async function sealStamps(db: Database, signer: string, most: number): Promise<readonly string[]> {
  const deeds = await signedDeeds(db, { signer, cuts: [] }, ['settings-sealed'], most);
  return deeds.flatMap(({ deed }) => (deed.kind === 'settings-sealed' ? [deed.stamp] : []));
}

/**
 * Returns the instant before which a supervisor has last begun to remove payments; null for never.
 * @param trustAmong null for a ledger that nobody signs
 */
export async function purgedBefore(db: Database, trustAmong: TrustAmong | null): Promise<string | null> {
  const kind = 'purge-begun';
  const rows = db.selectFrom('ledger_events').select(['kind', 'facts']).where('kind', '=', kind);
  const events = trustAmong === null ? await rows.execute() : await signedEvents(db, trustAmong, kind);
  const instants = events.map(deedOf).flatMap((deed) => (deed.kind === kind ? [deed.before] : []));
  return instants.toSorted().at(-1) ?? null;
}

async function signedEvents(db: Database, trustAmong: TrustAmong, kind: LedgerDeedKind): Promise<readonly EventRow[]> {
  const entries = await linkedEntries(db, [kind]);
  if (entries.length === 0) return [];
  const { trusted, cuts } = await trustAmong(db, [...new Set(entries.map(({ link }) => link.signer))]);
  return entries.filter((entry) => isSignedBy(entry, trusted, cuts)).map(({ event }) => event);
}
