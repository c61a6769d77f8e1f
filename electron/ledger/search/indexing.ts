/** Indexing in the pauses: what was written is put into the search index a little later, in portions, without anybody waiting. */
import { setImmediate } from 'node:timers/promises';
import { LedgerUnavailable } from '#electron/core/ports.ts';

/** Milliseconds from a change until its words are indexed. */
const pause = 400;

export interface Indexing {
  /** Something was written, or may have been left over. */
  readonly soon: () => void;
  /** Resolves when nothing is being indexed any more, nor will be. */
  readonly stop: () => Promise<void>;
}

/** @param indexPortion indexes some of what is new; resolves to whether there is more */
export function createIndexing(indexPortion: () => Promise<boolean>, reportBug: (error: unknown) => void): Indexing {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  async function run(): Promise<void> {
    try {
      // SQLite works in this thread: after each portion it is the turn of the payments.
      while (!stopping.signal.aborted && (await indexPortion())) await setImmediate();
    } catch (error) {
      // What is not indexed keeps its mark; the next search or pause indexes it.
      if (!(error instanceof LedgerUnavailable)) reportBug(error);
    }
  }

  return {
    soon() {
      if (stopping.signal.aborted || timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        running = running.then(run);
      }, pause);
      timer.unref();
    },
    async stop() {
      stopping.abort();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
