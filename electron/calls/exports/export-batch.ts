/** Writes the results of a batch to a file that the operator chose. */
import { batchColumns, batchMoneyColumns, batchRowTexts, type BatchWords } from '#electron/export/batch-columns.ts';
import { sheetColumns, writeTable } from '#electron/export/write-table.ts';
import { unwatched, type Course } from '#electron/core/ports/course.ts';
import type { Words } from '#electron/shell/words.ts';
import { outcomeFormats } from '#electron/paper/paper-words.ts';
import { rowWords } from '#shared/words/row-words.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import type { BatchProgress } from '#shared/ledger/holds.ts';
import { fileFailure, watched } from './export-attempts.ts';

/** @returns the number of rows in the file */
export async function exportBatch(
  { rows }: BatchProgress,
  file: string,
  format: ExportFormat,
  { t, paper }: Words,
  course: Course = unwatched,
): Promise<Result<number>> {
  course.begin('write', rows.length);
  const words: BatchWords = {
    heading: (column) => t(`holds:batch.export.columns.${column}`),
    money: (money) => t(`holds:batch.money.${money}`),
    row: (row) => rowWords(paper.t, outcomeFormats(paper), row),
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
