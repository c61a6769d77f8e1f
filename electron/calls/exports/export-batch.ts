/** Writes the results of a batch to a file: who, how much, what became of it, why, and the references. */
import { unwatched, type Course } from '#electron/core/ports/course.ts';
import { sheetColumns, writeTable } from '#electron/export/write-table.ts';
import { outcomeFormats } from '#electron/paper/paper-words.ts';
import type { Words } from '#electron/shell/words.ts';
import type { Result } from '#shared/failure.ts';
import { rowAmount, captureReference, holdReference, moneyOf, signOf } from '#shared/ledger/batch-results.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import type { BatchProgress, BatchRow } from '#shared/ledger/holds.ts';
import { decimalText } from '#shared/payments/money.ts';
import { isColumnLabel } from '#shared/words/column-labels.ts';
import { rowWords } from '#shared/words/row-words.ts';
import { customerName } from '#shared/payments/attempt.ts';
import { watched, writtenRows } from './export-attempts.ts';

interface ToldRow extends Pick<Words, 't'> {
  readonly label: string;
  /** Empty when there is nothing to add. */
  readonly why: string;
}

const columns = {
  customer: ({ authorization }: BatchRow) => (authorization === null ? '' : customerName(authorization)),
  brand: ({ authorization }) => authorization?.card?.brand ?? '',
  lastFour: ({ authorization }) => authorization?.card?.lastFour ?? '',
  currency: signOf,
  amount: ({ amount }) => (amount === 0 ? '' : decimalText(amount)),
  money: (row, { t }) => t(`holds:batch.money.${moneyOf(row)}`),
  charged: (row) => (moneyOf(row) === 'charged' ? decimalText(rowAmount(row)) : ''),
  result: (_row, { label }) => label,
  reason: (_row, { why }) => why,
  code: ({ attempt }) => attempt?.service.code ?? '',
  text: ({ attempt }) => attempt?.service.text ?? '',
  reference: (row) => captureReference(row) ?? '',
  authorization: (row) => holdReference(row) ?? '',
  merchant: ({ authorization }) => authorization?.merchantName ?? '',
  heldAt: ({ authorization }) => authorization?.startedAt ?? '',
  answeredAt: ({ attempt }) => attempt?.answeredAt ?? '',
  operator: ({ attempt }) => attempt?.operatorName ?? '',
  hold: ({ holdId }) => holdId,
  attempt: ({ attempt }) => attempt?.id ?? '',
} as const satisfies Record<string, (row: BatchRow, told: ToldRow) => string>;
const names = Object.keys(columns) as readonly (keyof typeof columns)[];

/** @returns the number of rows in the file */
export function exportBatch(
  { rows }: BatchProgress,
  file: string,
  format: ExportFormat,
  { t, paper }: Words,
  course: Course = unwatched,
): Promise<Result<number>> {
  course.begin('write', rows.length);
  const formats = outcomeFormats(paper);
  async function* texts(): AsyncGenerator<readonly string[]> {
    for await (const row of watched(rows, course)) {
      const told = { t, ...rowWords(paper.t, formats, row) };
      yield names.map((name) => columns[name](row, told));
    }
  }
  const heading = (name: keyof typeof columns): string =>
    t(isColumnLabel(name) ? `common:label.${name}` : `holds:batch.export.columns.${name}`);
  const sheet = {
    sheetName: t('holds:batch.export.sheet'),
    columns: sheetColumns(names, heading, ['amount', 'charged']),
  };
  return writtenRows(t, writeTable({ file, format, ...sheet, rows: texts() }));
}
