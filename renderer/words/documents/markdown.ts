/** Reads the Markdown that the documents use: headings, paragraphs, nested lists, tables, code, names, links. Pure. */

/** A piece of a line. The target of a link is as written: another document, an anchor or an address. */
export type Phrase =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly phrases: readonly Phrase[] }
  | { readonly kind: 'link'; readonly phrases: readonly Phrase[]; readonly target: string };

export type DocumentBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly anchor: string; readonly phrases: readonly Phrase[] }
  | { readonly kind: 'paragraph'; readonly phrases: readonly Phrase[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly numbered: boolean; readonly items: readonly (readonly DocumentBlock[])[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Phrase[])[])[] };

const fence = /^```/;
const heading = /^(#{1,3}) (.+)$/;
const marker = /^(?:-|\d+\.) +/;
const startsBlock = (line: string): boolean =>
  fence.test(line) || heading.test(line) || marker.test(line) || line.startsWith('|');

/** Takes a whole document, or the lines of a list item without their indent. The first row of a table is its head. */
export function readBlocks(markdown: string): readonly DocumentBlock[] {
  const lines = markdown.split('\n');
  const blocks: DocumentBlock[] = [];
  let at = 0;
  const takeWhile = (belongs: (line: string, index: number) => boolean): readonly string[] => {
    const from = at;
    while (at < lines.length && belongs(lines[at] ?? '', at)) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const title = heading.exec(line);
    if (line.trim() === '') at += 1;
    else if (fence.test(line)) {
      at += 1;
      blocks.push({ kind: 'code', text: takeWhile((one) => !fence.test(one)).join('\n') });
      at += 1;
    } else if (title !== null) {
      const [, signs = '', text = ''] = title;
      blocks.push({ kind: 'heading', level: signs.length, anchor: headingAnchor(text), phrases: readPhrases(text) });
      at += 1;
    } else if (line.startsWith('|')) {
      const [head = '', , ...rows] = takeWhile((one) => one.startsWith('|'));
      blocks.push({ kind: 'table', rows: [head, ...rows].map(cellsOf) });
    } else if (marker.test(line)) {
      const numbered = !line.startsWith('-');
      const belongs = (one: string, index: number): boolean =>
        one === ''
          ? (lines[index + 1] ?? '').startsWith('  ')
          : one.startsWith('  ') || (marker.test(one) && numbered === !one.startsWith('-'));
      blocks.push({ kind: 'list', numbered, items: itemsOf(takeWhile(belongs)).map(readBlocks) });
    } else {
      const from = at;
      const text = takeWhile((one, index) => index === from || (one.trim() !== '' && !startsBlock(one)));
      blocks.push({ kind: 'paragraph', phrases: readPhrases(text.map((one) => one.trim()).join(' ')) });
    }
  }
  return blocks;
}

/** Returns the anchor of a heading, as GitHub generates it. */
export const headingAnchor = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** The text of phrases without their marks. */
export const plainText = (phrases: readonly Phrase[]): string =>
  phrases.map((phrase) => ('text' in phrase ? phrase.text : plainText(phrase.phrases))).join('');

/** Splits the lines of a list into its items and takes the indent away, which is as wide as the item's marker. */
function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[][] = [];
  let indent = 0;
  for (const line of lines) {
    const mark = marker.exec(line);
    if (mark !== null) {
      indent = mark[0].length;
      items.push([line.slice(indent)]);
    } else items.at(-1)?.push(line.slice(indent));
  }
  return items.map((item) => item.join('\n'));
}

const cellsOf = (line: string): readonly (readonly Phrase[])[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => readPhrases(cell.trim().replaceAll(String.raw`\|`, '|')));

function readPhrases(text: string): readonly Phrase[] {
  const phrases: Phrase[] = [];
  let from = 0;
  for (const found of text.matchAll(/`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g)) {
    const [whole, code, strong, link = '', target = ''] = found;
    if (found.index > from) phrases.push({ kind: 'text', text: text.slice(from, found.index) });
    if (code !== undefined) phrases.push({ kind: 'code', text: code });
    else if (strong !== undefined) phrases.push({ kind: 'strong', phrases: readPhrases(strong) });
    else phrases.push({ kind: 'link', phrases: readPhrases(link), target });
    from = found.index + whole.length;
  }
  if (from < text.length) phrases.push({ kind: 'text', text: text.slice(from) });
  return phrases;
}
