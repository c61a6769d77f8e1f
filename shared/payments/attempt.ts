/** What is keyed for a payment and what is kept of an attempt: the words that renderer, core and ledger share. */
import { z } from 'zod';
import { brandSchema, holdsCardNumber, isCardNumberAsPhone, keyedCardSchema } from './card.ts';
import { environmentSchema } from '#shared/seat/environment.ts';
import { fieldLimits } from './field-limits.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { amountSchema, answeredAmountSchema, taxAmountSchema, type MinorUnits } from './money.ts';
import { attemptStateSchema, familySchema, notSentCauseSchema, unknownCauseSchema } from './outcome.ts';
import { recordedOperationSchema } from './operations.ts';

const text = (max: number) => z.string().trim().min(1).max(max);

/** What is refused in a keyed text that is kept (PCI DSS 3.4.1): main refuses it too, whatever a form has let through. */
const noCardNumber = { error: 'card-number-here' } as const;
const kept = (max: number) => text(max).refine((value) => !holdsCardNumber(value), noCardNumber);

/** One item of `customFieldValues`: all strings (section 2.1). */
export const customFieldSchema = z
  .strictObject({
    id: text(fieldLimits.customFieldText),
    nameOrLabel: text(fieldLimits.customFieldText),
    value: z.string().max(fieldLimits.customFieldText),
  })
  .readonly();
export type CustomField = z.infer<typeof customFieldSchema>;

export const langSchema = z.enum(['EN', 'ES']);

/** The keyed fields of an authorization or a sale without the card: what history may keep. */
export const paymentDetailsSchema = z.strictObject({
  amount: amountSchema,
  /** Part of `amount` that is ITBMS; family B has no such field and does not send it. */
  taxAmount: taxAmountSchema,
  firstName: kept(fieldLimits.firstName),
  lastName: kept(fieldLimits.lastName),
  email: z
    .email()
    .max(fieldLimits.email)
    .refine((value) => !holdsCardNumber(value), noCardNumber),
  /** Digits only; what was typed around them is dropped before it gets here. */
  phone: z
    .string()
    .regex(/^\d+$/)
    .max(fieldLimits.phone)
    .refine((digits) => !isCardNumberAsPhone(digits), noCardNumber),
  address: kept(fieldLimits.address).optional(),
  concept: kept(fieldLimits.concept),
  description: kept(fieldLimits.description),
  ipCheck: z.ipv4().optional(),
  lang: langSchema.optional(),
  customFieldValues: z
    .array(customFieldSchema.refine(({ value }) => !holdsCardNumber(value), { ...noCardNumber, path: ['value'] }))
    .max(fieldLimits.customFields)
    .readonly(),
});

/** Why a payment that looks like an earlier one is sent all the same. */
export const overrideSchema = z
  .strictObject({
    reason: kept(200),
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
    /** Device session id of the fingerprint step (section 4.5); sent on JSON authorizations only. */
    deviceSession: text(200).optional(),
    override: overrideSchema.optional(),
  })
  .refine((draft) => draft.taxAmount <= draft.amount, { path: ['taxAmount'], message: 'tax-over-amount' });
export type PaymentDraft = z.infer<typeof paymentDraftSchema>;

/** A capture of one hold. The amount is the hold's unless the merchant allows a smaller one. */
export const captureDraftSchema = z.strictObject({
  holdId: idSchema,
  amount: amountSchema,
  description: kept(fieldLimits.description),
});
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
  reference: resolutionSchema.shape.reference.refine((value) => !holdsCardNumber(value), noCardNumber),
  note: resolutionSchema.shape.note.refine((value) => !holdsCardNumber(value), noCardNumber),
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
  /** What was asked, and what the service answered when it said an amount. */
  amount: amountSchema,
  answeredAmount: answeredAmountSchema.nullable(),
  taxAmount: taxAmountSchema.nullable(),
  card: maskedCardSchema.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string().nullable(),
  concept: z.string(),
  description: z.string(),
  customFieldValues: z.array(customFieldSchema).readonly(),
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
  ipCheck: z.string().nullable(),
  lang: langSchema.nullable(),
});
export type AttemptDetails = z.infer<typeof attemptDetailsSchema>;

/** The amount that the service named, in minor units; null when it named none, or 0.00 as some do. */
export const statedAmount = ({ answeredAmount }: Pick<Attempt, 'answeredAmount'>): MinorUnits | null =>
  answeredAmount === 0 ? null : answeredAmount;

/** The amount that counts, on every screen and in every sum: what the service named, else what was asked. Minor units. */
export const countedAmount = (attempt: Pick<Attempt, 'amount' | 'answeredAmount'>): MinorUnits =>
  statedAmount(attempt) ?? attempt.amount;
