/**
 * Schema 8: hash chains over the audit trail, and the operators of a shared ledger. Additive: seats of schema 6 and 7 go on,
 * with operators of their own and entries that nobody signs.
 */
import type { Migration } from './migration.ts';

/** One chain per seat and ledger. `digest` is that of the entry or payment; `facts` are those of a payment. */
const links = `create table audit_links (
     signer text not null,
     link integer not null,
     seat text not null,
     subject text not null,
     subject_id text not null,
     facts text,
     digest text not null,
     linked_at text not null,
     ledger_at text not null,
     hash text not null,
     signature text not null,
     primary key (signer, link)
   )`;

const bySubject = `create index audit_links_by_subject on audit_links (subject_id)`;

const operators = `create table operators (
     id text primary key not null,
     name text not null,
     name_key text not null unique,
     role text not null,
     active integer not null,
     must_change integer not null,
     hash text not null,
     provisioned_hash text,
     wrong_count integer not null,
     wrong_at bigint,
     last_try text
   )`;

export const trust: Migration = {
  name: 'trust',
  usableFrom: 6,
  statements: {
    sqlite: [
      links,
      bySubject,
      operators,
      `create trigger audit_links_update before update on audit_links
       begin select raise(abort, 'audit_links can only be added to'); end`,
      `create trigger audit_links_delete before delete on audit_links
       begin select raise(abort, 'audit_links can only be added to'); end`,
    ],
    postgres: [
      links.replace('link integer', 'link bigint'),
      bySubject,
      operators,
      `create function caja_links_append_only() returns trigger language plpgsql as $$
       begin raise exception 'audit_links can only be added to'; end $$`,
      `create trigger audit_links_kept before update or delete or truncate on audit_links
       for each statement execute function caja_links_append_only()`,
    ],
  },
};
