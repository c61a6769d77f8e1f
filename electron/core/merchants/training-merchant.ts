/** The built-in merchant: its address, authority and keys are those of the training gateway that runs inside the program. */
import { merchantSchema, trainingMerchantId } from '#shared/seat/merchant.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';

/** What of the running training gateway a payment needs to know. */
export interface TrainingOrigin {
  /** `https://localhost:PORT`. */
  readonly origin: string;
  /** PEM of its certificate authority, trusted by this merchant only. */
  readonly ca: string;
  readonly cclw: string;
  readonly apiKey: string;
}

export function trainingAccount(gateway: TrainingOrigin): MerchantAccount {
  return {
    merchant: merchantSchema.parse({
      id: trainingMerchantId,
      name: 'Training',
      environment: 'training',
      baseUrl: gateway.origin,
      extraCa: gateway.ca,
      // It is on this machine: no proxy, no waiting for a network.
      proxy: { kind: 'none' },
      captureTokenFieldConfirmed: true,
      defaultConcept: 'Práctica / Practice',
      defaultDescription: 'Pago de práctica / Practice payment',
    }),
    secrets: { cclw: gateway.cclw, apiKey: gateway.apiKey, clientCertificate: null },
  };
}
