/**
 * Follows the pages "Add a …" in a copy of the checkout, all at once: the compiler leads from their first step to each file that
 * they name, and is content in the end. A part of `npm run test:thorough`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { recipes, type Edit } from './recipes.ts';

const failures: string[] = [];
const expectSame = (what: string, found: readonly string[], expected: readonly string[]): void => {
  const [one, other] = [found, expected].map((files) => [...new Set(files)].toSorted().join('\n  '));
  if (one !== other) failures.push(`${what}:\n  ${one}\nexpected:\n  ${other}`);
};

/** Returns the files that a page's tables say the compiler or the page itself leads to. */
function filesNamedBy(page: string): readonly string[] {
  const rows = readFileSync(path.join(root, `docs/contributing/${page}.md`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|') && /compiler|you start here|the start|this page|the same, once/i.test(line));
  return rows
    .flatMap((row) => [...row.matchAll(/`((?:shared|electron|renderer|test)\/[\w/.-]+\.tsx?)`/g)])
    .flatMap(([, file]) => file ?? [])
    .filter((file) => !file.includes('/e2e/'));
}

function edit(copy: string, { file, before, text }: Edit): void {
  const place = path.join(copy, file);
  const lines = readFileSync(place, 'utf8').split('\n');
  const at = lines.flatMap((line, index) => (line.trim().startsWith(before) ? [index] : []));
  if (at.length !== 1) throw new Error(`${file} has ${at.length} lines that begin with ${before}`);
  writeFileSync(place, lines.toSpliced(at[0] ?? 0, 0, text).join('\n'));
}

/** Returns what the compiler says; nothing when it is content. */
function errorsOf(copy: string): readonly string[] {
  const { stdout } = spawnSync(process.execPath, [path.join(copy, 'node_modules/typescript/bin/tsc')], {
    cwd: copy,
    encoding: 'utf8',
  });
  return stdout.split('\n').flatMap((line) => (line.includes('error TS') ? [line.slice(0, 300)] : []));
}

const copy = mkdtempSync(path.join(tmpdir(), 'caja-recipes-'));
try {
  for (const name of ['shared', 'electron', 'renderer', 'build', 'test', 'docs', 'package.json', 'tsconfig.json'])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  for (const { page, edits } of recipes)
    expectSame(
      `Files named by ${page}`,
      filesNamedBy(page),
      edits.map(({ file }) => file),
    );
  const edits = recipes.flatMap((recipe) => recipe.edits);
  const isLate = ({ late }: Edit): boolean => late === true;
  const firstOnes = edits.filter(({ first }) => first === true);
  const others = edits.filter((each) => !firstOnes.includes(each) && !isLate(each));
  for (const [done, next] of [
    [firstOnes, others],
    [others, edits.filter(isLate)],
  ] as const) {
    for (const each of done) edit(copy, each);
    const said = errorsOf(copy).join('\n');
    for (const { file, said: sought = `${file}(` } of next)
      if (!said.includes(sought)) failures.push(`The compiler does not lead to ${file}. It says:\n${said}`);
  }
  for (const each of edits.filter(isLate)) edit(copy, each);
  expectSame('Errors in the end', errorsOf(copy), []);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
if (failures.length > 0) console.error(failures.join('\n\n'));
console.log(`${recipes.length} pages followed, ${failures.length} claims failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
