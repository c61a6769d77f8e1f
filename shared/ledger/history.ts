/** Queries of History: one search box, filters, keyset paging, export and the figures of a day. */
import { textLimits } from '#shared/text-limits.ts';
import { z } from 'zod';
import { keptNote, searchText } from '#shared/payments/field-schemas.ts';
import { brandSchema } from '#shared/payments/card.ts';
import { environmentSchema } from '#shared/seat/environment.ts';
import { idSchema, instantSchema, merchantIdSchema } from '#shared/identifiers.ts';
import { attemptStateSchema } from '#shared/payments/outcome.ts';
import { operationSchema } from '#shared/payments/operations.ts';
import { attemptSchema } from '#shared/payments/attempt.ts';
import { listedAttemptSchema } from './listed-attempt.ts';

/** Attempts per page: more than a screen shows, yet read in one go. */
export const historyPageSize = 50;

export const historyFilterSchema = z.strictObject({
  /** Words that must all occur in the searched fields of the table of payment fields, in references or in the operator's name. */
  text: searchText(textLimits.search).default(''),
  /** UTC. `from` is inclusive, `until` exclusive. */
  from: instantSchema.nullable().default(null),
  until: instantSchema.nullable().default(null),
  operation: operationSchema.nullable().default(null),
  /** Effective state of the attempt itself, not of its payment: `approved` finds a hold before and after its capture. */
  state: attemptStateSchema.nullable().default(null),
  environment: environmentSchema.nullable().default(null),
  merchantId: merchantIdSchema.nullable().default(null),
  operatorName: keptNote(200).nullable().default(null),
});
export type HistoryFilter = z.infer<typeof historyFilterSchema>;

export const historyQuerySchema = historyFilterSchema.extend({
  /** Keyset cursor: the last row seen. Newest first. */
  after: z.strictObject({ startedAt: instantSchema, id: idSchema }).nullable().default(null),
  limit: z.int().min(1).max(500).default(historyPageSize),
});
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

export const historyPageSchema = z.strictObject({
  attempts: z.array(listedAttemptSchema).readonly(),
  more: z.boolean(),
});
export type HistoryPage = z.infer<typeof historyPageSchema>;

export const exportFormatSchema = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** Figures of one group of a day: the count of attempts and their sum in minor units. */
const dayFigureSchema = z.strictObject({ key: z.string(), count: z.int(), amount: z.int() });

/** The day, local to the seat, by its UTC bounds. */
export const dayCloseQuerySchema = z.strictObject({
  from: instantSchema,
  until: instantSchema,
  /** Minutes added to UTC for the hour groups: the seat's offset on that day. */
  offsetMinutes: z.int().min(-840).max(840),
  environment: environmentSchema,
  merchantId: merchantIdSchema.nullable().default(null),
});
export type DayCloseQuery = z.infer<typeof dayCloseQuerySchema>;

/** Groups of attempts by outcome, the approved ones by their effect on the money, in the order of the day close. */
export const dayStates = [
  'charged',
  'captured',
  'held',
  'unlisted',
  'declined',
  'rejected',
  'not-sent',
  'unknown',
  'sending',
] as const;
const dayStateSchema = z.enum(dayStates);

/** Figures of a day. Sums are valid only when `currencySigns`, the signs of the summed attempts, has one entry. */
export const dayCloseSchema = z.strictObject({
  /** Money charged: approved sales and captures. */
  charged: z.strictObject({ count: z.int(), amount: z.int() }),
  /** Money held that day: approved authorizations, whatever became of them since. */
  held: z.strictObject({ count: z.int(), amount: z.int() }),
  /** Those of `held` whose hold still waits for its capture. */
  stillHeld: z.strictObject({ count: z.int(), amount: z.int() }),
  byOperation: z.array(dayFigureSchema).readonly(),
  byOperator: z.array(dayFigureSchema).readonly(),
  byBrand: z.array(z.strictObject({ key: brandSchema, count: z.int(), amount: z.int() })).readonly(),
  /** Approvals are in several groups, because a hold and its capture are the same money twice. */
  byState: z.array(z.strictObject({ key: dayStateSchema, count: z.int(), amount: z.int() })).readonly(),
  /** Approved sales and captures by local hour, 0 to 23. Hours without any are absent. */
  byHour: z.array(z.strictObject({ hour: z.int().min(0).max(23), count: z.int(), amount: z.int() })).readonly(),
  unknowns: z.array(attemptSchema).readonly(),
  /** Holds of any day that wait now. */
  openHolds: z.strictObject({ count: z.int(), amount: z.int() }),
  currencySigns: z.array(z.string()).readonly(),
});
export type DayClose = z.infer<typeof dayCloseSchema>;
