/** Queries of History and Reports to the ledger, and the layout of a raw answer. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import { countFilters, noFilter, toFilter } from '#renderer/features/history/search/history-filters.tsx';
import { laidOut } from '#renderer/features/history/raw-answer.tsx';
import { shownBy, viewOf, viewShown } from '#renderer/features/history/views/use-views.ts';
import { contract } from '#shared/contract/contract.ts';
import { dayPresets } from '#shared/day-presets.ts';
import { isBackwards, presetRange } from '#renderer/ui/dates/day-presets.ts';
import { boundsOfDay, dayBeside, localDay } from '#shared/local-day.ts';

test('a day in a query runs from its first instant to that of the next, in local time', () => {
  const bounds = boundsOfDay('2026-11-20');
  expect(bounds).not.toBeNull();
  expect(localDay(new Date(bounds?.from ?? ''))).toBe('2026-11-20');
  expect(localDay(new Date(bounds?.until ?? ''))).toBe('2026-11-21');
  expect(localDay(new Date(Date.parse(bounds?.until ?? '') - 1))).toBe('2026-11-20');
  for (const text of ['', '2026-02-30', '2026-13-01', '20-11-2026']) expect(boundsOfDay(text)).toBeNull();
});

test('every keyed filter is a query that the contract accepts', () => {
  expect(historyFilterSchema.safeParse(toFilter(noFilter)).success).toBe(true);
  const keyed = {
    ...noFilter,
    text: '  7001 ',
    fromDay: '2026-11-01',
    untilDay: '2026-11-20',
    state: 'unknown' as const,
  };
  const filter = toFilter(keyed);
  expect(historyFilterSchema.parse(filter)).toEqual(filter);
  expect(filter.text).toBe('7001');
  expect(filter.until).toBe(boundsOfDay('2026-11-20')?.until);
  expect(countFilters(keyed)).toBe(2);
  expect(isBackwards(keyed)).toBe(false);
  expect(isBackwards({ ...keyed, fromDay: '2026-11-21' })).toBe(true);
});

test('a saved view keeps everything that is shown, and its preset counts from the day on which it is opened', () => {
  const today = '2026-11-01';
  for (const preset of dayPresets) {
    const keyed = { ...noFilter, ...presetRange(preset, today), preset, text: ' hotel ', state: 'unknown' as const };
    const view = viewOf('Mine', { keyed, order: 'amount' }, today);
    expect(contract.history.saveView.input.parse({ view }).view).toEqual(view);
    expect(view.days).toEqual({ kind: 'preset', preset });
    const later = shownBy(view, '2026-12-24');
    expect(later).toEqual({
      keyed: { ...keyed, ...presetRange(preset, '2026-12-24'), text: 'hotel' },
      order: 'amount',
    });
    expect(viewShown([view], later, '2026-12-24')).toBe(view);
    expect(viewShown([view], { ...later, order: 'newest' }, '2026-12-24')).toBeNull();
  }
  const range = { ...noFilter, fromDay: '2026-10-03', untilDay: '' };
  const view = viewOf('Mine', { keyed: range, order: 'newest' }, today);
  expect(shownBy(view, '2026-12-24')).toEqual({ keyed: range, order: 'newest' });
});

test('the previous and the next day are adjacent across months, years and clock changes', () => {
  expect(dayBeside('2026-03-01', -1)).toBe('2026-02-28');
  expect(dayBeside('2026-12-31', 1)).toBe('2027-01-01');
  fc.assert(
    fc.property(fc.date({ min: new Date(2001, 0, 1), max: new Date(2090, 0, 1), noInvalidDate: true }), (date) => {
      const day = localDay(date);
      expect(dayBeside(dayBeside(day, 1), -1)).toBe(day);
    }),
  );
});

test('a raw answer is formatted without a change to its numbers', () => {
  expect(laidOut('{"risk_score":55.0,"totalPay":"30.0","data":[]}')).toBe(
    '{\n  "risk_score": 55.0,\n  "totalPay": "30.0",\n  "data": []\n}',
  );
  expect(laidOut('{"idtx":12345678901234567890}')).toContain('12345678901234567890');
  expect(laidOut('<html>502</html>')).toBeNull();
  expect(laidOut('{"half":')).toBeNull();
});

test('any JSON keeps its meaning when it is formatted', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(laidOut(text) ?? '')).toEqual(JSON.parse(text));
    }),
  );
});
