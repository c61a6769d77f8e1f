/** Implements the port of the service: each operation in either family, over one transport. */
import type { Family } from '#shared/payments/outcome.ts';
import type { Gateway, MerchantAccount } from '#electron/core/ports/gateway.ts';
import { createFormApi } from './form-api.ts';
import { createJsonApi } from './json-api.ts';
import { createServiceRecords } from './records/records-api.ts';
import type { ServiceApi } from './service-api.ts';
import { ConnectFailure } from '#electron/gateway/transport/error-causes.ts';
import type { Caller } from '#electron/gateway/transport/connection.ts';
import { createTransport, type TransportNote } from '#electron/gateway/transport/transport.ts';

export interface GatewayDependencies extends Caller {
  /** Receives one note per request: merchant, path, HTTP status, causes and error codes. Never a secret. */
  readonly log?: (note: TransportNote) => void;
  /** Longest time that `close` waits for requests in flight, in ms. */
  readonly closeLimit?: number;
}

export function createGateway({ log, closeLimit, ...caller }: GatewayDependencies): Gateway {
  const transport = createTransport(caller, log, closeLimit);
  const recordsTransport = createTransport(caller, log, closeLimit);
  const apis: Readonly<Record<Family, ServiceApi>> = {
    json: createJsonApi(transport),
    form: createFormApi(transport),
  };
  return {
    records: createServiceRecords(recordsTransport),
    authorize: (account, family, payment, options) => apis[family].authorize(account, payment, options),
    sell: (account, family, payment, options) => apis[family].sell(account, payment, options),
    capture: (account, family, payment, options) => apis[family].capture(account, payment, options),
    void: (account, family, payment, options) => apis[family].void(account, payment, options),
    refund: (account, family, payment, options) => apis[family].refund(account, payment, options),
    recharge: (account, family, payment, options) => apis[family].recharge(account, payment, options),
    warm: (account: MerchantAccount) =>
      transport.warm(account).then(
        () => 'stands' as const,
        (error: unknown) => {
          // The payment that needs this connection will report the cause.
          if (error instanceof ConnectFailure) return 'failed' as const;
          throw error;
        },
      ),
    close: async () => {
      await Promise.all([transport.close(), recordsTransport.close()]);
    },
  };
}
