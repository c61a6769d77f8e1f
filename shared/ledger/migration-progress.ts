/** Progress of what payments wait for at the opening of a ledger: a newer schema, or payments that the server had lost. */
import { z } from 'zod';

export const migrationProgressSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('step'), step: z.int().min(1), of: z.int().min(1) }),
  /** A read or a payment of another seat holds a table. Tried again in a moment. */
  z.strictObject({ kind: z.literal('waits') }),
  z.strictObject({ kind: z.literal('another-seat') }),
  /** Payments of this seat that the server had lost, written there again. */
  z.strictObject({ kind: z.literal('writing-back'), done: z.int().min(0), of: z.int().min(1) }),
]);
export type MigrationProgress = z.infer<typeof migrationProgressSchema>;
