/** Reads exports again: a spreadsheet by the directory of its ZIP file, as spreadsheet programs do, independently of our writer. */
import { readFileSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import { readCsv } from '#electron/export/csv.ts';

type Cell = { readonly text: string } | { readonly number: string } | { readonly count: string } | null;

export interface Sheet {
  readonly name: string;
  /** Cells by column, null where there is none. */
  readonly rows: readonly (readonly Cell[])[];
}

/** Returns the parts of a ZIP file by name. Throws when a length or a checksum is wrong. */
function partsOf(file: string): ReadonlyMap<string, string> {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const parts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < bytes.readUInt16LE(end + 10); index++) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry of the directory');
    const [crc, packed, size] = [16, 20, 24].map((offset) => bytes.readUInt32LE(at + offset));
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    if (bytes.readUInt32LE(local) !== 0x04034b50) throw new Error(`no entry ${name}`);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = inflateRawSync(bytes.subarray(start, start + (packed ?? 0)));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`);
    parts.set(name, content.toString('utf8'));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  if (at !== end) throw new Error('the directory does not end where it says');
  return parts;
}

/** Reads the first table of an export as CSV or as a spreadsheet, whose amounts have two decimals. */
export async function cellsOf(file: string): Promise<readonly (readonly string[])[]> {
  if (file.endsWith('csv')) {
    const rows = [];
    for await (const row of readCsv(file)) rows.push(row);
    return rows;
  }
  return (sheetsOf(file)[0]?.rows ?? []).map((row) =>
    row.map((cell) =>
      cell === null ? '' : 'text' in cell ? cell.text : 'count' in cell ? cell.count : Number(cell.number).toFixed(2),
    ),
  );
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#13': '\r' };
const plain = (xml: string): string =>
  xml
    .replace(/&([^;]+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** Returns the sheets in order, found through the workbook and its relations. */
export function sheetsOf(file: string): readonly Sheet[] {
  const parts = partsOf(file);
  const part = (name: string): string => {
    const found = parts.get(name);
    if (found === undefined) throw new Error(`no part ${name}`);
    return found;
  };
  const targets = new Map(
    [...part('xl/_rels/workbook.xml.rels').matchAll(/Id="([^"]+)"[^>]*Target="([^"]+)"/g)].map(([, id, to]) => [
      id,
      to,
    ]),
  );
  return [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)" sheetId="\d+" r:id="([^"]+)"/g)].map(
    ([, name = '', id]) => ({ name: plain(name), rows: rowsOf(part(`xl/${targets.get(id)}`)) }),
  );
}

function rowsOf(xml: string): readonly (readonly Cell[])[] {
  return [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, number, cells = ''], index) => {
    if (Number(number) !== index + 1) throw new Error(`row ${number} is number ${index + 1}`);
    const row: Cell[] = [];
    const pattern = /<c r="([A-Z]+)\d+"([^>]*)>(?:<v>([^<]*)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>/gs;
    for (const [, letters = '', style = '', figure, text = ''] of cells.matchAll(pattern)) {
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      while (row.length < column) row.push(null);
      if (figure === undefined) row.push({ text: plain(text) });
      else row.push(style.includes('s="1"') ? { number: figure } : { count: figure });
    }
    return row;
  });
}
