/** What the use cases need from the outside: the service, the ledger, the vault. Core knows these shapes and nothing behind them. */
import type { EventName, EventOf } from '#shared/contract/contract.ts';
import type { Failure, LedgerFailureReason, Result } from '#shared/failure.ts';
import type { DayClose, DayCloseQuery, HistoryFilter, HistoryPage, HistoryQuery } from '#shared/ledger/history.ts';
import type { BatchProgress, Hold, HoldsPage, HoldsQuery } from '#shared/ledger/holds.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { Family, NotSentCause, UnknownCause } from '#shared/payments/outcome.ts';
import type { Operation, operationTable } from '#shared/payments/operations.ts';
import type { CaptureField, KeptFields } from '#shared/payments/payment-fields.ts';
import type { Merchant, MerchantSecrets } from '#shared/seat/merchant.ts';
import type { Role } from '#shared/seat/role.ts';
import type { VaultStatus } from '#shared/seat/settings.ts';
import type {
  Attempt,
  AttemptDetails,
  CaptureDraft,
  PaymentDraft,
  References,
  Resolution,
  RiskSummary,
  ServiceSaid,
} from '#shared/payments/attempt.ts';
import type { AnsweredPayment } from '#shared/ledger/waiting-answers.ts';
import type { UnreadDocument } from './stored-documents.ts';

/** The current time; a port so that tests move it. */
export type Clock = () => Date;
/** Makes UUIDs of version 7. */
export type MakeId = () => string;
/** Tells every window of the program; never throws. */
export type Emit = <Name extends EventName>(name: Name, payload: EventOf<Name>) => void;
/** Takes note of a bug that must not stop the money's record: the log, redacted. Never throws. */
export type ReportBug = (error: unknown) => void;

/** Who asks: the operator who is signed in. */
export interface Actor {
  readonly name: string;
  readonly role: Role;
}

// ---------------------------------------------------------------- the service

/** What the gateway needs to speak for a merchant. */
export interface MerchantAccount {
  readonly merchant: Merchant;
  readonly secrets: MerchantSecrets;
}

/** An authorization or a sale, ready for the wire. The one object in the main process that holds a card. */
export type CardPayment = Omit<PaymentDraft, 'draftId' | 'merchantId' | 'family' | 'override'>;

/** A capture, ready for the wire: `codOper` for family A, the AUTH_TOKEN for family B. */
export interface CapturePayment extends Readonly<Pick<CaptureDraft, CaptureField>> {
  readonly codOper: string | null;
  readonly authToken: string | null;
}

export interface SendOptions {
  /** Aborting has an effect only until the first byte may have left. */
  readonly cancel?: AbortSignal;
  /** Called once, at the moment from which a byte may have left. */
  readonly onSent?: () => void;
}

/** What is known after a request: never throws, whatever the service or the network did. */
export type GatewayAnswer =
  | (AnswerFacts & { readonly outcome: 'approved' | 'declined' | 'rejected' })
  | (AnswerFacts & { readonly outcome: 'unknown'; readonly cause: UnknownCause })
  | { readonly outcome: 'not-sent'; readonly cause: NotSentCause; readonly detail: string };

export interface AnswerFacts {
  readonly service: ServiceSaid;
  readonly references: References;
  readonly answeredAmount: MinorUnits | null;
  readonly receiptUrl: string | null;
  readonly risk: RiskSummary | null;
  /** The body as it came with nothing secret in it; null when none came. */
  readonly rawAnswer: string | null;
}

/** What each kind of draft becomes before it goes on the wire. */
interface PaymentOf {
  readonly payment: CardPayment;
  readonly capture: CapturePayment;
}
export type PaymentOfOperation<Name extends Operation> = PaymentOf[(typeof operationTable)[Name]['draft']];

type Requests = {
  readonly [Name in Operation]: (
    merchant: MerchantAccount,
    family: Family,
    payment: PaymentOfOperation<Name>,
    options?: SendOptions,
  ) => Promise<GatewayAnswer>;
};

/** The operations of the service's document in both families. Each sends exactly one request, and never a second. */
export interface Gateway extends Requests {
  /** Opens a connection ahead of the first request; failures are silent, the payment will meet them again. */
  warm(merchant: MerchantAccount): Promise<void>;
  /** Waits a while for answers under way, then closes every connection; what has none by then is unknown. */
  close(): Promise<void>;
}

// ---------------------------------------------------------------- the ledger

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

// ---------------------------------------------------------------- answers on their way to the ledger

/** The service's answer to an attempt that is on the record. */
export interface KeptAnswer {
  readonly payment: AnsweredPayment;
  readonly answer: GatewayAnswer;
  /** UTC instant at which it was known here. */
  readonly answeredAt: string;
}

/** Answers that the ledger could not take, on this machine's disk until it has committed them. */
export interface AnswerSpool {
  /** On the disk, flushed, when it resolves; rejects when the disk can't be written. Another one of the attempt replaces it. */
  keep(answer: KeptAnswer): Promise<void>;
  /** Everything that is kept, oldest first, and the files that can't be read. */
  all(): Promise<{ readonly answers: readonly KeptAnswer[]; readonly unread: readonly UnreadDocument[] }>;
  /** The ledger has it. No error when there is none. */
  forget(attemptId: string): Promise<void>;
  /** Where an attempt's answer lies, absolute. */
  fileOf(attemptId: string): string;
}

// ---------------------------------------------------------------- the vault

/** Secrets at rest: ciphertext only. Methods answer with a `vault` failure, they do not throw for what can be expected. */
export interface Vault {
  secretsOf(merchantId: string): Promise<Result<MerchantSecrets | null, Failure>>;
  saveSecrets(merchantId: string, secrets: MerchantSecrets): Promise<Result<void, Failure>>;
  removeSecrets(merchantId: string): Promise<Result<void, Failure>>;
  /** The key of the card fingerprint: made at first use, 32 bytes. */
  fingerprintKey(): Promise<Result<Uint8Array, Failure>>;
  /** Seats that share a ledger share the key too: it comes from the provisioning file. */
  saveFingerprintKey(key: Uint8Array): Promise<Result<void, Failure>>;
  ledgerPassword(): Promise<Result<string | null, Failure>>;
  saveLedgerPassword(password: string | null): Promise<Result<void, Failure>>;
  status(): Promise<VaultStatus>;
  /** Opens a vault whose key comes from a passphrase; `wrong-passphrase` changes nothing. */
  unlock(passphrase: string): Promise<Result<VaultStatus, Failure>>;
  /** Sets or changes the passphrase (the vault must be open); what it holds is kept. */
  setPassphrase(passphrase: string): Promise<Result<VaultStatus, Failure>>;
}
