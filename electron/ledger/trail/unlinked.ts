/** Finds what stands in the ledger without a link: each writing of the program appends its own. */
import type { Database } from '#electron/ledger/engine/engine.ts';

/** Entries without a link from this id on, in order. */
export const unlinkedEvents = (db: Database, from: string) =>
  db
    .selectFrom('ledger_events')
    .select(['id', 'at', 'operator_name', 'seat', 'kind', 'facts'])
    .where('id', '>', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_links')
            .select('audit_links.link')
            .whereRef('audit_links.subject_id', '=', 'ledger_events.id')
            .where('audit_links.subject', '=', 'event'),
        ),
      ),
    )
    .orderBy('id');

/** Payments without a link from this position on, in order. */
export const unlinkedPayments = (db: Database, from: number) =>
  db
    .selectFrom('attempts')
    .select(['id', 'position', 'seat', 'started_at'])
    .where('position', '>', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_links')
            .select('audit_links.link')
            .whereRef('audit_links.subject_id', '=', 'attempts.id')
            .where('audit_links.subject', '=', 'payment'),
        ),
      ),
    )
    .orderBy('position');

/** Returns the smallest id that was made at an instant, in ms since 1970. */
export function idAt(instant: number): string {
  const digits = Math.max(0, instant).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
