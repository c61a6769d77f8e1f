/** Schema 1: the whole ledger. The columns come from the descriptions of their tables. */
import { holdStatesThat } from '#shared/payments/hold-state.ts';
import { operationsThat, type OperationFacts } from '#shared/payments/operations.ts';
import { attemptColumns } from '#electron/ledger/rows/attempt-columns.ts';
import { tableColumns } from '#electron/ledger/rows/tables.ts';

type Columns = Readonly<Record<string, { readonly sql: string }>>;
const described = (columns: Columns): readonly string[] =>
  Object.entries(columns).map(([name, { sql }]) => `${name} ${sql}`);

/** @param constraints of the whole table */
const created = (table: keyof typeof tableColumns, ...constraints: readonly string[]): string =>
  `create table ${table} (
     ${[...described(tableColumns[table]), ...constraints].join(',\n     ')}
   )`;

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/**
 * An operation names the object that it acts on, and no other: without its hold, the index of live settlements could not see a
 * capture, nor the sum of refunds a refund without its charge.
 */
const namesOnly = (column: string, of: OperationFacts['refersTo']): string =>
  `(operation not in (${quoted(operationsThat(({ refersTo }) => refersTo === of))}) or ${column} is not null)
   and (operation not in (${quoted(operationsThat(({ refersTo }) => refersTo !== of))}) or ${column} is null)`;

const waiting = quoted(holdStatesThat(({ waits }) => waits));

/** Enumerations are plain text, so that a later operation, outcome or hold state needs no new schema. */
const tables = [
  created('holds'),
  `create table attempts (${described(attemptColumns).join(', ')},
     constraint attempt_standing check (standing = coalesce(resolved_outcome, state)),
     constraint attempt_hold check (${namesOnly('hold_id', 'hold')}),
     constraint attempt_charge check (${namesOnly('charge_id', 'charge')}),
     constraint attempt_card check (${namesOnly('card_of', 'card')}),
     constraint attempt_last_four check (length(last_four) = 4)
   )`,
  created('instances'),
  `create table operator_names (name text primary key not null)`,
  created('operators'),
  `create table ledger_settings (name text primary key not null, value text not null)`,
  `create table awaited_seats (seat text primary key not null, since text not null)`,
  created('ledger_events'),
  // One chain per seat and ledger. `digest` is that of the entry or payment; `facts` are those of a payment.
  created('audit_links', 'primary key (signer, link)'),
  created('day_closes'),
];

const indexes = [
  // Invariant 3 for every operation that settles a hold: at most one of them is in flight, unknown or approved, whoever asks.
  // An outcome that this schema does not know counts as alive, because it may have moved money.
  `create unique index one_live_settlement on attempts (hold_id)
   where hold_id is not null and standing not in ('declined', 'rejected', 'not-sent')`,
  `create index attempts_pending on attempts (standing, position) where standing in ('sending', 'unknown')`,
  // Captures whose contradicted resolution has to stay, because another capture of their hold counts.
  `create index attempts_contested on attempts (position) where resolved_how = 'contested'`,
  `create index attempts_card on attempts (card_fingerprint, amount) where card_fingerprint is not null`,
  `create index attempts_hold on attempts (hold_id) where hold_id is not null`,
  // Refunds of a charge are summed by it.
  `create index attempts_charge on attempts (charge_id) where charge_id is not null`,
  `create index attempts_batch on attempts (batch_id) where batch_id is not null`,
  // History by amount walks along it.
  `create index attempts_by_amount on attempts (amount, position)`,
  `create index holds_waiting on holds (expires_at, id, state, amount, environment, merchant_id)
   where state in (${waiting})`,
  `create index holds_all on holds (expires_at, id)`,
  // The holds queue asks for the currency of each merchant, which its first and last hold tell.
  `create index holds_merchants on holds (merchant_id, id)
   where state in (${waiting})`,
  // Without it, a start would look through the whole audit trail for the latest restore.
  `create index ledger_events_by_kind on ledger_events (kind, id)`,
  `create index audit_links_by_subject on audit_links (subject_id, subject)`,
  `create index day_closes_by_day on day_closes (day, environment, merchant_id)`,
];

/** Indexes by which an answer's reference is recognized as that of another payment. */
const references = (engine: 'sqlite' | 'postgres'): readonly string[] => {
  // Hash indexes, because PostgreSQL's B-tree refuses keys of more than 2,704 bytes, and with them the answer.
  const on = engine === 'sqlite' ? 'on attempts' : 'on attempts using hash';
  return [
    `create index attempts_cod_oper ${on} (cod_oper) where cod_oper is not null`,
    `create index attempts_auth_token ${on} (auth_token) where family = 'form' and auth_token is not null`,
    `create index attempts_idtx ${on} (idtx) where family = 'json' and idtx is not null`,
  ];
};

const appendOnly = ['ledger_events', 'audit_links', 'day_closes'];

const sqlite = [
  // SQLite uses the row number as the key only when the type is literally `integer`.
  ...tables.map((table) => table.replace('position bigint', 'position integer')),
  ...indexes,
  ...references('sqlite'),
  ...appendOnly.flatMap((table) =>
    ['update', 'delete'].map(
      (change) => `create trigger ${table}_${change} before ${change} on ${table}
       begin select raise(abort, '${table} can only be added to'); end`,
    ),
  ),
  // Contentless: only row numbers are stored. They are negative positions, because SQLite reads a full-text index forwards in
  // two thirds of the time of backwards. Ends of references are terms too, so that a word is one term to look up.
  `create virtual table attempt_words using fts5 (words, content = '', contentless_delete = 1, detail = none,
   tokenize = "ascii tokenchars '=$'")`,
  `create index attempts_unindexed on attempts (position) where indexed < 2`,
];

/** Words stand in a narrow table of their own. Nobody who pays waits for it, and a search reads few, dense pages. */
const postgres = [
  // In the order of bytes: another one comes from the server's system, and an update of that would leave indexes in a wrong order, in
  // which the guard would not find a lookalike.
  ...tables.map((table) => table.replace(/(?<=\w )text\b/g, 'text collate "C"')),
  ...indexes,
  ...references('postgres'),
  `create function caja_append_only() returns trigger language plpgsql as $$
   begin raise exception '% can only be added to', tg_table_name; end $$`,
  ...appendOnly.map(
    (table) => `create trigger ${table}_kept before update or delete or truncate on ${table}
     for each statement execute function caja_append_only()`,
  ),
  // A write leaves a note here in its own transaction. Indexing removes it.
  `create table attempts_unindexed (
     number bigint generated always as identity primary key,
     position bigint not null
   )`,
  `create table attempt_words (position bigint primary key, words tsvector not null)`,
  // Without `fastupdate`, because each search would read through the list of entries that are not sorted in yet.
  `create index attempt_words_words on attempt_words using gin (words) with (fastupdate = off)`,
  `create function caja_attempts_changed() returns trigger language plpgsql as $$
   begin insert into attempts_unindexed (position) select position from changed; return null; end $$`,
  ...['insert', 'update'].map(
    (change) => `create trigger attempts_${change} after ${change} on attempts
     referencing new table as changed
     for each statement execute function caja_attempts_changed()`,
  ),
];

export const ledgerSchema = { name: 'ledger', statements: { sqlite, postgres } };
