/** How long something has waited, in two units. Pure, so that tests can name the moment. */
import { oneDay, oneHour, oneMinute } from '#shared/durations.ts';
import type { Translate } from '#renderer/words/i18n.ts';

/**
 * Spells a duration in two units: `4 d 3 h`, `1 d 7 h`, `5 h 05 min`, `12 min`, `less than 1 min`. Rounds down so as not to promise time.
 * @param daysFrom days from which they are counted
 */
export function spell(t: Translate, milliseconds: number, daysFrom = 1): string {
  const span = Math.abs(milliseconds);
  if (span < oneMinute) return t('unconfirmed:moment');
  const hours = Math.floor(span / oneHour);
  if (span >= daysFrom * oneDay) return t('unconfirmed:days', { days: Math.floor(hours / 24), hours: hours % 24 });
  const minutes = Math.floor(span / oneMinute);
  if (hours === 0) return t('unconfirmed:minutes', { minutes });
  return t('unconfirmed:hours', { hours, minutes: String(minutes % 60).padStart(2, '0') });
}

/** Returns `less than 1 min`, `12 min`, `3 h 05 min` or `4 d 3 h`. */
export const ageWords = (t: Translate, since: string, now: number): string =>
  spell(t, Math.max(0, now - Date.parse(since)), 2);

/** Returns the last six digits of an attempt's id in two groups, `7F3-A21`. Random digits, so two payments hardly share them. */
export function shortReference(attemptId: string): string {
  const end = attemptId.slice(-6).toUpperCase();
  return `${end.slice(0, 3)}-${end.slice(3)}`;
}
