/** Reports as main makes them: which days are read and compared, and what a close refuses and records. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DayCell, DaysQuery, NewDayClose } from '#electron/core/ports/day-figures.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { createReports, type Reports } from '#electron/core/reports/reports.ts';
import { newId } from '#shared/new-id.ts';
import { figureOf, reportSchema } from '#shared/reports/figures.ts';
import { merchant, value } from '#test/fixtures/examples.ts';

/** Local time, whatever the zone of the computer is. */
const now = new Date(2026, 10, 21, 14, 5);
const of = { environment: 'test', merchantId: 'shop' } as const;
const cell = (day: string, hour: number, amount: number): DayCell => ({
  day,
  hour,
  operation: 'sell',
  state: 'approved',
  brand: 'VISA',
  operatorName: 'Ana',
  currencySign: 'B/.',
  tax: 0,
  withheld: 0,
  hold: null,
  doubt: null,
  count: 1,
  amount,
});

let asked: DaysQuery[];
let closed: NewDayClose[];
let away: boolean;
let cells: readonly DayCell[];
let reports: Reports;
let present: Date;
afterEach(() => void vi.unstubAllEnvs());
beforeEach(() => {
  present = now;
  asked = [];
  closed = [];
  away = false;
  cells = [];
  const payment = { id: newId(), operatorName: 'Ana', customer: 'María González' };
  reports = createReports({
    reconciled: () => null,
    ledger: {
      dayCells(query) {
        asked.push(query);
        return Promise.resolve(
          cells.filter(({ day, hour }) =>
            query.days.some(
              (each) => each.day === day && Date.parse(each.from) + hour * 3_600_000 < Date.parse(each.until),
            ),
          ),
        );
      },
      dayLists: () =>
        Promise.resolve({
          purgedBefore: null,
          unconfirmed: [
            {
              ...payment,
              startedAt: now.toISOString(),
              operation: 'sell',
              amount: 1,
              currencySign: 'B/.',
              brand: null,
              lastFour: null,
            },
          ],
          unclear: [],
          openHolds: [],
          waiting: [],
        }),
      closeDay(close) {
        if (away) return Promise.reject(new LedgerUnavailable('disconnected', ''));
        closed.push(close);
        return Promise.resolve();
      },
      dayCloses: () => Promise.resolve(closed.toReversed()),
      changedSince: () => Promise.resolve([]),
    },
    merchants: { list: () => Promise.resolve([{ merchant } as never]) },
    clock: () => present,
    makeId: newId,
    seat: () => 'Front desk',
  });
});

const figures = async (first: string, last: string) =>
  reportSchema.parse(value(await reports.figures({ ...of, first, last })));

describe('the figures', () => {
  it('of a day are compared with the same weekday a week before, and for today by the same time', async () => {
    cells = [cell('2026-11-21', 9, 300_00), cell('2026-11-14', 9, 200_00), cell('2026-11-14', 16, 50_00)];
    const { figures: today, comparison } = await figures('2026-11-21', '2026-11-21');
    expect(today.currencies[0]?.byPart).toEqual([{ part: '09', operation: 'sell', count: 1, amount: 300_00 }]);
    expect(comparison).toMatchObject({ first: '2026-11-14', last: '2026-11-14' });
    expect(comparison.currencies).toMatchObject([
      { charged: { count: 2, amount: 250_00 }, soFar: { count: 1, amount: 200_00 } },
    ]);
    const past = await figures('2026-11-20', '2026-11-20');
    expect(past.comparison.first).toBe('2026-11-13');
  });

  it('of a day on which the clocks change are compared by the clock', async () => {
    vi.stubEnv('TZ', 'America/New_York');
    // At two o'clock the first hour had come again.
    present = new Date(2026, 10, 1, 18);
    await figures('2026-11-01', '2026-11-01');
    expect(asked.at(-1)?.days.at(-1)?.until).toBe(new Date(2026, 9, 25, 18).toISOString());
  });

  it('of a range are by day, and compared with as many days before', async () => {
    cells = [cell('2026-11-02', 9, 300_00), cell('2026-10-30', 9, 200_00)];
    const { figures: range, comparison } = await figures('2026-11-01', '2026-11-03');
    expect(range.currencies[0]?.byPart.map(({ part }) => part)).toEqual(['2026-11-02']);
    expect(comparison).toMatchObject({ first: '2026-10-29', last: '2026-10-31' });
    expect(comparison.currencies[0]).toMatchObject({ soFar: null, byPart: [{ key: '1', amount: 200_00 }] });
    expect(asked[0]?.days.map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03']);
    for (const { from, until } of asked.flatMap(({ days }) => days)) expect(from < until).toBe(true);
  });

  it('of a range up to today are compared up to the same time, and of the days before only that one is read twice', async () => {
    cells = [cell('2026-11-16', 22, 200_00), cell('2026-11-18', 9, 30_00), cell('2026-11-18', 16, 50_00)];
    const { comparison } = await figures('2026-11-19', '2026-11-21');
    expect(comparison).toMatchObject({
      currencies: [{ charged: { count: 3, amount: 280_00 }, soFar: { count: 2, amount: 230_00 } }],
    });
    expect(asked.slice(-2).map(({ days }) => days.map(({ day }) => day))).toEqual([
      ['2026-11-16', '2026-11-17', '2026-11-18'],
      ['2026-11-18'],
    ]);
  });

  it.each([
    ['a day to come', '2026-11-22', '2026-11-22'],
    ['a last day before the first', '2026-11-20', '2026-11-19'],
    ['no day', '2026-02-30', '2026-11-19'],
    ['more days than can be shown', '2026-01-01', '2026-11-19'],
  ])('refuse %s', async (_what, first, last) => {
    expect(await reports.figures({ ...of, first, last })).toMatchObject({ failure: { kind: 'invalid' } });
    expect(asked).toEqual([]);
  });
});

describe('a close', () => {
  const sol = { name: 'Sol', role: 'supervisor' } as never;

  it('records who, when, and the figures as they stood, without names of customers', async () => {
    cells = [cell('2026-11-20', 9, 300_00)];
    const close = value(await reports.close({ ...of, day: '2026-11-20' }, sol));
    expect(close).toMatchObject({
      day: '2026-11-20',
      merchantName: merchant.name,
      operatorName: 'Sol',
      seat: 'Front desk',
    });
    expect(close.closedAt).toBe(now.toISOString());
    expect(closed).toMatchObject([
      { from: new Date(2026, 10, 20).toISOString(), until: new Date(2026, 10, 21).toISOString() },
    ]);
    expect(figureOf(close.figures?.currencies[0]?.sums ?? [], 'charged').amount).toBe(300_00);
    expect(JSON.stringify(closed)).not.toContain('González');
    expect(closed[0]?.figures.unconfirmed).toMatchObject([{ operatorName: 'Ana', customer: null }]);
  });

  it('of a future day, of nobody’s day or of another environment is refused', async () => {
    expect(await reports.close({ ...of, day: '2026-11-22' }, sol)).toMatchObject({ failure: { kind: 'invalid' } });
    expect(await reports.close({ ...of, day: '2026-11-20', merchantId: 'nobody' }, sol)).toMatchObject({
      failure: { kind: 'not-found' },
    });
    expect(await reports.close({ ...of, day: '2026-11-20', environment: 'production' }, sol)).toMatchObject({
      failure: { kind: 'not-found' },
    });
    expect(closed).toEqual([]);
  });

  it('without its ledger says so, and today can be closed again', async () => {
    away = true;
    const day = { ...of, day: '2026-11-21' };
    expect(await reports.close(day, sol)).toMatchObject({ failure: { kind: 'ledger', reason: 'disconnected' } });
    away = false;
    value(await reports.close(day, sol));
    value(await reports.close(day, sol));
    expect(value(await reports.closes(day)).closes).toHaveLength(2);
  });
});
