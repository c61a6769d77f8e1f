/** What is keyed for a payment and what is kept of an attempt: the words that renderer, core and ledger share. */
import { z } from 'zod';
import { brandSchema, keyedCardSchema } from './card.ts';
import { environmentSchema } from '#shared/seat/environment.ts';
import { fieldLimits } from './field-limits.ts';
import { draftShape, keptNote, keptText, paymentDetailsSchema, recordShape } from './field-schemas.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { answeredAmountSchema, type MinorUnits } from './money.ts';
import { recordedOperationSchema } from './operations.ts';
import { attemptStateSchema, familySchema, notSentCauseSchema, unknownCauseSchema } from './outcome.ts';
import { captureFields, fieldsWith } from './payment-fields.ts';

/** Why a payment that looks like an earlier one is sent all the same. */
export const overrideSchema = z
  .strictObject({
    reason: keptText(200),
    /** Of a supervisor's yes to this payment at the seat of somebody who is none. */
    approvalId: idSchema.optional(),
  })
  .readonly();

/** An authorization or a sale as the Charge screen submits it. The only message that carries a card. */
export const paymentDraftSchema = paymentDetailsSchema
  .extend({
    /** Made by the form when it opens: the same draft submitted twice is one attempt. */
    draftId: idSchema,
    /** The merchant that the operator saw beside the charge button; another active merchant refuses the draft. */
    merchantId: z.string().min(1),
    /** Absent: the merchant's family for the operation. */
    family: familySchema.optional(),
    card: keyedCardSchema,
    override: overrideSchema.optional(),
  })
  .refine((draft) => draft.taxAmount <= draft.amount, { path: ['taxAmount'], message: 'tax-over-amount' });
export type PaymentDraft = z.infer<typeof paymentDraftSchema>;

/** A capture of one hold. The amount is the hold's unless the merchant allows a smaller one. */
export const captureDraftSchema = z.strictObject({ holdId: idSchema, ...draftShape(captureFields) });
export type CaptureDraft = z.infer<typeof captureDraftSchema>;

/** What is kept of a card: brand and last four (PCI DSS 3.4.1). */
const maskedCardSchema = z.strictObject({ brand: brandSchema, lastFour: z.string().regex(/^\d{4}$/) }).readonly();

/** What the service calls the transaction, in both families. Opaque; shown and copied as they are. */
export const referencesSchema = z.strictObject({
  codOper: z.string().nullable(),
  authToken: z.string().nullable(),
  idtx: z.string().nullable(),
  cardToken: z.string().nullable(),
  /** The authorization's codOper as a capture's answer repeats it. */
  relatedTx: z.string().nullable(),
});
export type References = z.infer<typeof referencesSchema>;

/** The risk words of an answer: from `binInfo`, any part of which may be missing. */
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

/** What the service said, verbatim: shown small beside our own words. */
export const serviceSaidSchema = z.strictObject({
  /** `headerStatus.code` (JSON) or `RespCode` (form), as text. */
  code: z.string().nullable(),
  /** `headerStatus.description`, `messageSys`, `RespText` or `error`. */
  text: z.string().nullable(),
  authStatus: z.string().nullable(),
  /** The operator's local time without an offset, as it came (field notes). */
  serverTime: z.string().nullable(),
  httpStatus: z.int().nullable(),
});
export type ServiceSaid = z.infer<typeof serviceSaidSchema>;

/** How an unknown attempt was resolved, by whom and on what ground. */
export const resolutionSchema = z.strictObject({
  outcome: z.enum(['approved', 'declined', 'rejected', 'not-sent']),
  how: z.enum(['query', 'person']),
  operatorName: z.string(),
  at: instantSchema,
  reference: z.string().max(fieldLimits.authToken),
  note: z.string().max(500),
});
export type Resolution = z.infer<typeof resolutionSchema>;

/** What a supervisor keys about an unknown attempt. */
export const keyedResolutionSchema = resolutionSchema.pick({ outcome: true }).extend({
  reference: keptNote(fieldLimits.authToken),
  note: keptNote(500),
});

/** One attempt as the screens show it. Holds nothing secret: no PAN, no security code, no fingerprint. */
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
  /** `amount` is what was asked; here is what the service answered, if it said an amount. */
  answeredAmount: answeredAmountSchema.nullable(),
  card: maskedCardSchema.nullable(),
  ...recordShape(fieldsWith('kept', 'in lists')),
  state: attemptStateSchema,
  notSentCause: notSentCauseSchema.nullable(),
  unknownCause: unknownCauseSchema.nullable(),
  references: referencesSchema,
  receiptUrl: z.url({ protocol: /^https$/ }).nullable(),
  service: serviceSaidSchema,
  risk: riskSummarySchema.nullable(),
  startedAt: instantSchema,
  answeredAt: instantSchema.nullable(),
  /** For a capture: the authorization's attempt. */
  holdId: idSchema.nullable(),
  batchId: idSchema.nullable(),
  overrideReason: z.string().nullable(),
  resolution: resolutionSchema.nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** The outcome that counts today: a resolved unknown counts as what it was resolved to. */
export function effectiveState(attempt: Pick<Attempt, 'state' | 'resolution'>): z.infer<typeof attemptStateSchema> {
  return attempt.resolution?.outcome ?? attempt.state;
}

/** An attempt with what only the details panel shows. */
export const attemptDetailsSchema = attemptSchema.extend({
  /** The answer's body as it came, with nothing secret in it; at most 1 MiB. Null when none came. */
  rawAnswer: z.string().nullable(),
  ...recordShape(fieldsWith('kept', 'in details')),
});
export type AttemptDetails = z.infer<typeof attemptDetailsSchema>;

/** The amount that the service named, in minor units; null when it named none, or 0.00 as some do. */
export const statedAmount = ({ answeredAmount }: Pick<Attempt, 'answeredAmount'>): MinorUnits | null =>
  answeredAmount === 0 ? null : answeredAmount;

/** The amount that counts, on every screen and in every sum: what the service named, else what was asked. Minor units. */
export const countedAmount = (attempt: Pick<Attempt, 'amount' | 'answeredAmount'>): MinorUnits =>
  statedAmount(attempt) ?? attempt.amount;
