/**
 * Writes a spreadsheet (XLSX, ECMA-376) row by row into as many sheets as needed, so that it never has to fit into memory.
 * Cells hold their texts themselves, and amounts stand in the file digit by digit as they were given.
 */
import { streamZip, type ZipMember } from './write-zip.ts';

/** Most characters that Excel accepts in one cell, and most rows in one sheet. */
const longestText = 32_767;
const mostRows = 1_048_576;
/** Bytes that are handed on at once. */
const chunk = 65_536;
/** First rows that decide how wide the columns are. */
const measuredRows = 200;

export interface SheetColumn {
  readonly heading: string;
  /** Kind of the cells. Amounts are exact decimals with a point; an empty text gives an empty cell. */
  readonly kind: 'text' | 'amount' | 'count';
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
 * @throws `ZipTooLarge` beyond 4 GB, and errors of the rows and the file system; the partial file is then not a spreadsheet
 */
export async function writeSpreadsheet(asked: Spreadsheet): Promise<number> {
  const written = { rows: 0 };
  await streamZip(asked.file, partsOf(asked, written), new Date());
  return written.rows;
}

async function* partsOf(
  { sheetName, columns, rows, rowsOfSheet = mostRows }: Spreadsheet,
  written: { rows: number },
): AsyncGenerator<ZipMember> {
  const names: string[] = [];
  const headings = columns.map(({ heading }) => heading);
  const texts = columns.map(() => ({ kind: 'text' }) as const);
  const source = rows[Symbol.asyncIterator]();
  const first: (readonly string[])[] = [];
  const read = async (): Promise<readonly string[] | undefined> => first.shift() ?? (await source.next()).value;
  try {
    while (first.length < measuredRows) {
      const { done, value } = await source.next();
      if (done === true) break;
      first.push(value);
    }
    const begin = sheetBegin(columns, first);
    let row = await read();
    async function* sheet(): AsyncGenerator<Buffer> {
      let text = `${begin}${rowOf(texts, headings, 1)}`;
      for (let number = 2; number <= rowsOfSheet && row !== undefined; number += 1) {
        text += rowOf(columns, row, number);
        written.rows += 1;
        if (text.length > chunk) {
          yield Buffer.from(text);
          text = '';
        }
        row = await read();
      }
      yield Buffer.from(`${text}${sheetEnd}`);
    }
    do {
      names.push(names.length === 0 ? sheetName : `${sheetName}_${names.length + 1}`);
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheet() };
    } while (row !== undefined);
  } finally {
    await source.return?.();
  }
  yield* bookOf(names);
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packed = 'http://schemas.openxmlformats.org/package/2006';
const formats = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * The heading stays in sight. A column is as wide as its heading and the widest of the first values, in characters, and one of amounts
 * as the largest sum: Excel cuts a text beside another, and shows a number that doesn't fit as #####.
 */
const sheetBegin = (asked: readonly SheetColumn[], first: readonly (readonly string[])[]): string => {
  const columns = asked.map(({ heading, kind }, index) => {
    const least = kind === 'amount' ? '99,999,999,999.99'.length : 8;
    const width = Math.min(40, 2 + Math.max(least, heading.length, ...first.map((row) => row[index]?.length ?? 0)));
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.join('')}</cols><sheetData>`
  );
};
const sheetEnd = '</sheetData></worksheet>';

const rowOf = (columns: readonly Pick<SheetColumn, 'kind'>[], values: readonly string[], number: number): string =>
  `<row r="${number}">${values
    .map((value, index) => cellOf(columns[index]?.kind ?? 'text', value, `${lettersOf(index)}${number}`))
    .join('')}</row>`;

const decimal = /^-?\d+(\.\d+)?$/;

/** Returns the cell. A text stays text, so that it is never a formula. Amounts and counts are numbers that can be summed. */
function cellOf(kind: SheetColumn['kind'], value: string, place: string): string {
  if (value === '') return '';
  return kind !== 'text' && decimal.test(value)
    ? `<c r="${place}" s="${kind === 'amount' ? 1 : 0}"><v>${value.includes('.') ? value.replace(/\.?0+$/, '') : value}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${textOf(value.slice(0, longestText))}</t></is></c>`;
}

/** Returns the letters of a column: A to Z, AA, AB … */
const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Text that Excel would read as an escaped character (ECMA-376, part 1, 22.9.2.19). */
const excelEscape = /_(?=x[\da-f]{4}_)/gi;
/** Returns a control character as XML can hold it: most are forbidden or read as another one, and Excel has its own form for them. */
const controlOf = (character: string): string =>
  '\t\n'.includes(character) || character > ' '
    ? character
    : `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
/** Characters that XML 1.0 forbids (section 2.2) and that have no other form; a file with one can't be opened. */
const notInXml = /[\uFFFE\uFFFF]/g;
const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const textOf = (text: string): string =>
  text
    .toWellFormed()
    .replace(notInXml, '')
    .replace(excelEscape, '_x005F_')
    .replace(/\p{Cc}/gu, controlOf)
    .replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);

/** Returns the parts around the sheets. The first style is for texts and counts, the second for amounts: `#,##0.00`. */
function bookOf(names: readonly string[]): readonly ZipMember[] {
  const sheets = names.map((name, index) => ({ name: textOf(name), id: index + 1 }));
  const part = (name: string, xml: string): ZipMember => ({ name, content: Buffer.from(`${declaration}${xml}`) });
  const relation = (id: number, kind: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`;
  const relations = (inside: string): string =>
    `<Relationships xmlns="${packed}/relationships">${inside}</Relationships>`;
  const type = (name: string, kind: string): string =>
    `<Override PartName="/xl/${name}.xml" ContentType="${formats}.${kind}+xml"/>`;
  return [
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets
        .map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      relations(
        sheets.map(({ id }) => relation(id, 'worksheet', `worksheets/sheet${id}.xml`)).join('') +
          relation(sheets.length + 1, 'styles', 'styles.xml'),
      ),
    ),
    part(
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
        '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
        '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
        '<cellXfs count="2"><xf xfId="0"/><xf numFmtId="4" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>',
    ),
    part('_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml'))),
    part(
      '[Content_Types].xml',
      `<Types xmlns="${packed}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `${type('workbook', 'sheet.main')}${type('styles', 'styles')}` +
        `${sheets.map(({ id }) => type(`worksheets/sheet${id}`, 'worksheet')).join('')}</Types>`,
    ),
  ];
}
