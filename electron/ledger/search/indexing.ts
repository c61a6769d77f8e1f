/** Indexes new attempts in the pauses, in portions, so that no payment waits for it. */
import { setImmediate } from 'node:timers/promises';
import { unlessAway } from '#electron/core/ports/ledger.ts';

/** Milliseconds from a change to its indexing. */
const pause = 400;

/** @param indexPortion indexes some new attempts and resolves to true when there are more */
export function createIndexing(indexPortion: () => Promise<boolean>, reportBug: (error: unknown) => void) {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  async function run(): Promise<void> {
    try {
      // SQLite works in this thread, so payments get a turn after each portion.
      while (!stopping.signal.aborted && (await indexPortion())) await setImmediate();
    } catch (error) {
      // Unindexed rows keep their mark, and the next search or pause indexes them.
      unlessAway(reportBug)(error);
    }
  }

  return {
    /** Schedules indexing after a write, or for possible leftovers. */
    soon() {
      if (stopping.signal.aborted || timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        running = running.then(run);
      }, pause);
      timer.unref();
    },
    /** Stops for good. Resolves when nothing is being indexed any more. */
    async stop() {
      stopping.abort();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
