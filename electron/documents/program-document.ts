/** `program.json`: the version that ran last, and the newest list of updates that it saw. */
import type { LastProgram } from '#electron/core/audit/program-deeds.ts';
import { instantSchema } from '#shared/identifiers.ts';
import { z } from 'zod';
import type { DocumentDefinition } from './versioned-document.ts';

export const programDocument: DocumentDefinition<LastProgram> = {
  name: 'program',
  schema: z.strictObject({
    lastVersion: z.string(),
    newestList: z.int().min(0).default(0),
    notInstalledAt: instantSchema.nullable().default(null),
  }),
  steps: [],
};
