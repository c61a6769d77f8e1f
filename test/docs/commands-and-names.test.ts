/** The documents name only commands, options, identifiers and pictures that exist, and the user's guides only names of the program. */
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { en } from '#shared/locales/en.ts';
import { es } from '#shared/locales/es.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const documents = ['README.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })];
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };

/** Where options are read: in the words of the command line, or as an entry of `parseArgs`. */
const sources = globSync('{electron,build,test}/**/*.ts', { cwd: root }).map(read);

/** Names of npm itself. */
const ownCommands: ReadonlySet<string> = new Set(['start', 'test']);
const commands = /\bnpm (?:run (?:-s )?)?([a-z][\w:-]*)/g;
/** Options of the programs that the scripts start, not of npm, Git, PostgreSQL or the packaged program’s system. */
const options = /\bnpm (?:run (?:-s )?)?([a-z][\w:-]*)[^`\n]*? -- ([^`\n]*)/g;

test.each(documents)('%s names only scripts and options that exist', (document) => {
  const text = read(document);
  const unknown = [...text.matchAll(commands)]
    .filter(([whole, name = '']) => whole.includes(' run ') || ownCommands.has(name))
    .flatMap(([whole, name = '']) => (name in scripts ? [] : [whole]));

  const missing = [...text.matchAll(options)].flatMap(([, , rest = '']) =>
    [...rest.matchAll(/--[a-z][a-z-]+/g)].flatMap(([option]) =>
      sources.some((file) => new RegExp(`${option}\\b|\\b${option.slice(2)}: \\{ type:`).test(file)) ? [] : [option],
    ),
  );
  expect([...unknown, ...missing]).toEqual([]);
});

/** Names of other programs, which the source needs not have. */
const foreign: ReadonlySet<string> = new Set([
  'AllowSameVersionUpgrades',
  'Migrator',
  'enableBlinkFeatures',
  'encryptionKey',
  'supportsTransactionalDdl',
]);
const identifier = /^(?:\w+\.)*(?:[a-z]+[A-Z]\w*|[A-Z]\w*[a-z]\w*)(?:\(\))?$/;
const known: ReadonlySet<string> = new Set(
  ['package.json', ...globSync('{shared,electron,renderer,build,test}/**/*.{ts,tsx}', { cwd: root })]
    .filter((file) => !path.matchesGlob(file, 'test/docs/*'))
    .flatMap((file) => read(file).match(/\w+/g) ?? []),
);

test.each(documents)('%s names only identifiers that the source has', (document) => {
  const spans = read(document)
    .replaceAll(/^\s*```[^]*?^\s*```/gm, '')
    .matchAll(/`([^`\n]+)`/g);
  const named = [...spans].flatMap(([, span = '']) => (identifier.test(span) ? (span.match(/\w+/g) ?? []) : []));
  expect(named.filter((name) => !known.has(name) && !foreign.has(name))).toEqual([]);
});

const { label: _, ...sections } = en.settings.sections;

test.each(documents)('%s leads only to sections that Settings has', (document) => {
  const ways = [...read(document).matchAll(/\bSettings(?:,| →) ([A-Z].{0,30})/g)].map(([, way = '']) => way);
  expect(ways.filter((way) => !Object.values(sections).some((section) => way.startsWith(section)))).toEqual([]);
});

/** Largest picture, in bytes: they are part of every copy of the repository. */
const largestPicture = 150_000;

test('pictures of the documents are small, and each is shown by one', () => {
  const texts = documents.map(read).join('\n');
  for (const picture of globSync('docs/images/*', { cwd: root })) {
    expect(texts, picture).toContain(`images/${path.basename(picture)}`);
    expect(statSync(path.join(root, picture)).size, picture).toBeLessThan(largestPicture);
  }
});

/** Texts of a language, with `…` in place of a value, and without the full stop that ends a headline. */
function namesIn(words: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof words === 'string') found.add(words.replace(/\{\{[^}]*\}\}/g, '…'));
  else for (const inner of Object.values(words as object)) namesIn(inner, found);
  return found;
}

test.each([
  ['docs/user-guide.en.md', en],
  ['docs/user-guide.es.md', es],
] as const)('%s quotes in bold only names of the program, in its language', (document, words) => {
  const names = namesIn(words);
  const quoted = [...read(document).matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name);
  expect(quoted.length).toBeGreaterThan(40);
  expect(quoted.filter((name) => !names.has(name))).toEqual([]);
});
