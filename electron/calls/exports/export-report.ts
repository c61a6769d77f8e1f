/** Writes the figures of days to a file that the operator chose. */
import {
  reportColumns,
  reportMoneyColumns,
  reportRows,
  type ReportedDays,
  type ReportWords,
} from '#electron/export/report-columns.ts';
import { sheetColumns, writeTable } from '#electron/export/write-table.ts';
import type { Words } from '#electron/shell/words.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import { amountDoubtWords } from '#shared/words/amount-words.ts';
import { dayStateKeys } from '#shared/reports/figures.ts';
import { fileFailure } from './export-attempts.ts';

/** @returns the number of rows in the file */
export async function exportReport(
  report: ReportedDays,
  file: string,
  format: ExportFormat,
  { t, paper }: Words,
): Promise<Result<number>> {
  const words: ReportWords = {
    heading: (column) => t(`reports:export.columns.${column}`),
    section: (section) => t(`reports:export.sections.${section}`),
    sum: (sum) => t(`reports:sum.${sum}`),
    tax: (part) => t(`reports:tax.${part}`),
    operation: (operation) => t(`common:operation.${operation}`),
    state: (state) => t(dayStateKeys[state]),
    brand: (brand) => (brand === 'other' ? t('reports:otherBrand') : t(`common:brand.${brand}`)),
    hold: (hold) => t(`reports:hold.${hold}`),
    amountDoubt: (doubt) => amountDoubtWords(paper.t, doubt),
  };
  async function* rows(): AsyncGenerator<readonly string[]> {
    yield* reportRows(report, words);
  }
  const columns = sheetColumns(reportColumns, words.heading, reportMoneyColumns);
  try {
    return ok(await writeTable({ file, format, sheetName: t('reports:export.sheet'), columns, rows: rows() }));
  } catch (error) {
    return fileFailure(error);
  }
}
