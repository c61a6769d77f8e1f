/** Writes an export of the history to a file: CSV as a stream, XLSX whole. The file appears under its name when it is complete. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { putInPlace } from '#electron/ledger/durable-file.ts';
import type { ExportFormat } from '#shared/history.ts';
import type { Attempt } from '#shared/transaction.ts';
import { columnNames, moneyColumns, rowOf, type ExportWords } from './columns.ts';

/** A spreadsheet is put together in memory; CSV has no such end. */
export const largestSheet = 200_000;

/** More payments than a spreadsheet takes; nothing was written. */
export class TooManyRows extends Error {}

export interface HistoryExport {
  /** Absolute. A file of that name is replaced. */
  readonly file: string;
  readonly format: ExportFormat;
  readonly words: ExportWords;
  readonly sheetName: string;
}

/**
 * @returns how many attempts the file holds
 * @throws `TooManyRows`, `LedgerUnavailable` of the attempts, and errors of the file system; the file is then as it was
 */
export async function writeHistory(
  attempts: AsyncIterable<Attempt>,
  { file, format, words, sheetName }: HistoryExport,
): Promise<number> {
  const partial = `${file}.partial`;
  try {
    const rows =
      format === 'csv'
        ? await writeCsv(attempts, partial, words)
        : await writeXlsx(attempts, partial, words, sheetName);
    // On the disk when it resolves: what a purge has written here it removes from the record right after.
    await putInPlace(partial, file);
    return rows;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function writeCsv(attempts: AsyncIterable<Attempt>, file: string, words: ExportWords): Promise<number> {
  let count = 0;
  async function* rows(): AsyncGenerator<readonly string[]> {
    yield columnNames.map(words.heading);
    for await (const attempt of attempts) {
      count += 1;
      yield rowOf(attempt, words);
    }
  }
  // The mark makes spreadsheets read UTF-8; what looks like a formula is made a text (CSV injection).
  const csv = stringify({ bom: true, escape_formulas: true, record_delimiter: 'windows' });
  await pipeline(Readable.from(rows()), csv, createWriteStream(file, { mode: 0o600 }));
  return count;
}

async function writeXlsx(
  attempts: AsyncIterable<Attempt>,
  file: string,
  words: ExportWords,
  sheet: string,
): Promise<number> {
  const data: SheetData = [columnNames.map((name) => ({ value: words.heading(name), fontWeight: 'bold' as const }))];
  for await (const attempt of attempts) {
    if (data.length > largestSheet) throw new TooManyRows(String(largestSheet));
    data.push(rowOf(attempt, words).map((text, index) => cellOf(text, columnNames[index])));
  }
  await writeXlsxFile(data, { sheet, stickyRowsCount: 1 }).toFile(file);
  return data.length - 1;
}

/** Texts are written as texts, so that nothing in them is ever a formula; amounts as numbers, which spreadsheets can add up. */
function cellOf(text: string, column: (typeof columnNames)[number] | undefined): SheetData[number][number] {
  if (text === '') return null;
  const isMoney = column !== undefined && moneyColumns.has(column);
  return isMoney ? { value: Number(text), type: Number, format: '#,##0.00' } : { value: text, type: String };
}
