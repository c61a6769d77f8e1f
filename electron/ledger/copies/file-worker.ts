/** Entry of the thread for work on a whole file: does one task, and posts its progress and its result. */
import { parentPort, workerData } from 'node:worker_threads';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import { workOn, type FileProgress, type FileResult, type FileWork } from './file-work.ts';

/** Result as data, because an error's class does not cross to another thread. */
export type FileWorkAnswer =
  | { readonly result: FileResult }
  | { readonly reason: LedgerFailureReason; readonly detail: string }
  | { readonly bug: unknown };

/** Posted any number of times before the result. */
export interface FileWorkProgress {
  readonly progress: FileProgress;
}

async function answer(work: FileWork): Promise<FileWorkAnswer> {
  try {
    return { result: await workOn(work, (progress) => post({ progress })) };
  } catch (error) {
    return error instanceof LedgerUnavailable ? { reason: error.reason, detail: error.message } : { bug: error };
  }
}

function post(message: FileWorkAnswer | FileWorkProgress): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}

// Pauses of the work hold no process back. Here they would end the thread.
const alive = setInterval(() => undefined, 60_000);
void answer(workerData as FileWork)
  .then(post)
  .finally(() => clearInterval(alive));
