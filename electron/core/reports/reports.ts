/** Reports: the figures of days with those to compare them with, and the close of a day as an act on record. */
import { failed, ok, type Result } from '#shared/failure.ts';
import { oneHour } from '#shared/durations.ts';
import { dayBeside, localDay } from '#shared/local-day.ts';
import type { DayClose, DayCloses } from '#shared/reports/day-close.ts';
import {
  mostDays,
  type Figures,
  type FiguresQuery,
  type MerchantDay,
  type ReconciledSummary,
  type Report,
} from '#shared/reports/figures.ts';
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { DayOfMerchants, DayBounds, DayCell, DaysQuery } from '#electron/core/ports/day-figures.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import type { Ledger } from '#electron/core/ports/ledger.ts';
import { fromLedger } from '#electron/core/ports/ledger-failure.ts';
import { boundsOf, daysOf, invalid } from './days-of.ts';
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
    const soFar = untilNow(days, before, now, back);
    const cellsSoFar = soFar === null ? null : await ledger.dayCells({ ...of, days: soFar });
    const part = partOf(before);
    const index = (cell: DayCell): string =>
      days.length === 1 ? part(cell) : String(before.findIndex(({ day }) => day === cell.day));
    return {
      first: dayBeside(query.first, -back),
      last: dayBeside(query.last, -back),
      currencies: comparedCurrencies(cells, cellsSoFar, index),
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

/** Returns the days to compare with as far as the reported days have gone; null when those are over. */
function untilNow(
  days: readonly DayBounds[],
  before: readonly DayBounds[],
  now: Date,
  back: number,
): readonly DayBounds[] | null {
  const current = days.findIndex(({ from, until }) => from <= now.toISOString() && now.toISOString() < until);
  const same = before[current];
  if (same === undefined) return null;
  // By the clock, which a change of it between the two days does not shift.
  const clock = new Date(now);
  clock.setDate(clock.getDate() - back);
  const until = clock.toISOString();
  return [...before.slice(0, current), { ...same, until: until < same.until ? until : same.until }];
}

const withoutCustomers = (figures: Figures): Figures => ({
  ...figures,
  unconfirmed: figures.unconfirmed.map((payment) => ({ ...payment, customer: null })),
  unclear: figures.unclear.map((payment) => ({ ...payment, customer: null })),
  openHolds: figures.openHolds.map((hold) => ({ ...hold, customer: null })),
});
