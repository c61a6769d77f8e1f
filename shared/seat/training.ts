/** Faults of the built-in training gateway, and the practice amounts that trigger them. */
import { textLimits } from '#shared/text-limits.ts';
import { z } from 'zod';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { transactionTypes } from '#shared/payments/operations.ts';
import { cardNumberHere, freeText, numberText } from '#shared/texts/text-kinds.ts';

/** Reasons of a decline. The gateway answers with a bank's usual text. */
export const declineReasons = [
  'insufficient-funds',
  'do-not-honor',
  'stolen-card',
  'expired-card',
  'unknown-issuer',
  'not-affiliated',
  'card-number-error',
] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** Faults of a connection. They act before any request, on connections opened after the order. */
const tlsFaults = [
  'tls-1.2',
  'expired-certificate',
  'wrong-host',
  'unknown-ca',
  'client-certificate-required',
] as const;
export type TlsFault = (typeof tlsFaults)[number];

/** Faults of a request that is never processed: read whole, then closed, answered with 502, or redirected (307). */
const faultsBefore = ['closed-before', 'http-502', 'redirect'] as const;

/** Faults of the answer to a processed request. HTTP 500 is among them, the dangerous kind. */
const faultsAfter = [
  'lost-answer',
  'half-answer',
  'http-500',
  'empty-body',
  'bom',
  'text-plain',
  'wrong-types',
  'gzip',
  'slow-chunks',
  'oversized',
] as const;

/** Faults without parameters. */
export const plainFaults = [...faultsAfter, ...faultsBefore, ...tlsFaults] as const;

/** True: the bank does all of it (record, receipt, hold) before the answer. Absent: as the answer's own words have it. */
const processed = z.boolean().optional();

/** JSON source text by key, such as `"CAPTURE"` with its quotes or `12345678901234567891`. Null leaves the key out. */
const changesSchema = z
  .custom<Readonly<Record<string, string | null>>>(isChanges, 'changes')
  .refine((changes) => !holdsCardNumber(JSON.stringify(changes)), cardNumberHere)
  .pipe(z.record(z.string(), z.string().nullable()));

/** Checked as a whole, because the path of an issue would repeat a key. */
function isChanges(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const changes = Object.entries(value);
  return (
    changes.length <= 100 &&
    changes.every(
      ([key, text]) =>
        key.length >= 1 && key.length <= 100 && (text === null || (typeof text === 'string' && text.length <= 10_000)),
    )
  );
}

/** Sent as it is, so that it may hold what no ledger keeps. */
const wireText = (max: number): z.ZodString => numberText(max, holdsCardNumber);

/**
 * An answer of the orderer's own making. It starts as the family's own answer: the bank's when processed, else the one that the
 * bank would have given. The steps below change it, in this order.
 */
const ownAnswerSchema = z.strictObject({
  kind: z.literal('answer'),
  processed: z.boolean(),
  /** Keys of `data` in family A, of the whole answer in family B. */
  record: changesSchema.optional(),
  /** Keys of the outermost object. */
  envelope: changesSchema.optional(),
  /** Each text and its replacement, first occurrence only. */
  replace: z
    .array(z.tuple([wireText(1000).min(1), wireText(10_000)]))
    .max(20)
    .optional(),
  /** In place of all of it. */
  body: wireText(40_000).optional(),
  /**
   * Status line and header fields up to the empty line, byte for byte (Latin-1), in place of the usual ones. The body follows as
   * it is, also behind two lengths or broken chunks, and ends the connection.
   */
  head: wireText(2000).optional(),
  /** Encoding of the bytes; with `base64` the body is their base64. UTF-8 when absent. */
  encoding: z.enum(['utf8', 'utf16le', 'latin1', 'base64']).optional(),
  status: z.int().min(200).max(599).optional(),
  /** Null sends no `Content-Type`. */
  contentType: freeText(200)
    .regex(/^[\x20-\x7e]{1,200}$/)
    .nullable()
    .optional(),
  /** Number of unasked `100 Continue` before the answer (RFC 9110, section 15.2). */
  continues: z.int().min(1).max(10).optional(),
});
export type OwnAnswer = z.infer<typeof ownAnswerSchema>;

export const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('decline'), reason: z.enum(declineReasons) }),
  /**
   * A `headerStatus` code with `success:false`. Family B has no such codes and answers `{"error"}` with the code and its text;
   * there, nothing is processed unless the order says so.
   */
  z.strictObject({ kind: z.literal('header-status'), code: z.int().min(1).max(99_999), processed }),
  /** `{"error":"…"}` of family B. Family A answers code 300 with the text as message. Not processed unless the order says so. */
  z.strictObject({ kind: z.literal('form-error'), text: freeText(textLimits.errorText).min(1), processed }),
  /**
   * The answer of a merchant set to 3-D Secure: `data` with only `url3DSRef`. Nothing is processed before the cardholder was asked,
   * unless the order says so.
   */
  z.strictObject({ kind: z.literal('three-d-secure'), processed }),
  ownAnswerSchema,
  /** Processed at once, answered late. */
  z.strictObject({ kind: z.literal('delay'), milliseconds: z.int().min(1).max(120_000) }),
  z.strictObject({ kind: z.enum(plainFaults) }),
]);
export type Fault = z.infer<typeof faultSchema>;

export const isTlsFault = (fault: Fault): fault is { readonly kind: TlsFault } =>
  tlsFaults.some((kind) => kind === fault.kind);

/** A fault and its number of requests (TLS faults: new connections). `null` lasts until it is switched off. */
export const faultOrderSchema = z.strictObject({
  fault: faultSchema,
  times: z.int().min(1).max(1000).nullable(),
  /** Requests that it meets: questions about the service's records. Payments when absent. */
  of: z.literal('records').optional(),
});
export type FaultOrder = z.infer<typeof faultOrderSchema>;

/** Keys that may not ask for the service's records: code 530, until another order. */
export const recordsRefused = {
  fault: { kind: 'header-status', code: 530 },
  times: null,
  of: 'records',
} as const satisfies FaultOrder;

/** Amounts (minor units) that trigger a fault by themselves, so that a cashier can practise without the panel. */
export const practiceAmounts = [
  { amount: 901_00, fault: { kind: 'decline', reason: 'insufficient-funds' } },
  { amount: 902_00, fault: { kind: 'decline', reason: 'do-not-honor' } },
  { amount: 903_00, fault: { kind: 'decline', reason: 'stolen-card' } },
  { amount: 904_00, fault: { kind: 'header-status', code: 605 } },
  { amount: 905_00, fault: { kind: 'header-status', code: 612 } },
  { amount: 906_00, fault: { kind: 'lost-answer' } },
  { amount: 907_00, fault: { kind: 'http-500' } },
  { amount: 908_00, fault: { kind: 'delay', milliseconds: 5000 } },
  { amount: 909_00, fault: { kind: 'header-status', code: 60003 } },
] as const satisfies readonly { readonly amount: number; readonly fault: Fault }[];

/** The true result of each request that the gateway understood. Tests compare our ledger with it (`GET /__training/ledger`). */
export const trainingLedgerEntrySchema = z.strictObject({
  sequence: z.int(),
  operation: z.enum(transactionTypes),
  family: z.enum(['json', 'form']),
  /** Approved means that money moved or was reserved. */
  result: z.enum(['approved', 'declined', 'rejected']),
  amount: z.string(),
  codOper: z.string().nullable(),
  authToken: z.string().nullable(),
  relatedTx: z.string().nullable(),
  lastFour: z.string().nullable(),
  email: z.string().nullable(),
  description: z.string().nullable(),
  at: z.iso.datetime({ precision: 3 }),
});
export type TrainingLedgerEntry = z.infer<typeof trainingLedgerEntrySchema>;

export const trainingStatusSchema = z.strictObject({
  origin: z.string(),
  active: faultOrderSchema,
  /** False while it refuses questions about its records. */
  answersRecords: z.boolean(),
  /** Requests that moved or reserved money. */
  processed: z.int(),
  /** Payment requests that arrived whole, whatever their result. A payment sent twice shows here. */
  received: z.int(),
});
export type TrainingStatus = z.infer<typeof trainingStatusSchema>;
