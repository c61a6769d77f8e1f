/** Runs work on a whole file in a separate thread, so that payments go on meanwhile. */
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { TrailReport } from '#shared/ledger/trail.ts';
import type { CheckedRows, FileWork } from './file-work.ts';
import type { MigrationProgress } from '#shared/ledger/migration-progress.ts';
import type { FileWorkMessage } from './file-worker.ts';

/** Script of the thread: the built file beside the main process's folder, or the source itself. */
const script = new URL(
  import.meta.url.endsWith('.ts') ? './file-worker.ts' : '../worker/file-worker.cjs',
  import.meta.url,
);

/** Room for young objects in MB. Rows live briefly, and the process keeps what V8 took for more of them after the thread has ended. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 } as const;

/** Threads of `look`, by the promises of their ends. Only those have statements of half a minute, which can't be stopped from outside. */
const readers = new Set<Promise<unknown>>();

/** Resolves when no reader has a file open any more, which on Windows can't be renamed before. */
export const readersGone = (): Promise<unknown> => Promise.all(readers);

/** Time in ms in which a reader that waits in no long statement ends. */
const patience = 2_000;

/** Tells whether a reader holds the process back, whatever ends it but a signal. Waits a moment for those that end by themselves. */
export async function isHeldByReader(): Promise<boolean> {
  await Promise.race([readersGone(), setTimeout(patience, undefined, { ref: false })]);
  return readers.size > 0;
}

type ProgressOf<Kind> = Kind extends 'migrate' ? MigrationProgress : Kind extends 'look' ? CheckedRows : number;
type ResultOf<Kind> = Kind extends 'seal' | 'bring-up' ? number : Kind extends 'trail' ? TrailReport : null;

/**
 * Runs the work. Rejects with `LedgerUnavailable` as `workOn` does, or with the error that ended the thread.
 * @param signal ends the thread when aborted. The promise then rejects with its reason once the file is closed, that of `look` at once
 */
export function inThread<Work extends FileWork>(
  work: Work,
  signal?: AbortSignal,
  onProgress?: (progress: ProgressOf<Work['kind']>) => void,
): Promise<ResultOf<Work['kind']>> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const thread = new Worker(script, { workerData: work, name: `ledger ${work.kind}`, execArgv: [], resourceLimits });
    thread.on('message', (answer: FileWorkMessage) => {
      if ('progress' in answer) onProgress?.(answer.progress as ProgressOf<Work['kind']>);
      else if ('result' in answer) resolve(answer.result as ResultOf<Work['kind']>);
      else if ('reason' in answer) reject(new LedgerUnavailable(answer.reason, answer.detail));
      else reject(asError(answer.bug));
    });
    thread.once('error', (error) => reject(asError(error)));
    const gone = new Promise((resolveGone) => thread.once('exit', resolveGone));
    const isReader = work.kind === 'look';
    if (isReader) readers.add(gone);
    const stop = (): void => {
      void thread.terminate();
      if (isReader) reject(asError(signal?.reason));
    };
    signal?.addEventListener('abort', stop, { once: true });
    thread.once('exit', (code) => {
      readers.delete(gone);
      signal?.removeEventListener('abort', stop);
      // Has no effect after an answer. The file is closed now, and may be removed.
      if (signal?.aborted === true) reject(asError(signal.reason));
      else reject(new Error(`The thread for the file ended with exit code ${code}.`));
    });
  });
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
