/** A spreadsheet (XLSX) written row by row, in as many sheets as its rows need, so that none of it has to fit into memory. */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx';

/** Characters that Excel takes in one cell. */
const longestText = 32_767;
/** What Excel would read as the escape of a character (ECMA-376, part 1, 22.9.2.19). */
const excelEscape = /_(?=x[\da-f]{4}_)/gi;
/** Characters that XML 1.0 forbids (section 2.2) and the writer lets through; a file with one can't be opened. */
const notInXml = /[\uFFFE\uFFFF]/g;

export interface SheetColumn {
  readonly heading: string;
  /** Amounts are decimals with a point, exact as they are written; an empty one is an empty cell. */
  readonly kind: 'text' | 'amount';
}

export interface Spreadsheet {
  readonly file: string;
  /** Of the first sheet; the others have a number after it. */
  readonly sheetName: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly string[]>;
  /** The heading among them; fewer in tests. */
  readonly rowsOfSheet?: number;
}

/**
 * @returns how many rows the file holds, the headings not counted
 * @throws `ZipError` beyond 4 GB, and what the rows and the file system throw; what was written is then no spreadsheet
 */
export async function writeSpreadsheet({ file, sheetName, columns, rows, rowsOfSheet }: Spreadsheet): Promise<number> {
  let count = 0;
  async function* cells() {
    for await (const row of rows) {
      count += 1;
      yield row.map((value, index) => cellOf(columns[index], value));
    }
  }
  // Before the first row is asked for: a folder that can't be written to is said at once.
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

/** A text stays a text, so that nothing in it is ever a formula; amounts can be added up. */
function cellOf(column: SheetColumn | undefined, value: string): string | number | null {
  if (value === '') return null;
  return column?.kind === 'amount'
    ? Number(value)
    : value.slice(0, longestText).replace(notInXml, '').replace(excelEscape, '_x005F_');
}
