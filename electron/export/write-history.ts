/** Writes an export of the history to a file, row by row. The file appears under its name when it is complete and on the disk. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { putInPlace } from '#electron/documents/durable-file.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { columnNames, moneyColumns, rowOf, type ExportWords } from './columns.ts';
import { writeSpreadsheet } from './spreadsheet.ts';

export interface HistoryExport {
  /** Absolute. A file of that name is replaced. */
  readonly file: string;
  readonly format: ExportFormat;
  readonly words: ExportWords;
  readonly sheetName: string;
}

/**
 * @returns how many attempts the file holds
 * @throws `ZipError`, `LedgerUnavailable` of the attempts, and errors of the file system; the file is then as it was
 */
export async function writeHistory(
  attempts: AsyncIterable<Attempt>,
  { file, format, words, sheetName }: HistoryExport,
): Promise<number> {
  const partial = `${file}.partial`;
  async function* rows(): AsyncGenerator<readonly string[]> {
    for await (const attempt of attempts) yield rowOf(attempt, words);
  }
  try {
    const count =
      format === 'csv' ? await writeCsv(rows(), partial, words) : await writeXlsx(rows(), partial, words, sheetName);
    // On the disk when it resolves: what a purge has written here it removes from the record right after.
    await putInPlace(partial, file);
    return count;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function writeCsv(rows: AsyncIterable<readonly string[]>, file: string, words: ExportWords): Promise<number> {
  let count = 0;
  async function* lines(): AsyncGenerator<readonly string[]> {
    yield columnNames.map(words.heading);
    for await (const row of rows) {
      count += 1;
      yield row;
    }
  }
  // The mark makes spreadsheets read UTF-8; what looks like a formula is made a text (CSV injection).
  const csv = stringify({ bom: true, escape_formulas: true, record_delimiter: 'windows' });
  await pipeline(Readable.from(lines()), csv, createWriteStream(file, { mode: 0o600 }));
  return count;
}

/** Amounts as numbers, which spreadsheets can add up. */
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
