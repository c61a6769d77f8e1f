/** How long something has waited, in two units. Pure, so that tests can name the moment. */
import { oneDay, oneHour, oneMinute } from '#shared/durations.ts';
import type { Translate } from '#renderer/words/i18n.ts';

/** Returns `less than 1 min`, `12 min`, `3 h 05 min` or `4 d 3 h`. Rounded down. */
export function ageWords(t: Translate, since: string, now: number): string {
  const span = Math.max(0, now - Date.parse(since));
  if (span >= 2 * oneDay)
    return t('unconfirmed:days', { days: Math.floor(span / oneDay), hours: Math.floor((span % oneDay) / oneHour) });
  const minutes = Math.floor(span / oneMinute);
  if (minutes === 0) return t('unconfirmed:moment');
  if (span < oneHour) return t('unconfirmed:minutes', { minutes });
  return t('unconfirmed:hours', { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, '0') });
}

/** Returns the last six digits of an attempt's id in two groups, `7F3-A21`. Random digits, so two payments hardly share them. */
export function shortReference(attemptId: string): string {
  const end = attemptId.slice(-6).toUpperCase();
  return `${end.slice(0, 3)}-${end.slice(3)}`;
}
