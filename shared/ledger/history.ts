/** Queries of History: one search box, filters, keyset paging and export. */
import { textLimits } from '#shared/text-limits.ts';
import { z } from 'zod';
import { environmentSchema } from '#shared/environment.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { attemptSchema, type Attempt } from '#shared/payments/attempt.ts';
import { filterShapeWithDefaults, historyFilterNames } from './history-filters.ts';
import { listedAttemptSchema } from './listed-attempt.ts';
import { searchText } from '#shared/texts/text-kinds.ts';

/** Attempts per page: more than a screen shows, yet read in one go. */
export const historyPageSize = 50;

export const historyFilterSchema = z.strictObject({
  /** Words that must all occur in the searched fields of the table of payment fields, in references or in the operator's name. */
  text: searchText(textLimits.search).default(''),
  /** UTC. `from` is inclusive, `until` exclusive. */
  from: instantSchema.nullable().default(null),
  until: instantSchema.nullable().default(null),
  ...filterShapeWithDefaults(),
});
export type HistoryFilter = z.infer<typeof historyFilterSchema>;

/** Orders of the history. By amount, the largest come first. */
export const historyOrders = ['newest', 'oldest', 'amount'] as const;
export type HistoryOrder = (typeof historyOrders)[number];

export const historyQuerySchema = historyFilterSchema.extend({
  /** `newest` when absent. */
  order: z.enum(historyOrders).optional(),
  /** Keyset cursor: the last row seen, in the order of the query. */
  after: z.strictObject({ startedAt: instantSchema, id: idSchema }).nullable().default(null),
  limit: z.int().min(1).max(500).default(historyPageSize),
});
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

export const historyPageSchema = z.strictObject({
  attempts: z.array(listedAttemptSchema).readonly(),
  more: z.boolean(),
});
export type HistoryPage = z.infer<typeof historyPageSchema>;

/** Tells which reads the beginning or the first answer of an attempt concerns. No other attempt may show it. */
const changedAttemptSchema = attemptSchema.pick({
  startedAt: true,
  operation: true,
  state: true,
  environment: true,
  merchantId: true,
  operatorName: true,
});
export type ChangedAttempt = z.infer<typeof changedAttemptSchema>;

/** Attempts that were added, changed or removed. */
export const changeSchema = z.strictObject({
  /** Null for many or unknown ones. */
  attemptIds: z.array(idSchema).readonly().nullable(),
  /** Of all of them; absent where other attempts may show the change too. */
  facts: z.array(changedAttemptSchema).readonly().optional(),
});
export type Change = z.infer<typeof changeSchema>;

/**
 * A change as notices tell it: its ids, and the values of its facts in the order of `changedFields`. The names are a third of a notice,
 * and every seat gets every notice.
 */
export const listedChangeSchema = z.tuple([z.unknown(), z.array(z.array(z.unknown())).optional()]);
export const changedFields = changedAttemptSchema.keyof().options;

/**
 * Describes the beginning of an attempt or its first answer. What refers to another one changes the rows of its whole payment, so its
 * facts are left out.
 */
export function changeOf(attempt: Attempt): Change {
  const { id, holdId, chargeId, startedAt, operation, state, environment, merchantId, operatorName } = attempt;
  if (holdId !== null || chargeId !== null) return { attemptIds: [id] };
  return { attemptIds: [id], facts: [{ startedAt, operation, state, environment, merchantId, operatorName }] };
}

/** True where the attempt may join, leave or change what the filter finds. Its state and its words may have been others before. */
export const concerns = (
  { startedAt, ...changed }: ChangedAttempt,
  { from, until, ...filter }: HistoryFilter,
): boolean =>
  (from === null || startedAt >= from) &&
  (until === null || startedAt < until) &&
  historyFilterNames.every((name) => name === 'state' || filter[name] === null || filter[name] === changed[name]);

/** Unconfirmed payments of each environment that are listed at most, oldest first. */
export const mostUnknowns = 500;

/** Finds that are counted and summed at most, newest first. */
export const summedLimit = 10_000;

const figureSchema = z.strictObject({ count: z.int(), amount: z.int() });

/**
 * Money of what a filter finds. An approved capture is `charged` like a sale; its hold is over and counts no more, so the same money
 * is in one sum only.
 */
export const historySumsSchema = z.strictObject({
  count: z.int(),
  /** True when there are older finds, which are in no figure. */
  more: z.boolean(),
  /** By environment and currency sign, because neither can be added to another. */
  sums: z
    .array(
      z.strictObject({
        environment: environmentSchema,
        currencySign: z.string(),
        /** Approved sales and captures. */
        charged: figureSchema,
        /** Approved holds whose money is still reserved. */
        held: figureSchema,
        /** Approved refunds, which go off what is charged. */
        refunded: figureSchema,
        /** Approved voids. Their holds count no more. */
        released: figureSchema,
        /** Requested amounts of those of all four whose amount is unconfirmed, and which are in no sum. */
        unclear: figureSchema,
      }),
    )
    .readonly(),
});
export type HistorySums = z.infer<typeof historySumsSchema>;

export const exportFormatSchema = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;
