/** What both families of the service have in common: three operations, each one request and one answer. */
import type { CapturePayment, CardPayment, GatewayAnswer, Merchant, SendOptions } from '#electron/core/ports.ts';

export interface ServiceApi {
  /** Reserves funds; the buyer is not charged (section 1). */
  authorize(merchant: Merchant, payment: CardPayment, options?: SendOptions): Promise<GatewayAnswer>;
  /** Authorizes and captures at once. */
  sell(merchant: Merchant, payment: CardPayment, options?: SendOptions): Promise<GatewayAnswer>;
  /** Turns an authorization into a charge. */
  capture(merchant: Merchant, payment: CapturePayment, options?: SendOptions): Promise<GatewayAnswer>;
}

/** The profile or its secrets lack what the request needs: nothing was sent. */
export const incomplete = (detail: string): GatewayAnswer => ({ outcome: 'not-sent', cause: 'configuration', detail });
