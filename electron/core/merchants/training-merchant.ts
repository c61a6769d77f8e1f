/** The built-in profile: its address, authority and keys are those of the training gateway that runs inside the program. */
import { profileSchema, trainingProfileId } from '#shared/seat/merchant.ts';
import type { Merchant } from '#electron/core/ports.ts';

/** What of the running training gateway a payment needs to know. */
export interface TrainingOrigin {
  /** `https://localhost:PORT`. */
  readonly origin: string;
  /** PEM of its certificate authority, trusted by this profile only. */
  readonly ca: string;
  readonly cclw: string;
  readonly apiKey: string;
}

export function trainingMerchant(gateway: TrainingOrigin): Merchant {
  return {
    profile: profileSchema.parse({
      id: trainingProfileId,
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
