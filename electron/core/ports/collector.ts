/** Port of the device fingerprint: runs a merchant's collector script apart from everything else (section 4.5). */
import type { Merchant } from '#shared/seat/merchant.ts';

/** A script and the names by which it is started. */
export interface CollectorScript extends Pick<
  Merchant,
  'collectorGlobal' | 'collectorMethod' | 'collectorCallback' | 'collectorElement'
> {
  /** Address, https. */
  readonly url: string;
}

/** `failed`: the script could not be loaded, threw, or gave no session id. `stopped`: the signal ended it. */
export type Collected =
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'none'; readonly cause: 'failed' | 'crashed' | 'stopped' };

/** Runs one script until it answers, fails or is stopped. Never rejects, and checks nothing of the id but its length. */
export type RunCollector = (script: CollectorScript, stop: AbortSignal) => Promise<Collected>;
