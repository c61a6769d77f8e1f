/** Finds what stands in the ledger without a link: each writing of the program appends its own. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from '#electron/ledger/engine/engine.ts';
import { eventColumns } from '#electron/ledger/events.ts';

const hasNoLink = (subject: 'event' | 'payment', id: RawBuilder<unknown>) =>
  sql<SqlBool>`not exists (select 1 from audit_links where subject_id = ${id} and subject = ${sql.lit(subject)})`;

/** Entries without a link from this id on, in order. */
export const unlinkedEvents = (db: Database, from: string) =>
  db
    .selectFrom('ledger_events')
    .select(eventColumns)
    .where('id', '>', from)
    .where(hasNoLink('event', sql.ref('ledger_events.id')))
    .orderBy('id');

/** Payments without a link from this position on, in order. Training needs none: it moves no money, and made-up payments have none. */
export const unlinkedPayments = (db: Database, from: number) =>
  db
    .selectFrom('attempts')
    .select(['id', 'position', 'seat', 'started_at'])
    .where('position', '>', from)
    .where('environment', '<>', 'training')
    .where(hasNoLink('payment', sql.ref('attempts.id')))
    .orderBy('position');

/** Returns the smallest id that was made at an instant, in ms since 1970. */
export function idAt(instant: number): string {
  const digits = Math.max(0, instant).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
