/** Views of History that an operator saved under a name: the search, its filters and its order. */
import { z } from 'zod';
import { dayPresets } from '#shared/day-presets.ts';
import { textLimits } from '#shared/text-limits.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { filterShape } from './history-filters.ts';
import { historyOrders } from './history.ts';
import { formedText, nameText, searchText } from '#shared/texts/text-kinds.ts';

export const mostViews = 20;

/** A local day, `2026-11-20`; empty when open. */
const day = formedText(10).regex(/^(?:\d{4}-\d{2}-\d{2})?$/);

export const viewNameSchema = nameText(textLimits.viewName);

/** A view as it is saved. Neither its name nor what it searches for holds a card number. */
export const savedViewSchema = z.strictObject({
  name: viewNameSchema,
  text: searchText(textLimits.search),
  /** A preset stays relative: “today” is the day on which the view is opened. */
  days: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('preset'), preset: z.enum(dayPresets) }),
    z.strictObject({ kind: z.literal('range'), fromDay: day, untilDay: day }),
  ]),
  ...filterShape(),
  order: z.enum(historyOrders),
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const storedViewsSchema = z.strictObject({
  views: z.array(z.strictObject({ savedBy: z.string(), view: savedViewSchema }).readonly()).readonly(),
});
export type StoredViews = z.infer<typeof storedViewsSchema>;

/** The views of one operator, by name. */
export const savedViewsSchema = z.array(savedViewSchema).readonly();

/** The same for names that a person would take for one: `Mis Ventas`, `mis ventas`. */
export const viewKey = (name: string): string => withoutAccents(name.trim()).toLowerCase();
