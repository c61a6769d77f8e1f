/** The figures of the documents are those of the benchmark that is there: the same suites, rows, units and goals. Measures nothing. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasServerFigures, outdatedFigures, sectionsOf, withSections } from '#test/bench/documents.ts';
import { measuredRow } from '#test/bench/ratio.ts';
import type { Report } from '#test/bench/report.ts';
import { root } from '#build/paths.ts';

const read = (document: string): string => readFileSync(path.join(root, 'docs', document), 'utf8');
const benchmarks = read('benchmarks.md');

test('every row of the benchmark has its figures, and no figures are of a row that is gone', () => {
  expect(outdatedFigures(benchmarks)).toEqual([]);
});

test('administrators read what the suite of the seats measures of a server', () => {
  expect(hasServerFigures(read('administration.md'))).toBe(true);
  expect(hasServerFigures(read('administration.md').replace('| Commits/s ', ''))).toBe(false);
});

test.each([
  ['### core\n', '### kernel\n', ['no suite kernel', 'core has no figures']],
  ['p50 ≤ 1.15 ×', 'p50 ≤ 2 ×', ['core payment has another unit or goal']],
  ['| peak |  | MB |', '| peak |  | kB |', ['memory peak has another unit or goal']],
  ['| peak |', '| summit |', ['memory has no row summit', 'memory peak has no figures']],
  ['A payment in main: the composed', 'A payment: the composed', ['core is about something else']],
])('a document with another %j is told apart', (from, to, faults) => {
  expect(benchmarks).toContain(from);
  expect(outdatedFigures(benchmarks.replace(from, to))).toEqual(faults);
});

const report: Report = {
  date: '2026-12-01',
  commit: 'abcdef01',
  machine: 'a machine',
  load: 2,
  rows: (['payment', 'payment, shared ledger'] as const).map((row) =>
    measuredRow('core', { row, ours: [2, 2, 3], baseline: [1, 1, 1] }),
  ),
  tables: [],
};

test('a run replaces the figures of its own suites, says when and where, and keeps the rest', () => {
  const written = withSections(benchmarks, sectionsOf(report));
  expect(outdatedFigures(written)).toEqual([]);
  expect(written).toContain('2026-12-01, commit abcdef01, a machine. Other work kept the machine busy');
  expect(written).toContain('| payment |  | ms | 2, 3, 3 | 1, 1, 1 | 50 % | 2 × | p50 ≤ 1.15 × | **no** |');
  const kept = (markdown: string) => markdown.split('\n### ').filter((section) => !section.startsWith('core\n'));
  expect(kept(written)).toEqual(kept(benchmarks));
  expect(withSections(written, sectionsOf(report))).toBe(written);
});
