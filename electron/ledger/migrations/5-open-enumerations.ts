/**
 * Schema 5: enumerations leave the CHECK constraints, so that a later operation, outcome or hold state needs no new schema.
 * Constraints that guard money stay. SQLite rebuilds both tables, because it can't drop a constraint before version 3.53.
 */
import type { Migration } from './migration.ts';

/** A capture names its hold, or the index below could not see it. A card payment names none. */
const holdRule = `(operation <> 'capture' or hold_id is not null)
       and (operation not in ('authorize', 'sell') or hold_id is null)`;

/**
 * Invariant 3 for every operation that settles a hold: at most one of them is in flight, unknown or approved. An outcome
 * that this schema does not know counts as alive, because it may have moved money.
 */
const oneLiveSettlement = `create unique index one_live_settlement on attempts (hold_id)
   where hold_id is not null and standing not in ('declined', 'rejected', 'not-sent')`;

const holdColumns = 'id, state, amount, expires_at, expiry_is_estimate, environment, profile_id, capture_id';

const attemptColumns = `position, id, operation, family, environment, amount, answered_amount, tax_amount, state, standing,
     started_at, answered_at, http_status, hold_days, hold_id, batch_id, override_reason, profile_id, merchant_name,
     currency_sign, seat, instance_id, operator_name, first_name, last_name, email, phone, concept, description,
     custom_fields, brand, last_four, card_fingerprint, address, ip_check, lang, cod_oper, auth_token, idtx, card_token,
     related_tx, receipt_url, service_code, service_text, auth_status, server_time, risk, not_sent_cause, unknown_cause,
     resolved_outcome, resolved_how, resolved_by, resolved_at, resolved_reference, resolved_note, words, indexed,
     raw_answer`;

const sqlite = [
  `create table holds_rebuilt (
     id text primary key not null,
     state text not null,
     amount bigint not null check (amount > 0),
     expires_at text not null,
     expiry_is_estimate integer not null,
     environment text not null,
     profile_id text not null,
     capture_id text
   )`,
  `insert into holds_rebuilt (${holdColumns}) select ${holdColumns} from holds order by rowid`,
  `create table attempts_rebuilt (
     position integer primary key not null,
     id text not null unique,
     operation text not null,
     family text not null,
     environment text not null,
     amount bigint not null check (amount > 0),
     answered_amount bigint,
     tax_amount bigint,
     state text not null,
     standing text not null,
     started_at text not null,
     answered_at text,
     http_status integer,
     hold_days integer,
     hold_id text references holds_rebuilt (id),
     batch_id text,
     override_reason text,
     profile_id text not null,
     merchant_name text not null,
     currency_sign text not null,
     seat text not null,
     instance_id text not null,
     operator_name text not null,
     first_name text not null,
     last_name text not null,
     email text not null,
     phone text not null,
     concept text not null,
     description text not null,
     custom_fields text not null,
     brand text,
     last_four text,
     card_fingerprint text,
     address text,
     ip_check text,
     lang text,
     cod_oper text,
     auth_token text,
     idtx text,
     card_token text,
     related_tx text,
     receipt_url text,
     service_code text,
     service_text text,
     auth_status text,
     server_time text,
     risk text,
     not_sent_cause text,
     unknown_cause text,
     resolved_outcome text,
     resolved_how text,
     resolved_by text,
     resolved_at text,
     resolved_reference text,
     resolved_note text,
     words text,
     indexed integer not null,
     raw_answer text,
     constraint attempt_standing check (standing = coalesce(resolved_outcome, state)),
     constraint attempt_hold check (${holdRule}),
     constraint attempt_last_four check (length(last_four) = 4)
   )`,
  `insert into attempts_rebuilt (${attemptColumns}) select ${attemptColumns} from attempts order by position`,
  // The child goes first. With foreign keys on, dropping a parent that rows refer to is refused.
  `drop table attempts`,
  `drop table holds`,
  // Renaming the parent rewrites the reference of the child as well.
  `alter table holds_rebuilt rename to holds`,
  `alter table attempts_rebuilt rename to attempts`,
  oneLiveSettlement,
  `create index attempts_pending on attempts (standing, position) where standing in ('sending', 'unknown')`,
  `create index attempts_card on attempts (card_fingerprint, amount) where card_fingerprint is not null`,
  `create index attempts_hold on attempts (hold_id) where hold_id is not null`,
  `create index attempts_batch on attempts (batch_id) where batch_id is not null`,
  `create index attempts_unindexed on attempts (position) where indexed < 2`,
  `create index holds_waiting on holds (expires_at, id, state, amount, environment, profile_id)
   where state in ('open', 'capturing', 'capture-unknown')`,
  `create index holds_all on holds (expires_at, id)`,
  `create index holds_merchants on holds (profile_id, id)
   where state in ('open', 'capturing', 'capture-unknown')`,
];

/** A seat with schema 4 that is running goes on: nothing that it writes is refused, and every column that it names is there. */
const postgres = [
  `alter table holds drop constraint hold_state`,
  `alter table attempts
     drop constraint attempt_operation,
     drop constraint attempt_state,
     drop constraint attempt_hold,
     add constraint attempt_hold check (${holdRule})`,
  oneLiveSettlement,
  `drop index one_live_capture`,
];

export const openEnumerations: Migration = { name: 'open-enumerations', statements: { sqlite, postgres } };
