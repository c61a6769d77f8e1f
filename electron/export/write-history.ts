/** Exports the history to a file, row by row. */
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import type { FieldKind } from '#shared/payments/field-kinds.ts';
import { exportedFields, paymentFields } from '#shared/payments/payment-fields.ts';
import { columnNames, moneyColumns, rowOf, type ColumnName, type ExportWords } from './columns.ts';
import { sheetColumns, writeTable, type TableFile } from './write-table.ts';

export interface HistoryExport extends TableFile {
  readonly words: ExportWords;
}

/**
 * @returns the number of attempts in the file
 * @throws `ZipTooLarge`, `LedgerUnavailable` of the attempts, and errors of the file system; the file is then as it was
 */
export function writeHistory(
  attempts: AsyncIterable<ListedAttempt>,
  { words, ...file }: HistoryExport,
): Promise<number> {
  async function* rows(): AsyncGenerator<readonly string[]> {
    for await (const attempt of attempts) yield inOneLine(rowOf(attempt, words));
  }
  const columns = sheetColumns(columnNames, words.heading, moneyColumns);
  return writeTable({ ...file, columns, rows: rows() });
}

const singleLineKinds: ReadonlySet<FieldKind> = new Set(['name', 'email', 'phone']);
/** Names, places and addresses. A line break in one is a slip of the keyboard or an attempt to begin a row. */
const singleLineColumns = new Set<ColumnName>([
  'merchant',
  'currency',
  'operator',
  'seat',
  'receipt',
  'resolvedBy',
  ...exportedFields.filter((field) => singleLineKinds.has(paymentFields[field].kind)),
]);
const isSingleLine = columnNames.map((name) => singleLineColumns.has(name));
const lineBreaks = /(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])+/g;

/** Joins the lines of fields that have one line only. */
const inOneLine = (row: readonly string[]): readonly string[] =>
  row.map((cell, index) => (isSingleLine[index] === true ? cell.replace(lineBreaks, ' ') : cell));
