/** Arithmetic of days written as `2026-11-20`, without hours and time zones. */
import { oneDay } from '#shared/durations.ts';
import { languages, type Language } from '#shared/languages.ts';
import { dayBeside, utcOf } from '#shared/local-day.ts';

/** First and last year that a date field takes. */
const firstYear = 2000;
const lastYear = 2099;

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns the day of these numbers; null when there is none, such as 31 April. */
export function dayOf(year: number, month: number, date: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, date));
  const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date;
  return exists && year >= firstYear && year <= lastYear ? `${year}-${two(month)}-${two(date)}` : null;
}

/** Returns the same day of another month, or its last day when it is shorter. */
export function plusMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;
const lastOfMonth = (day: string): string => dayBeside(firstOfMonth(plusMonths(firstOfMonth(day), 1)), -1);

export const startOfWeek = (day: string, language: Language): string =>
  dayBeside(day, -((new Date(utcOf(day)).getUTCDay() - languages[language].weekStart + 7) % 7));

/** Returns the weeks that a month touches, each of seven days. */
export function weeksOf(month: string, language: Language): readonly (readonly string[])[] {
  const first = startOfWeek(firstOfMonth(month), language);
  const weeks = Math.ceil((utcOf(lastOfMonth(month)) - utcOf(first) + oneDay) / (7 * oneDay));
  return Array.from({ length: weeks }, (_week, week) =>
    Array.from({ length: 7 }, (_day, day) => dayBeside(first, 7 * week + day)),
  );
}
