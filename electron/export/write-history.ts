/** Exports the history to a file, row by row. The file appears under its name once it is complete and flushed. */
import { rm } from 'node:fs/promises';
import { putInPlace } from '#electron/documents/durable-file.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import type { FieldKind } from '#shared/payments/field-kinds.ts';
import { exportedFields, paymentFields } from '#shared/payments/payment-fields.ts';
import { columnNames, moneyColumns, rowOf, type ColumnName, type ExportWords } from './columns.ts';
import { writeCsv } from './csv.ts';
import { writeSpreadsheet } from './spreadsheet.ts';

export interface HistoryExport {
  /** Absolute path. An existing file is replaced. */
  readonly file: string;
  readonly format: ExportFormat;
  readonly words: ExportWords;
  readonly sheetName: string;
}

/**
 * @returns the number of attempts in the file
 * @throws `ZipError`, `LedgerUnavailable` of the attempts, and errors of the file system; the file is then as it was
 */
export async function writeHistory(
  attempts: AsyncIterable<ListedAttempt>,
  { file, format, words, sheetName }: HistoryExport,
): Promise<number> {
  const partial = `${file}.partial`;
  async function* rows(): AsyncGenerator<readonly string[]> {
    for await (const attempt of attempts) yield inOneLine(rowOf(attempt, words));
  }
  try {
    const count =
      format === 'csv' ? await writeText(rows(), partial, words) : await writeXlsx(rows(), partial, words, sheetName);
    // Flushed when it resolves, because a purge removes the exported attempts from the record right after.
    await putInPlace(partial, file);
    return count;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
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

async function writeText(rows: AsyncIterable<readonly string[]>, file: string, words: ExportWords): Promise<number> {
  let count = 0;
  async function* lines(): AsyncGenerator<readonly string[]> {
    yield columnNames.map(words.heading);
    for await (const row of rows) {
      count += 1;
      yield row;
    }
  }
  await writeCsv(lines(), file);
  return count;
}

/** Writes XLSX with amounts as numbers, which spreadsheets can sum. */
const writeXlsx = (
  rows: AsyncIterable<readonly string[]>,
  file: string,
  words: ExportWords,
  sheetName: string,
): Promise<number> =>
  writeSpreadsheet({
    file,
    sheetName,
    columns: columnNames.map((name) => ({
      heading: words.heading(name),
      kind: moneyColumns.has(name) ? 'amount' : 'text',
    })),
    rows,
  });
