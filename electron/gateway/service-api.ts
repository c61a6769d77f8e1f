/** Common interface of both families of the service: one request and one answer per operation. */
import type { GatewayAnswer, MerchantAccount, PaymentOfOperation, SendOptions } from '#electron/core/ports/gateway.ts';
import { operationTable, type Operation } from '#shared/payments/operations.ts';

/** Each operation of the table, in one family of the service. */
export type ServiceApi = {
  readonly [Name in Operation]: (
    account: MerchantAccount,
    payment: PaymentOfOperation<Name>,
    options?: SendOptions,
  ) => Promise<GatewayAnswer>;
};

/** Handles an operation that the family does not have. Nothing was sent. */
export const absent = (): Promise<GatewayAnswer> =>
  Promise.resolve(incomplete('this family of the service has no such operation'));

/** Answer for a merchant whose settings or secrets are incomplete. Nothing was sent. */
export const incomplete = (detail: string): GatewayAnswer => ({ outcome: 'not-sent', cause: 'configuration', detail });

/**
 * True for an answer that could be taken for that to the next payment if it came again. An approval is known again by a reference of its
 * own, which that of a reversal may share with the next one.
 */
export const mayPassForNext = (answer: GatewayAnswer, operation: Operation): boolean =>
  answer.outcome !== 'approved' ||
  operationTable[operation].draft === 'reversal' ||
  [answer.references.codOper, answer.references.authToken, answer.references.idtx].every((each) => each === null);
