/** The audit trail: what was done to the ledger, its payments and operators, and at the seats. */
import { z } from 'zod';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { programDeeds, recordDeeds, sessionDeeds, settingsDeeds } from '#shared/audit/seat-deeds.ts';
import { roleSchema } from '#shared/role.ts';
import { resolutionSchema } from '#shared/payments/attempt.ts';
import { outcomeSchema } from '#shared/payments/outcome.ts';
import { freeText } from '#shared/texts/text-kinds.ts';

export const ledgerDeedSchema = z.discriminatedUnion('kind', [
  ...sessionDeeds,
  ...settingsDeeds,
  ...recordDeeds,
  ...programDeeds,
  /** Written before the first payment is removed. The file holds `exported` payments from before that instant. */
  z.strictObject({
    kind: z.literal('purge-begun'),
    before: instantSchema,
    exported: z.int().min(0),
    file: z.string(),
  }),
  z.strictObject({ kind: z.literal('purge'), before: instantSchema, removed: z.int().min(0), file: z.string() }),
  /** A backup with this many payments replaced the ledger. */
  z.strictObject({ kind: z.literal('restore'), attempts: z.int().min(0), file: z.string() }),
  /** The ledger was damaged. Its file was kept, and this ledger was started. */
  z.strictObject({ kind: z.literal('begun-anew'), keptFile: z.string() }),
  /** The ledger of a seat's computer was copied into this shared one. `amount` is in minor units. */
  z.strictObject({
    kind: z.literal('move'),
    attempts: z.int().min(0),
    amount: z.int().min(0),
    verified: z.boolean(),
  }),
  /** The shared ledger was restored or lies on another server, which lacks this many payments of the seat. */
  z.strictObject({
    kind: z.literal('server-accepted'),
    missing: z.int().min(0),
    /** Seats that captures, voids and refunds no longer wait for. */
    awaited: z.array(z.string()).readonly(),
    /** Mark of the server that is accepted. */
    mark: z.string().optional(),
  }),
  /**
   * The server of the shared ledger went back, or is another one. Captures, voids and refunds of what began before `since` wait for
   * these seats. `before`: the mark of the server that this one replaces.
   */
  z.strictObject({
    kind: z.literal('seats-awaited'),
    seats: z.array(z.string()).readonly(),
    since: instantSchema,
    mark: z.string(),
    before: z.string().nullable(),
  }),
  /** The seat that the event names has compared the server with this mark, and written back what it lacked. */
  z.strictObject({ kind: z.literal('seat-compared'), mark: z.string() }),
  /** The list of awaited seats was changed by hand, and a seat wrote it again as it is signed. */
  z.strictObject({ kind: z.literal('awaited-put-back'), seats: z.array(z.string()).readonly() }),
  /** The server of the shared ledger had lost this payment, or its answer, and the seat wrote it again. */
  z.strictObject({ kind: z.literal('written-back'), attemptId: idSchema }),
  /** The server of the shared ledger had lost this close of a day, and the seat wrote it again with its deed. */
  z.strictObject({ kind: z.literal('close-written-back'), closeId: idSchema, merchant: z.string(), day: z.iso.date() }),
  resolutionSchema.pick({ outcome: true, reference: true, note: true }).extend({
    kind: z.literal('resolve'),
    attemptId: idSchema,
    /** The late answer that this resolution settles. */
    against: outcomeSchema.optional(),
  }),
  /** An answer contradicts what a person, or nobody (an empty name), had recorded before. The event names the seat. */
  z.strictObject({
    kind: z.literal('contradiction'),
    attemptId: idSchema,
    answered: outcomeSchema,
    resolved: resolutionSchema.shape.outcome,
    resolvedBy: z.string(),
    resolvedAt: instantSchema,
  }),
  z.strictObject({
    kind: z.literal('override'),
    attemptId: idSchema,
    reason: z.string(),
    /** The supervisor who approved a payment that a cashier sent. */
    approvedBy: z.string().optional(),
  }),
  /** The operator confirmed that the customer agreed to be charged again. `text`: the sentence on the screen. */
  z.strictObject({ kind: z.literal('charge-agreed'), attemptId: idSchema, text: z.string() }),
  /** The card of this payment, the last one for which it was keyed, may not be charged again. */
  z.strictObject({ kind: z.literal('card-forgotten'), attemptId: idSchema }),
  z.strictObject({ kind: z.literal('operator-added'), name: z.string(), role: roleSchema }),
  z.strictObject({ kind: z.literal('operator-changed'), name: z.string(), role: roleSchema, active: z.boolean() }),
  /** A passcode was set by its owner or by a supervisor. */
  z.strictObject({ kind: z.literal('operator-passcode'), name: z.string() }),
  /** An operator was locked out after this many wrong passcodes in a row. */
  z.strictObject({ kind: z.literal('operator-locked-out'), name: z.string(), tries: z.int().min(1) }),
  /** A provisioning file changed the operators. The event names the system's account. */
  z.strictObject({
    kind: z.literal('operators-provisioned'),
    added: z.array(z.string()).readonly(),
    changed: z.array(z.string()).readonly(),
  }),
  /** The operators of the seat that chose a shared ledger without any became those of the ledger. */
  z.strictObject({ kind: z.literal('operators-adopted'), names: z.array(z.string()).readonly() }),
  /** The operators of a shared ledger, or their limits, were changed by hand, and a seat wrote them again as it knew them. */
  z.strictObject({ kind: z.literal('operators-put-back'), names: z.array(z.string()).readonly() }),
  /** A seat of a shared ledger without the common key, which others from now on take at its word. */
  z.strictObject({ kind: z.literal('seat-admitted'), seat: z.string() }),
  /** An entry written by a newer version of the program, under that version's `name`. */
  z.strictObject({ kind: z.literal('unlisted'), name: z.string() }),
]);
export type LedgerDeed = z.infer<typeof ledgerDeedSchema>;

/** A deed that has happened, with the id and time that it has in the audit trail. */
export const keptDeedSchema = z.strictObject({
  /** UUID version 7, which sorts by creation time. Made at the time of the deed, so that a repeated write adds it once. */
  id: idSchema,
  /** UTC instant of the deed by the clock of its computer. */
  at: instantSchema,
  operatorName: z.string(),
  deed: ledgerDeedSchema,
});
export type KeptDeed = z.infer<typeof keptDeedSchema>;

const ledgerEventSchema = keptDeedSchema.extend({ seat: z.string() });
export type LedgerEvent = z.infer<typeof ledgerEventSchema>;

export type LedgerDeedKind = LedgerDeed['kind'];
/** Every kind of deed that this version knows. */
export const ledgerDeedKinds = ledgerDeedSchema.options.map((option) => option.shape.kind.value);

/**
 * Query for a page of events, newest first. `after` is the keyset cursor: the id of the last event seen. The others narrow
 * the search, null for any: `from` is the first instant, `until` the first one that is not part of it, both UTC.
 */
export const ledgerEventsQuerySchema = z.strictObject({
  after: idSchema.nullable().default(null),
  limit: z.int().min(1).max(200).default(50),
  kinds: z.array(z.enum(ledgerDeedKinds)).min(1).max(100).readonly().nullable().default(null),
  operatorName: freeText(200).nullable().default(null),
  from: instantSchema.nullable().default(null),
  until: instantSchema.nullable().default(null),
});
type Query = z.infer<typeof ledgerEventsQuerySchema>;
export type LedgerEventsQuery = Pick<Query, 'after' | 'limit'> & Partial<Query>;

export const ledgerEventsPageSchema = z.strictObject({
  events: z.array(ledgerEventSchema).readonly(),
  more: z.boolean(),
});
export type LedgerEventsPage = z.infer<typeof ledgerEventsPageSchema>;
