/** Port of the ledger. Core knows these types and not their implementation. */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import type { Change, HistoryFilter, HistoryPage, HistoryQuery, HistorySums } from '#shared/ledger/history.ts';
import type { Hold, HoldsPage, HoldsQuery } from '#shared/ledger/holds.ts';
import type { ListedAttempt, ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import type { EarlierCustomer, SoughtCustomer } from '#shared/payments/entry/customers.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { RecordedHoldState } from '#shared/payments/hold-state.ts';
import type { Operation } from '#shared/payments/operations.ts';
import type { KeptFields } from '#shared/payments/payment-fields.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { Attempt, Contradiction, Resolution } from '#shared/payments/attempt.ts';
import type { ChangedPayment, DayClose } from '#shared/reports/day-close.ts';
import type { DayOfMerchants, DayBounds, DayCell, DayLists, DaysQuery, NewDayClose } from './day-figures.ts';
import type { GatewayAnswer } from './gateway.ts';
import type { ReportBug } from './host.ts';

export interface LedgerChange extends Change {
  /** `this-seat` where some are its own. */
  readonly by: 'this-seat' | 'another';
}

/** An attempt as written before its first byte leaves. A card payment takes the draft's id, so no draft becomes two attempts. */
export interface NewAttempt extends KeptFields {
  readonly id: string;
  readonly operation: Operation;
  readonly family: Family;
  readonly merchant: Merchant;
  readonly seat: string;
  readonly operatorName: string;
  readonly startedAt: string;
  readonly card: Attempt['card'];
  /** HMAC-SHA-256 of the card number, base64url; null where none is guarded. Never leaves the main process. */
  readonly cardFingerprint: string | null;
  readonly holdId: string | null;
  readonly chargeId: string | null;
  readonly cardOf: string | null;
  readonly batchId: string | null;
  readonly overrideReason: string | null;
  /** The supervisor who approved the lookalike, when another operator sends the payment. */
  readonly overrideApprovedBy?: string;
  /** Sentence about the customer's consent that the operator confirmed, for the audit trail. */
  readonly consent?: string;
}

export interface EarlierCard {
  /** Payment for which it was keyed. */
  readonly first: Attempt;
  /** Never leaves the main process. */
  readonly fingerprint: string | null;
  /** State of the hold that the payment opened; null without one. */
  readonly hold: RecordedHoldState | null;
  /** True once somebody has noted that it may not be charged again. */
  readonly isForgotten: boolean;
}

/** The server went back, and these seats may have settled the hold or charge before. Nothing is known of that until they connect. */
export interface SeatsAwaited {
  readonly kind: 'seats-awaited';
  readonly seats: readonly string[];
}

/** Reasons for which `begin` refuses to record an attempt. In every case nothing may be sent. */
export type BeginRefusal =
  /** The same draft was submitted before, unless with another card. Carries its attempt. */
  | { readonly kind: 'exists'; readonly attempt: Attempt; readonly sameCard: boolean }
  /** The hold has a capture in flight, unknown or approved, perhaps from another seat. */
  | { readonly kind: 'hold-not-open'; readonly hold: Hold }
  /**
   * Lookalikes within the window, or refunds of the same charge and amount, found in the transaction that would have recorded the
   * attempt.
   */
  | { readonly kind: 'duplicate'; readonly earlier: readonly ListedAttempt[] }
  /** More than what is left of the charge, in minor units: 0 too for an attempt that charged nothing. */
  | { readonly kind: 'over-refund'; readonly left: MinorUnits }
  | SeatsAwaited
  | { readonly kind: 'not-found' };

/** Guard against a second payment with the same card, amount and merchant. */
export interface DuplicateGuard {
  /** Attempts that started at or after this instant count. */
  readonly since: string;
  /**
   * Override of the guard: `none` blocks every lookalike, `reason` only an unresolved unknown one, `supervisor` none.
   * Lookalikes are approved, sending or unknown attempts of the same card, amount and merchant. Those that are sending or
   * unresolved unknown count however old they are.
   */
  readonly overridden: 'none' | 'reason' | 'supervisor';
}

/** Card, amount and merchant of a payment that is still keyed. */
export interface KeyedLookalike extends Pick<DuplicateGuard, 'since'> {
  readonly cardFingerprint: string;
  readonly amount: number;
  readonly merchantId: string;
}

/** An operator's day, environment and currency, for the limit of a day. */
export interface LimitUse extends Pick<Merchant, 'environment' | 'currencySign'> {
  readonly operatorName: string;
  /** UTC instants; `until` is not in it. */
  readonly from: string;
  readonly until: string;
}

/** Question about customers: one merchant in one environment, one operator's payments or those of all, since an instant or ever. */
export interface CustomersScope extends Pick<Merchant, 'environment'> {
  readonly sought: SoughtCustomer;
  readonly merchantId: string;
  readonly operatorName: string | null;
  /** UTC. */
  readonly since: string | null;
  /** Reads the cards of their payments as well. */
  readonly withCards: boolean;
}

/** A customer of earlier payments, with those among the found ones that have a card, the newest first. */
export interface FoundCustomer extends Omit<EarlierCustomer, 'againId'> {
  /** Empty unless the cards were asked for. */
  readonly paid: readonly { readonly attemptId: string; readonly card: EarlierCard }[];
}

/**
 * Reasons why a resolution was not written: the attempt is not unknown (any more), or has been answered since; another payment
 * has the reference; another capture of the hold counts (invariant 3); it is no training, and the vault can't be used; the record that
 * settles a refund may show one of a seat that is awaited.
 */
export type ResolveRefusal =
  | { readonly kind: 'not-found' | 'not-unknown' | 'reference-used' | 'hold-settled' | 'vault-locked' }
  | SeatsAwaited;

/** Error of a ledger that can't be used now. Thrown by every method of `Ledger`; `core` turns it into a failure. */
export class LedgerUnavailable extends Error {
  readonly reason: LedgerFailureReason;
  constructor(reason: LedgerFailureReason, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'LedgerUnavailable';
    this.reason = reason;
  }
}

/** Takes the failures of a task that is tried again: reports them, unless the ledger is only away. */
export const unlessAway =
  (reportBug: ReportBug) =>
  (error: unknown): void => {
    if (!(error instanceof LedgerUnavailable)) reportBug(error);
  };

/**
 * Record of attempts and holds: embedded SQLite or shared PostgreSQL, with one set of queries.
 * Every method rejects with `LedgerUnavailable` when the store can't do it durably.
 */
export interface Ledger {
  /**
   * Records an attempt as `sending`, committed and fsynced when it resolves (invariant 1). A capture takes the hold in the
   * same transaction (invariant 3). What was charged covers a refund and all others that may have moved money, whoever sends
   * them. The guard, null for captures and voids, runs in that transaction too: for a refund it finds those of the same amount.
   */
  begin(attempt: NewAttempt, guard: DuplicateGuard | null): Promise<Result<Attempt, BeginRefusal>>;
  /** Finds the attempts that would block this payment now, newest first. Only `begin` decides. */
  lookalikes(keyed: KeyedLookalike): Promise<readonly ListedAttempt[]>;
  /** Sums the operator's sales and authorizations that are approved, sending or unknown, in minor units. Captures don't count. */
  usedOfLimit(use: LimitUse): Promise<number>;
  /**
   * Records the outcome of a `sending` attempt durably and moves its hold. Approved authorizations become open holds. An
   * attempt that recovery made unknown meanwhile still takes the answer, because the answer is the truth. If it contradicts
   * the resolution of a person, the attempt is unknown again. An approval is unknown when an authorization has no reference
   * for its capture, or another payment has the reference. The same answer twice is recorded once.
   */
  finish(attemptId: string, answer: GatewayAnswer, answeredAt: string): Promise<Attempt>;
  /**
   * Turns `sending` attempts of dead processes into `unknown` (invariant 4): this seat's at start, others' when their
   * heartbeat has stopped. Settles those of this process that no caller waits for: as not sent when their `begin` failed,
   * with their answer when it is known, else as unknown.
   */
  recover(): Promise<readonly Attempt[]>;
  /**
   * Resolves an unknown attempt by a person's word. Approves an authorization's hold for capture by the keyed reference.
   * @param knows the late answer that the person has seen; null for none. Another one since refuses the resolution.
   */
  resolve(
    attemptId: string,
    resolution: Resolution,
    knows?: Contradiction['answered'] | null,
  ): Promise<Result<Attempt, ResolveRefusal>>;

  /** Reads an attempt on the way of a payment, which waits for no screen. */
  attempt(attemptId: string): Promise<Attempt | null>;
  /** Finds the card of a payment, of its hold, or of the payment whose card it charged again. Null where none was keyed. */
  cardOf(attemptId: string): Promise<EarlierCard | null>;
  /** Notes that the card of this payment may not be charged again, with all its payments until now. False without a card. */
  forgetCard(attemptId: string, operatorName: string): Promise<boolean>;
  show(attemptId: string): Promise<ShownAttempt | null>;
  /** Reads an attempt that money is about to follow. Null as well for one that is not as it was last signed (invariant 12). */
  signed(attemptId: string): Promise<Attempt | null>;
  /** Reads a hold on the way of its capture, which waits for no screen, as `signedHolds` does. */
  hold(holdId: string): Promise<Hold | null>;
  /** Returns holds as `holdsById`, on the way of a batch: as they were signed, and `altered` where an open one is not. */
  signedHolds(holdIds: readonly string[]): Promise<readonly Hold[]>;
  /** Returns the holds with these ids, in the order of the ids. Skips other ids. */
  holdsById(holdIds: readonly string[]): Promise<readonly Hold[]>;
  /** @param settledOf operator whose settled holds are listed; everybody's without one */
  holds(query: HoldsQuery, now: string, settledOf?: string | null): Promise<HoldsPage>;
  /** Returns the attempts that were made for the rows of a batch, oldest first. A later one of the same hold replaces the earlier. */
  attemptsOfBatch(batchId: string): Promise<readonly Attempt[]>;
  search(query: HistoryQuery): Promise<HistoryPage>;
  /** Finds customers of earlier payments, the last one that paid first. Reads a bounded number of rows. */
  customers(scope: CustomersScope): Promise<readonly FoundCustomer[]>;
  /** Counts and sums what the filter finds, in portions between which payments get a turn. @param now UTC, ISO 8601 */
  sums(filter: HistoryFilter, now: string): Promise<HistorySums>;
  /** Yields every attempt that the filter finds, newest first, read in pages. For exports. */
  all(filter: HistoryFilter): AsyncIterable<ListedAttempt>;
  /** Counts the attempts that `all` yields; null for a search by words on SQLite, which only reading them counts. */
  count(filter: HistoryFilter): Promise<number | null>;
  /** Returns unresolved unknown attempts, oldest first: at most so many of each environment, and of those that are contradicted. */
  unknowns(most?: number): Promise<readonly Attempt[]>;
  /** Returns of every one of them what says who looks it up. */
  unknownIds(): Promise<readonly Pick<Attempt, 'id' | 'seat' | 'startedAt'>[]>;
  operators(): Promise<readonly string[]>;
  /** Counts the attempts of each day by all that figures are told apart by. */
  dayCells(query: DaysQuery): Promise<readonly DayCell[]>;
  dayLists(query: DaysQuery): Promise<DayLists>;
  /** Records the close of a day with its deed, durably. Earlier closes of the same day stay. */
  closeDay(close: NewDayClose): Promise<void>;
  dayCloses(day: DayOfMerchants): Promise<readonly DayClose[]>;
  /** Returns the payments of a day that were made, answered or resolved after an instant, oldest first. */
  changedSince(day: DayOfMerchants, bounds: DayBounds, since: string): Promise<readonly ChangedPayment[]>;

  /** Adds a listener for changes by any seat. Returns a function that removes it. */
  onChange(listener: (change: LedgerChange) => void): () => void;
  /** Adds a listener for the store going away (with a reason) and coming back (null). */
  onAvailability(listener: (reason: LedgerFailureReason | null) => void): () => void;
  close(): Promise<void>;
}

/** Converts the error to a failure. Other errors are bugs and pass through. */
export const ledgerFailure = (unavailable: LedgerUnavailable): Failure => ({
  kind: 'ledger',
  reason: unavailable.reason,
  detail: unavailable.message,
});

/** Resolves to the value of a ledger's promise, or to the `ledger` failure. */
export async function fromLedger<Value>(work: Promise<Value>): Promise<Result<Value>> {
  try {
    return ok(await work);
  } catch (error) {
    if (error instanceof LedgerUnavailable) return failed(ledgerFailure(error));
    throw error;
  }
}
