/** Days as people type them, in both languages. */
import { dayBeside } from '#shared/local-day.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, plusMonths, startOfWeek, weeksOf } from '#renderer/ui/dates/calendar-days.ts';
import { presetOf, presetRange } from '#renderer/ui/dates/day-presets.ts';
import { readDay, writtenDay } from '#renderer/ui/dates/day-text.ts';
import { textsIn } from '#test/support/texts-in.ts';

const today = '2026-11-22';
const languages = ['es', 'en'] as const;
const day = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('a day that is typed', () => {
  test('is read back as it is written, in either language', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...languages), (any, language) => {
        expect(readDay(writtenDay(any, language), today)).toEqual({ day: any, complete: true });
      }),
    );
  });

  test('is the same with any separator or none, in full-width digits, and with a year of two digits', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('/', '-', '.', ' ', ''), (any, separator) => {
        const [year = '', month = '', date = ''] = any.split('-');
        const full = [date, month, year].join(separator);
        const wide = full.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
        expect(readDay(full, today)?.day).toBe(any);
        expect(readDay(wide, today)?.day).toBe(any);
        expect(readDay([date, month, year.slice(2)].join(separator), today)?.day).toBe(any);
        expect(readDay(any, today)).toEqual({ day: any, complete: true });
      }),
    );
  });

  test('is a day that exists, or null, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d/. -]{1,12}$/)), (text) => {
        const read = readDay(text, today);
        const [year, month, date] = read?.day.split('-').map(Number) ?? [];
        expect(read === null || dayOf(year ?? 0, month ?? 0, date ?? 0) === read.day, text).toBe(true);
      }),
    );
  });

  test.each([
    ['3/4/2026', '2026-04-03'],
    ['20 nov 2026', '2026-11-20'],
    ['20 de noviembre de 2026', '2026-11-20'],
    ['5 Sept 2026', '2026-09-05'],
    ['1 ene 26', '2026-01-01'],
    ['1 January 2026', '2026-01-01'],
    ['20/11', '2026-11-20'],
    ['2011', '2026-11-20'],
    ['23 nov', '2025-11-23'],
    ['29/2', '2024-02-29'],
  ])('of %s is %s', (text, expected) => {
    expect(readDay(text, today)?.day).toBe(expected);
  });

  test.each([
    '',
    ' ',
    ...textsIn(`
    31/4/2026 | 29/2/2026 | 4/13/2026 | 1/1/1999 | 12 | 1/1/1/1 | nov | 1 xyz 2026 | 2026-1`),
  ])('is none: “%s”', (text) => {
    expect(readDay(text, today)).toBeNull();
  });
});

describe('the calendar', () => {
  test('keeps the date in another month where it can, and never skips one', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -24, max: 24 }), (any, months) => {
        const moved = plusMonths(any, months);
        const index = (of: string) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7));
        expect(index(moved)).toBe(index(any) + months);
        expect(moved.slice(8) <= any.slice(8)).toBe(true);
      }),
    );
  });

  test('shows every day of a month once, in whole weeks from the first weekday of the language', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...languages), (any, language) => {
        const days = weeksOf(any, language).flat();
        expect(days).toEqual(days.map((_each, index) => dayBeside(days[0] ?? '', index)));
        expect(days).toContain(any);
        expect(days[0]).toBe(startOfWeek(days[0] ?? '', language));
        expect(
          days
            .filter((each) => each.slice(0, 7) === any.slice(0, 7))
            .at(0)
            ?.slice(8),
        ).toBe('01');
        expect(dayBeside(days.at(-1) ?? '', 1).slice(0, 7) >= any.slice(0, 7)).toBe(true);
      }),
    );
    expect(weeksOf('2026-11-22', 'es')[0]?.[0]).toBe('2026-11-01');
    expect(weeksOf('2026-11-22', 'en')[0]?.[0]).toBe('2026-10-26');
  });
});

describe('a preset of days', () => {
  test('is counted from today, and recognized by its days', () => {
    expect(presetRange('week', '2026-03-03')).toEqual({ fromDay: '2026-02-25', untilDay: '2026-03-03' });
    expect(presetRange('lastMonth', '2026-03-31')).toEqual({ fromDay: '2026-02-01', untilDay: '2026-02-28' });
    expect(presetRange('month', '2026-03-31')).toEqual({ fromDay: '2026-03-01', untilDay: '2026-03-31' });
    expect(presetOf({ fromDay: '2026-03-02', untilDay: '2026-03-02' }, '2026-03-03')).toBe('yesterday');
    expect(presetOf({ fromDay: '2026-03-02', untilDay: '2026-03-03' }, '2026-03-03')).toBeNull();
  });
});
