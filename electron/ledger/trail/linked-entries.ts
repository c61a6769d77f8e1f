/** Entries of the audit trail that steer the seats of a shared ledger, each with its link, by which a seat has signed it. */
import type { TrailHead } from '#electron/documents/trail-document.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';
import { eventColumns } from '#electron/ledger/events.ts';
import type { EventRow } from '#electron/ledger/rows/tables.ts';
import type { LedgerDeedKind } from '#shared/audit/ledger-events.ts';
import { eventDigest, linkHash, withFormer, type LinkRow } from './link.ts';
import { isSigned, type Signed } from './trail-key.ts';

export interface LinkedEntry {
  readonly event: EventRow;
  readonly link: LinkRow;
  /** Hash of the link before; empty for none. */
  readonly before: string;
}

/** Reads the entries of these kinds that have a link. */
export async function linkedEntries(db: Database, kinds: readonly LedgerDeedKind[]): Promise<readonly LinkedEntry[]> {
  const events = await db.selectFrom('ledger_events').select(eventColumns).where('kind', 'in', kinds).execute();
  if (events.length === 0) return [];
  const links = await withFormer(db)
    .where('own.subject', '=', 'event')
    .where(
      'own.subject_id',
      'in',
      events.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(events.map((event) => [event.id, event]));
  return links.flatMap(({ before, ...link }) => {
    const event = byId.get(link.subject_id);
    return event === undefined ? [] : [{ event, link, before: before ?? '' }];
  });
}

/** A link that the ledger has lost, after which the chain goes on. */
export type LostEnd = Pick<TrailHead['cuts'][number], 'to' | 'hash'>;

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
export const isSignedBy = (
  { event, link, before }: LinkedEntry,
  signers: ReadonlySet<string>,
  cuts: readonly LostEnd[] = [],
): boolean => signers.has(link.signer) && eventDigest(event) === link.digest && isInPlace(link, before, cuts);
