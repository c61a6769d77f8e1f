/** Long work as the screens see it: how far it is, whether it can be stopped, and how it ended. */
import { z } from 'zod';
import { failureSchema } from '#shared/failure.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { workKindSchema, workTable, type WorkStep } from '#shared/seat/work-kinds.ts';

const stepNames = [...new Set(Object.values(workTable).flatMap(({ steps }) => Object.keys(steps)))] as WorkStep[];

const workStepSchema = z.strictObject({
  name: z.enum(stepNames),
  /** Its place, from 1. */
  at: z.int().min(1),
  of: z.int().min(1),
  /** In the unit of the step. */
  done: z.int().min(0),
  /** Null while nobody knows. */
  total: z.int().min(0).nullable(),
  since: instantSchema,
});

const workEndSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('done'),
    /** Payments, captures or entries of the work. */
    count: z.int().min(0),
    /** Path of the file that was written or read; null for work without one. */
    file: z.string().nullable(),
    /** Sum of the moved payments in minor units; null for other work. */
    amount: z.int().nullable(),
    /** False when a copy differs from its source. */
    agrees: z.boolean(),
  }),
  /** Stopped before it changed anything. */
  z.strictObject({ kind: z.literal('cancelled') }),
  z.strictObject({ kind: z.literal('failed'), failure: failureSchema }),
]);
export type WorkEnd = z.infer<typeof workEndSchema>;

export const workSchema = z.strictObject({
  id: idSchema,
  kind: workKindSchema,
  startedAt: instantSchema,
  /** Operator who started it; null for the program itself. */
  startedBy: z.string().nullable(),
  step: workStepSchema,
  /** Whether the one who looks may stop it. `asked`: it stops as soon as it can. `too-late`: it changes the ledger already. */
  cancel: z.enum(['possible', 'asked', 'too-late', 'not-permitted']),
  /** Null while it runs. */
  end: workEndSchema.nullable(),
});
export type ShownWork = z.infer<typeof workSchema>;
