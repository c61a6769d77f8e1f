/** Backs up the shared ledger as an SQLite file, in the same format as an embedded ledger. */
import { existsSync } from 'node:fs';
import { unwatched, type Course } from '#electron/core/ports/course.ts';
import { removeCopy } from '#electron/ledger/copies/backup.ts';
import { putInPlace } from '#electron/documents/durable-file.ts';
import type { LedgerFigures } from '#electron/ledger/copies/figures.ts';
import { inThread } from '#electron/ledger/copies/file-thread.ts';
import type { CopiedServer } from '#electron/ledger/copies/server-copy.ts';

/** @param target must not exist; appears only when complete and verified */
export async function copyToFile(
  server: CopiedServer,
  target: string,
  course: Course = unwatched,
): Promise<LedgerFigures> {
  if (existsSync(target)) throw new Error(`The file ${target} exists already.`);
  const partial = `${target}.partial`;
  try {
    course.begin('copy', null);
    await removeCopy(partial);
    const { signal } = course;
    const onCopied = (done: number): void => {
      if (!signal.aborted) course.progress(done);
    };
    await inThread({ kind: 'copy', file: partial, server }, { signal, onCopied });
    course.begin('check', null);
    // Indexes the words as well, so that search works right after a restore.
    const figures = await inThread({ kind: 'seal', file: partial }, { signal });
    await putInPlace(partial, target);
    return figures;
  } finally {
    await removeCopy(partial);
  }
}
