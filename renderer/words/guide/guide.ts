/** The user's guide of the documents, read into the parts that the help shows. Its pictures stay in the documents. */
import english from '#docs/user-guide.en.md?raw';
import spanish from '#docs/user-guide.es.md?raw';
import type { Language } from '#shared/seat/settings.ts';

/** A part of a section. Its texts have names of the screen between `**`. */
export type GuideBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly numbered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export interface GuideSection {
  readonly title: string;
  /** Everything below the title, for searching. */
  readonly text: string;
  readonly blocks: readonly GuideBlock[];
}

/** Place of a section of the guide in the help: its number, from 0. */
export type GuidePlace = `guide-${number}`;

const guides: Readonly<Record<Language, readonly GuideSection[]>> = { en: readGuide(english), es: readGuide(spanish) };

export const guideOf = (language: Language): readonly GuideSection[] => guides[language];

/** Reads the sections below the second-level headings. What comes before the first one is the title page. */
function readGuide(markdown: string): readonly GuideSection[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.trim().split('\n');
      const parts = lines.join('\n').split(/\n\s*\n/);
      const blocks = parts.flatMap((part) => blockOf(part.trim()) ?? []);
      return { title, text: parts.join(' ').replaceAll('**', ''), blocks };
    });
}

function blockOf(part: string): GuideBlock | null {
  const lines = part.split('\n');
  if (part === '' || part.startsWith('![')) return null;
  if (part.startsWith('|')) {
    const [head = [], , ...rows] = lines.map(cellsOf);
    return { kind: 'table', head, rows };
  }
  const marker = /^(?:-|\d+\.) /;
  if (!marker.test(part)) return { kind: 'text', text: lines.join(' ') };
  const numbered = !part.startsWith('-');
  return { kind: 'list', numbered, items: lines.map((line) => line.replace(marker, '')) };
}

/** Hoisted, because the guides above are read while this module loads. */
function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
