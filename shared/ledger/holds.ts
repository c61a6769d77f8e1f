/** Holds: authorizations that await their capture, and batches of captures. */
import { textLimits } from '#shared/text-limits.ts';
import { z } from 'zod';
import { environmentSchema } from '#shared/environment.ts';
import { attemptSchema, type Attempt } from '#shared/payments/attempt.ts';
import { recordedHoldStateSchema } from '#shared/payments/hold-state.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import { searchText } from '#shared/texts/text-kinds.ts';

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
export const heldAmount = ({ amount, answeredAmount }: Pick<Attempt, 'amount' | 'answeredAmount'>): MinorUnits =>
  answeredAmount === null || answeredAmount === 0 ? amount : Math.min(amount, answeredAmount);

/** Holds per page of the queue. */
export const holdsPageSize = 200;

/** Hours before expiry at which a hold is at risk: the first warning and the second. */
export const holdWarningHours = { first: 48, second: 24 } as const;

/** Parts of the queue that have a sum of their own: those at risk. */
const holdParts = ['within48h', 'within24h', 'expired', 'unconfirmed'] as const;
export type HoldPart = (typeof holdParts)[number];

/**
 * Totals of the queue. `expired` counts open holds whose estimate has passed, `open` the others. Sums are in minor units and valid only when
 * `currencySigns`, the signs of the merchants of the counted holds, has one entry.
 */
const holdTotalsSchema = z.strictObject({
  open: z.strictObject({ count: z.int(), amount: z.int() }),
  within48h: z.strictObject({ count: z.int(), amount: z.int() }),
  within24h: z.strictObject({ count: z.int(), amount: z.int() }),
  expired: z.strictObject({ count: z.int(), amount: z.int() }),
  unconfirmed: z.strictObject({ count: z.int(), amount: z.int() }),
  currencySigns: z.array(z.string()).readonly(),
});
export type HoldTotals = z.infer<typeof holdTotalsSchema>;

/** Orders of the queue: the least time left first (the latest first when all are shown), the largest amount first, or by customer. */
export const holdOrders = ['time', 'amount', 'customer'] as const;
export type HoldOrder = (typeof holdOrders)[number];

/**
 * Query for a page of the queue. `after` is the keyset cursor (the last hold's expiry and id).
 * `environment` limits the page and its totals, because a screen that says TRAINING must not offer a real hold for capture.
 */
export const holdsQuerySchema = z.strictObject({
  show: z.enum(['waiting', 'all']),
  /** Waiting holds that one of the sums counts; null for all but the expired ones, which a search finds all the same. */
  part: z.enum(holdParts).nullable().default(null),
  text: searchText(textLimits.holdSearch).default(''),
  /** `time` when absent. The others are for a queue, because they compare every hold that the query finds. */
  order: z.enum(holdOrders).optional(),
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

/**
 * A capture as a batch asks for it. Everything but the hold is read row by row (`captureDraftSchema`), so that a wrong value
 * fails its own row and not the batch.
 */
const askedCaptureSchema = z.looseObject({ holdId: idSchema });
export type AskedCapture = z.infer<typeof askedCaptureSchema>;

export const batchLimit = 1000;

export const batchDraftSchema = z.strictObject({
  batchId: idSchema,
  captures: z.array(askedCaptureSchema).min(1).max(batchLimit).readonly(),
});
export type BatchDraft = z.infer<typeof batchDraftSchema>;

/** Captures that are to be checked before a person sends them. */
export const captureCheckSchema = batchDraftSchema.pick({ captures: true });

/** Reasons under which the hold is open no more, so that the row can't be tried again. */
export const settledReasons = [
  'taken',
  'capturing',
  'capture-unknown',
  'voiding',
  'doubtful',
  'voided',
  'altered',
  'unlisted',
  'not-found',
  'twice',
] as const;

/**
 * Reasons to leave a row unsent. The batch ended before its turn: an operator stopped it; the program ended; the service
 * failed to answer several rows in a row; the ledger can't be written. Or the row itself can't be sent: because of its hold,
 * of its own values, of its merchant, or (`refused`) of anything else.
 */
export const skipReasons = [
  'stopped',
  'interrupted',
  'service',
  'ledger',
  ...settledReasons,
  'no-reference',
  'amount',
  'description',
  'merchant-missing',
  'merchant-incomplete',
  'seats-awaited',
  'merchant-changed',
  'other-environment',
  'field-unconfirmed',
  'vault',
  'secrets-elsewhere',
  'refused',
] as const;
const skipReasonSchema = z.enum(skipReasons);
export type SkipReason = z.infer<typeof skipReasonSchema>;

/** A hold that can't be captured now. */
export const blockedHoldSchema = z.strictObject({ holdId: idSchema, reason: skipReasonSchema });
export type BlockedHold = z.infer<typeof blockedHoldSchema>;

const namedHoldSchema = attemptSchema.pick({
  firstName: true,
  lastName: true,
  card: true,
  currencySign: true,
  merchantName: true,
  environment: true,
  references: true,
  startedAt: true,
});
export type NamedHold = z.infer<typeof namedHoldSchema>;

export const namedHold = (authorization: Attempt): NamedHold => {
  const { firstName, lastName, card, currencySign, merchantName, environment, references, startedAt } = authorization;
  return { firstName, lastName, card, currencySign, merchantName, environment, references, startedAt };
};

/** One row of a batch. `skipped` rows never left; `done` rows have an attempt, whatever its outcome. */
const batchRowSchema = z.strictObject({
  holdId: idSchema,
  /** The authorization; null when the ledger has none of this id. */
  authorization: namedHoldSchema.nullable(),
  /** Requested amount in minor units; 0 when the row named none that can be read. */
  amount: z.int().nonnegative(),
  status: z.enum(['waiting', 'sending', 'done', 'skipped']),
  skipReason: skipReasonSchema.nullable(),
  /** Null for a `done` row whose attempt can't be read, so that its outcome is not known. */
  attempt: attemptSchema.nullable(),
  /** Place of an answer that is not in the ledger yet: a file of this machine, or only this process. Null once it is recorded. */
  unrecorded: z.enum(['on-disk', 'in-memory']).nullable(),
});
export type BatchRow = z.infer<typeof batchRowSchema>;

export const batchProgressSchema = z.strictObject({
  batchId: idSchema,
  startedAt: instantSchema,
  finished: z.boolean(),
  rows: z.array(batchRowSchema).readonly(),
});
export type BatchProgress = z.infer<typeof batchProgressSchema>;

/** A batch as a seat keeps it. What became of its rows is told by the attempts that were made for it, or by the reason of one left out. */
export const keptBatchSchema = batchProgressSchema
  .pick({ batchId: true, startedAt: true })
  .extend({ rows: z.array(batchRowSchema.pick({ holdId: true, amount: true, skipReason: true })).readonly() });
export type KeptBatch = z.infer<typeof keptBatchSchema>;

export const leftOutSchema = batchRowSchema.pick({ holdId: true, skipReason: true });
