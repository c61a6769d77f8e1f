/** The close of a merchant's day as an act on record, and what has changed since. */
import { z } from 'zod';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { boundsOfDay } from '#shared/local-day.ts';
import { attemptStateSchema } from '#shared/payments/outcome.ts';
import {
  listedSchema,
  dayStateKeys,
  figuresSchema,
  merchantDaySchema,
  noFigure,
  type CurrencyFigures,
  type DayState,
  type Figure,
  type Figures,
  type FiguresQuery,
} from './figures.ts';

/** One close. A day can be closed again; the earlier closes stay. */
export const dayCloseSchema = merchantDaySchema.extend({
  id: idSchema,
  merchantName: z.string(),
  /** First instant of the day at the seat that closed it, and of the day after it. */
  from: instantSchema,
  until: instantSchema,
  closedAt: instantSchema,
  operatorName: z.string(),
  seat: z.string(),
  /** The figures as they stood; null when they are not as this version of the program wrote them. */
  figures: figuresSchema.nullable(),
});
export type DayClose = z.infer<typeof dayCloseSchema>;

/** A payment of the day that was made, answered or resolved after the close. */
const changedPaymentSchema = listedSchema
  .pick({ id: true, operation: true, amount: true, currencySign: true, operatorName: true })
  .extend({
    /** Instant of the change, UTC. */
    at: instantSchema,
    what: z.enum(['made', 'answered', 'resolved']),
    state: attemptStateSchema,
    customer: z.string(),
  });
export type ChangedPayment = z.infer<typeof changedPaymentSchema>;

export const dayClosesSchema = z.strictObject({
  /** Newest first. */
  closes: z.array(dayCloseSchema).readonly(),
  /** Payments that changed after the newest close, oldest first. Empty when the closes are of several merchants. */
  changed: z.array(changedPaymentSchema).readonly(),
});
export type DayCloses = z.infer<typeof dayClosesSchema>;

/** One line of the figures that is not as it was at the close. */
export interface DifferenceLine {
  readonly sign: string;
  readonly what: `state.${DayState}` | 'opened.open' | 'opened.expired';
  /** At the earlier reading, and at the later one. */
  readonly before: Figure;
  readonly after: Figure;
}

export const differenceKey = (what: DifferenceLine['what']) =>
  what === 'opened.open'
    ? 'reports:close.open'
    : what === 'opened.expired'
      ? 'reports:close.expired'
      : dayStateKeys[what.slice('state.'.length) as DayState];

/** True for a day that was closed in another time zone, so that figures of today's hours can't be compared with it. */
export function isOfOtherHours({ day, from, until }: DayClose): boolean {
  const bounds = boundsOfDay(day);
  return bounds?.from !== from || bounds.until !== until;
}

/** True when payments have been removed since (retention), so that the present figures say nothing about the day. */
export function isRemoved(then: Figures, now: Figures): boolean {
  const attempts = (figures: Figures): number =>
    figures.currencies.reduce((sum, currency) => sum + currency.attempts.count, 0);
  return attempts(now) < attempts(then);
}

/** Returns the lines of the day in which two readings differ, in the order of the report. */
export function changesBetween(then: Figures, now: Figures): readonly DifferenceLine[] {
  const signs = [...new Set([...then.currencies, ...now.currencies].map(({ sign }) => sign))];
  return signs.flatMap((sign) => {
    const first = linesOf(then.currencies.find((currency) => currency.sign === sign));
    const last = linesOf(now.currencies.find((currency) => currency.sign === sign));
    return [...new Set([...first.keys(), ...last.keys()])].flatMap((what) => {
      const [before, after] = [first.get(what) ?? noFigure, last.get(what) ?? noFigure];
      return before.count === after.count && before.amount === after.amount ? [] : [{ sign, what, before, after }];
    });
  });
}

function linesOf(figures: CurrencyFigures | undefined): ReadonlyMap<DifferenceLine['what'], Figure> {
  if (figures === undefined) return new Map();
  return new Map<DifferenceLine['what'], Figure>([
    ...figures.byState.map((row) => [`state.${row.key}`, row] as const),
    ['opened.open', figures.opened.open],
    ['opened.expired', figures.opened.expired],
  ]);
}

/** Returns the figures to show of a day: those of its latest close once payments have been removed since. */
export function figuresOfClose(present: Figures, closes: readonly DayClose[], query: FiguresQuery): Figures {
  const [latest] = closes;
  if (query.merchantId === null || query.first !== query.last || latest === undefined) return present;
  const { figures } = latest;
  return figures !== null && !isOfOtherHours(latest) && isRemoved(figures, present) ? figures : present;
}
