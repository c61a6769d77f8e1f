/** Replaces the embedded ledger by a copy that a supervisor has chosen. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { WorkCancelled, type Course } from '#electron/core/ports/course.ts';
import { dropCopy, prepareRestore, replaceSqlite } from '#electron/ledger/copies/backup.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { errorText } from '#shared/error-text.ts';
import { failed, ok, type Result } from '#shared/failure.ts';

/** Turns errors of copies into failures. One of stopped work passes through. */
async function asResult<Value>(work: Promise<Value>): Promise<Result<Value>> {
  try {
    return ok(await work);
  } catch (error) {
    if (error instanceof WorkCancelled) throw error;
    if (error instanceof LedgerUnavailable && error.reason === 'altered') {
      return failed({ kind: 'altered-copy', object: error.message });
    }
    return failed({ kind: 'file', detail: errorText(error) });
  }
}

export interface Restore<Events> {
  readonly course: Course;
  /** True while a payment or its record is under way. */
  readonly busy: () => boolean;
  /** Reads what has to outlive the former ledger, right before it is replaced. */
  readonly readEvents: () => Promise<Events>;
}

export interface Restored<Events> {
  readonly attempts: number;
  readonly former: Events;
}

/**
 * Makes a checked copy beside the ledger, which stays in use meanwhile, and commits the work. Refused or stopped, it leaves
 * no copy.
 * @param ledger id of the ledger that is replaced; null for an unknown one
 */
export async function readyToReplace<Events>(
  copy: string,
  file: string,
  ledger: string | null,
  { course, busy, readEvents }: Restore<Events>,
): Promise<Result<Restored<Events>>> {
  const prepared = await asResult(prepareRestore(copy, file, ledger, course));
  if (!prepared.ok) return prepared;
  let isCommitted = false;
  try {
    course.begin('replace', null);
    const former = await readEvents();
    if (busy()) return failed({ kind: 'busy' });
    course.commit();
    isCommitted = true;
    return ok({ attempts: prepared.value, former });
  } finally {
    if (!isCommitted) await dropCopy(file);
  }
}

/**
 * Puts the prepared copy in place of the ledger.
 * @param former closed before its file is replaced; null for one that is not open
 * @returns the path of the former file; null when there was none
 */
export const replaceEmbedded = (file: string, former: StoredLedger | null, at: Date): Promise<Result<string | null>> =>
  asResult(
    (async () => {
      await former?.close();
      return replaceSqlite(file, at);
    })(),
  );
