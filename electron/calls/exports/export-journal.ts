/** Writes the money of a comparison with the service as a journal to a file that the operator chose. */
import {
  journalColumns,
  journalMoneyColumns,
  journalRows,
  type JournalWords,
} from '#electron/export/journal-columns.ts';
import { sheetColumns, writeTable } from '#electron/export/write-table.ts';
import type { Words } from '#electron/shell/words.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import type { Reconciled } from '#shared/reports/reconciliation.ts';
import { fileFailure } from './export-attempts.ts';

/** @returns the number of rows in the file */
export async function exportJournal(
  reconciled: Reconciled,
  file: string,
  format: ExportFormat,
  { t }: Words,
): Promise<Result<number>> {
  const words: JournalWords = {
    heading: (column) => t(`reports:journal.columns.${column}`),
    entry: (entry) => t(`reports:journal.entries.${entry}`),
    compared: (kind) => t(`reports:service.kinds.${kind}`),
  };
  async function* rows(): AsyncGenerator<readonly string[]> {
    yield* journalRows(reconciled, words);
  }
  const columns = sheetColumns(journalColumns, words.heading, journalMoneyColumns);
  try {
    return ok(await writeTable({ file, format, sheetName: t('reports:journal.sheet'), columns, rows: rows() }));
  } catch (error) {
    return fileFailure(error);
  }
}
