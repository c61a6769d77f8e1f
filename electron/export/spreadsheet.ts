/** Writes a spreadsheet (XLSX) row by row into as many sheets as needed, so that it never has to fit into memory. */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx';

/** Most characters that Excel accepts in one cell. */
const longestText = 32_767;
/** Text that Excel would read as an escaped character (ECMA-376, part 1, 22.9.2.19). */
const excelEscape = /_(?=x[\da-f]{4}_)/gi;
/** Characters that XML 1.0 forbids (section 2.2) and the writer lets through; a file with one can't be opened. */
const notInXml = /[\uFFFE\uFFFF]/g;

export interface SheetColumn {
  readonly heading: string;
  /** Kind of the cells. Amounts are exact decimals with a point; an empty text gives an empty cell. */
  readonly kind: 'text' | 'amount';
}

export interface Spreadsheet {
  readonly file: string;
  /** Name of the first sheet. The others append a number. */
  readonly sheetName: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly string[]>;
  /** Rows per sheet including the heading. Tests use fewer. */
  readonly rowsOfSheet?: number;
}

/**
 * @returns the number of rows in the file without headings
 * @throws `ZipError` beyond 4 GB, and errors of the rows and the file system; the partial file is then not a spreadsheet
 */
export async function writeSpreadsheet({ file, sheetName, columns, rows, rowsOfSheet }: Spreadsheet): Promise<number> {
  let count = 0;
  async function* cells() {
    for await (const row of rows) {
      count += 1;
      yield row.map((value, index) => cellOf(columns[index], value));
    }
  }
  // Opened before the first row is read, so that an unwritable folder fails at once.
  const handle = await open(file, 'w', 0o600);
  const sheets = writeXlsxStream(cells(), {
    name: sheetName,
    columns: columns.map(({ heading, kind }) => ({
      header: heading,
      ...(kind === 'amount' ? { numFmt: '#,##0.00' } : {}),
    })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: rowsOfSheet ?? XLSX_MAX_ROWS_PER_SHEET,
  });
  await pipeline(sheets, createWriteStream(file, { fd: handle }));
  return count;
}

/** Returns the cell's value. A text stays text, so that it is never a formula. An amount is a number that can be summed. */
function cellOf(column: SheetColumn | undefined, value: string): string | number | null {
  if (value === '') return null;
  return column?.kind === 'amount'
    ? Number(value)
    : value.slice(0, longestText).replace(notInXml, '').replace(excelEscape, '_x005F_');
}
