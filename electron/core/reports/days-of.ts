/** The days of a query with their bounds. */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import { boundsOfDay, daysBetween } from '#shared/local-day.ts';
import type { FiguresQuery } from '#shared/reports/figures.ts';
import type { DayBounds } from '#electron/core/ports/day-figures.ts';

export const invalid = (path: string, code: string): Failure => ({ kind: 'invalid', issues: [{ path, code }] });

export function boundsOf(day: string): DayBounds | null {
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
