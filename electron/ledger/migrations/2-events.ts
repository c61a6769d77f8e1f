/** The second schema: what was done to the record itself, a table that the database lets nobody change or shorten. */
import { sql, type Kysely } from 'kysely';
import type { EngineKind } from './engine-kind.ts';

export async function addEventsTable(db: Kysely<unknown>, engine: EngineKind): Promise<void> {
  await db.schema
    .createTable('ledger_events')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('operator_name', 'text', (column) => column.notNull())
    .addColumn('seat', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .execute();
  for (const statement of engine === 'sqlite' ? sqlite : postgres) await sql.raw(statement).execute(db);
}

const sqlite = ['update', 'delete'].map(
  (event) => `create trigger ledger_events_${event} before ${event} on ledger_events
   begin select raise(abort, 'ledger_events can only be added to'); end`,
);

const postgres = [
  `create function caja_events_append_only() returns trigger language plpgsql as $$
   begin raise exception 'ledger_events can only be added to'; end $$`,
  `create trigger ledger_events_kept before update or delete or truncate on ledger_events
   for each statement execute function caja_events_append_only()`,
];
