/** The reported day as a date field writes it, and its ledger query. */
import { oneHour } from '#shared/durations.ts';
import type { Environment } from '#shared/seat/environment.ts';
import type { DayCloseQuery } from '#shared/ledger/history.ts';
import { boundsOfDay, localDay } from '#renderer/words/local-day.ts';

/** Returns the day that many days away. Daylight saving does not shift it. */
export function dayBeside(day: string, days: number): string {
  const bounds = boundsOfDay(day);
  if (bounds === null) return day;
  const noon = new Date(Date.parse(bounds.from) + 12 * oneHour);
  noon.setDate(noon.getDate() + days);
  return localDay(noon);
}

/** @returns null when the text is not a day */
export function dayCloseQuery(day: string, environment: Environment, merchantId: string | null): DayCloseQuery | null {
  const bounds = boundsOfDay(day);
  if (bounds === null) return null;
  return { ...bounds, offsetMinutes: -new Date(bounds.from).getTimezoneOffset(), environment, merchantId };
}
