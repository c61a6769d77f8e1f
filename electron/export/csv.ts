/** Writes CSV row by row, and reads such a file back with a parser of its own, so that a fault of the writer is noticed. */
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { decimalText } from '#shared/payments/money.ts';

/**
 * Characters that some program takes for the end of a line or of a field: the line breaks of Unicode (UAX #14, classes BK,
 * CR, LF and NL), the tab and the semicolon. A field with one is quoted. The library itself knows comma, quote, CR and LF.
 */
const quotedCharacters = /[\n\v\f\r\u0085\u2028\u2029\t;]/;
/**
 * Place behind one of them where a formula would begin. Excel divides by the semicolon where amounts have a decimal comma, and then takes
 * no quote in the middle of a line for one.
 */
const innerFormula = /(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=[\n\v\f\r\u0085\u2028\u2029\t;]\s*)/g;

/** A negative amount as `decimalText` writes it. No formula has this form, and the library escapes no number. */
const negative = /^-(?!0\.00)(?:0|[1-9]\d{0,12})\.\d\d$/;
const cellOf = (text: string): string | bigint =>
  negative.test(text) ? BigInt(text.replace('.', '')) : text.replaceAll(innerFormula, "'");

async function* cellsOf(rows: AsyncIterable<readonly string[]>): AsyncGenerator<readonly (string | bigint)[]> {
  for await (const row of rows) yield row.map(cellOf);
}

/** Writes the rows. Formulas are escaped to text (CSV injection), whatever separates the fields. */
export async function writeCsv(rows: AsyncIterable<readonly string[]>, file: string): Promise<void> {
  // The byte order mark makes spreadsheets read UTF-8.
  const csv = stringify({
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    quoted_match: quotedCharacters,
    cast: { bigint: (units) => decimalText(Number(units)) },
  });
  await pipeline(Readable.from(cellsOf(rows)), csv, createWriteStream(file, { mode: 0o600 }));
}

/**
 * Yields the rows of a file (RFC 4180), one at a time.
 * @throws Error for a quote out of place and for a file that ends within quotes
 */
export async function* readCsv(file: string): AsyncGenerator<readonly string[]> {
  let row: string[] = [];
  let field = '';
  let at: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  let first = true;
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    for (const character of first ? chunk.replace(/^\uFEFF/, '') : chunk) {
      if (at === 'quoted') {
        if (character === '"') at = 'quote';
        else field += character;
      } else if (character === '"' && at !== 'plain') {
        if (at === 'quote') field += character;
        at = 'quoted';
      } else if (character === ',' || character === '\n') {
        row.push(character === '\n' ? field.replace(/\r$/, '') : field);
        field = '';
        at = 'start';
        if (character === '\n') {
          yield row;
          row = [];
        }
      } else if (character === '"' || (at === 'quote' && character !== '\r')) {
        throw new Error('The file has a quote out of place.');
      } else {
        field += character;
        if (at === 'start') at = 'plain';
      }
    }
    first = false;
  }
  if (at === 'quoted') throw new Error('The file ends within quotes.');
  if (at !== 'start' || row.length > 0) yield [...row, field];
}
