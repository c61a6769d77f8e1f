/** Places that secrets are keyed for: a secret is sent nowhere else. */
import { z } from 'zod';

/** Place that a secret goes to. Nothing in it is secret. */
export interface SecretPlace {
  /** Origin of a service, or `user@host:port,…/database` of a ledger. */
  readonly address: string;
  /** Certificate authorities that are trusted there besides the system's, as PEM text; null for none. */
  readonly authority: string | null;
  /** `system`, `none` or the proxy's address; null where there is no choice. */
  readonly proxy: string | null;
}

/** How the place that asks for a secret differs from the one that it was keyed for. */
export const misplacedSchema = z.strictObject({
  differs: z.enum(['address', 'authority', 'proxy']),
  /** Null for a secret that was stored without a place. */
  keyedFor: z.string().nullable(),
  asked: z.string(),
});
export type Misplaced = z.infer<typeof misplacedSchema>;
