/**
 * Hears what other seats changed. Behind a pooler in transaction mode LISTEN succeeds and nothing is ever heard, and a seat that
 * dies between its commit and its notice tells nobody. So each heartbeat brings a mark of the ledger, which says whether
 * something changed that no notice told.
 */
import type { ChangedAttempts } from '#electron/ledger/engine/engine.ts';
import { attemptsIn } from './notice-sender.ts';

/** Numbers of heartbeats. */
export const listening = {
  /** How often a change without a notice is told: the seat that moved the mark may commit some seconds later. */
  repeats: 3,
  /** After so many, a change of the mark is told whatever was heard: one notice among others may have been lost. */
  whole: 6,
} as const;

/** @param tell gets the ids of the attempts, or null for any */
export function createNoticeListener(tell: (attemptIds: ChangedAttempts) => void) {
  /** Payload of the own notice that was sent last; null once it was heard. */
  let own: string | null = null;
  let heard = false;
  /** Marks of the last heartbeat, and of the last whole comparison; null before the first. */
  let last: string | null = null;
  let whole: string | null = null;
  let beats = 0;
  let repeats = 0;

  return {
    /** Notes that this seat is about to send a notice. */
    sends(payload: string) {
      own = payload;
    },
    hear(payload: string) {
      heard = true;
      repeats = 0;
      if (payload === own) own = null;
      else tell(attemptsIn(payload));
    },
    /** Takes the mark that came with a heartbeat. */
    noteMark(mark: string) {
      if (last !== null && mark !== last && !heard) repeats = listening.repeats;
      const isDue = beats % listening.whole === 0;
      const isMissed = isDue && whole !== null && mark !== whole;
      if (repeats > 0 || isMissed) tell(null);
      repeats = Math.max(0, repeats - 1);
      if (isDue) whole = mark;
      last = mark;
      heard = false;
      beats += 1;
    },
  };
}
