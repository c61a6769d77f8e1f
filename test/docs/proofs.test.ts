/** The tables of what proves what name only tests and jobs that exist, and no row goes without one. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { readWorkflows } from '#test/build/ci/workflow-files.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Rows of the tables below their headings, as cells. */
const rowsOf = (markdown: string): readonly (readonly string[])[] =>
  markdown
    .split('\n')
    .filter(
      (line, index, lines) => line.startsWith('|') && !line.startsWith('|--') && !lines[index + 1]?.startsWith('|--'),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** Names of the jobs in a workflow: of each run of a matrix, and of all its runs together. */
function jobsIn(text: string): ReadonlySet<string> {
  const variants = [...text.matchAll(/- \{ name: ([^,]+),/g)].map(([, name = '']) => name);
  const named = [...text.matchAll(/^ {4}name: (.+)$/gm)].map(([, name = '']) => name);
  return new Set(
    named.flatMap((name) => {
      const [whole = '', rest] = name.split(/,? \$\{\{ matrix\.name \}\}/);
      return rest === undefined ? [name] : [whole, ...variants.map((variant) => `${whole}, ${variant}`)];
    }),
  );
}

const workflows = readWorkflows();
const jobs = new Set(workflows.flatMap(({ text }) => [...jobsIn(text)]));
const testsIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`(test\/[^`]+)`/g)].map(([, file = '']) => file);

test('every fact of real Electron names a test or a job, and each of them is there', () => {
  const rows = rowsOf(read('docs/contributing/real-electron.md'));
  expect(rows.length).toBeGreaterThan(30);
  const bare = rows.filter((cells) => cells.every((cell) => testsIn(cell).length === 0 && !cell.includes('**')));
  expect(bare.map(([fact]) => fact)).toEqual([]);
  const tests = rows.flatMap((cells) => cells.flatMap(testsIn));
  expect(tests.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([]);
  const named = rows.flatMap((cells) => cells.flatMap((cell) => [...cell.matchAll(/\*\*(.+?)\*\*/g)]));
  expect(named.map(([, name = '']) => name).filter((name) => !jobs.has(name))).toEqual([]);
});

test('every proof of the workflows names a workflow, and its job by the beginning of its name', () => {
  const [, after = ''] = read('docs/contributing/workflows.md').split('## What proves what');
  const [table = ''] = after.split('\n## ');
  const places = rowsOf(table).map(([, where = '']) => where);
  expect(places.length).toBeGreaterThan(10);
  const missing = places.filter((where) => {
    const file = /^`(\w+\.yml)`/.exec(where)?.[1] ?? '';
    const text = workflows.find(({ name }) => path.basename(name) === file)?.text;
    const job = /^`\w+\.yml`, ([^:]+)/.exec(where)?.[1];
    return text === undefined || (job !== undefined && ![...jobsIn(text)].some((name) => name.startsWith(job)));
  });
  expect(missing).toEqual([]);
});
