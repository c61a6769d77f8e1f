/** Deeds of the audit trail that happen at a seat: sign-ins and locks, settings, secrets, copies on paper and disk, the program itself. */
import { z } from 'zod';
import { guardedActSchema } from '#shared/audit/step-up.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { sentReceiptSchema } from '#shared/ledger/sent-receipts.ts';
import { strayAnswerSchema } from '#shared/ledger/waiting-answers.ts';
import { environmentSchema } from '#shared/environment.ts';
import { idleMinutesSchema } from '#shared/seat/operators.ts';
import { roleSchema } from '#shared/role.ts';
import { updateFailureReasonSchema } from '#shared/updates/updates.ts';

/** Documents that steer payments. `merchants`: merchants without secrets. `vault`: keys. `ledger`: choice of the ledger.
 * `log`: write-ahead log of the embedded ledger. `database`: its file. `operators`: the operators of this seat. */
export const steeringDocuments = ['merchants', 'vault', 'ledger', 'log', 'database', 'operators'] as const;
export const steeringDocumentSchema = z.enum(steeringDocuments);
export type SteeringDocument = z.infer<typeof steeringDocumentSchema>;

/**
 * `file`: absolute path of its bytes. `changed`: not as the program wrote it last. `unsealed`: nothing tells how the program wrote
 * it. `earlier`: the vault and the files are as they were at an earlier time.
 */
export const damagedFileSchema = z.strictObject({
  document: steeringDocumentSchema,
  file: z.string(),
  reason: z.enum(['damaged', 'changed', 'unsealed', 'earlier']),
});
export type DamagedFile = z.infer<typeof damagedFileSchema>;

/** Documents of which a deed tells that they were printed. The screens are those of versions that printed what they showed. */
const printedSchema = z.enum([
  'batch',
  'hold-list',
  'day-close',
  'reconciliation',
  'charge',
  'holds',
  'history',
  'reports',
  'settings',
]);

const names = z.array(z.string()).readonly();
const count = z.int().min(0);

export const sessionDeeds = [
  z.strictObject({ kind: z.literal('signed-in'), unlocked: z.boolean() }),
  /** `name` is null for an unknown one, because a passcode may have been keyed in its place. */
  z.strictObject({
    kind: z.literal('sign-in-failed'),
    name: z.string().nullable(),
    why: z.enum(['wrong-passcode', 'locked-out', 'unknown-name', 'operators-unconfirmed']),
  }),
  z.strictObject({ kind: z.literal('signed-out') }),
  z.strictObject({ kind: z.literal('locked'), why: z.enum(['idle', 'command', 'suspend', 'system', 'step-up']) }),
  z.strictObject({ kind: z.literal('vault-unlocked') }),
  z.strictObject({ kind: z.literal('vault-passphrase') }),
  /** A supervisor let another operator, or themselves, do something that needs a supervisor's passcode. */
  z.strictObject({ kind: z.literal('step-up'), act: guardedActSchema, operator: z.string() }),
  z.strictObject({
    kind: z.literal('step-up-refused'),
    act: guardedActSchema,
    operator: z.string(),
    name: z.string().nullable(),
  }),
] as const;

export const settingsDeeds = [
  /** `changed`: names of settings. `secrets`: names of the secrets that were keyed. */
  z.strictObject({
    kind: z.literal('merchant-saved'),
    name: z.string(),
    environment: environmentSchema,
    added: z.boolean(),
    /** Origin of the service's address. */
    origin: z.string(),
    changed: names,
    secrets: names,
  }),
  z.strictObject({ kind: z.literal('merchant-removed'), name: z.string(), environment: environmentSchema }),
  z.strictObject({ kind: z.literal('merchant-in-use'), name: z.string(), environment: environmentSchema }),
  /** A supervisor decided about a file that steers payments. */
  damagedFileSchema.extend({ kind: z.literal('damaged-set-aside') }),
  /** The vault has a sealed copy of changed settings, by this stamp. */
  z.strictObject({ kind: z.literal('settings-sealed'), stamp: z.string() }),
  z.strictObject({ kind: z.literal('capture-field-confirmed'), name: z.string(), field: z.string() }),
  /** Something asked for a secret that was keyed for another place. It was not given. `merchant` is null for the ledger's password. */
  z.strictObject({
    kind: z.literal('secret-withheld'),
    merchant: z.string().nullable(),
    keyedFor: z.string(),
    asked: z.string(),
  }),
  z.strictObject({ kind: z.literal('seat-changed'), changed: names, seat: z.string() }),
  /** `host` is null for the ledger of this computer. */
  z.strictObject({ kind: z.literal('ledger-chosen'), host: z.string().nullable(), password: z.boolean() }),
  z.strictObject({ kind: z.literal('backups-planned'), folder: z.string().nullable() }),
  /** Limits in minor units; null for none. */
  z.strictObject({
    kind: z.literal('amount-limits'),
    role: roleSchema,
    payment: count.nullable(),
    day: count.nullable(),
    reversal: count.nullable(),
    again: count.nullable(),
  }),
  z.strictObject({ kind: z.literal('idle-lock'), minutes: idleMinutesSchema }),
  /** `how`: who vouched for a file that changes operators, keys or addresses. `first` for a seat without operators. */
  z.strictObject({
    kind: z.literal('provisioned'),
    file: z.string(),
    created: names,
    updated: names,
    how: z.enum(['first', 'signed', 'passcode', 'nothing-guarded']),
  }),
  z.strictObject({
    kind: z.literal('provisioning-refused'),
    file: z.string(),
    why: z.enum(['not-vouched', 'bad-signature', 'earlier', 'invalid']),
  }),
] as const;

export const recordDeeds = [
  z.strictObject({
    kind: z.literal('exported'),
    what: z.enum(['history', 'batch', 'hold-list', 'day-close', 'reconciliation', 'audit-trail']),
    rows: count,
    file: z.string(),
  }),
  /** What support needs was written to a file of so many parts. */
  z.strictObject({ kind: z.literal('diagnostics-saved'), parts: count, file: z.string() }),
  /** The system took it for a printer. Whether paper came out is not known. */
  z.strictObject({ kind: z.literal('printed'), what: printedSchema }),
  /** A supervisor ended the wait of an answer whose payment was in no ledger that this seat used since. */
  strayAnswerSchema.extend({ kind: z.literal('answer-set-aside') }),
  z.strictObject({ kind: z.literal('receipt-opened'), attemptId: idSchema }),
  /** A receipt went to a printer, to a file, or to the clipboard as a link or a text. */
  z.strictObject({
    kind: z.literal('receipt-given'),
    attemptId: idSchema,
    how: z.enum(['paper', 'pdf', 'link', 'text']),
  }),
  /** A receipt was opened as a message. Whether it was sent is not known. */
  sentReceiptSchema.pick({ by: true, to: true }).extend({ kind: z.literal('receipt-sent'), attemptId: idSchema }),
  z.strictObject({
    kind: z.literal('backup'),
    attempts: count,
    file: z.string(),
    scheduled: z.boolean(),
  }),
  /** `digest`: SHA-256 of the close's row, base64url. */
  z.strictObject({
    kind: z.literal('day-closed'),
    closeId: idSchema,
    merchant: z.string(),
    environment: environmentSchema,
    day: z.iso.date(),
    digest: z.string(),
  }),
  z.strictObject({ kind: z.literal('batch-captured'), batchId: idSchema, rows: count }),
  z.strictObject({ kind: z.literal('trail-verified'), entries: count, breaks: count }),
] as const;

export const programDeeds = [
  z.strictObject({ kind: z.literal('program-started'), version: z.string(), system: z.string() }),
  z.strictObject({ kind: z.literal('program-updated'), from: z.string(), to: z.string() }),
  z.strictObject({ kind: z.literal('program-ended') }),
  /** Somebody looked for an update. `found` is null for none. */
  z.strictObject({ kind: z.literal('update-looked'), found: z.string().nullable() }),
  /** An update was not taken. */
  z.strictObject({ kind: z.literal('update-refused'), why: updateFailureReasonSchema }),
  /** Somebody ended the program to install it. */
  z.strictObject({ kind: z.literal('update-asked'), version: z.string() }),
  /** Its installation begins after this entry. `program-updated` shows that it succeeded. */
  z.strictObject({ kind: z.literal('update-begun'), version: z.string() }),
  /** Deeds from this entry's time on that found no room on the seat's computer while the ledger was away, counted by kind. */
  z.strictObject({ kind: z.literal('left-out'), counts: z.record(z.string(), count), until: instantSchema }),
] as const;

export type SeatDeed = z.infer<
  (typeof sessionDeeds | typeof settingsDeeds | typeof recordDeeds | typeof programDeeds)[number]
>;
