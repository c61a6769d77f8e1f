/** Entry of the thread for work on a whole file: does one task, and posts its progress and its result. */
import { parentPort, workerData } from 'node:worker_threads';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import { workOn, type FileProgress, type FileWork } from './file-work.ts';

/** Progress any number of times, then the result as data, because an error's class does not cross to another thread. */
export type FileWorkMessage =
  | { readonly progress: FileProgress }
  | { readonly result: Awaited<ReturnType<typeof workOn>> }
  | { readonly reason: LedgerFailureReason; readonly detail: string }
  | { readonly bug: unknown };

async function answer(work: FileWork): Promise<FileWorkMessage> {
  try {
    return { result: await workOn(work, (progress) => post({ progress })) };
  } catch (error) {
    return error instanceof LedgerUnavailable ? { reason: error.reason, detail: error.message } : { bug: error };
  }
}

function post(message: FileWorkMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}

// Pauses of the work hold no process back. Here they would end the thread.
const alive = setInterval(() => undefined, 60_000);
void answer(workerData as FileWork)
  .then(post)
  .finally(() => clearInterval(alive));
