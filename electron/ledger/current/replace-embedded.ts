/** Replaces the embedded ledger by a copy that a supervisor has chosen. */
import { type KeptDeed, keptDeedSchema } from '#shared/audit/ledger-events.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { WorkCancelled, type Course } from '#electron/core/ports/course.ts';
import { carryTrail, dropCopy, prepareRestore, replaceSqlite } from '#electron/ledger/copies/backup.ts';
import { readersGone } from '#electron/ledger/copies/file-thread.ts';
import { readSetting, restoreName } from '#electron/ledger/engine/ledger-settings.ts';
import { keepingTime, keptName } from '#electron/ledger/sqlite/damaged-database.ts';
import type { LedgerParts, StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { existsSync } from 'node:fs';
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

export interface Restore {
  readonly course: Course;
  /** True while a payment or its record is under way. */
  readonly busy: () => boolean;
  readonly operatorName: string;
}

export interface Restored {
  readonly attempts: number;
  /** The entry of the audit trail, which the journal has. */
  readonly kept: KeptDeed;
}

/** Of no ledger in particular: the restored one may have another id. */
const ledger = '';
const kind = 'restore';

/**
 * Makes a checked copy beside the ledger, which stays in use meanwhile, notes who restores it in the journal, and commits the work.
 * Refused or stopped, it leaves neither.
 * @param id of the ledger that is replaced; null for an unknown one
 */
export async function readyToReplace(
  { journal, now, makeId }: Pick<LedgerParts, 'journal' | 'now' | 'makeId'>,
  copy: string,
  file: string,
  id: string | null,
  { course, busy, operatorName }: Restore,
): Promise<Result<Restored>> {
  const restore = makeId();
  const prepared = await asResult(prepareRestore(copy, file, id, restore, course));
  if (!prepared.ok) return prepared;
  const attempts = prepared.value;
  const at = keepingTime(file, now()).toISOString();
  const kept = { id: restore, at, operatorName, deed: { kind, attempts, file: copy } } as const;
  const entry = { ledger, kind, subject: kept.id, at, body: kept } as const;
  let isCommitted = false;
  try {
    course.begin('replace', null);
    const noted = await asResult(journal.write(({ replace }) => replace(entry)));
    if (!noted.ok) return noted;
    if (busy()) return failed({ kind: 'busy' });
    course.commit();
    isCommitted = true;
    return ok({ attempts, kept });
  } finally {
    if (!isCommitted) {
      await asResult(journal.write(({ remove }) => remove(entry)));
      await dropCopy(file);
    }
  }
}

/**
 * Puts the prepared copy in place of the ledger.
 * @param former closed before its file is replaced; null for one that is not open
 * @param onReplaced called once it is
 */
export const replaceEmbedded = (
  file: string,
  former: StoredLedger | null,
  at: Date,
  onReplaced: () => void,
): Promise<Result<void>> =>
  asResult(
    (async () => {
      await former?.close();
      if (process.platform === 'win32') await readersGone();
      await replaceSqlite(file, at);
      onReplaced();
    })(),
  );

/**
 * Carries the audit trail of a replaced ledger over, and says there who restored it: at once, or at the next start where the program
 * ended in between. One that was not replaced in the end is forgotten.
 */
export async function finishRestores(
  { journal, reportBug }: LedgerParts,
  file: string,
  opened: StoredLedger,
): Promise<void> {
  for (const { subject, body } of journal.ofKind(kind)) {
    const kept = keptDeedSchema.safeParse(body);
    // Not known to be sealed by this seat.
    if (!kept.success) continue;
    const former = keptName(file, new Date(kept.data.at));
    if (existsSync(former)) await carryTrail(former, opened.engine, reportBug);
    const inPlace = await opened.engine.read((db) => readSetting(db, restoreName));
    if (existsSync(former) || inPlace === subject) await opened.addDeed(kept.data);
    await journal.write(({ remove }) => remove({ ledger, kind, subject }));
  }
}
