/** The built-in merchant, with address, authority and keys of the program's own training gateway. */
import { merchantSchema, trainingMerchantId, type Merchant } from '#shared/seat/merchant.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';

export interface TrainingOrigin {
  /** `https://localhost:PORT`. */
  readonly origin: string;
  /** PEM of its certificate authority, trusted by this merchant only. */
  readonly ca: string;
  readonly cclw: string;
  readonly apiKey: string;
}

/** Where training payments go. */
export interface TrainingPlace {
  /** As the gateway is now: `noTrainingOrigin` before its start and after a failure. */
  present(): TrainingOrigin;
  /** Starts the gateway on the first call. Resolves once it listens or has failed to start; never rejects. */
  started(): Promise<unknown>;
}

/** A port on which nothing on this machine can listen, so that a training payment ends as not-sent. */
export const noTrainingOrigin: TrainingOrigin = { origin: 'https://localhost:1', ca: '', cclw: '-', apiKey: '-' };

/** Texts of the built-in merchant in the seat's language. */
export type TrainingTexts = Pick<Merchant, 'name' | 'defaultConcept' | 'defaultDescription'>;

export function trainingAccount(gateway: TrainingOrigin, texts: TrainingTexts): MerchantAccount {
  return {
    merchant: merchantSchema.parse({
      id: trainingMerchantId,
      ...texts,
      environment: 'training',
      baseUrl: gateway.origin,
      recordsUrl: gateway.origin,
      allowVoids: true,
      allowRefunds: true,
      allowChargeAgain: true,
      extraCa: gateway.ca,
      // The gateway runs on this machine, so there is no proxy and no network to wait for.
      proxy: { kind: 'none' },
      captureTokenFieldConfirmed: true,
      // A choice for practice alone, and shown as one. Every rate in force can be tried.
      taxRates: [700, 0, 1000, 1500],
    }),
    secrets: { cclw: gateway.cclw, apiKey: gateway.apiKey, clientCertificate: null },
  };
}
