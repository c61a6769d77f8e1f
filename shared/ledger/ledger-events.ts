/** What was done to the record itself and to who may use it, by whom and when: removals, restores, copies, resolutions, payments sent in spite of a lookalike, operators. */
import { z } from 'zod';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { idleMinutesSchema } from '#shared/seat/operators.ts';
import { roleSchema } from '#shared/seat/role.ts';
import { resolutionSchema } from '#shared/payments/attempt.ts';

export const ledgerDeedSchema = z.discriminatedUnion('kind', [
  /** Written before the first payment is removed: `exported` payments from before the instant are in the file. */
  z.strictObject({
    kind: z.literal('purge-begun'),
    before: instantSchema,
    exported: z.int().min(0),
    file: z.string(),
  }),
  z.strictObject({ kind: z.literal('purge'), before: instantSchema, removed: z.int().min(0), file: z.string() }),
  /** A backup with this many payments took the record's place. */
  z.strictObject({ kind: z.literal('restore'), attempts: z.int().min(0), file: z.string() }),
  /** The record was damaged: its file was kept, and this one was begun. */
  z.strictObject({ kind: z.literal('begun-anew'), keptFile: z.string() }),
  /** The record of a seat's computer was copied into this shared one; `amount` in minor units. */
  z.strictObject({
    kind: z.literal('move'),
    attempts: z.int().min(0),
    amount: z.int().min(0),
    verified: z.boolean(),
  }),
  resolutionSchema
    .pick({ outcome: true, reference: true, note: true })
    .extend({ kind: z.literal('resolve'), attemptId: idSchema }),
  z.strictObject({
    kind: z.literal('override'),
    attemptId: idSchema,
    reason: z.string(),
    /** The supervisor who let it pass, where a cashier sent it. */
    approvedBy: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('operator-added'), name: z.string(), role: roleSchema }),
  z.strictObject({ kind: z.literal('operator-changed'), name: z.string(), role: roleSchema, active: z.boolean() }),
  /** Set anew, by its owner or by a supervisor. */
  z.strictObject({ kind: z.literal('operator-passcode'), name: z.string() }),
  /** After this many wrong passcodes in a row. */
  z.strictObject({ kind: z.literal('operator-locked-out'), name: z.string(), tries: z.int().min(1) }),
  /** By a provisioning file; the event names the system's account. */
  z.strictObject({
    kind: z.literal('operators-provisioned'),
    added: z.array(z.string()).readonly(),
    changed: z.array(z.string()).readonly(),
  }),
  z.strictObject({ kind: z.literal('idle-lock'), minutes: idleMinutesSchema }),
]);
export type LedgerDeed = z.infer<typeof ledgerDeedSchema>;

const ledgerEventSchema = z.strictObject({
  /** Of version 7: sorts by the time it was made. */
  id: idSchema,
  at: instantSchema,
  operatorName: z.string(),
  seat: z.string(),
  deed: ledgerDeedSchema,
});
export type LedgerEvent = z.infer<typeof ledgerEventSchema>;

/** Keyset: the id of the last event seen. Newest first. */
export const ledgerEventsQuerySchema = z.strictObject({
  after: idSchema.nullable().default(null),
  limit: z.int().min(1).max(200).default(50),
});
export type LedgerEventsQuery = z.infer<typeof ledgerEventsQuerySchema>;

export const ledgerEventsPageSchema = z.strictObject({
  events: z.array(ledgerEventSchema).readonly(),
  more: z.boolean(),
});
export type LedgerEventsPage = z.infer<typeof ledgerEventsPageSchema>;
