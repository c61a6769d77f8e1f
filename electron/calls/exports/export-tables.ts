/** Writes the results of a batch, the journal of a comparison with the service, and the figures of days to a file. */
import { batchColumns, batchRowTexts, type BatchWords } from '#electron/export/batch-columns.ts';
import { journalColumns, journalRows, type JournalWords } from '#electron/export/journal-columns.ts';
import { reportColumns, reportRows, type ReportedDays, type ReportWords } from '#electron/export/report-columns.ts';
import { sheetColumns, writeTable } from '#electron/export/write-table.ts';
import { unwatched, type Course } from '#electron/core/ports/course.ts';
import type { Words } from '#electron/shell/words.ts';
import { outcomeFormats } from '#electron/paper/paper-words.ts';
import { amountDoubtWords } from '#shared/words/amount-words.ts';
import { rowWords } from '#shared/words/row-words.ts';
import type { Result } from '#shared/failure.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import type { BatchProgress } from '#shared/ledger/holds.ts';
import { dayStateKeys, type FiguresQuery } from '#shared/reports/figures.ts';
import type { Reconciled } from '#shared/reports/reconciliation.ts';
import { watched, writtenRows } from './export-attempts.ts';
import { isColumnLabel } from '#shared/words/column-labels.ts';

/** @returns the number of rows in the file */
export function exportBatch(
  { rows }: BatchProgress,
  file: string,
  format: ExportFormat,
  { t, paper }: Words,
  course: Course = unwatched,
): Promise<Result<number>> {
  course.begin('write', rows.length);
  const words: BatchWords = {
    heading: (column) => t(isColumnLabel(column) ? `common:label.${column}` : `holds:batch.export.columns.${column}`),
    money: (money) => t(`holds:batch.money.${money}`),
    row: (row) => rowWords(paper.t, outcomeFormats(paper), row),
  };
  async function* texts(): AsyncGenerator<readonly string[]> {
    for await (const row of watched(rows, course)) yield batchRowTexts(row, words);
  }
  const columns = sheetColumns(batchColumns, words.heading, ['amount', 'charged']);
  const sheetName = t('holds:batch.export.sheet');
  return writtenRows(t, writeTable({ file, format, sheetName, columns, rows: texts() }));
}

/** @returns the number of rows in the file */
export function exportJournal(
  reconciled: Reconciled,
  file: string,
  format: ExportFormat,
  { t }: Words,
): Promise<Result<number>> {
  const words: JournalWords = {
    heading: (column) => t(isColumnLabel(column) ? `common:label.${column}` : `reports:journal.columns.${column}`),
    entry: (entry) => t(`reports:journal.entries.${entry}`),
    compared: (kind) => t(`reports:service.kinds.${kind}`),
  };
  const columns = sheetColumns(journalColumns, words.heading, ['amount']);
  const [sheetName, rows] = [t('reports:journal.sheet'), journalRows(reconciled, words)];
  return writtenRows(t, writeTable({ file, format, sheetName, columns, rows }));
}

/** @returns the name of a file of figures, without its extension: that of a close, where they are of one day */
export const figuresName = (t: Words['t'], { first, last }: Pick<FiguresQuery, 'first' | 'last'>): string =>
  first === last
    ? t('reports:export.name.close', { days: first })
    : t('reports:export.name.figures', { days: `${first}_${last}` });

/** @returns the number of rows in the file */
export function exportReport(
  report: ReportedDays,
  file: string,
  format: ExportFormat,
  { t, paper }: Words,
): Promise<Result<number>> {
  const words: ReportWords = {
    heading: (column) => t(isColumnLabel(column) ? `common:label.${column}` : `reports:export.columns.${column}`),
    section: (section) => t(`reports:export.sections.${section}`),
    sum: (sum) => t(`reports:sum.${sum}`),
    tax: (part) => t(`reports:tax.${part}`),
    operation: (operation) => t(`common:operation.${operation}`),
    state: (state) => t(dayStateKeys[state]),
    brand: (brand) => (brand === 'other' ? t('reports:otherBrand') : t(`common:brand.${brand}`)),
    hold: (hold) => t(`reports:hold.${hold}`),
    amountDoubt: (doubt) => amountDoubtWords(paper.t, doubt),
  };
  const columns = sheetColumns(reportColumns, words.heading, ['amount'], ['count']);
  const [sheetName, rows] = [t('reports:export.sheet'), reportRows(report, words)];
  return writtenRows(t, writeTable({ file, format, sheetName, columns, rows }));
}
