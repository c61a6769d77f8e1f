/** Time left of a hold, and its words. Pure, so that tests can name the moment. */
import { oneDay, oneHour, oneMinute } from '#shared/durations.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { holdWarningHours, type Hold } from '#shared/ledger/holds.ts';

/** `first` and `second` are the two warnings. `past` is our estimate, not a fact. */
export type Urgency = 'calm' | 'first' | 'second' | 'past';

/** Returns the milliseconds until the funds are freed. Negative once they probably are. */
export const millisecondsLeft = (hold: Pick<Hold, 'expiresAt'>, now: number): number =>
  Date.parse(hold.expiresAt) - now;

export function urgencyOf(left: number): Urgency {
  if (left <= 0) return 'past';
  if (left < holdWarningHours.second * oneHour) return 'second';
  return left < holdWarningHours.first * oneHour ? 'first' : 'calm';
}

/** Returns the part of the reservation that is left, from 1 to 0. */
export function partLeft({ authorization, expiresAt }: Pick<Hold, 'authorization' | 'expiresAt'>, now: number): number {
  const [begun, end] = [Date.parse(authorization.startedAt), Date.parse(expiresAt)];
  return end <= begun ? 0 : Math.min(1, Math.max(0, (end - now) / (end - begun)));
}

/** Spells the time since an instant in the larger unit alone: `30 h`. At least one minute, because nobody says “0 min ago”. */
export function spellAgo(t: Translate, milliseconds: number): string {
  const span = Math.abs(milliseconds);
  if (span >= 2 * oneDay) return t('holds:time.onlyDays', { days: Math.floor(span / oneDay) });
  if (span >= oneHour) return t('holds:time.onlyHours', { hours: Math.floor(span / oneHour) });
  return t('unconfirmed:minutes', { minutes: Math.max(1, Math.floor(span / oneMinute)) });
}
