/** Schema 9: the closes of days, and indexes of amounts and of the audit trail. Additive: seats of schema 6 to 8 go on, and don't see the closes. */
import type { Migration } from './migration.ts';

/** Append-only. `figures` is JSON of the figures as they stood, without names of customers. */
const closes = `create table day_closes (
     id text primary key not null,
     merchant_id text not null,
     merchant_name text not null,
     environment text not null,
     day text not null,
     from_at text not null,
     until_at text not null,
     closed_at text not null,
     operator_name text not null,
     seat text not null,
     figures text not null
   )`;

const byDay = `create index day_closes_by_day on day_closes (day, environment, merchant_id)`;

/** History by amount walks along it. */
const byAmount = `create index attempts_by_amount on attempts (amount, position)`;

/** Without it, a start would look through the whole audit trail for the latest restore. */
const eventsByKind = `create index ledger_events_by_kind on ledger_events (kind, id)`;

export const dayClosesTable: Migration = {
  name: 'day-closes',
  usableFrom: 6,
  statements: {
    sqlite: [
      closes,
      byDay,
      byAmount,
      eventsByKind,
      `create trigger day_closes_update before update on day_closes
       begin select raise(abort, 'day_closes can only be added to'); end`,
      `create trigger day_closes_delete before delete on day_closes
       begin select raise(abort, 'day_closes can only be added to'); end`,
    ],
    postgres: [
      closes,
      byDay,
      byAmount,
      eventsByKind,
      `create function caja_closes_append_only() returns trigger language plpgsql as $$
       begin raise exception 'day_closes can only be added to'; end $$`,
      `create trigger day_closes_kept before update or delete or truncate on day_closes
       for each statement execute function caja_closes_append_only()`,
    ],
  },
};
