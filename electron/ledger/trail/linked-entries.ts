/** Entries of the audit trail that steer the seats of a shared ledger, each with its link, by which a seat has signed it. */
import type { Database } from '#electron/ledger/engine/engine.ts';
import type { EventRow } from '#electron/ledger/rows/tables.ts';
import type { LedgerDeedKind } from '#shared/audit/ledger-events.ts';
import { eventDigest, linkColumns, linkHash, type LinkRow } from './link.ts';
import type { Signed } from './trail-key.ts';

export interface LinkedEntry {
  readonly event: EventRow;
  readonly link: LinkRow;
  /** Hash of the link before; empty for none. */
  readonly before: string;
}

/** Reads the entries of these kinds that have a link. */
export async function linkedEntries(db: Database, kinds: readonly LedgerDeedKind[]): Promise<readonly LinkedEntry[]> {
  const events = await db
    .selectFrom('ledger_events')
    .select(['id', 'at', 'operator_name', 'seat', 'kind', 'facts'])
    .where('kind', 'in', kinds)
    .execute();
  if (events.length === 0) return [];
  const links = await db
    .selectFrom('audit_links as own')
    .leftJoin('audit_links as former', (join) =>
      join.onRef('former.signer', '=', 'own.signer').on((eb) => eb('former.link', '=', eb('own.link', '-', eb.lit(1)))),
    )
    .select(linkColumns.map((name) => `own.${name}` as const))
    .select('former.hash as before')
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

/** True for an entry as a seat that this one knows has signed it. Rejects with `LedgerUnavailable`. */
export const isProved = async (
  { event, link, before }: LinkedEntry,
  vouches: (text: string, signed: Signed) => Promise<boolean>,
): Promise<boolean> =>
  eventDigest(event) === link.digest && linkHash(before, link) === link.hash && (await vouches(link.hash, link));
