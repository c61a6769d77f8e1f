/**
 * Tables as queries see them, with the same names and columns on both engines. Columns are described once: the schema, the types of
 * queries and every list of columns derive from them. Hashes cover the columns of entries, links and closes in this order.
 */
import type { Environment } from '#shared/environment.ts';
import type { HoldState } from '#shared/payments/hold-state.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import type { Role } from '#shared/role.ts';
import type { Generated } from 'kysely';
import type { AttemptsTable } from './attempt-columns.ts';

/** Type and constraints of a column. Its values are known to the compiler alone. */
interface Column<Value> {
  readonly sql: string;
  readonly value?: Value;
}
const column = <Value>(sql: string): Column<Value> => ({ sql });
const oneOf = <Value extends string>() => column<Value>('text not null');

const key = column<string>('text primary key not null');
const text = oneOf<string>();
const maybeText = column<string | null>('text');
const whole = column<number>('integer not null');
const large = column<number>('bigint not null');

type RowOf<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

/** Lists the columns by name, because a newer program may have added others to a shared ledger. */
const namesOf = <Name extends string>(columns: Readonly<Record<Name, unknown>>) =>
  Object.keys(columns) as readonly string[] as readonly Name[];

/** Hold of an approved authorization, whose money waits for capture. `id` is the authorization's. */
const holds = {
  id: key,
  state: oneOf<HoldState>(),
  amount: column<number>('bigint not null check (amount > 0)'),
  expires_at: text,
  expiry_is_estimate: whole,
  environment: oneOf<Environment>(),
  merchant_id: text,
  /** Last operation meant to settle the hold, whatever its outcome. */
  settlement_id: maybeText,
};
export type HoldsTable = RowOf<typeof holds>;
export const holdColumns = namesOf(holds);

/** Running program with this ledger open. */
const instances = {
  id: key,
  seat: text,
  host: text,
  pid: large,
  /** Milliseconds since 1970 by the engine's clock: the server's on PostgreSQL, so that seats need not agree on the time. */
  beat_at: large,
};

/** Append-only: the database refuses changes and deletions. */
const events = {
  id: key,
  at: text,
  operator_name: text,
  seat: text,
  kind: oneOf<LedgerDeed['kind']>(),
  /** The deed as JSON. */
  facts: text,
};
export type EventRow = RowOf<typeof events>;
export const eventColumns = namesOf(events);

/** Append-only. A link of a seat's hash chain over the audit trail, about an entry of the trail or a payment. */
const links = {
  /** Public key of the seat that wrote it: Ed25519, base64url. */
  signer: text,
  /** Number within the signer's chain, from 1. */
  link: large,
  seat: text,
  subject: oneOf<'event' | 'payment'>(),
  subject_id: text,
  /** Number of the payment's writing, from 1; 0 for an event. Orders links of several chains about one payment. */
  revision: whole,
  /** The payment as it then stood, as JSON; null for an event, and for a payment that is gone. */
  facts: maybeText,
  /** SHA-256 of the event or of the facts, base64url. */
  digest: text,
  /** UTC instant by the seat's clock. A label; nothing is ordered by it. */
  linked_at: text,
  /** SHA-256 of the link before and of this one, base64url. */
  hash: text,
  /** Signature of the hash, base64url. */
  signature: text,
};
export type AuditLinksTable = RowOf<typeof links>;
export const linkColumns = namesOf(links);

/** Append-only. A close of a merchant's day. */
const closes = {
  id: key,
  merchant_id: text,
  merchant_name: text,
  environment: oneOf<Environment>(),
  /** Local to the seat that closed it, `2026-11-20`, with its bounds in UTC. */
  day: text,
  from_at: text,
  until_at: text,
  closed_at: text,
  operator_name: text,
  seat: text,
  /** JSON of the figures as they stood, without names of customers. */
  figures: text,
};
export type DayClosesTable = RowOf<typeof closes>;
export const closeColumns = namesOf(closes);

/** Operators of a shared ledger, the same on every seat. An embedded ledger's seat keeps them in a file. */
const operators = {
  id: key,
  name: text,
  /** The name as it is compared; two operators never share it. */
  name_key: column<string>('text not null unique'),
  role: oneOf<Role>(),
  active: whole,
  must_change: whole,
  hash: text,
  provisioned_hash: maybeText,
  /** Wrong passcodes since the last right one. */
  wrong_count: whole,
  /** Milliseconds since 1970 by the ledger's clock; null without wrong tries. */
  wrong_at: column<number | null>('bigint'),
  /** Id of the last try that was counted, by which a seat knows its own. */
  last_try: maybeText,
};
export type OperatorsTable = RowOf<typeof operators>;

/** Columns by the name of their table. */
export const tableColumns = {
  holds,
  instances,
  operators,
  ledger_events: events,
  audit_links: links,
  day_closes: closes,
};

export interface Tables {
  readonly attempts: AttemptsTable;
  readonly holds: HoldsTable;
  readonly instances: RowOf<typeof instances>;
  readonly operator_names: { readonly name: string };
  readonly ledger_events: EventRow;
  readonly audit_links: AuditLinksTable;
  readonly day_closes: DayClosesTable;
  readonly operators: OperatorsTable;
  /** Settings that all seats of this ledger have to agree on. */
  readonly ledger_settings: { readonly name: string; readonly value: string };
  /** Seat that has still to compare a server which went back with its own commits. */
  readonly awaited_seats: {
    readonly seat: string;
    /** UTC instant. What began before it is neither captured, voided nor refunded meanwhile. */
    readonly since: string;
  };
  /** PostgreSQL: notes of attempts whose words are not in the index yet. */
  readonly attempts_unindexed: {
    /** Number in the order of writing. */
    readonly number: Generated<number>;
    readonly position: number;
  };
}
