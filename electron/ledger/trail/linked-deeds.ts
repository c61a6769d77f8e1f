/** Deeds that a chain tells of: the newest of some kinds, and the stamps of sealed settings among them. */
import type { Database } from '#electron/ledger/engine/engine.ts';
import { deedOf } from '#electron/ledger/events.ts';
import type { LedgerDeedKind } from '#shared/audit/ledger-events.ts';

/** Selects the newest deeds of some kinds in a chain, the last one first. */
export const linkedDeeds = (db: Database, signer: string, kinds: readonly LedgerDeedKind[], most = 1) =>
  db
    .selectFrom('ledger_events')
    .innerJoin('audit_links', 'audit_links.subject_id', 'ledger_events.id')
    .select(['ledger_events.id', 'ledger_events.kind', 'ledger_events.facts', 'audit_links.link'])
    .where('ledger_events.kind', 'in', kinds)
    .where('audit_links.signer', '=', signer)
    .orderBy('audit_links.link', 'desc')
    .limit(most);

/** Returns the newest stamps of sealed settings in a chain. */
export async function sealStamps(db: Database, signer: string, most: number): Promise<readonly string[]> {
  const rows = await linkedDeeds(db, signer, ['settings-sealed'], most).execute();
  return rows.map(deedOf).flatMap((deed) => (deed.kind === 'settings-sealed' ? [deed.stamp] : []));
}
