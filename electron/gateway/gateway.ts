/** The service as the use cases see it: six operations over one transport. */
import type { Family } from '#shared/payments/outcome.ts';
import type { Gateway, MerchantAccount } from '#electron/core/ports.ts';
import { createFormApi } from './form-api.ts';
import { createJsonApi } from './json-api.ts';
import type { ServiceApi } from './service-api.ts';
import { ConnectFailure } from '#electron/gateway/transport/error-causes.ts';
import type { ResolveProxy } from '#electron/gateway/transport/route.ts';
import { createTransport, type TransportNote } from '#electron/gateway/transport/transport.ts';

export interface GatewayDependencies {
  /** Which proxy the system uses for a URL, as a PAC file answers: `DIRECT`, `PROXY host:port; DIRECT`. */
  readonly resolveProxy: ResolveProxy;
  /** Hears how each request went on the wire: merchant, path, HTTP status, causes and error codes; nothing secret. */
  readonly log?: (note: TransportNote) => void;
  /** How long `close` waits for requests in flight, in ms. */
  readonly closeLimit?: number;
}

export function createGateway({ resolveProxy, log, closeLimit }: GatewayDependencies): Gateway {
  const transport = createTransport(resolveProxy, log, closeLimit);
  const apis: Readonly<Record<Family, ServiceApi>> = {
    json: createJsonApi(transport),
    form: createFormApi(transport),
  };
  return {
    authorize: (account, family, payment, options) => apis[family].authorize(account, payment, options),
    sell: (account, family, payment, options) => apis[family].sell(account, payment, options),
    capture: (account, family, payment, options) => apis[family].capture(account, payment, options),
    warm: (account: MerchantAccount) =>
      transport.warm(account).catch((error: unknown) => {
        // What keeps a connection from being made will be told by the payment that needs it.
        if (!(error instanceof ConnectFailure)) throw error;
      }),
    close: () => transport.close(),
  };
}
