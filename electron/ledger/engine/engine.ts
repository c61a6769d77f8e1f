/** The differences between SQLite and PostgreSQL, so that queries are written once. */
import type { LedgerChange } from '#electron/core/ports/ledger.ts';
import type { Change } from '#shared/ledger/history.ts';
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import { sql, type CompiledQuery, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Environment } from '#shared/environment.ts';
import type { ServerPromise } from '#shared/seat/settings.ts';
import type { HistoryFilter, HistoryQuery } from '#shared/ledger/history.ts';
import type { RecordedOperation } from '#shared/payments/operations.ts';
import type { ChosenFilters } from '#shared/ledger/history-filters.ts';
import type { SoughtWord } from '#electron/ledger/rows/search-tokens.ts';
import type { AttemptsTable, ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import type { EventRow, Tables } from '#electron/ledger/rows/tables.ts';

export type Database = Kysely<Tables>;
export type Work = Transaction<Tables>;

/** A search with its bounds as positions: `from` inclusive, `before` exclusive. */
export interface SearchScope {
  readonly words: readonly SoughtWord[];
  readonly filter: ChosenFilters;
  readonly from: number | null;
  readonly before: number | null;
  readonly limit: number;
  /** Reads the oldest first instead of the newest. */
  readonly oldestFirst?: boolean;
}

/** Place of a row among those by amount. */
export interface Place {
  /** Minor units. */
  readonly amount: number;
  readonly position: number;
}

/** Approved attempts of one kind among the finds. `over`: their hold reserves nothing. `unclear`: their amount is unconfirmed. */
export interface FoundSum {
  readonly environment: Environment;
  readonly currencySign: string;
  readonly operation: RecordedOperation;
  readonly over: boolean;
  readonly unclear: boolean;
  readonly count: number;
  readonly amount: number;
}

/** Number of payments found, whether there are more than the limit, and the sums of the approved ones. */
interface SummedFinds {
  readonly count: number;
  readonly more: boolean;
  readonly sums: readonly FoundSum[];
}

export interface Search {
  /** Reads the rows in the scope, newest first unless it says otherwise. */
  page(db: Database, scope: SearchScope): Promise<readonly ListedRow[]>;
  /**
   * Reads finds at a server, the largest first and of equal ones the newest, in one round trip; null where rows are compared in this process.
   * @param after last row of the page before
   */
  readonly byAmount:
    | ((engine: Engine, query: HistoryQuery, after: Place | null) => Promise<readonly ListedRow[]>)
    | null;
  /** Returns a statement at a server for the positions of what it has indexed of the finds; null where rows are compared in this process. */
  readonly positions:
    | ((filter: HistoryFilter, scope: Pick<SearchScope, 'from' | 'before' | 'limit'>) => RawBuilder<unknown>)
    | null;
  /** Finds ids of authorizations with these words that have a hold, newest first. */
  holdIds(db: Database, words: readonly SoughtWord[], limit: number): Promise<readonly string[]>;
  /** Sums finds at a server in one round trip; null where the rows are read in this process, with their checksums. */
  readonly sums: ((engine: Engine, filter: HistoryFilter, now: string) => Promise<SummedFinds>) | null;
  /** Removes rows that are about to be deleted from the index. */
  forget(trx: Work, positions: readonly number[]): Promise<void>;
}

/** Identity of a server, and its promise about commits. */
export interface ServerFacts {
  /** Settings that are off although a commit is only safe with them. */
  readonly unkept: readonly ServerPromise[];
  /**
   * Cluster, timeline and database. It changes when a standby takes over, when the server is restored to an earlier time, and
   * when the database is created anew from a dump. A part that the role may not read is empty.
   */
  readonly identity: string;
}

interface Server {
  /**
   * Calls the hook for the present connection, and then for each new one before payments are let through. A hook that rejects
   * with `LedgerUnavailable` refuses the server, and the next one of the address is tried.
   * @param hook is given an engine that works on the connection already
   */
  onConnected(hook: (facts: ServerFacts, engine: Engine) => Promise<void>): Promise<void>;
  /** Promises that it does not keep. */
  unkept(): readonly ServerPromise[];
  /** True when the ledger lies on another server, or was restored, since `accept`. */
  isOther(): boolean;
  /** Returns how often one server has numbered less writings of payments than it had before: it went back. */
  setbacks(): number;
  /** Agrees with the present server. @param alongside writes in the same transaction, which `write` runs */
  accept(write: Engine['write'], alongside: (trx: Work) => Promise<void>): Promise<void>;
}

/** A payment as a transaction leaves it. */
export interface WrittenPayment {
  readonly row: ListedRow & Pick<AttemptsTable, 'raw_answer'>;
  /** Number of the writing, from 1. */
  readonly revision: number;
}

/** Makes the statements of links, for `Engine.transact`. Each writes only if the payment is as it should be. */
export interface Linking {
  payment(written: WrittenPayment): readonly CompiledQuery[];
  /** @param written the payment without which the entry is not written */
  event(row: EventRow, written: WrittenPayment): readonly CompiledQuery[];
}

/** Writings of a transaction that the audit trail links. */
export interface Written {
  readonly events?: readonly EventRow[];
  /** Ids of payments that it is about to change. One that is not as its last link says stays without another link. */
  readonly payments?: readonly string[];
  /**
   * Ids of payments that it is about to write again from this seat's journal, because the ledger may have gone back behind their links.
   * One that is not as it was begun stays without another link.
   */
  readonly lost?: readonly string[];
  /** Ids of payments that it has put in. */
  readonly begun?: readonly string[];
  /** Payments as it leaves them. One that is another in the end, as by a trigger of the server’s owner, stays without another link. */
  readonly left?: readonly ListedRow[];
}

/** Parts of an engine for reading a whole ledger, also in a thread. */
export type Reader = Pick<Engine, 'kind' | 'db' | 'read'>;

/**
 * A shared ledger has one connection for payments and a few for everything else, so that screens never make a payment wait.
 * The embedded ledger has one connection for all.
 */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres';
  /** Runs on the connections of `read`, without their errors converted. */
  readonly db: Database;
  /** Runs one durable transaction of a payment. Rejects with `LedgerUnavailable` when it can't be committed. */
  write<Value>(work: (trx: Work) => Promise<Value>): Promise<Value>;
  /** Runs one durable transaction of upkeep beside the payments: purges, copies. Rejects with `LedgerUnavailable`. */
  bulkWrite<Value>(work: (trx: Work) => Promise<Value>): Promise<Value>;
  /**
   * Runs the durable statement of a heartbeat, whose success shows that payments can be recorded. Runs also while payments
   * are refused. Rejects with `LedgerUnavailable`, at once or within seconds.
   * @returns the first row of its answer
   */
  probe<Row>(statement: CompiledQuery<Row>): Promise<Row | undefined>;
  /**
   * Runs one durable transaction of independent statements, sent at once. Rejects with `LedgerUnavailable` when it can't be
   * committed.
   * @param build makes the statements when their turn has come
   * @returns the number of rows that each statement wrote
   */
  transact(build: (linking: Linking) => readonly CompiledQuery[]): Promise<readonly number[]>;
  /** Appends links about what a transaction of `write` writes to the audit trail, at its end. */
  link(trx: Work, written: Written): Promise<void>;
  /** Runs reads of screens, exports and copies. Rejects with `LedgerUnavailable` when they can't be done. */
  read<Value>(work: (db: Database) => Promise<Value>): Promise<Value>;
  /** Runs short reads on the way of a payment, and those of recovery. Rejects with `LedgerUnavailable`. */
  decide<Value>(work: (db: Database) => Promise<Value>): Promise<Value>;
  /** Returns statements that make later transactions with the same key wait for this one. */
  serialized(key: string): readonly CompiledQuery[];
  /** Returns statements that fail, and their transaction with them, while the store does not promise to keep this attempt. */
  promised(environment: Environment): readonly CompiledQuery[];
  /** The server behind a shared ledger; null for a file. */
  readonly server: Server | null;
  readonly search: Search;
  /** Returns the clock that all instances share for a statement of this moment, in ms since 1970. */
  clock(): RawBuilder<number>;
  /** Tells the listeners of this process, and soon the other seats, what this one has committed. */
  changed(change: Change): void;
  onChange(listener: (change: LedgerChange) => void): () => void;
  onAvailability(listener: (reason: LedgerFailureReason | null) => void): () => void;
  close(): Promise<void>;
}

/** The clock of a shared ledger, in ms since 1970. */
export const ledgerNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** For an engine without a chain: a copy, and what the chain itself writes on. */
export const unlinked: Linking & Pick<Engine, 'link'> = {
  payment: () => [],
  event: () => [],
  link: () => Promise.resolve(),
};

export const noChange: Change = { attemptIds: [], facts: [] };

/** Most ids that are told one by one. Reading everything again costs less than telling more. */
export const mostChangedIds = 50;

/** Merges two changes. One of many when either is, and above the limit. */
export function mergedChanges(one: Change, other: Change): Change {
  if (one.attemptIds === null || other.attemptIds === null) return { attemptIds: null };
  const attemptIds = [...new Set([...one.attemptIds, ...other.attemptIds])];
  if (attemptIds.length > mostChangedIds) return { attemptIds: null };
  return one.facts && other.facts ? { attemptIds, facts: [...one.facts, ...other.facts] } : { attemptIds };
}

/**
 * Reads the cluster and its timeline, which rises with each promotion of a standby, from the identity of a server; null where the role
 * may not read both.
 */
export function placeOf(identity: string) {
  const found = /^(?<cluster>\d+) (?<timeline>[\dA-F]{8}) /.exec(identity)?.groups;
  if (found === undefined) return null;
  return { cluster: found['cluster'] ?? '', timeline: Number.parseInt(found['timeline'] ?? '', 16) };
}

/** True for a server that another one has replaced: both belong to one cluster, and the other was promoted later. */
export function isReplacedBy(identity: string, other: string): boolean {
  const [own, theirs] = [placeOf(identity), placeOf(other)];
  return own !== null && theirs !== null && own.cluster === theirs.cluster && own.timeline < theirs.timeline;
}

/** True for one database of one cluster, on whichever timeline: a standby was promoted at most, and has the same past. */
export function isSameDatabase(identity: string, other: string): boolean {
  const [own, theirs] = [identity, other].map((each) => each.replace(/^(\d+) [\dA-F]{8} /, '$1 '));
  return own === theirs;
}
