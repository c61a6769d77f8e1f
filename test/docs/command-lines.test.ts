/** Each command line of the documents that starts Caja is one that Electron and the program take, whatever is keyed into it. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { readCommandLine } from '#electron/shell/command-line.ts';
import { orderParams } from '#shared/payments/entry/order.ts';

/** A drive has one letter, and a text with a blank before its colon is none. */
const isUrl = (argument: string): boolean => /^[a-z][^\s:]+:/i.test(argument);

/**
 * Tells whether Electron starts with these arguments on Windows. It ends without a word when one follows what looks like a
 * link, because a browser may have broken a link into arguments. @see `CheckCommandLineArguments` in Electron's source
 */
function isTakenByElectron(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const read = end === -1 ? argv : argv.slice(0, end);
  const link = read.findIndex(isUrl);
  return link === -1 || link === read.length - 1;
}

test.each([
  [['caja', 'app.js'], true],
  [['caja', 'caja://charge?amount=5'], true],
  [['caja', '--amount=5', 'caja://charge'], true],
  [['caja', 'caja://charge', '--user-data-dir=/data'], false],
  [['caja', 'caja://charge', '--', '--user-data-dir=/data'], true],
  [['caja', '--concept', 'Factura:', '--amount', '5'], false],
  [['caja', '--concept=Factura:', '--amount=5'], true],
  [['caja', '--concept', 'Factura 12: box', '--amount', '5'], true],
  [['caja', String.raw`C:\seats.json`, '--exit'], true],
])('Electron’s rule for %j: %s', (argv, taken) => {
  expect(isTakenByElectron(argv)).toBe(taken);
});

/** What starts the program: its name or file in a line of a shell, or its script in a checkout. */
const start =
  /(?:^|[;&|]\s*|= )(?:Start-Process )?(?:"[^"]*[\\/]Caja(?:\.exe)?"|\S*\/MacOS\/Caja|"?caja"?|npm start --)\s+(?<rest>[^;#]*)/;

/** Returns the arguments of a line that starts the program; null for another line. */
function argumentsOf(line: string): readonly string[] | null {
  const rest = start.exec(line.trim())?.groups?.['rest'];
  if (rest === undefined) return null;
  const list = /-ArgumentList\s+(?<list>\S+(?:,\s*\S+)*)/.exec(rest)?.groups?.['list'];
  const words = (list ?? rest).match(list === undefined ? /(?:[^\s"']|"[^"]*"|'[^']*')+/g : /'[^']*'/g) ?? [];
  return words.map((word) => word.replaceAll(/["']/g, ''));
}

const commands = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].flatMap((document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  const blocks = [...text.matchAll(/^```\w*\n(?<lines>[^]*?)^```/gm)].flatMap(([, lines = '']) => lines.split('\n'));
  const spans = [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return [...blocks, ...spans].flatMap((line) => {
    const given = argumentsOf(line);
    return given === null || given.length === 0 ? [] : [{ document, line, given }];
  });
});

test('the documents start the program on each system', () => {
  const lines = commands.map(({ line }) => line).join('\n');
  expect(commands.length).toBeGreaterThan(12);
  for (const how of ['MacOS/Caja', 'Caja.exe', 'Start-Process', 'caja --provision', 'npm start --', '-- "%1"'])
    expect(lines).toContain(how);
});

test.each(commands)('$document: $line', ({ given }) => {
  expect(isTakenByElectron(['caja', ...given])).toBe(true);
  expect(readCommandLine(['caja', ...given], root, '1.0.0').kind).not.toBe('refused');
  // Whoever puts a text of his own in its place may write one that looks like a link.
  expect(given.filter((argument) => orderParams.some((name) => argument === `--${name}`))).toEqual([]);
});
