/** Progress of bringing a ledger's schema up to date at its opening. */
import { z } from 'zod';

export const migrationProgressSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('step'), step: z.int().min(1), of: z.int().min(1) }),
  /** A read or a payment of another seat holds a table. Tried again in a moment. */
  z.strictObject({ kind: z.literal('waits') }),
  z.strictObject({ kind: z.literal('another-seat') }),
]);
export type MigrationProgress = z.infer<typeof migrationProgressSchema>;
