/** Common interface of both families of the service: one request and one answer per operation. */
import type { GatewayAnswer, MerchantAccount, PaymentOfOperation, SendOptions } from '#electron/core/ports/gateway.ts';
import type { Operation } from '#shared/payments/operations.ts';

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
