/** What both families of the service have in common: one request and one answer for each operation. */
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

/** The merchant or its secrets lack what the request needs: nothing was sent. */
export const incomplete = (detail: string): GatewayAnswer => ({ outcome: 'not-sent', cause: 'configuration', detail });
