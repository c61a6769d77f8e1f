/** `program.json`: the version that ran last. Apart from `seat.json`, which older versions must be able to read. */
import type { LastProgram } from '#electron/core/audit/program-deeds.ts';
import { z } from 'zod';
import type { DocumentDefinition } from './versioned-document.ts';

export const programDocument: DocumentDefinition<LastProgram> = {
  name: 'program',
  schema: z.strictObject({ lastVersion: z.string() }),
  steps: [],
  firstVersion: 'numbered',
};
