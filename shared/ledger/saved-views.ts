/** Views of History that an operator saved under a name: the search, its filters and its order. */
import { z } from 'zod';
import { boundedText, trimmedText } from '#shared/bounded-text.ts';
import { dayPresets } from '#shared/day-presets.ts';
import { keptText, searchText } from '#shared/payments/field-schemas.ts';
import { textLimits } from '#shared/text-limits.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { filterShape } from './history-filters.ts';
import { historyOrders } from './history.ts';

/** Most views of one operator. */
export const mostViews = 20;

/** A local day, `2026-11-20`; empty when open. */
const day = boundedText(10).regex(/^(?:\d{4}-\d{2}-\d{2})?$/);

const shapeOf = <Filters extends z.core.$ZodLooseShape>(
  texts: { readonly name: z.ZodType<string, string>; readonly text: z.ZodType<string, string> },
  filters: Filters,
) =>
  z.strictObject({
    ...texts,
    /** A preset stays relative: “today” is the day on which the view is opened. */
    days: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('preset'), preset: z.enum(dayPresets) }),
      z.strictObject({ kind: z.literal('range'), fromDay: day, untilDay: day }),
    ]),
    ...filters,
    order: z.enum(historyOrders),
  });

/** A view as it is saved. Neither its name nor what it searches for holds a card number. */
export const savedViewSchema = shapeOf(
  { name: keptText(textLimits.viewName), text: searchText(textLimits.search) },
  filterShape('schema'),
);
export type SavedView = z.infer<typeof savedViewSchema>;

/** A view on disk, which may be older than a change of the rule for card numbers. */
const storedViewSchema = shapeOf(
  { name: boundedText(textLimits.viewName), text: boundedText(textLimits.search) },
  filterShape('stored'),
);
export const storedViewsSchema = z.strictObject({
  views: z.array(z.strictObject({ savedBy: z.string(), view: storedViewSchema }).readonly()).readonly(),
});
export type StoredViews = z.infer<typeof storedViewsSchema>;

/** The views of one operator, by name. */
export const savedViewsSchema = z.array(storedViewSchema).readonly();

export const viewNameSchema = trimmedText(textLimits.viewName);

/** The same for names that a person would take for one: `Mis Ventas`, `mis ventas`. */
export const viewKey = (name: string): string => withoutAccents(name.trim()).toLowerCase();
