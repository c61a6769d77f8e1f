/** Scheduled backups of the embedded ledger: the plan of this seat and its results. */
import { z } from 'zod';
import { instantSchema } from '#shared/identifiers.ts';

export const backupPlanSchema = z.strictObject({
  every: z.enum(['off', 'day', 'week']),
  /** Number of scheduled backups that are kept. */
  keep: z.int().min(1).max(99),
});
export type BackupPlan = z.infer<typeof backupPlanSchema>;

/** The default plan of a new seat. */
export const usualBackups: BackupPlan = { every: 'day', keep: 7 };

export const backupStatusSchema = z.strictObject({
  plan: backupPlanSchema,
  /** Absolute path. */
  folder: z.string(),
  done: z.strictObject({ at: instantSchema, file: z.string(), attempts: z.int().min(0) }).nullable(),
  /** The last failure; null again after a success. */
  failed: z.strictObject({ at: instantSchema, detail: z.string() }).nullable(),
});
export type BackupStatus = z.infer<typeof backupStatusSchema>;
