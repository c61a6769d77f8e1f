/** Reports: the figures of days with those to compare them with, and the close of a day as an act on record. */
import { ok, type Result, failed, type Failure } from '#shared/failure.ts';
import { figuresOfClose, type DayClose, type DayCloses } from '#shared/reports/day-close.ts';
import {
  type Figures,
  type FiguresQuery,
  mostDays,
  type MerchantDay,
  type ReconciledSummary,
  type Report,
} from '#shared/reports/figures.ts';
import { boundsOfDay, daysBetween, dayBeside, localDay } from '#shared/local-day.ts';
import type { DayBounds, DayOfMerchants, DayCell, DaysQuery } from '#electron/core/ports/day-figures.ts';
import { oneHour } from '#shared/durations.ts';
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { type Ledger, fromLedger } from '#electron/core/ports/ledger.ts';
import { comparedCurrencies, currencyFigures } from './sum-up.ts';
import type { Ports } from '#electron/core/ports/ports.ts';

export type Reports = ReturnType<typeof createReports>;

export interface ReportsParts extends Pick<Ports, 'clock' | 'seat' | 'makeId'> {
  readonly ledger: Pick<Ledger, 'dayCells' | 'dayLists' | 'closeDay' | 'dayCloses' | 'changedSince'>;
  readonly merchants: Pick<Merchants, 'list'>;
  /** Returns what the last comparison with the service's records said of these days. */
  readonly reconciled: (query: FiguresQuery) => ReconciledSummary | null;
}

export function createReports({ ledger, merchants, clock, makeId, reconciled, seat }: ReportsParts) {
  async function comparedAs(query: FiguresQuery): Promise<Figures['reconciled']> {
    const merchant = (await merchants.list()).find((view) => view.merchant.id === query.merchantId)?.merchant;
    return merchant === undefined || merchant.recordsUrl === null ? null : (reconciled(query) ?? 'not-compared');
  }

  async function read(query: FiguresQuery, days: readonly DayBounds[]): Promise<Figures> {
    const asOf = clock().toISOString();
    const of: DaysQuery = { ...query, days, now: asOf };
    const cells = await ledger.dayCells(of);
    const { waiting, ...lists } = await ledger.dayLists(of);
    return {
      asOf,
      currencies: currencyFigures(cells, waiting, partOf(days)),
      reconciled: await comparedAs(query),
      ...lists,
    };
  }

  async function compare(query: FiguresQuery, days: readonly DayBounds[]): Promise<Report['comparison']> {
    const now = clock();
    // A day is compared with the same weekday, a range with as many days before it.
    const back = days.length === 1 ? 7 : days.length;
    const before = days.flatMap(({ day }) => boundsOf(dayBeside(day, -back)) ?? []);
    const of: DaysQuery = { ...query, days: before, now: now.toISOString() };
    const cells = await ledger.dayCells(of);
    const last = untilNow(days, before, now, back);
    const soFar =
      last && cells.filter(({ day }) => day < last.day).concat(await ledger.dayCells({ ...of, days: [last] }));
    const place = ({ day }: DayCell): string => String(before.findIndex((each) => each.day === day));
    return {
      first: dayBeside(query.first, -back),
      last: dayBeside(query.last, -back),
      currencies: comparedCurrencies(cells, soFar, days.length === 1 ? partOf(before) : place),
    };
  }

  return {
    async figures(query: FiguresQuery): Promise<Result<Report>> {
      const days = daysOf(query, localDay(clock()), mostDays);
      if (!days.ok) return days;
      return fromLedger(
        (async () => ({
          figures: await read(query, days.value),
          comparison: await compare(query, days.value),
        }))(),
      );
    },
    /** Records the close of a day with its figures. Refuses a future day. A day can be closed again. */
    async close({ day, environment, merchantId }: MerchantDay, actor: Actor): Promise<Result<DayClose>> {
      const days = daysOf({ first: day, last: day }, localDay(clock()), mostDays);
      if (!days.ok) return days;
      const merchant = (await merchants.list()).find((view) => view.merchant.id === merchantId)?.merchant;
      const [bounds] = days.value;
      if (bounds === undefined || merchant?.environment !== environment) return failed({ kind: 'not-found' });
      const closed = { id: makeId(), day, environment, merchantId, merchantName: merchant.name };
      const figures = await fromLedger(read({ first: day, last: day, environment, merchantId }, days.value));
      if (!figures.ok) return figures;
      const close = {
        ...closed,
        from: bounds.from,
        until: bounds.until,
        // Anything that happens during the reading comes after the close.
        closedAt: figures.value.asOf,
        operatorName: actor.name,
        seat: seat(),
        figures: withoutCustomers(figures.value),
      };
      const written = await fromLedger(ledger.closeDay(close));
      return written.ok ? ok(close) : written;
    },
    /** Returns the closes of a day, and for one merchant the payments that changed after the newest. */
    async closes(of: DayOfMerchants): Promise<Result<DayCloses>> {
      const bounds = boundsOf(of.day);
      if (bounds === null) return failed(invalid('day', 'invalid_format'));
      return fromLedger(
        (async () => {
          const closes = await ledger.dayCloses(of);
          const [latest] = closes;
          const ofOne = latest !== undefined && of.merchantId !== null;
          return { closes, changed: ofOne ? await ledger.changedSince(of, bounds, latest.closedAt) : [] };
        })(),
      );
    },
  };
}

/** Names the part of a cell: the hour of the clock on a single day, the day of a range. */
function partOf(days: readonly DayBounds[]): (cell: DayCell) => string {
  const starts = new Map(days.map(({ day, from }) => [day, Date.parse(from)]));
  if (days.length > 1) return ({ day }) => day;
  return ({ day, hour }) => String(new Date((starts.get(day) ?? 0) + hour * oneHour).getHours()).padStart(2, '0');
}

/** Returns the day to compare with today, until the same time of day; null when the reported days are over. */
function untilNow(days: readonly DayBounds[], before: readonly DayBounds[], now: Date, back: number): DayBounds | null {
  const same = before[days.findIndex(({ from, until }) => from <= now.toISOString() && now.toISOString() < until)];
  if (same === undefined) return null;
  // By the clock, which a change of it between the two days does not shift.
  const clock = new Date(now);
  clock.setDate(clock.getDate() - back);
  const until = clock.toISOString();
  return { ...same, until: until < same.until ? until : same.until };
}

const withoutCustomers = (figures: Figures): Figures => ({
  ...figures,
  unconfirmed: figures.unconfirmed.map((payment) => ({ ...payment, customer: null })),
  unclear: figures.unclear.map((payment) => ({ ...payment, customer: null })),
  openHolds: figures.openHolds.map((hold) => ({ ...hold, customer: null })),
});

const invalid = (path: string, code: string): Failure => ({ kind: 'invalid', issues: [{ path, code }] });

function boundsOf(day: string): DayBounds | null {
  const bounds = boundsOfDay(day);
  return bounds === null ? null : { day, ...bounds };
}

/** Returns the days of a query with their bounds. Refuses days to come, a last day before the first, and too long a range. */
export function daysOf(
  { first, last }: Pick<FiguresQuery, 'first' | 'last'>,
  today: string,
  most: number,
): Result<readonly DayBounds[]> {
  if (boundsOf(first) === null) return failed(invalid('first', 'invalid_format'));
  if (boundsOf(last) === null) return failed(invalid('last', 'invalid_format'));
  if (last > today) return failed(invalid('last', 'too_big'));
  if (last < first) return failed(invalid('last', 'too_small'));
  const days = daysBetween(first, last, most + 1);
  if (days.length > most) return failed(invalid('first', 'too_small'));
  return ok(days.flatMap((day) => boundsOf(day) ?? []));
}

interface ClosedFigures {
  readonly figures: Figures;
  /** Closes of a single day, newest first; empty for a range. */
  readonly closes: readonly DayClose[];
}

/** Returns the figures of days as they are printed and exported: those of the latest close once payments have been removed since. */
export async function closedFigures(
  reports: Pick<Reports, 'figures' | 'closes'>,
  query: FiguresQuery,
): Promise<Result<ClosedFigures>> {
  const { first, last, environment, merchantId } = query;
  const read = await reports.figures(query);
  if (!read.ok) return read;
  if (first !== last) return ok({ figures: read.value.figures, closes: [] });
  const closed = await reports.closes({ day: first, environment, merchantId });
  if (!closed.ok) return closed;
  const { closes } = closed.value;
  return ok({ figures: figuresOfClose(read.value.figures, closes, query), closes });
}
