/**
 * A spreadsheet (XLSX) written row by row, in as many sheets as its rows need. The library that put whole sheets together
 * took 12 kB of memory for each row and stopped the program while it did; of ECMA-376 this needs little: a heading in bold,
 * texts, and amounts that add up.
 */
import { createZipFile } from './zip-file.ts';

/** Rows that Excel takes in one sheet, the heading among them. */
export const rowsOfSheet = 1_048_576;
/** Characters that Excel takes in one cell. */
const longestText = 32_767;
/** Characters of XML after which a sheet ends, whatever its rows: readers that count in 32 bits end at 2 GB. */
const longestSheet = 1_900_000_000;
/** Characters handed on at once. */
const portion = 65_536;

export interface Column {
  readonly heading: string;
  /** Amounts are decimals with a point, exact as they are written; an empty one is an empty cell. */
  readonly kind: 'text' | 'amount';
}

export interface Spreadsheet {
  readonly file: string;
  /** Of the first sheet; the others have a number after it. At most 25 characters. */
  readonly sheetName: string;
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<readonly string[]>;
  /** Fewer in tests. */
  readonly rowsOfSheet?: number;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * @returns how many rows the file holds, the headings not counted
 * @throws `ZipTooLarge`, and what the rows and the file system throw; what was written is then no spreadsheet
 */
export async function writeSpreadsheet(spreadsheet: Spreadsheet): Promise<number> {
  const { file, sheetName, columns, rows } = spreadsheet;
  const zip = await createZipFile(file);
  const source = rows[Symbol.asyncIterator]();
  const limits = { rows: spreadsheet.rowsOfSheet ?? rowsOfSheet, characters: longestSheet };
  try {
    let [count, sheets] = [0, 0];
    let next = await source.next();
    do {
      sheets += 1;
      const part = `xl/worksheets/sheet${sheets}.xml`;
      await zip.add(
        part,
        sheetXml(columns, limits, () => {
          if (next.done === true) return null;
          count += 1;
          const row = next.value;
          return { row, advance: async () => void (next = await source.next()) };
        }),
      );
    } while (next.done !== true);
    const names = Array.from({ length: sheets }, (_, index) => (index === 0 ? sheetName : `${sheetName} ${index + 1}`));
    for (const [name, xml] of parts(names)) await zip.add(name, [declaration + xml]);
    await zip.end();
    return count;
  } catch (error) {
    await zip.abandon();
    throw error;
  } finally {
    await source.return?.();
  }
}

interface NextRow {
  readonly row: readonly string[];
  readonly advance: () => Promise<void>;
}

/** One sheet: its heading and rows until there are none, or no more fit. */
async function* sheetXml(
  columns: readonly Column[],
  limits: { readonly rows: number; readonly characters: number },
  take: () => NextRow | null,
): AsyncGenerator<string> {
  const letters = columns.map((_, index) => letterOf(index));
  let text =
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>' +
    `<row r="1">${columns.map(({ heading }, index) => textCell(`${letters[index]}1`, heading, ' s="1"')).join('')}</row>`;
  let [row, written] = [1, 0];
  while (row < limits.rows && written < limits.characters) {
    const next = take();
    if (next === null) break;
    row += 1;
    text += `<row r="${row}">${next.row.map((value, index) => cell(columns[index], `${letters[index]}${row}`, value)).join('')}</row>`;
    if (text.length > portion) {
      written += text.length;
      yield text;
      text = '';
    }
    await next.advance();
  }
  yield `${text}</sheetData></worksheet>`;
}

function cell(column: Column | undefined, at: string, value: string): string {
  if (value === '') return '';
  return column?.kind === 'amount' ? `<c r="${at}" s="2"><v>${escaped(value)}</v></c>` : textCell(at, value, '');
}

/** A text is written as a text, so that nothing in it is ever a formula. */
function textCell(at: string, text: string, style: string): string {
  const kept = blanks.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${at}" t="inlineStr"${style}><is><t${kept}>${escaped(text.slice(0, longestText))}</t></is></c>`;
}

/** Blanks that a reader may take away or put together unless it is told not to. */
const blanks = /^\s|\s$|\s\s|[\t\r\n]/;
// What XML 1.0 can't hold, even escaped.
// oxlint-disable-next-line no-control-regex -- control characters are what has to go
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** What Excel would read as the escape of a character (ECMA-376, part 1, 22.9.2.19). */
const excelEscape = /_(?=x[\da-f]{4}_)/gi;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, '')
    .replace(excelEscape, '_x005F_')
    .replace(/[&<>"\r]/g, (character) => entities[character] ?? '');

/** A, B … Z, AA, AB … */
const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** What makes a workbook of the sheets. */
function parts(names: readonly string[]): readonly (readonly [string, string])[] {
  const each = (xml: (name: string, number: number) => string) =>
    names.map((name, index) => xml(escaped(name), index + 1)).join('');
  return [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView/></bookViews><sheets>` +
        `${each((name, number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packaged}/relationships">` +
        each(
          (_, number) =>
            `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        ) +
        `<Relationship Id="rId${names.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packaged}/relationships">` +
        `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `<Types xmlns="${packaged}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
        each(
          (_, number) =>
            `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`,
        ) +
        `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    ],
  ];
}

/** 0: as it is; 1: the bold of the heading; 2: amounts, by the built-in format 4 (`#,##0.00`). */
const styles =
  `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>';
