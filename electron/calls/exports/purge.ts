/** A purge as long work: exports old payments, reads the file back, then removes from the record what the file holds. */
import { rm } from 'node:fs/promises';
import { type Course, WorkCancelled } from '#electron/core/ports/course.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { fromLedger } from '#electron/core/ports/ledger.ts';
import type { History } from '#electron/core/records/history.ts';
import { holdsExactly, noting, type ExportedAttempt } from '#electron/export/history-file.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import type { Words } from '#electron/shell/words.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import { exportAttempts, tellTotal, watched } from './export-attempts.ts';

export interface Purge {
  readonly history: Pick<History, 'all' | 'count'>;
  readonly opened: () => Promise<Pick<StoredLedger, 'purge'>>;
  readonly note: (deed: LedgerDeed) => Promise<Result<void>>;
  readonly words: Words;
  readonly actor: Actor;
  /** UTC instant. Earlier payments are removed. */
  readonly before: string;
  /** New file that keeps what is removed. */
  readonly file: string;
  readonly now: Date;
}

/** Can be stopped until the removal begins, and then leaves no file. */
export async function purge(asked: Purge, course: Course): Promise<Result<{ path: string; removed: number }>> {
  const { opened, note, words, before, file } = asked;
  const exported = new Map<string, ExportedAttempt>();
  const rows = await writeRemoved(asked, exported, course);
  if (!rows.ok) return rows;
  try {
    course.begin('read-back', exported.size);
    if (!(await holdsExactly(file, exported, course.progress))) {
      return failed({ kind: 'file', detail: words.t('shell:export.differs', { file }) });
    }
    course.commit();
  } catch (error) {
    if (error instanceof WorkCancelled) await rm(file, { force: true });
    throw error;
  }
  course.begin('remove', exported.size);
  const begun = await note({ kind: 'purge-begun', before, exported: rows.value, file });
  if (!begun.ok) return begun;
  const removed = await fromLedger(opened().then((ledger) => ledger.purge(before, exported, course.progress)));
  if (!removed.ok) return removed;
  const noted = await note({ kind: 'purge', before, removed: removed.value, file });
  return noted.ok ? ok({ path: file, removed: removed.value }) : noted;
}

function writeRemoved(
  { history, words, actor, before, file, now }: Purge,
  exported: Map<string, ExportedAttempt>,
  course: Course,
): Promise<Result<number>> {
  const older = historyFilterSchema.parse({ until: before });
  course.begin('write', null);
  tellTotal(course, history.count(older, actor));
  return exportAttempts(watched(noting(history.all(older, actor), exported), course), file, 'csv', words, now);
}
