/** The schedule of backups as it is kept between starts. */
import { instantSchema } from '#shared/identifiers.ts';
import { backupStatusSchema } from '#shared/ledger/backups.ts';
import { z } from 'zod';

export const storedBackupsSchema = backupStatusSchema.extend({
  /** Null: the usual folder. */
  folder: z.string().nullable(),
  /** When the schedule began, UTC: a record without a backup counts from there. */
  since: instantSchema,
  /** The files of the schedule that are still there, oldest first. Nothing else is ever removed. */
  files: z.array(z.string()).readonly(),
  /** The file that was being written when the program ended. */
  writing: z.string().nullable(),
});
export type StoredBackups = z.infer<typeof storedBackupsSchema>;
