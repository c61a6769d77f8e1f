/** Expected failures as data: they cross the bridge, and each has its words in both languages. */
import { z } from 'zod';
import { environmentSchema } from './environment.ts';
import { recordedHoldStateSchema } from '#shared/payments/hold-state.ts';
import { listedAttemptSchema } from '#shared/ledger/listed-attempt.ts';
import { instantSchema } from './identifiers.ts';
import { ledgerFailureReasonSchema, vaultFailureReasonSchema } from './failure-reasons.ts';
import { roleSchema } from './role.ts';
import { policyRuleSchema } from '#shared/policy/policy-rules.ts';
import { misplacedSchema } from '#shared/seat/secret-place.ts';
import { attemptSchema } from '#shared/payments/attempt.ts';
import { operationSchema } from '#shared/payments/operations.ts';
import { cardRetrySchema } from '#shared/payments/card-retry.ts';
import { amountSchema } from '#shared/payments/money.ts';
import { guardedSchema } from '#shared/audit/step-up.ts';
import { workKindSchema } from '#shared/seat/work-kinds.ts';

export const failureSchema = z.discriminatedUnion('kind', [
  /** The argument did not parse. Lists field paths (joined by `.`) with the code of each rule. */
  z.strictObject({
    kind: z.literal('invalid'),
    issues: z.array(z.strictObject({ path: z.string(), code: z.string() })).readonly(),
  }),
  z.strictObject({ kind: z.literal('not-permitted'), needs: roleSchema }),
  z.strictObject({ kind: z.literal('signed-out') }),
  /** Wrong passcode for that name. `left`: tries before a wait; null for an unknown name. */
  z.strictObject({ kind: z.literal('wrong-passcode'), left: z.int().min(0).nullable() }),
  /** Too many wrong passcodes. No other one is checked until then. */
  z.strictObject({ kind: z.literal('locked-out'), until: instantSchema }),
  /** The change would leave no operator who may manage the others. */
  z.strictObject({ kind: z.literal('last-supervisor') }),
  /** The shared ledger has not confirmed its operators for a day. Only cashiers get in. */
  z.strictObject({ kind: z.literal('operators-unconfirmed') }),
  /** The passcode of the supervisor who would approve has to be replaced first: another person knows it, or it is too short. */
  z.strictObject({ kind: z.literal('passcode-to-replace') }),
  /** A supervisor's passcode is needed, and nothing was done. `operators.approve` gives an approval, with which the call passes. */
  guardedSchema.extend({
    kind: z.literal('step-up-needed'),
    /** The signed-in supervisor keys their own passcode again. */
    own: z.boolean(),
    /** Limit that a payment (act `amount`) is above, in minor units. `used`: what was used of it today. */
    limit: z
      .strictObject({ of: z.enum(['payment', 'day', 'again']), most: amountSchema, used: z.int().min(0).nullable() })
      .optional(),
    /** Present while main keeps the card, so that the payment goes on without keying it again. */
    retry: cardRetrySchema.optional(),
  }),
  /** A likely duplicate: nothing was sent. Needs a reason, from a supervisor if one of the earlier payments is unknown. */
  z.strictObject({
    kind: z.literal('duplicate'),
    earlier: z.array(listedAttemptSchema).min(1).readonly(),
    needs: z.enum(['reason', 'supervisor']),
    /** Present while main keeps the card, so that the payment goes on without keying it again. */
    retry: cardRetrySchema.optional(),
  }),
  /** Nothing was sent, because no durable record of it could be written. */
  z.strictObject({
    kind: z.literal('ledger'),
    reason: ledgerFailureReasonSchema,
    detail: z.string(),
    /** Present while main keeps the card of a payment that waits for the ledger. */
    retry: cardRetrySchema.optional(),
  }),
  /**
   * The service has answered, but the answer could not be written yet. Carries the attempt with its true outcome and references.
   * The program keeps trying to write it and sends nothing again. `safe`: the answer is on this machine's disk, and the next
   * start writes it if the program ends first. Otherwise the attempt would be found as unknown.
   */
  z.strictObject({ kind: z.literal('not-recorded'), attempt: attemptSchema, safe: z.boolean() }),
  z.strictObject({
    kind: z.literal('vault'),
    reason: vaultFailureReasonSchema,
    /** Present while main keeps the card of a payment that waits for the key store. */
    retry: cardRetrySchema.optional(),
  }),
  /** The keys were keyed for another place, so they were not used. `merchantId` is null for the ledger's password. */
  misplacedSchema.extend({ kind: z.literal('secrets-elsewhere'), merchantId: z.string().nullable() }),
  z.strictObject({ kind: z.literal('merchant-changed') }),
  /** The hold belongs to a merchant that this seat does not have. Capture it at another seat, or add the merchant here. */
  z.strictObject({ kind: z.literal('merchant-missing'), name: z.string(), environment: environmentSchema }),
  /** The hold belongs to another environment than the active merchant. No real hold is captured under a TRAINING band. */
  z.strictObject({ kind: z.literal('other-environment'), environment: environmentSchema }),
  z.strictObject({ kind: z.literal('merchant-incomplete'), missing: z.array(z.string()).readonly() }),
  z.strictObject({ kind: z.literal('hold-not-open'), state: recordedHoldStateSchema }),
  z.strictObject({ kind: z.literal('amount-not-allowed') }),
  /** The merchant does not allow the operation, or the payment's family of the service does not have it. */
  z.strictObject({
    kind: z.literal('not-offered'),
    operation: operationSchema.extract(['void', 'refund', 'recharge']),
    by: z.enum(['merchant', 'family']),
  }),
  /** The customer has disputed the charge, and the bank takes the money itself. Nothing was refunded beside that. */
  z.strictObject({ kind: z.literal('open-claim') }),
  /**
   * The refund is more than is left of the charge. In minor units. `elsewhere`: refunded there and not by us, as the service's records show.
   */
  z.strictObject({
    kind: z.literal('over-refund'),
    left: z.int().min(0),
    elsewhere: z.int().min(0),
    currencySign: z.string(),
  }),
  /** The shared ledger's server went back, and these seats may have settled the hold or charge already. Nothing was sent. */
  z.strictObject({ kind: z.literal('seats-awaited'), seats: z.array(z.string()).readonly() }),
  /** The earlier payment is not as it was last signed: somebody changed it outside the program. Nothing was sent (invariant 12). */
  z.strictObject({ kind: z.literal('payment-altered') }),
  /** The card of the earlier payment can't be charged again. */
  z.strictObject({
    kind: z.literal('card-not-chargeable'),
    why: z.enum(['not-approved', 'voided', 'forgotten', 'no-reference']),
  }),
  /** The field that carries the AUTH_TOKEN of a live capture is undocumented (section 4.2) and has to be confirmed first. */
  z.strictObject({ kind: z.literal('capture-field-unconfirmed'), merchantId: z.string(), field: z.string() }),
  z.strictObject({ kind: z.literal('not-found') }),
  /** The payment was answered or resolved after the operator had opened it. */
  z.strictObject({ kind: z.literal('changed-meanwhile') }),
  /** Another payment of the merchant has the keyed reference. */
  z.strictObject({ kind: z.literal('reference-used') }),
  /** Another capture of the same hold is in flight, unknown or approved (invariant 3). */
  z.strictObject({ kind: z.literal('hold-settled') }),
  z.strictObject({ kind: z.literal('name-taken') }),
  /** A backup has a part that Caja did not make (such as a trigger), which could change payments. It was not restored. */
  z.strictObject({ kind: z.literal('altered-copy'), object: z.string() }),
  /** The embedded ledger waits for a supervisor, because another ledger has its holds too. It was not copied. */
  z.strictObject({ kind: z.literal('settled-elsewhere') }),
  /** The duplicate guard needs the payments of the last hours, so they can't be removed. */
  z.strictObject({ kind: z.literal('too-recent'), hours: z.int() }),
  /** `doing`: present where a file was being written. */
  z.strictObject({ kind: z.literal('file'), doing: z.literal('write').optional(), detail: z.string() }),
  z.strictObject({ kind: z.literal('not-printed'), detail: z.string() }),
  /** A newer version of the program wrote the file of these settings. Only that version may change it. */
  z.strictObject({ kind: z.literal('newer-file'), file: z.string() }),
  /** A file that steers payments is damaged. It stays until a supervisor goes on without it. */
  z.strictObject({ kind: z.literal('damaged-file'), file: z.string() }),
  /** A payment is in progress or waits to be recorded, so its ledger can't be changed now. */
  z.strictObject({ kind: z.literal('busy') }),
  /** Long work is under way, beside which this can't begin. */
  z.strictObject({ kind: z.literal('work-under-way'), work: workKindSchema }),
  /** The server named in Settings can't be reached or used. */
  z.strictObject({ kind: z.literal('cannot-connect'), detail: z.string() }),
  /** The chosen ledger can't be opened, so the seat keeps its present one. */
  z.strictObject({ kind: z.literal('ledger-not-chosen'), reason: ledgerFailureReasonSchema, detail: z.string() }),
  /** The company's policy of this computer rules it otherwise. Nothing was sent or changed. */
  z.strictObject({ kind: z.literal('set-by-policy'), rule: policyRuleSchema }),
  /** A bug. Logged in full under this reference, never shown in full. */
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
