/** Reads the texts of a PDF that Chromium made, page by page, through the Unicode maps of its fonts. */
import { inflateSync } from 'node:zlib';

/** Returns the text of each page. Blanks between parts of a line are single ones. */
export function textOfPdf(pdf: Buffer): readonly string[] {
  const source = pdf.toString('latin1');
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of source.matchAll(/(\d+) 0 obj\b(.*?)endobj/gs)) objects.set(id, body);
  const stream = (id: string | undefined): string => {
    const body = objects.get(id ?? '') ?? '';
    const start = /stream\r?\n/.exec(body);
    if (start === null) return '';
    // By its length, because compressed bytes may end like a line.
    const from = start.index + start[0].length;
    const data = body.slice(from, from + Number(/\/Length (\d+)/.exec(body)?.[1]));
    return body.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data;
  };
  const maps = new Map<string, ReadonlyMap<string, string>>();
  for (const [, font = '', id = ''] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
    maps.set(font, readMap(stream(unicode)));
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  return pages.map((page) => readPage(stream(/\/Contents (\d+) 0 R/.exec(page)?.[1]), maps));
}

const readUnicode = (hex: string): string =>
  (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');

const codeOf = (value: number): string => value.toString(16).padStart(4, '0').toUpperCase();

function readMap(map: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, block = ''] of map.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, code = '', text = ''] of block.matchAll(/<([0-9A-F]{4})> <([0-9A-F]+)>/gi))
      found.set(code.toUpperCase(), readUnicode(text));
  for (const [, block = ''] of map.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, first = '', last = '', text = ''] of block.matchAll(/<(\w{4})> <(\w{4})> <(\w{4})>/g)) {
      const start = Number.parseInt(first, 16);
      for (let code = start; code <= Number.parseInt(last, 16); code += 1)
        found.set(codeOf(code), String.fromCharCode(Number.parseInt(text, 16) + code - start));
    }
  return found;
}

function readPage(content: string, maps: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let map: ReadonlyMap<string, string> | undefined;
  const parts: string[] = [];
  for (const [, font, begin, hex] of content.matchAll(/\/(F\d+) [\d.]+ Tf|(\bBT\b)|<([0-9A-F]+)>(?=[^\n]*T[jJ])/gi)) {
    if (font !== undefined) map = maps.get(font);
    else if (begin !== undefined) parts.push(' ');
    else parts.push((hex?.match(/.{4}/g) ?? []).map((code) => map?.get(code.toUpperCase()) ?? '').join(''));
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
}
