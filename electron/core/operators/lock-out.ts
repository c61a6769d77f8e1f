/** Computes the lockout after consecutive wrong passcodes. Pure: the caller supplies the time. */
import { oneMinute } from '#shared/durations.ts';
import { triesBeforeWait } from '#shared/seat/operators.ts';

/** Number of wrong passcodes since the last right one, and the time of the latest (UTC). */
export interface WrongTries {
  readonly count: number;
  readonly at: string;
}

/** Longest lockout in ms. PCI DSS 8.3.4 asks for at least 30 minutes after at most 10 tries; the tenth reaches it. */
const longest = 30 * oneMinute;

/** Returns the lockout after `count` wrong tries, in ms: none up to the fourth, then 1, 2, 4 … 30 minutes. */
export const waitAfter = (count: number): number =>
  count < triesBeforeWait ? 0 : Math.min(longest, oneMinute * 2 ** Math.min(count - triesBeforeWait, 10));

/** Returns the end of the lockout; null when the operator may try now. */
export function lockedUntil(wrong: WrongTries | null, now: Date): Date | null {
  if (wrong === null) return null;
  const until = new Date(Date.parse(wrong.at) + waitAfter(wrong.count));
  return until > now ? until : null;
}

/** Treats a timestamp in the future as now, because a clock that was set back must not extend the lockout for years. */
export const byThisClock = (wrong: WrongTries | null, now: Date): WrongTries | null =>
  wrong !== null && Date.parse(wrong.at) > now.getTime() ? { ...wrong, at: now.toISOString() } : wrong;

export const oneMoreWrong = (wrong: WrongTries | null, now: Date): WrongTries => ({
  count: (wrong?.count ?? 0) + 1,
  at: now.toISOString(),
});
