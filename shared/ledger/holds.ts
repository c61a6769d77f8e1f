/** Holds: authorizations that await their capture, and batches of captures. */
import { z } from 'zod';
import { environmentSchema } from '#shared/seat/environment.ts';
import { captureDraftSchema, attemptSchema, countedAmount, type Attempt } from '#shared/payments/attempt.ts';
import { recordedHoldStateSchema } from './hold-state.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { amountSchema, type MinorUnits } from '#shared/payments/money.ts';

export const holdSchema = z.strictObject({
  /** Attempt id of the authorization. */
  id: idSchema,
  state: recordedHoldStateSchema,
  authorization: attemptSchema,
  /** End of the reservation, UTC: five days for family B (section 2.3), the merchant's estimate for family A. */
  expiresAt: instantSchema,
  expiryIsEstimate: z.boolean(),
  /** The last capture of this hold, whatever its outcome. */
  capture: attemptSchema.nullable(),
});
export type Hold = z.infer<typeof holdSchema>;

/**
 * Returns the largest amount that a capture may take, in minor units: the keyed amount, or the answered one if the service
 * named a smaller. A capture is for exactly this amount unless the merchant allows less.
 */
export const heldAmount = (attempt: Pick<Attempt, 'amount' | 'answeredAmount'>): MinorUnits =>
  Math.min(attempt.amount, countedAmount(attempt));

/** Holds per page of the queue. */
export const holdsPageSize = 200;

/** Hours before expiry at which a hold is at risk: the first warning and the second. */
export const holdWarningHours = { first: 48, second: 24 } as const;

/**
 * Totals of the queue. `expired` counts open holds whose estimate has passed. Sums are in minor units and valid only when
 * `currencySigns`, the signs of the merchants of the counted holds, has one entry.
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
 * Query for a page of the queue, sorted by time left. `after` is the keyset cursor (the last hold's expiry and id).
 * `environment` limits the page and its totals, because a screen that says TRAINING must not offer a real hold for capture.
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
 * Reasons to skip a row: the operator stopped the batch; another seat took the hold; the ledger can't be written;
 * the program refused the row (amount, merchant, vault); the service failed to answer several rows in a row.
 */
export const skipReasons = ['stopped', 'taken', 'ledger', 'refused', 'service'] as const;

/** One row of a batch. `skipped` rows never left; `done` rows have an attempt, whatever its outcome. */
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
