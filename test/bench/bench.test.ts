/** Goals and reports of the benchmark. */
import { expect, it } from 'vitest';
import { htmlReport } from './html-report.ts';
import { measuredRow } from './ratio.ts';
import { printedRows } from './report.ts';
import { goalText, planOf, type SuiteName } from './suites.ts';

const tenTimes = (value: number): readonly number[] => Array.from({ length: 10 }, () => value);

it.each([
  ['core', 'payment', 1.15, 1, true],
  ['core', 'payment', 1.16, 1, false],
  ['ceiling', 'payments', 6, 10, true],
  ['ceiling', 'payments', 5.9, 10, false],
  ['memory', 'peak', 300, undefined, true],
  ['memory', 'peak', 301, undefined, false],
  ['type', 'key', 17, 17, false],
  ['scroll', 'frames', 94, undefined, false],
  ['ledger', 'deep, growth', 9, 1, true],
] as const)('of %s, %s with %d against %s holds its goal: %s', (suite, row, ours, baseline, ok) => {
  const sampled = { row, ours: tenTimes(ours), ...(baseline !== undefined && { baseline: tenTimes(baseline) }) };
  expect(measuredRow(suite, sampled).ok).toBe(ok);
});

it('a row without samples has missed its goal, and one that is not in the table is refused', () => {
  expect(measuredRow('seats', { row: 'payment', ours: [], baseline: [] }).ok).toBe(false);
  expect(() => measuredRow('core', { row: 'captures', ours: [1] })).toThrow('no row core captures');
});

it('goals are written as people read them', () => {
  const written = (suite: SuiteName, row: string) => {
    const plan = planOf(suite, row);
    return plan && goalText(plan);
  };
  expect(written('submit', 'slowest payment')).toBe('p99 ≤ 2 ×');
  expect(written('memory', 'peak')).toBe('≤ 300 MB');
  expect(written('seats', 'refused')).toBe('≤ 0');
  expect(written('ledger', 'deep, growth')).toBe('none');
});

it('the reports show each row with its goal, and the page plots both', () => {
  const slow = { row: 'payment', variant: '<x>', ours: [2, 3, 4], baseline: [1, 2, 3] } as const;
  const rows = [measuredRow('core', slow)];
  const head = { date: '2026-11-24', commit: 'abc', machine: 'a machine', load: 0 };
  expect(printedRows(rows)).toMatchObject([{ row: 'core · payment · <x>', value: '1.50 ×', goal: 'p50 ≤ 1.15 ×' }]);
  const page = htmlReport({ ...head, rows, tables: [] });
  expect(page).toContain('&lt;x&gt;');
  expect(page).toMatch(/class="missed">1\.50 ×[^]*polyline class="baseline"[^]*polyline class="ours"/);
});
