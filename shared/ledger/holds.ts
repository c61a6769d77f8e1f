/** Holds: authorizations that wait for their capture, and the batch that captures several. */
import { z } from 'zod';
import { environmentSchema } from '#shared/seat/environment.ts';
import { captureDraftSchema, attemptSchema, countedAmount, type Attempt } from '#shared/payments/attempt.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { amountSchema, type MinorUnits } from '#shared/payments/money.ts';

/**
 * open → capturing → captured | capture-unknown. `voided` is set when the service says so (661, 623).
 * That a hold has run out is our estimate and no state: see `expiresAt`.
 */
const holdStates = ['open', 'capturing', 'captured', 'capture-unknown', 'voided'] as const;
export const holdStateSchema = z.enum(holdStates);
export type HoldState = z.infer<typeof holdStateSchema>;

export const holdSchema = z.strictObject({
  /** The authorization's attempt id. */
  id: idSchema,
  state: holdStateSchema,
  authorization: attemptSchema,
  /** When the funds are freed: five days for family B (section 2.3); the merchant's estimate for family A. UTC. */
  expiresAt: instantSchema,
  expiryIsEstimate: z.boolean(),
  /** The last capture of this hold, whatever became of it. */
  capture: attemptSchema.nullable(),
});
export type Hold = z.infer<typeof holdSchema>;

/**
 * What a capture of the authorization may take, in minor units: the amount that the service answered when it said a smaller
 * one, and never more than was keyed, whatever was answered. A capture is for this amount unless the merchant allows less.
 */
export const heldAmount = (attempt: Pick<Attempt, 'amount' | 'answeredAmount'>): MinorUnits =>
  Math.min(attempt.amount, countedAmount(attempt));

/** Holds of one page of the queue. */
export const holdsPageSize = 200;

/** Time left from which a hold is at risk, in hours: the first warning and the second. */
export const holdWarningHours = { first: 48, second: 24 } as const;

/**
 * `expired` counts open holds whose estimate has passed. Sums are in minor units. They mean something only where `currencySigns`,
 * the signs of the merchants whose holds are counted, names one.
 */
const holdTotalsSchema = z.strictObject({
  open: z.strictObject({ count: z.int(), amount: z.int() }),
  within48h: z.strictObject({ count: z.int(), amount: z.int() }),
  within24h: z.strictObject({ count: z.int(), amount: z.int() }),
  expired: z.strictObject({ count: z.int(), amount: z.int() }),
  captureUnknown: z.strictObject({ count: z.int(), amount: z.int() }),
  currencySigns: z.array(z.string()).readonly(),
});
export type HoldTotals = z.infer<typeof holdTotalsSchema>;

/**
 * A page of the queue, sorted by time left; keyset paging by `after` (the last hold's expiry and id). `environment` bounds the page
 * and its totals: a screen that says TRAINING must not offer the capture of a real hold.
 */
export const holdsQuerySchema = z.strictObject({
  show: z.enum(['waiting', 'all']),
  text: z.string().max(100).default(''),
  after: z.strictObject({ expiresAt: instantSchema, id: idSchema }).nullable().default(null),
  limit: z.int().min(1).max(500).default(holdsPageSize),
  environment: environmentSchema.nullable().default(null),
});
export type HoldsQuery = z.infer<typeof holdsQuerySchema>;

export const holdsPageSchema = z.strictObject({
  holds: z.array(holdSchema).readonly(),
  totals: holdTotalsSchema,
  more: z.boolean(),
});
export type HoldsPage = z.infer<typeof holdsPageSchema>;

export const batchDraftSchema = z.strictObject({
  batchId: idSchema,
  captures: z
    .array(captureDraftSchema)
    .min(1)
    .max(1000)
    .refine((captures) => new Set(captures.map((capture) => capture.holdId)).size === captures.length, 'hold-twice')
    .readonly(),
});
export type BatchDraft = z.infer<typeof batchDraftSchema>;

/**
 * Why a row was not sent: the operator stopped the batch; the hold was taken by another seat; the record can't be written;
 * the program refused the row (amount, merchant, vault); the service failed to answer several rows in a row.
 */
const skipReasons = ['stopped', 'taken', 'ledger', 'refused', 'service'] as const;

/** What became of one row of a batch. `skipped` rows never left; `done` rows have an attempt, whatever its outcome. */
const batchRowSchema = z.strictObject({
  holdId: idSchema,
  amount: amountSchema,
  status: z.enum(['waiting', 'sending', 'done', 'skipped']),
  skipReason: z.enum(skipReasons).nullable(),
  attempt: attemptSchema.nullable(),
});
export type BatchRow = z.infer<typeof batchRowSchema>;

export const batchProgressSchema = z.strictObject({
  batchId: idSchema,
  finished: z.boolean(),
  rows: z.array(batchRowSchema).readonly(),
});
export type BatchProgress = z.infer<typeof batchProgressSchema>;
