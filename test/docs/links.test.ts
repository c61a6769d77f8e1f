/** The documents name only existing things: links, anchors, repository paths, and functions next to their files. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { readReferences } from './markdown.ts';

const documents = ['README.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })].map((file) =>
  file.replaceAll(path.sep, '/'),
);

const referencesIn = (file: string) => readReferences(readFileSync(path.join(root, file), 'utf8'));

/** Tells whether a path exists in the repository, with `<name>`, `*` and `{a,b}` as wildcards. */
const isInRepository = (name: string): boolean =>
  globSync(name.replace(/<[^>]*>/g, '*').replace(/\/$/, ''), { cwd: root }).length > 0;

/** Returns the fault of a link in a document, or null when its file and its anchor exist. */
function linkFault(document: string, target: string): string | null {
  const [file = '', anchor] = target.split('#');
  const linked = file === '' ? document : path.posix.join(path.posix.dirname(document), file);
  if (!existsSync(path.join(root, linked))) return `${linked} does not exist`;
  if (anchor === undefined || referencesIn(linked).anchors.has(anchor)) return null;
  return `${linked} has no heading #${anchor}`;
}

describe.each(documents)('%s', (document) => {
  const { links, paths, functions } = referencesIn(document);

  test('has only relative links that lead to a file and a heading', () => {
    const broken = links.flatMap(({ line, text }) => {
      const fault = linkFault(document, text);
      return fault === null ? [] : [`${document}:${line}: ${fault}`];
    });
    expect(broken).toEqual([]);
  });

  test('has only existing repository paths in its code spans and diagrams', () => {
    const missing = paths.filter(({ text }) => !isInRepository(text));
    expect(missing.map(({ line, text }) => `${document}:${line}: ${text}`)).toEqual([]);
  });

  test('names functions in tables only next to a file that has them', () => {
    const missing = functions.flatMap(({ line, files, functions: names }) => {
      const sources = files
        .flatMap((file) => globSync(file, { cwd: root }))
        .filter((file) => path.extname(file) !== '')
        .map((file) => readFileSync(path.join(root, file), 'utf8'));
      return names
        .filter((name) => !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source)))
        .map((name) => `${document}:${line}: ${name}() is not in ${files.join(', ')}`);
    });
    expect(missing).toEqual([]);
  });
});

test('the reader of documents finds links, paths, functions and anchors, and skips other code', () => {
  const found = readReferences(
    [
      '# One, two: `three`',
      'See [this](a/b.md#c) and [that](https://example.com/x) in `shared/payments/money.ts`, not `a/b`.',
      '| `draftOf()` | `renderer/features/<screen>/` |',
      '```mermaid',
      'A["electron/main.ts"] --> B',
      '```',
      '```sh',
      'cat `test/none.ts`',
      '```',
    ].join('\n'),
  );
  expect(found.links).toEqual([{ line: 2, text: 'a/b.md#c' }]);
  expect(found.paths.map(({ text }) => text)).toEqual([
    'shared/payments/money.ts',
    'renderer/features/<screen>/',
    'electron/main.ts',
  ]);
  expect(found.functions).toEqual([{ line: 3, files: ['renderer/features/<screen>/'], functions: ['draftOf'] }]);
  expect([...found.anchors]).toEqual(['one-two-three']);
});
