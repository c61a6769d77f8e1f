/** Tables as queries see them, with the same names and columns on both engines. */
import type { Environment } from '#shared/environment.ts';
import type { HoldState } from '#shared/payments/hold-state.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import type { Role } from '#shared/role.ts';
import type { Generated, Selectable } from 'kysely';
import type { AttemptsTable } from './attempt-columns.ts';

/** Hold of an approved authorization, whose money waits for capture. `id` is the authorization's. */
export interface HoldsTable {
  readonly id: string;
  readonly state: HoldState;
  readonly amount: number;
  readonly expires_at: string;
  readonly expiry_is_estimate: number;
  readonly environment: Environment;
  readonly merchant_id: string;
  /** Last operation meant to settle the hold, whatever its outcome. */
  readonly settlement_id: string | null;
}

/** Named, because a newer program may have added columns to a shared ledger. */
export const holdColumns = [
  'id',
  'state',
  'amount',
  'expires_at',
  'expiry_is_estimate',
  'environment',
  'merchant_id',
  'settlement_id',
] as const satisfies readonly (keyof HoldsTable)[];

/** Running program with this ledger open. */
interface InstancesTable {
  readonly id: string;
  readonly seat: string;
  readonly host: string;
  readonly pid: number;
  /** Milliseconds since 1970 by the engine's clock: the server's on PostgreSQL, so that seats need not agree on the time. */
  readonly beat_at: number;
}

interface OperatorNamesTable {
  readonly name: string;
}

/** Append-only: the database refuses changes and deletions. */
export interface LedgerEventsTable {
  readonly id: string;
  readonly at: string;
  readonly operator_name: string;
  readonly seat: string;
  readonly kind: LedgerDeed['kind'];
  /** The deed as JSON. */
  readonly facts: string;
}

export type EventRow = Selectable<LedgerEventsTable>;

/** Append-only. A link of a seat's hash chain over the audit trail, about an entry of the trail or a payment. */
export interface AuditLinksTable {
  /** Public key of the seat that wrote it: Ed25519, base64url. */
  readonly signer: string;
  /** Number within the signer's chain, from 1. */
  readonly link: number;
  readonly seat: string;
  readonly subject: 'event' | 'payment';
  readonly subject_id: string;
  /** Number of the payment's writing, from 1; 0 for an event. Orders links of several chains about one payment. */
  readonly revision: number;
  /** The payment as it then stood, as JSON; null for an event, and for a payment that is gone. */
  readonly facts: string | null;
  /** SHA-256 of the event or of the facts, base64url. */
  readonly digest: string;
  /** UTC instant by the seat's clock. A label; nothing is ordered by it. */
  readonly linked_at: string;
  /** SHA-256 of the link before and of this one, base64url. */
  readonly hash: string;
  /** Signature of the hash, base64url. */
  readonly signature: string;
}

/** Append-only. A close of a merchant's day. */
export interface DayClosesTable {
  readonly id: string;
  readonly merchant_id: string;
  readonly merchant_name: string;
  readonly environment: Environment;
  /** Local to the seat that closed it, `2026-11-20`, with its bounds in UTC. */
  readonly day: string;
  readonly from_at: string;
  readonly until_at: string;
  readonly closed_at: string;
  readonly operator_name: string;
  readonly seat: string;
  /** JSON of the figures as they stood. */
  readonly figures: string;
}

/** Operators of a shared ledger, the same on every seat. An embedded ledger's seat keeps them in a file. */
export interface OperatorsTable {
  readonly id: string;
  readonly name: string;
  /** The name as it is compared; two operators never share it. */
  readonly name_key: string;
  readonly role: Role;
  readonly active: number;
  readonly must_change: number;
  readonly hash: string;
  readonly provisioned_hash: string | null;
  /** Wrong passcodes since the last right one. */
  readonly wrong_count: number;
  /** Milliseconds since 1970 by the ledger's clock; null without wrong tries. */
  readonly wrong_at: number | null;
  /** Id of the last try that was counted, by which a seat knows its own. */
  readonly last_try: string | null;
}

/** Settings that all seats of this ledger have to agree on. */
interface LedgerSettingsTable {
  readonly name: string;
  readonly value: string;
}

/** Seat that has still to compare a server which went back with its own commits. */
interface AwaitedSeatsTable {
  readonly seat: string;
  /** UTC instant. What began before it is neither captured, voided nor refunded meanwhile. */
  readonly since: string;
}

/** PostgreSQL: notes of attempts whose words are not in the index yet. */
interface UnindexedTable {
  /** Number in the order of writing. */
  readonly number: Generated<number>;
  readonly position: number;
}

export interface Tables {
  readonly attempts: AttemptsTable;
  readonly holds: HoldsTable;
  readonly instances: InstancesTable;
  readonly operator_names: OperatorNamesTable;
  readonly ledger_events: LedgerEventsTable;
  readonly audit_links: AuditLinksTable;
  readonly day_closes: DayClosesTable;
  readonly operators: OperatorsTable;
  readonly ledger_settings: LedgerSettingsTable;
  readonly awaited_seats: AwaitedSeatsTable;
  readonly attempts_unindexed: UnindexedTable;
}
