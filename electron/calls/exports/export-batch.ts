/** Writes the results of a batch to a file that the operator chose. */
import { batchColumns, batchMoneyColumns, batchRowTexts, type BatchWords } from '#electron/export/batch-columns.ts';
import { sheetColumns, writeTable } from '#electron/export/write-table.ts';
import { unwatched, type Course } from '#electron/core/ports/course.ts';
import type { Words } from '#electron/shell/words.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import type { BatchProgress, BatchRow } from '#shared/ledger/holds.ts';
import { fileFailure, watched } from './export-attempts.ts';

/** @returns the number of rows in the file */
export async function exportBatch(
  { rows }: BatchProgress,
  file: string,
  format: ExportFormat,
  { t }: Words,
  course: Course = unwatched,
): Promise<Result<number>> {
  course.begin('write', rows.length);
  const words: BatchWords = {
    heading: (column) => t(`holds:batch.export.columns.${column}`),
    result: (result) =>
      result === 'skipped' || result === 'waiting' ? t(`holds:batch.result.${result}`) : t(`outcomes:state.${result}`),
    money: (money) => t(`holds:batch.money.${money}`),
    reason: (row) => reasonOf(t, row),
  };
  async function* texts(): AsyncGenerator<readonly string[]> {
    for await (const row of watched(rows, course)) yield batchRowTexts(row, words);
  }
  const columns = sheetColumns(batchColumns, words.heading, batchMoneyColumns);
  try {
    return ok(await writeTable({ file, format, sheetName: t('holds:batch.export.sheet'), columns, rows: texts() }));
  } catch (error) {
    return fileFailure(error);
  }
}

function reasonOf(t: Words['t'], { skipReason, attempt, unrecorded }: BatchRow): string {
  if (skipReason !== null) return t(`holds:batch.why.${skipReason}`);
  const reasons = [
    attempt?.state === 'not-sent' ? t(`outcomes:notSent.cause.${attempt.notSentCause ?? 'other'}`) : null,
    attempt?.state === 'unknown' ? t(`outcomes:unknown.cause.${attempt.unknownCause ?? 'no-answer'}`) : null,
    attempt?.resolution == null ? null : t(`outcomes:resolved.title.${attempt.resolution.outcome}.captured`),
    unrecorded === null ? null : t(`holds:batch.unrecorded.${unrecorded}`),
  ];
  return reasons.filter((reason) => reason !== null).join(' ');
}
