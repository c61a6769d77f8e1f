/** The help reads the documents for administrators wholly: nothing is lost, no mark is left over, and every link has its heading. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { documentNames, documentOf, placeOfLink } from '#renderer/words/documents/administrators.ts';
import { guideOf } from '#renderer/words/guide/guide.ts';
import { languageChoices } from '#shared/languages.ts';
import { plainText, type DocumentBlock, type Phrase } from '#renderer/words/documents/markdown.ts';

/** All pieces of a document, those inside of others too, in their order. */
const phrasesOf = (block: DocumentBlock): readonly Phrase[] => {
  if (block.kind === 'code') return [{ kind: 'code', text: block.text }];
  if (block.kind === 'list') return block.items.flat().flatMap(phrasesOf);
  return (block.kind === 'table' ? block.rows.flat(2) : block.phrases).flatMap(withInner);
};
const withInner = (phrase: Phrase): readonly Phrase[] =>
  'text' in phrase ? [phrase] : [phrase, ...phrase.phrases.flatMap(withInner)];

const anchorsOf = (blocks: readonly DocumentBlock[]): readonly string[] =>
  blocks.flatMap((block) => (block.kind === 'heading' ? [block.anchor] : []));

/** First words of paragraphs, which a list of another form would be read as. Headings and cells may begin with numbers. */
const beginningsOf = (block: DocumentBlock): readonly string[] => {
  if (block.kind === 'list') return block.items.flat().flatMap(beginningsOf);
  return block.kind === 'paragraph' ? [plainText(block.phrases).slice(0, 20)] : [];
};

/** Letters and digits, without those that only mark: targets of links, numbers of lists and languages of code. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
const withoutMarks = (markdown: string): string =>
  markdown
    .replace(/^\s*```\w*$/gm, '')
    .replace(/^\s*\d+\. /gm, '')
    .replace(/\]\([^)\s]+\)/g, ']');

/** Marks that Markdown has and the help does not: in a text they are constructs that were not read. */
const leftOver = /\*\*|`|\]\(|\]\[|!\[|^#+ |^> |^\||^[-*+] |^-{3,}$|<\/?[a-z]|\[\^|\[[ x]\] |~~|(?:^|\s)[*_]\w/i;

describe.each(documentNames)('%s', (name) => {
  const markdown = readFileSync(path.join(root, 'docs', `${name}.md`), 'utf8');
  const blocks = documentOf(name);
  const phrases = blocks.flatMap(phrasesOf);

  test('is read without a rest of Markdown', () => {
    expect(
      phrases.flatMap((phrase) => (phrase.kind === 'text' && leftOver.test(phrase.text) ? [phrase.text] : [])),
    ).toEqual([]);
  });

  test('has no list that is read as a paragraph', () => {
    expect(blocks.flatMap(beginningsOf).filter((text) => /^(?:\d+[.)]|[-*+]) /.test(text))).toEqual([]);
  });

  test('keeps every letter in its order', () => {
    const shown = phrases.map((phrase) => ('text' in phrase ? phrase.text : '')).join('');
    expect(lettersOf(shown)).toBe(lettersOf(withoutMarks(markdown)));
  });

  test('has tables whose rows are as long as their heads', () => {
    const widths = blocks.flatMap((block) =>
      block.kind === 'table' ? [new Set(block.rows.map(({ length }) => length)).size] : [],
    );
    expect(widths.filter((different) => different !== 1)).toEqual([]);
  });

  test('has one title, and each anchor once', () => {
    expect(blocks.filter((block) => block.kind === 'heading' && block.level === 1)).toHaveLength(1);
    expect(new Set(anchorsOf(blocks)).size).toBe(anchorsOf(blocks).length);
  });

  test('links to headings that the help has', () => {
    const places = phrases.flatMap((phrase) =>
      phrase.kind === 'link' ? (placeOfLink(name, phrase.target) ?? []) : [],
    );
    const missing = places.filter(
      ({ name: to, anchor }) => anchor !== null && !anchorsOf(documentOf(to)).includes(anchor),
    );
    expect(missing).toEqual([]);
  });
});

describe.each(languageChoices.map(({ value }) => value))('the guide in the help, %s', (language) => {
  const markdown = readFileSync(path.join(root, 'docs', `user-guide.${language}.md`), 'utf8');
  const phrases = guideOf(language).flatMap(({ blocks }) => blocks.flatMap(phrasesOf));
  const pictures = [...markdown.matchAll(/^!\[(.+)\]\((.+)\)$/gm)].map(([, , file = '']) => file);

  test('is read without a rest of Markdown, and keeps every letter but those of its pictures', () => {
    const texts = phrases.flatMap((phrase) => (phrase.kind === 'text' ? [phrase.text] : []));
    expect(texts.filter((text) => leftOver.test(text))).toEqual([]);
    const shown = guideOf(language).map(
      ({ title, blocks }) =>
        title +
        blocks
          .flatMap(phrasesOf)
          .map((phrase) => ('text' in phrase ? phrase.text : ''))
          .join(''),
    );
    const [, ...sections] = markdown.replaceAll(/^!\[.*$/gm, '').split(/^## /m);
    expect(shown.map(lettersOf)).toEqual(sections.map((section) => lettersOf(withoutMarks(section))));
  });

  test('has no link, because the help would have nothing behind it', () => {
    expect(phrases.filter(({ kind }) => kind === 'link')).toEqual([]);
  });

  test('has the pictures of its own language, each of them in the documents', () => {
    expect(pictures.length).toBeGreaterThan(4);
    expect(pictures.filter((file) => !file.endsWith(`.${language}.png`))).toEqual([]);
    expect(pictures.filter((file) => !existsSync(path.join(root, 'docs', file)))).toEqual([]);
    expect(globSync(`docs/images/*.${language}.png`, { cwd: root }).toSorted()).toEqual(
      pictures.map((file) => `docs/${file}`).toSorted(),
    );
  });
});

test('leaves links to other files and to addresses alone', () => {
  const targets = ['benchmarks.md#notes', 'decisions/audit-trail.md', 'https://service.example.com/security.md'];
  expect(targets.map((target) => placeOfLink('security', target))).toEqual([null, null, null]);
});
