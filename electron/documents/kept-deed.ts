/** A deed that is not in the audit trail of the ledger yet, as the seat's journal keeps it. */
import { z } from 'zod';
import type { KeptDeed } from '#electron/core/ports/audit.ts';
import { ledgerDeedSchema } from '#shared/audit/ledger-events.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';

export const keptDeedSchema: z.ZodType<KeptDeed> = z.strictObject({
  id: idSchema,
  at: instantSchema,
  operatorName: z.string(),
  deed: ledgerDeedSchema,
});
