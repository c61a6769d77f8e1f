/** Port of the payment service. Core knows these types and not their implementation. */
import type { LookUp, ServiceRecord } from '#shared/ledger/service-records.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { CustomField } from '#shared/payments/field-kinds.ts';
import type { Family, NotSentCause, UnknownCause } from '#shared/payments/outcome.ts';
import type { Operation, operationTable } from '#shared/payments/operations.ts';
import type { CaptureField } from '#shared/payments/payment-fields.ts';
import type { Merchant, MerchantSecrets } from '#shared/seat/merchant.ts';
import type {
  Attempt,
  CaptureDraft,
  Difference,
  PaymentDraft,
  References,
  RiskSummary,
  ServiceSaid,
} from '#shared/payments/attempt.ts';

/** A merchant with its secrets, as the gateway needs both. */
export interface MerchantAccount {
  readonly merchant: Merchant;
  readonly secrets: MerchantSecrets;
}

/** An authorization or a sale, ready for the wire. The one object in the main process that holds a card. */
export type CardPayment = Omit<PaymentDraft, 'draftId' | 'merchantId' | 'family' | 'override'>;

interface Referring {
  /** Reference of the earlier attempt; null in family B. */
  readonly codOper: string | null;
  /** Facts of the earlier attempt that the answer may repeat. Not sent. */
  readonly earlier: Pick<Attempt, 'card' | 'firstName' | 'lastName' | 'email'> & Pick<References, 'idtx'>;
}

/** A capture, ready for the wire: `codOper` for family A, the AUTH_TOKEN for family B. */
export interface CapturePayment extends Referring, Readonly<Pick<CaptureDraft, CaptureField>> {
  readonly authToken: string | null;
}

/** A void or a refund, ready for the wire. */
export interface ReversalPayment extends Referring {
  readonly amount: MinorUnits;
  readonly description: string;
  readonly customFieldValues: readonly CustomField[];
  readonly codOper: string;
}

/** A charge of an earlier card, ready for the wire. Its `codOper` is always that of the first payment (field notes). */
export interface RechargePayment
  extends
    Referring,
    Pick<
      PaymentDraft,
      | 'amount'
      | 'taxAmount'
      | 'email'
      | 'phone'
      | 'concept'
      | 'description'
      | 'address'
      | 'ipCheck'
      | 'lang'
      | 'customFieldValues'
    > {
  readonly codOper: string;
}

export type LaterPayment = CapturePayment | ReversalPayment | RechargePayment;

export interface SendOptions {
  /** Cancels the request, but only until its first byte may have left. */
  readonly cancel?: AbortSignal;
  /** Called once, at the moment from which a byte may have left. */
  readonly onSent?: () => void;
}

/** Outcome of a request. Covers every failure of the service and the network, so sending never throws. */
export type GatewayAnswer =
  | (AnswerFacts & { readonly outcome: 'approved' | 'declined' | 'rejected' })
  | (AnswerFacts & { readonly outcome: 'unknown'; readonly cause: UnknownCause })
  | { readonly outcome: 'not-sent'; readonly cause: NotSentCause; readonly detail: string };

export interface AnswerFacts {
  readonly service: ServiceSaid;
  readonly references: References;
  readonly answeredAmount: MinorUnits | null;
  readonly differences: readonly Difference[];
  readonly receiptUrl: string | null;
  /** Page on which the cardholder finishes 3-D Secure. */
  readonly challengeUrl: string | null;
  readonly statementDescriptor: string | null;
  readonly risk: RiskSummary | null;
  /** The received body with secrets removed; null when none came. */
  readonly rawAnswer: string | null;
}

interface PaymentOf {
  readonly payment: CardPayment;
  readonly capture: CapturePayment;
  readonly reversal: ReversalPayment;
  readonly recharge: RechargePayment;
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

/** Asks for the service's own records. Never sends a payment. */
export interface ServiceRecords {
  /** @param page the newest records when absent */
  ask(merchant: MerchantAccount, question: RecordsQuestion, page?: RecordsPage): Promise<RecordsAnswer>;
  /** Asks how many records there are, by which a list of them is proved whole. */
  count(merchant: MerchantAccount, question: RecordsQuestion): Promise<RecordsCount>;
}

/** The operations of the service's document in both families. Each sends exactly one request, and never a second. */
export interface Gateway extends Requests {
  /** The service's own records, beyond its document. */
  readonly records: ServiceRecords;
  /** Opens a connection before the first request. A failure is no error, because the payment will report its cause. */
  warm(merchant: MerchantAccount): Promise<'stands' | 'failed'>;
  /** Waits a while for answers under way, then closes every connection. Unanswered requests become unknown. */
  close(): Promise<void>;
}

/**
 * Time of a question to the service about its own records, beyond its document. Both ends in the operator's local time,
 * `yyyy-MM-dd'T'HH:mm:ss`, and both included.
 */
export interface RecordsTime {
  readonly from: string;
  readonly to: string;
}

export type RecordsQuestion =
  | { readonly by: 'reference'; readonly reference: string }
  | { readonly by: 'codOper'; readonly codOper: string }
  | ({ readonly by: 'email'; readonly email: string } & RecordsTime)
  | ({ readonly by: 'time' } & RecordsTime);

/** Part of the records, the newest first. The service may return fewer. */
export interface RecordsPage {
  readonly limit: number;
  readonly offset: number;
}

/** Why there is no answer that says anything. Covers every failure of the service and the network. */
export type NoRecords = Exclude<LookUp, { kind: 'records' }>;

/** Records, the newest first, or why there are none. */
export type RecordsAnswer = { readonly kind: 'records'; readonly records: readonly ServiceRecord[] } | NoRecords;

/** How many records a question has; null where the service answered and named no number. */
export type RecordsCount = { readonly kind: 'count'; readonly count: number | null } | NoRecords;
