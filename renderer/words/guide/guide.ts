/** The user's guide of the documents, by sections. Its pictures stay in the documents. */
import english from '#docs/user-guide.en.md?raw';
import spanish from '#docs/user-guide.es.md?raw';
import type { Language } from '#shared/languages.ts';
import { readBlocks, type DocumentBlock } from '#renderer/words/documents/markdown.ts';

export interface GuideSection {
  readonly title: string;
  /** Everything below the title, for searching. */
  readonly text: string;
  readonly blocks: readonly DocumentBlock[];
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
      const told = lines.filter((line) => !line.startsWith('![')).join('\n');
      return { title, text: told.replaceAll('**', ''), blocks: readBlocks(told) };
    });
}
