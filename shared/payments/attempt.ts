/** Drafts as they are submitted, and attempts as they are recorded, for renderer, core and ledger alike. */
import { textLimits } from '#shared/text-limits.ts';
import { z } from 'zod';
import { brandSchema, keptCardSchema, keyedCardSchema } from './card.ts';
import { environmentSchema } from '#shared/environment.ts';
import { fieldLimits } from './field-limits.ts';
import { draftShape, paymentDetailsSchema, recordShape } from './field-schemas.ts';
import { idSchema, instantSchema, merchantIdSchema } from '#shared/identifiers.ts';
import { answeredAmountSchema, decimalText, readDecimal } from './money.ts';
import { recordedOperationSchema } from './operations.ts';
import { attemptStateSchema, familySchema, notSentCauseSchema, outcomeSchema, unknownCauseSchema } from './outcome.ts';
import { captureFields, fieldsWith } from './payment-fields.ts';
import { readReceiptLink, type ReceiptLink } from './receipt-link.ts';
import { freeText, nameText, numberText, referenceHoldsCard, storable } from '#shared/texts/text-kinds.ts';

/** Reason to send a payment that looks like an earlier one. */
export const overrideSchema = z
  .strictObject({
    reason: nameText(textLimits.reason),
    /** Id of a supervisor's approval, for an operator who is not a supervisor. */
    approvalId: idSchema.optional(),
  })
  .readonly();

const draftWith = <Card extends z.ZodType>(card: Card) =>
  paymentDetailsSchema.extend({
    /** Made by the form when it opens, so that the same draft submitted twice is one attempt. */
    draftId: idSchema,
    /** The merchant shown beside the charge button. The draft is refused when another one is active. */
    merchantId: merchantIdSchema,
    /** Absent means the merchant's family for the operation. */
    family: familySchema.optional(),
    card,
    override: overrideSchema.optional(),
    /** Id of a supervisor's approval of a payment above a limit. */
    approvalId: idSchema.optional(),
  });
type Taxed = { readonly taxAmount: number; readonly amount: number };
const isTaxWithin = ({ taxAmount, amount }: Taxed): boolean => taxAmount <= amount;
const taxOverAmount = { path: ['taxAmount'], message: 'tax-over-amount' };

/**
 * A payment as the Charge screen submits it. Besides the guard's question (`lookalikes.ts`) and the request to keep it, only this
 * message carries a card.
 */
export const paymentDraftSchema = draftWith(keyedCardSchema).refine(isTaxWithin, taxOverAmount);
export type PaymentDraft = z.infer<typeof paymentDraftSchema>;
/** The same, whose card main may keep since the form was left for a moment. */
export const submittedDraftSchema = draftWith(z.union([keyedCardSchema, keptCardSchema])).refine(
  isTaxWithin,
  taxOverAmount,
);
export type SubmittedDraft = z.infer<typeof submittedDraftSchema>;

/** A capture of one hold. The amount is the hold's unless the merchant allows a smaller one. */
export const captureDraftSchema = z.strictObject({ holdId: idSchema, ...draftShape(captureFields) });
export type CaptureDraft = z.infer<typeof captureDraftSchema>;

/** Reason of a reversal: the description of its request and of its record. */
const reasonShape = draftShape(['description']);

/** A void of one hold, which is always whole: whether a part is taken is unproved (field notes). */
export const voidDraftSchema = z.strictObject({
  holdId: idSchema,
  ...reasonShape,
  /** Id of a supervisor's approval of an amount above the operator's limit. */
  approvalId: idSchema.optional(),
});
export type VoidDraft = z.infer<typeof voidDraftSchema>;

/** A refund of one charge, whole or in part. */
export const refundDraftSchema = z.strictObject({
  /** Made by the dialog when it opens, so that the same draft submitted twice is one attempt. */
  draftId: idSchema,
  chargeId: idSchema,
  ...draftShape(['amount']),
  ...reasonShape,
  /** Set once the operator has seen the refunds of the same amount. */
  isConfirmed: z.boolean().default(false),
  approvalId: idSchema.optional(),
});
export type RefundDraft = z.infer<typeof refundDraftSchema>;

/** A payment by the card of an earlier one, which is not keyed. */
export const rechargeDraftSchema = z
  .strictObject({
    /** Made by the form when it opens, so that the same draft submitted twice is one attempt. */
    draftId: idSchema,
    /** The merchant shown beside the button. The draft is refused when another one is active. */
    merchantId: merchantIdSchema,
    /** The earlier payment. */
    attemptId: idSchema,
    ...draftShape(['amount', 'taxAmount', 'concept', 'description']),
    /** The sentence about the customer's consent that the operator confirmed, as it stood on the screen. */
    consent: nameText(textLimits.consent),
    override: overrideSchema.optional(),
    /** Id of a supervisor's approval of an amount above a limit. */
    approvalId: idSchema.optional(),
  })
  .refine(isTaxWithin, taxOverAmount);
export type RechargeDraft = z.infer<typeof rechargeDraftSchema>;

/** The recorded part of a card: brand and last four (PCI DSS 3.4.1). */
const maskedCardSchema = z.strictObject({ brand: brandSchema, lastFour: z.string().regex(/^\d{4}$/) }).readonly();

/** The service's references to the transaction, in both families. Opaque; shown and copied unchanged. */
export const referencesSchema = z.strictObject({
  codOper: z.string().nullable(),
  authToken: z.string().nullable(),
  idtx: z.string().nullable(),
  cardToken: z.string().nullable(),
  /** codOper of the authorization, as a capture's answer repeats it. */
  relatedTx: z.string().nullable(),
});
export type References = z.infer<typeof referencesSchema>;

/** The risk words of an answer's `binInfo`. Any part may be missing. */
export const riskSummarySchema = z.strictObject({
  score: z.number().nullable(),
  disposition: z.string().nullable(),
  dispositionReason: z.string().nullable(),
  issuer: z.string().nullable(),
  issuerCountry: z.string().nullable(),
  cardKind: z.string().nullable(),
  prepaid: z.boolean().nullable(),
  ipCountry: z.string().nullable(),
  ipRisk: z.number().nullable(),
  emailHighRisk: z.boolean().nullable(),
});
export type RiskSummary = z.infer<typeof riskSummarySchema>;

/** The service's own words, verbatim. Shown small beside ours. */
export const serviceSaidSchema = z.strictObject({
  /** `headerStatus.code` (JSON) or `RespCode` (form), as text. */
  code: z.string().nullable(),
  /** `headerStatus.description`, `messageSys`, `RespText` or `error`. */
  text: z.string().nullable(),
  authStatus: z.string().nullable(),
  /** The service's local time without an offset, as received (field notes). */
  serverTime: z.string().nullable(),
  httpStatus: z.int().nullable(),
});
export type ServiceSaid = z.infer<typeof serviceSaidSchema>;

/** Resolution of an unknown attempt: outcome, author and ground. */
export const resolutionSchema = z.strictObject({
  outcome: z.enum(['approved', 'declined', 'rejected', 'not-sent']),
  how: z.enum(['query', 'person']),
  operatorName: z.string(),
  at: instantSchema,
  reference: z.string().max(fieldLimits.authToken),
  note: z.string().max(500),
});
export type Resolution = z.infer<typeof resolutionSchema>;

/**
 * Fact in which an approval differs from its request without putting the payment in doubt: the amount or a text. Shown large
 * beside the outcome.
 */
export const differenceSchema = z.strictObject({
  field: z.enum(['amount', 'name', 'email', 'brand']),
  /** As answered, verbatim. */
  answered: z.string().max(200),
});
export type Difference = z.infer<typeof differenceSchema>;

/**
 * Reason why an approval leaves open how much moved: it names another amount, one that can't be read, none, or nothing to
 * pay (0.00 or a negative amount).
 */
export const amountDoubtSchema = z.strictObject({
  kind: z.enum(['other', 'unreadable', 'nothing', 'none']),
  /** As answered, verbatim; empty where no amount came. */
  answered: z.string().max(200),
});
export type AmountDoubt = z.infer<typeof amountDoubtSchema>;

/** A service's answer that came after the attempt had another final state. Kept after a supervisor has settled it. */
const contradictionSchema = z.strictObject({
  /**
   * Outcome of the answer. Its other facts are those of the attempt. `unknown`: an answer that leaves open whether money moved
   * (another card, say), against a resolution by which none did.
   */
  answered: outcomeSchema,
  /** The outcome that it contradicts: a person's resolution, or what the program had recorded. */
  resolution: resolutionSchema.extend({ how: z.enum(['query', 'person', 'record']) }),
});
export type Contradiction = z.infer<typeof contradictionSchema>;

/** A supervisor's input about an unknown attempt. */
export const keyedResolutionSchema = resolutionSchema.pick({ outcome: true }).extend({
  reference: numberText(fieldLimits.authToken, referenceHoldsCard).overwrite(storable),
  note: freeText(textLimits.note),
  /** The late answer that the supervisor has seen. Another one since makes the resolution void. */
  knows: outcomeSchema.nullable().default(null),
});

/** One attempt as the screens show it. Holds no secret: no PAN, no security code, no fingerprint. */
export const attemptSchema = z.strictObject({
  id: idSchema,
  operation: recordedOperationSchema,
  family: familySchema,
  environment: environmentSchema,
  merchantId: z.string(),
  merchantName: z.string(),
  currencySign: z.string(),
  seat: z.string(),
  operatorName: z.string(),
  /** Amount that the service answered; null when it named none or one that can't be read. `amount` is the requested one. */
  answeredAmount: answeredAmountSchema.nullable(),
  card: maskedCardSchema.nullable(),
  ...recordShape(fieldsWith('kept', 'in lists')),
  state: attemptStateSchema,
  notSentCause: notSentCauseSchema.nullable(),
  unknownCause: unknownCauseSchema.nullable(),
  references: referencesSchema,
  receiptUrl: z.url({ protocol: /^https$/ }).nullable(),
  /** Page on which the cardholder finishes 3-D Secure. Shown and copied, never opened. */
  challengeUrl: z.url({ protocol: /^https$/ }).nullable(),
  /** Text that the cardholder will read on the statement, as the service named it. */
  statementDescriptor: z.string().nullable(),
  service: serviceSaidSchema,
  risk: riskSummarySchema.nullable(),
  startedAt: instantSchema,
  answeredAt: instantSchema.nullable(),
  /** For a capture or a void: the attempt id of its authorization. */
  holdId: idSchema.nullable(),
  /** For a refund: the attempt id of what charged the money. */
  chargeId: idSchema.nullable(),
  /** For a charge of an earlier card: the attempt id of the payment for which it was keyed. */
  cardOf: idSchema.nullable(),
  batchId: idSchema.nullable(),
  overrideReason: z.string().nullable(),
  differences: z.array(differenceSchema).readonly(),
  resolution: resolutionSchema.nullable(),
  contradiction: contradictionSchema.nullable(),
  /** When a seat wrote it again, because the shared ledger's server had lost it; null for others. */
  restoredAt: instantSchema.nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

export const customerName = ({ firstName, lastName }: Pick<Attempt, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** Returns the outcome that counts today. A resolved unknown counts as its resolution. */
export function effectiveState(attempt: Pick<Attempt, 'state' | 'resolution'>): z.infer<typeof attemptStateSchema> {
  return attempt.resolution?.outcome ?? attempt.state;
}

/** Returns the id of the payment that the card was keyed for: this one, its authorization, or the one whose card it charged again. */
export const keyedPaymentOf = ({ id, holdId, cardOf }: Pick<Attempt, 'id' | 'holdId' | 'cardOf'>): string =>
  cardOf ?? holdId ?? id;

/** Returns the receipt that is offered: that of an approval, where its link is one that we open. */
export const receiptOf = (attempt: Pick<Attempt, 'state' | 'resolution' | 'receiptUrl'>): ReceiptLink | null =>
  effectiveState(attempt) !== 'approved' || attempt.receiptUrl === null ? null : readReceiptLink(attempt.receiptUrl);

/** An attempt with the fields that only the details panel shows. */
export const attemptDetailsSchema = attemptSchema.extend({
  /** Body of the answer as received, without anything secret; at most 1 MiB. Null when none came. */
  rawAnswer: z.string().nullable(),
  ...recordShape(fieldsWith('kept', 'in details')),
});
export type AttemptDetails = z.infer<typeof attemptDetailsSchema>;

/** Parts of an attempt by which its amount is judged. */
export type AmountFacts = Pick<Attempt, 'amount' | 'answeredAmount' | 'differences' | 'state'>;

/**
 * Returns the doubt about the amount of an approval; null where the service named the requested amount, where a person
 * resolved the attempt without an answer, and for anything but an approval. `attempt-rows.ts` says the same in SQL.
 * @param counts the effective state
 */
export function amountDoubtOf(
  { amount, answeredAmount, differences, state }: AmountFacts,
  counts: z.infer<typeof attemptStateSchema>,
): AmountDoubt | null {
  if (counts !== 'approved') return null;
  const difference = differences.find(({ field }) => field === 'amount');
  if (difference !== undefined) return { kind: kindOf(difference.answered), answered: difference.answered };
  if (state !== 'approved' || answeredAmount === amount) return null;
  if (answeredAmount === null) return { kind: 'none', answered: '' };
  const answered = decimalText(answeredAmount);
  return { kind: kindOf(answered), answered };
}

function kindOf(answered: string): AmountDoubt['kind'] {
  const read = readDecimal(answered.replace(/^-/, ''));
  if (read === null) return 'unreadable';
  return read === 0 || answered.startsWith('-') ? 'nothing' : 'other';
}
