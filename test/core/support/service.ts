/** A gateway client that answers what the test says and remembers every request: only the network is left out. */
import type {
  CapturePayment,
  CardPayment,
  Gateway,
  GatewayAnswer,
  Merchant,
  SendOptions,
} from '#electron/core/ports.ts';
import type { Family, Operation } from '#shared/outcome.ts';
import { approved } from './drafts.ts';

export interface Request {
  readonly operation: Operation;
  readonly family: Family;
  readonly merchant: Merchant;
  readonly payment: CardPayment | CapturePayment;
  readonly options: SendOptions;
}

export interface Service {
  readonly gateway: Gateway;
  readonly requests: readonly Request[];
  /** What the next requests are answered; approvals until told otherwise. */
  answer: (request: Request) => GatewayAnswer | Promise<GatewayAnswer>;
}

export function createService(): Service {
  const requests: Request[] = [];
  const ask = async (request: Request): Promise<GatewayAnswer> => {
    requests.push(request);
    return service.answer(request);
  };
  const service: Service = {
    requests,
    answer: (request) => {
      request.options.onSent?.();
      return approved();
    },
    gateway: {
      authorize: (merchant, family, payment, options = {}) =>
        ask({ operation: 'authorize', merchant, family, payment, options }),
      sell: (merchant, family, payment, options = {}) => ask({ operation: 'sell', merchant, family, payment, options }),
      capture: (merchant, family, payment, options = {}) =>
        ask({ operation: 'capture', merchant, family, payment, options }),
      warm: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
  };
  return service;
}
