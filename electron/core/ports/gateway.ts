/** The service as the use cases need it. Core knows these shapes and nothing behind them. */
import type { MinorUnits } from '#shared/payments/money.ts';
import type { Family, NotSentCause, UnknownCause } from '#shared/payments/outcome.ts';
import type { Operation, operationTable } from '#shared/payments/operations.ts';
import type { CaptureField } from '#shared/payments/payment-fields.ts';
import type { Merchant, MerchantSecrets } from '#shared/seat/merchant.ts';
import type { CaptureDraft, PaymentDraft, References, RiskSummary, ServiceSaid } from '#shared/payments/attempt.ts';

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
