/** What both families of the service have in common: three operations, each one request and one answer. */
import type { CapturePayment, CardPayment, GatewayAnswer, MerchantAccount, SendOptions } from '#electron/core/ports.ts';

export interface ServiceApi {
  /** Reserves funds; the buyer is not charged (section 1). */
  authorize(account: MerchantAccount, payment: CardPayment, options?: SendOptions): Promise<GatewayAnswer>;
  /** Authorizes and captures at once. */
  sell(account: MerchantAccount, payment: CardPayment, options?: SendOptions): Promise<GatewayAnswer>;
  /** Turns an authorization into a charge. */
  capture(account: MerchantAccount, payment: CapturePayment, options?: SendOptions): Promise<GatewayAnswer>;
}

/** The merchant or its secrets lack what the request needs: nothing was sent. */
export const incomplete = (detail: string): GatewayAnswer => ({ outcome: 'not-sent', cause: 'configuration', detail });
