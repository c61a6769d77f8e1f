/** `deeds/ID.json`: a deed that is not in the audit trail of the ledger yet. */
import type { KeptDeed } from '#electron/core/ports/audit.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { ledgerDeedSchema } from '#shared/audit/ledger-events.ts';
import { z } from 'zod';
import type { DocumentDefinition } from './versioned-document.ts';

export const deedDocument: DocumentDefinition<KeptDeed> = {
  name: 'deed',
  schema: z.strictObject({ id: idSchema, at: instantSchema, operatorName: z.string(), deed: ledgerDeedSchema }),
  steps: [],
  firstVersion: 'numbered',
};
