/** The ledger as the use cases need it. Core knows these shapes and nothing behind them. */
import type { LedgerFailureReason, Result } from '#shared/failure.ts';
import type { DayClose, DayCloseQuery, HistoryFilter, HistoryPage, HistoryQuery } from '#shared/ledger/history.ts';
import type { BatchProgress, Hold, HoldsPage, HoldsQuery } from '#shared/ledger/holds.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { Operation } from '#shared/payments/operations.ts';
import type { KeptFields } from '#shared/payments/payment-fields.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { Attempt, AttemptDetails, Resolution } from '#shared/payments/attempt.ts';
import type { GatewayAnswer } from './gateway.ts';

/** What is written before the first byte leaves. `id` is the draft's for card payments, so a draft can't become two attempts. */
export interface NewAttempt extends KeptFields {
  readonly id: string;
  readonly operation: Operation;
  readonly family: Family;
  readonly merchant: Merchant;
  readonly seat: string;
  readonly operatorName: string;
  readonly startedAt: string;
  readonly card: Attempt['card'];
  /** HMAC-SHA-256 of the card number, base64url; null for captures. Never leaves the main process. */
  readonly cardFingerprint: string | null;
  readonly holdId: string | null;
  readonly batchId: string | null;
  readonly overrideReason: string | null;
  /** The supervisor who let the lookalike pass, where somebody else sends the payment. */
  readonly overrideApprovedBy?: string;
}

/** Why `begin` refused to record an attempt; in every case nothing may be sent. */
export type BeginRefusal =
  /** The same draft was submitted before: its attempt. */
  | { readonly kind: 'exists'; readonly attempt: Attempt }
  /** The hold has a capture that is in flight, unknown or approved, perhaps of another seat. */
  | { readonly kind: 'hold-not-open'; readonly hold: Hold }
  /** Lookalikes within the window, found in the same transaction that would have recorded the attempt. */
  | { readonly kind: 'duplicate'; readonly earlier: readonly Attempt[] }
  | { readonly kind: 'not-found' };

/** The guard against a second payment of the same card and amount on the same merchant. */
export interface DuplicateGuard {
  /** Attempts that started at or after this instant count. */
  readonly since: string;
  /**
   * What the operator has said about lookalikes: `none` lets no lookalike pass, `reason` lets all pass but an unresolved
   * unknown, `supervisor` lets all pass. Lookalikes are approved, sending or unknown attempts of the same card, amount and merchant;
   * what is sending or an unresolved unknown counts however old it is.
   */
  readonly overridden: 'none' | 'reason' | 'supervisor';
}

/** A ledger that can't be used right now. Thrown by every method of `Ledger`; `core` turns it into a failure. */
export class LedgerUnavailable extends Error {
  readonly reason: LedgerFailureReason;
  constructor(reason: LedgerFailureReason, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'LedgerUnavailable';
    this.reason = reason;
  }
}

/**
 * The record of attempts and holds; SQLite embedded or PostgreSQL shared, one set of queries.
 * Every method rejects with `LedgerUnavailable` when the store can't do it durably.
 */
export interface Ledger {
  /**
   * Records an attempt as `sending`, committed and fsynced when it resolves (invariant 1). For a capture it takes the
   * hold in the same transaction (invariant 3). The guard runs inside too; null for captures.
   */
  begin(attempt: NewAttempt, guard: DuplicateGuard | null): Promise<Result<Attempt, BeginRefusal>>;
  /**
   * Records the outcome of a `sending` attempt, durably; moves its hold. Approved authorizations become open holds. An
   * attempt that recovery has called unknown meanwhile takes the answer too, since the answer is the truth, unless it was
   * resolved. The same answer twice is recorded once.
   */
  finish(attemptId: string, answer: GatewayAnswer, answeredAt: string): Promise<Attempt>;
  /**
   * `sending` attempts of dead processes become `unknown` (invariant 4): this seat's at start, others' when their
   * heartbeat stopped. Those of this process that nobody waits for never left.
   */
  recover(): Promise<readonly Attempt[]>;
  resolve(
    attemptId: string,
    resolution: Resolution,
  ): Promise<Result<Attempt, { readonly kind: 'not-found' | 'not-unknown' }>>;

  show(attemptId: string): Promise<AttemptDetails | null>;
  hold(holdId: string): Promise<Hold | null>;
  /** Those of the ids that are holds, in the order of the ids. */
  holdsById(holdIds: readonly string[]): Promise<readonly Hold[]>;
  holds(query: HoldsQuery, now: string): Promise<HoldsPage>;
  search(query: HistoryQuery): Promise<HistoryPage>;
  /** Every attempt that the filter finds, newest first, read in pages: for exports. */
  all(filter: HistoryFilter): AsyncIterable<Attempt>;
  unknowns(): Promise<readonly Attempt[]>;
  operators(): Promise<readonly string[]>;
  dayClose(query: DayCloseQuery): Promise<DayClose>;

  /** A batch and its rows, durable before the first row is sent. */
  beginBatch(progress: BatchProgress, seat: string): Promise<void>;
  saveBatchRow(batchId: string, row: BatchProgress['rows'][number]): Promise<void>;
  finishBatch(batchId: string): Promise<void>;
  interruptedBatches(seat: string): Promise<readonly BatchProgress[]>;

  /** Called with the ids that changed on any seat, or null for many. Returns the way to stop. */
  onChange(listener: (attemptIds: readonly string[] | null) => void): () => void;
  /** Called when the store goes away (a trouble) and when it is back (null). */
  onAvailability(listener: (reason: LedgerFailureReason | null) => void): () => void;
  close(): Promise<void>;
}
