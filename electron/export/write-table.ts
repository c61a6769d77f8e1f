/** Writes rows to a file, one by one. The file appears under its name once it is complete and flushed. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { putInPlace } from '#electron/documents/durable-file.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import { writeSpreadsheet, type SheetColumn } from './spreadsheet.ts';

export interface TableFile {
  /** Absolute path. An existing file is replaced. */
  readonly file: string;
  readonly format: ExportFormat;
  readonly sheetName: string;
}

export interface Table extends TableFile {
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly string[]>;
}

/**
 * @returns the number of rows in the file without headings
 * @throws `ZipError`, and errors of the rows and the file system; the file is then as it was
 */
export async function writeTable(table: Table): Promise<number> {
  const partial = `${table.file}.partial`;
  try {
    const count = await (table.format === 'csv' ? writeCsv : writeSpreadsheet)({ ...table, file: partial });
    // Flushed when it resolves, because a purge removes the exported attempts from the record right after.
    await putInPlace(partial, table.file);
    return count;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function writeCsv({ file, columns, rows }: Table): Promise<number> {
  let count = 0;
  async function* lines(): AsyncGenerator<readonly string[]> {
    yield columns.map(({ heading }) => heading);
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
