/** Exports the history to a file, row by row. The file appears under its name once it is complete and flushed. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { putInPlace } from '#electron/documents/durable-file.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { columnNames, moneyColumns, rowOf, type ExportWords } from './columns.ts';
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
    for await (const attempt of attempts) yield rowOf(attempt, words);
  }
  try {
    const count =
      format === 'csv' ? await writeCsv(rows(), partial, words) : await writeXlsx(rows(), partial, words, sheetName);
    // Flushed when it resolves, because a purge removes the exported attempts from the record right after.
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
  // The byte order mark makes spreadsheets read UTF-8. Formulas are escaped to text (CSV injection).
  const csv = stringify({ bom: true, escape_formulas: true, record_delimiter: 'windows' });
  await pipeline(Readable.from(lines()), csv, createWriteStream(file, { mode: 0o600 }));
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
