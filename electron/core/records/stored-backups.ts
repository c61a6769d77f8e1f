/** Stored form of the backup schedule. */
import { instantSchema } from '#shared/identifiers.ts';
import { backupStatusSchema } from '#shared/ledger/backups.ts';
import { z } from 'zod';

export const storedBackupsSchema = backupStatusSchema.extend({
  /** Folder of the backups; null for the default. */
  folder: z.string().nullable(),
  /** Start of the schedule, UTC. The first backup is due counting from here. */
  since: instantSchema,
  /** Existing files of the schedule, oldest first. Nothing else is ever removed. */
  files: z.array(z.string()).readonly(),
  /** File being written; still set at start when the program ended during a backup. */
  writing: z.string().nullable(),
});
export type StoredBackups = z.infer<typeof storedBackupsSchema>;
