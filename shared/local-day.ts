/** Local days as a date field writes them, `2026-11-20`, and their bounds in UTC. */
import { oneDay } from './durations.ts';

/** Returns the start of a local day and of the day after it, in UTC; null when the text is not a day. */
export function boundsOfDay(day: string): { readonly from: string; readonly until: string } | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) return null;
  const [year, month, date] = [Number(match[1]), Number(match[2]) - 1, Number(match[3])];
  const from = new Date(year, month, date);
  if (from.getMonth() !== month) return null;
  return { from: from.toISOString(), until: new Date(year, month, date + 1).toISOString() };
}

/** Returns the local day of an instant, as a date field writes it. */
export function localDay(moment: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Returns midnight of the day in UTC, in epoch milliseconds. Suits formats of the time zone UTC, and nothing else. */
export const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Returns the day that many days away. Daylight saving does not shift it. */
export const dayBeside = (day: string, days: number): string =>
  boundsOfDay(day) === null ? day : new Date(utcOf(day) + days * oneDay).toISOString().slice(0, 10);

/** Returns the days from the first to the last, both included, at most so many. */
export function daysBetween(first: string, last: string, most: number): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last && days.length < most; day = dayBeside(day, 1)) days.push(day);
  return days;
}

export const noonOf = (day: string): string => new Date(`${day}T12:00:00`).toISOString();
