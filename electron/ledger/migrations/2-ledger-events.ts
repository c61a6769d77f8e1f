/** Schema 2: the audit trail of the ledger itself. The database refuses to change or shorten it. */
import type { Migration } from './migration.ts';

const table = `create table ledger_events (
     id text primary key not null,
     at text not null,
     operator_name text not null,
     seat text not null,
     kind text not null,
     facts text not null
   )`;

export const ledgerEvents: Migration = {
  name: 'ledger-events',
  statements: {
    sqlite: [
      table,
      `create trigger ledger_events_update before update on ledger_events
       begin select raise(abort, 'ledger_events can only be added to'); end`,
      `create trigger ledger_events_delete before delete on ledger_events
       begin select raise(abort, 'ledger_events can only be added to'); end`,
    ],
    postgres: [
      table,
      `create function caja_events_append_only() returns trigger language plpgsql as $$
       begin raise exception 'ledger_events can only be added to'; end $$`,
      `create trigger ledger_events_kept before update or delete or truncate on ledger_events
       for each statement execute function caja_events_append_only()`,
    ],
  },
};
