/**
 * Tells the other seats what this one has committed. NOTIFY holds a lock of the whole database until its commit ends, and a
 * commit waits for the disk and the standby. So payments commit without it, and a transaction of its own that waits for
 * neither follows. Each seat's slow poll makes up for a notice that a crash loses.
 */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { mergedChanges, type ChangedAttempts } from '#electron/ledger/changed-attempts.ts';
import { payloadOf } from './notice-payload.ts';

/** Time from a change to its notice, in which further ones join it, in ms. */
export const mergeTime = 150;
/** Longest pause before a notice that could not be sent is tried again, in ms. */
const longestPause = 10_000;

export interface NoticeSender {
  /** Schedules the notice. Takes no time of the caller, who may be paying. */
  readonly changed: (attemptIds: ChangedAttempts) => void;
  /** Sends what is left, once. Later changes are ignored. */
  readonly close: () => Promise<void>;
}

/** @param send sends one notice; rejects with `LedgerUnavailable` when it could not be committed */
export function createNoticeSender(
  send: (payload: string) => Promise<void>,
  reportBug: (error: unknown) => void,
): NoticeSender {
  /** Changes that no notice has told; an empty list for none. */
  let untold: ChangedAttempts = [];
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> | null = null;
  let pause: number = mergeTime;
  let closed = false;

  function schedule(): void {
    if (closed || timer !== null || sending !== null || untold?.length === 0) return;
    timer = setTimeout(() => {
      timer = null;
      sending = deliver().finally(() => {
        sending = null;
        schedule();
      });
    }, pause);
    timer.unref();
  }

  async function deliver(): Promise<void> {
    const told = untold;
    if (told?.length === 0) return;
    untold = [];
    try {
      await send(payloadOf(told));
      pause = mergeTime;
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) {
        reportBug(error);
        return;
      }
      untold = mergedChanges(told, untold);
      pause = Math.min(pause * 2, longestPause);
    }
  }

  return {
    changed(attemptIds) {
      untold = mergedChanges(untold, attemptIds);
      schedule();
    },
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      await sending;
      await deliver();
    },
  };
}
