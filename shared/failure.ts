/** Failures that can be expected, as data: they cross the bridge and each has its words in both languages. */
import { z } from 'zod';
import { environmentSchema } from '#shared/seat/environment.ts';
import { holdStateSchema } from '#shared/ledger/holds.ts';
import { instantSchema } from './identifiers.ts';
import { roleSchema } from '#shared/seat/role.ts';
import { attemptSchema } from '#shared/payments/attempt.ts';

export const ledgerFailureReasons = [
  'locked',
  'disk-full',
  'read-only',
  'corrupt',
  'newer-version',
  'disconnected',
  'other',
] as const;
export const ledgerFailureReasonSchema = z.enum(ledgerFailureReasons);
export type LedgerFailureReason = z.infer<typeof ledgerFailureReasonSchema>;

export const vaultFailureReasons = [
  'no-key-store',
  'cannot-decrypt',
  'locked',
  'wrong-passphrase',
  'damaged',
  'newer',
  'cannot-write',
] as const;
export const vaultFailureReasonSchema = z.enum(vaultFailureReasons);
export type VaultFailureReason = z.infer<typeof vaultFailureReasonSchema>;

export const failureSchema = z.discriminatedUnion('kind', [
  /** The argument did not parse: field paths (joined by `.`) with the code of each rule. */
  z.strictObject({
    kind: z.literal('invalid'),
    issues: z.array(z.strictObject({ path: z.string(), code: z.string() })).readonly(),
  }),
  z.strictObject({ kind: z.literal('not-permitted'), needs: roleSchema }),
  z.strictObject({ kind: z.literal('signed-out') }),
  /** Not the passcode of that name. `left`: tries before there is a wait; null for a name that nobody has. */
  z.strictObject({ kind: z.literal('wrong-passcode'), left: z.int().min(0).nullable() }),
  /** Too many wrong passcodes: no other one is looked at before then. */
  z.strictObject({ kind: z.literal('locked-out'), until: instantSchema }),
  /** Nobody would be left who may change operators. */
  z.strictObject({ kind: z.literal('last-supervisor') }),
  /** Looks like an earlier payment: nothing was sent; asks for a reason, of a supervisor if one of them is unknown. */
  z.strictObject({
    kind: z.literal('duplicate'),
    earlier: z.array(attemptSchema).min(1).readonly(),
    needs: z.enum(['reason', 'supervisor']),
  }),
  /** Nothing was sent: there would be no durable record of it. */
  z.strictObject({ kind: z.literal('ledger'), reason: ledgerFailureReasonSchema, detail: z.string() }),
  /**
   * The service's answer is known and could not be written yet: the attempt with its true outcome and references. The
   * program keeps trying to write it and sends nothing again. `safe`: it lies on this machine's disk and is written by the
   * next start if the program ends first; else the attempt would be found as unknown.
   */
  z.strictObject({ kind: z.literal('not-recorded'), attempt: attemptSchema, safe: z.boolean() }),
  z.strictObject({ kind: z.literal('vault'), reason: vaultFailureReasonSchema }),
  z.strictObject({ kind: z.literal('merchant-changed') }),
  /** The hold was made for a merchant that this seat does not have: another seat has to capture it, or this one needs the merchant. */
  z.strictObject({ kind: z.literal('merchant-missing'), name: z.string(), environment: environmentSchema }),
  /** The hold is of another environment than the merchant in use: no real hold is captured under a band that says TRAINING. */
  z.strictObject({ kind: z.literal('other-environment'), environment: environmentSchema }),
  z.strictObject({ kind: z.literal('merchant-incomplete'), missing: z.array(z.string()).readonly() }),
  z.strictObject({ kind: z.literal('hold-not-open'), state: holdStateSchema }),
  z.strictObject({ kind: z.literal('amount-not-allowed') }),
  /** The field that carries the AUTH_TOKEN of a live capture is not documented (section 4.2): somebody has to confirm it first. */
  z.strictObject({ kind: z.literal('capture-field-unconfirmed'), merchantId: z.string(), field: z.string() }),
  z.strictObject({ kind: z.literal('not-found') }),
  z.strictObject({ kind: z.literal('name-taken') }),
  z.strictObject({ kind: z.literal('file'), detail: z.string() }),
  /** The file of these settings was made by a newer version of the program, which alone may write it. */
  z.strictObject({ kind: z.literal('newer-file'), file: z.string() }),
  /** A payment or its record is under way: the ledger that it is recorded in can't be changed now. */
  z.strictObject({ kind: z.literal('busy') }),
  /** The database or server named in Settings could not be used. */
  z.strictObject({ kind: z.literal('cannot-connect'), detail: z.string() }),
  /** A bug: logged in full under this reference, never shown in full. */
  z.strictObject({ kind: z.literal('internal'), reference: z.string() }),
]);
export type Failure = z.infer<typeof failureSchema>;

export type Result<Value, FailureNotice = Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: FailureNotice };

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value });
export const failed = <FailureNotice>(
  failure: FailureNotice,
): { readonly ok: false; readonly failure: FailureNotice } => ({
  ok: false,
  failure,
});
