/** Which day is reported, as a date field writes it, and the question that it makes of the ledger. */
import { oneHour } from '#shared/durations.ts';
import type { Environment } from '#shared/seat/environment.ts';
import type { DayCloseQuery } from '#shared/ledger/history.ts';
import { boundsOfDay, localDay } from '#renderer/words/local-day.ts';

/** The day so many days away; daylight saving does not move it. */
export function dayBeside(day: string, days: number): string {
  const bounds = boundsOfDay(day);
  if (bounds === null) return day;
  const noon = new Date(Date.parse(bounds.from) + 12 * oneHour);
  noon.setDate(noon.getDate() + days);
  return localDay(noon);
}

/** @returns null for what is no day */
export function dayCloseQuery(day: string, environment: Environment, merchantId: string | null): DayCloseQuery | null {
  const bounds = boundsOfDay(day);
  if (bounds === null) return null;
  return { ...bounds, offsetMinutes: -new Date(bounds.from).getTimezoneOffset(), environment, merchantId };
}
