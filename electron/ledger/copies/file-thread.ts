/** Does work on a whole file in a thread of its own: the payments of this process go on meanwhile. */
import { Worker } from 'node:worker_threads';
import { LedgerUnavailable } from '#electron/core/ports.ts';
import type { LedgerFigures } from './figures.ts';
import type { FileWork } from './file-work.ts';
import type { FileWorkAnswer } from './file-worker.ts';

/** The build makes one file of the thread, beside the folder of the main process; from the sources Node runs it as it is. */
const script = new URL(
  import.meta.url.endsWith('.ts') ? './file-worker.ts' : '../worker/file-worker.cjs',
  import.meta.url,
);

/** Rejects with `LedgerUnavailable` as `workOn` does, and with what ended the thread. */
export function inThread(work: FileWork & { readonly kind: 'check' | 'seal' }): Promise<LedgerFigures>;
export function inThread(work: FileWork): Promise<LedgerFigures | null>;
export function inThread(work: FileWork): Promise<LedgerFigures | null> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(script, { workerData: work, name: `ledger ${work.kind}`, execArgv: [] });
    thread.once('message', (answer: FileWorkAnswer) => {
      if ('figures' in answer) resolve(answer.figures);
      else if ('reason' in answer) reject(new LedgerUnavailable(answer.reason, answer.detail));
      else reject(asError(answer.bug));
    });
    thread.once('error', (error) => reject(asError(error)));
    // After an answer it changes nothing.
    thread.once('exit', (code) => reject(new Error(`The thread of the file ended with ${code}.`)));
  });
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
