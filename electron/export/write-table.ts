/** Writes rows to a file, one by one. The file appears under its name once it is complete and flushed. */
import { writeDurably } from '#electron/documents/durable-file.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import { writeCsv } from './csv.ts';
import { writeSpreadsheet, type SheetColumn } from './spreadsheet.ts';

export interface TableFile {
  /** Absolute path. An existing file is replaced. */
  readonly file: string;
  readonly format: ExportFormat;
  readonly sheetName: string;
}

/** Returns the columns of a table. @param amounts those that hold decimals. Spreadsheets can sum these, and the counts. */
export const sheetColumns = <Name extends string>(
  names: readonly Name[],
  heading: (name: Name) => string,
  amounts: readonly NoInfer<Name>[] = [],
  counts: readonly NoInfer<Name>[] = [],
): readonly SheetColumn[] =>
  names.map((name) => ({
    heading: heading(name),
    kind: amounts.includes(name) ? 'amount' : counts.includes(name) ? 'count' : 'text',
  }));

export interface Table extends TableFile {
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly string[]>;
}

/**
 * @returns the number of rows in the file without headings
 * @throws `ZipTooLarge`, and errors of the rows and the file system; the file is then as it was
 */
export const writeTable = (table: Table): Promise<number> =>
  // Flushed when it resolves, because a purge removes the exported attempts from the record right after.
  writeDurably(table.file, (file) => (table.format === 'csv' ? writeText : writeSpreadsheet)({ ...table, file }));

async function writeText({ file, columns, rows }: Table): Promise<number> {
  let count = 0;
  async function* lines(): AsyncGenerator<readonly string[]> {
    yield columns.map(({ heading }) => heading);
    for await (const row of rows) {
      count += 1;
      yield row;
    }
  }
  await writeCsv(lines(), file);
  return count;
}
