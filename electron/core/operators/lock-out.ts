/** How long wrong passcodes in a row keep an operator out. Pure: the time is the caller's. */
import { oneMinute } from '#shared/durations.ts';
import { triesBeforeWait } from '#shared/seat/operators.ts';

/** Wrong passcodes since the last right one, and when the last of them was tried (UTC). */
export interface WrongTries {
  readonly count: number;
  readonly at: string;
}

/** PCI DSS 8.3.4: at least 30 minutes after at most 10 tries. The tenth reaches it. */
const longest = 30 * oneMinute;

/** How long the last of `count` wrong tries keeps the operator out, in ms: nothing up to the fourth, then 1, 2, 4 … 30 minutes. */
export const waitAfter = (count: number): number =>
  count < triesBeforeWait ? 0 : Math.min(longest, oneMinute * 2 ** Math.min(count - triesBeforeWait, 10));

/** Until when the operator is kept out; null when they may try now. */
export function lockedUntil(wrong: WrongTries | null, now: Date): Date | null {
  if (wrong === null) return null;
  const until = new Date(Date.parse(wrong.at) + waitAfter(wrong.count));
  return until > now ? until : null;
}

/** A try that seems to lie ahead was made before the clock was set back: it counts from now, so that nobody waits for years. */
export const byThisClock = (wrong: WrongTries | null, now: Date): WrongTries | null =>
  wrong !== null && Date.parse(wrong.at) > now.getTime() ? { ...wrong, at: now.toISOString() } : wrong;

export const oneMoreWrong = (wrong: WrongTries | null, now: Date): WrongTries => ({
  count: (wrong?.count ?? 0) + 1,
  at: now.toISOString(),
});
