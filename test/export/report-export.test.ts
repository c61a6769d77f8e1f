/** The export of a day: who closed it, exact sums with captures apart from sales, and texts that no spreadsheet executes. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportReport, type ReportColumn } from '#electron/calls/exports/export-report.ts';
import { wordsOf } from '#electron/shell/words.ts';
import type { ListedHold } from '#shared/reports/figures.ts';
import { idOf } from '#test/fixtures/shown/attempts.ts';
import { busyFigures, closeOf, reportOf } from '#test/fixtures/shown/report.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { cellsOf, sheetsOf } from './read-spreadsheet.ts';
import { isColumnLabel } from '#shared/words/column-labels.ts';

const hostile = '=HYPERLINK("http://example.com")';
const hold: ListedHold = {
  id: idOf(7),
  startedAt: '2026-11-21T14:05:00.000Z',
  operation: 'authorize',
  amount: 1_234_567_05,
  currencySign: 'B/.',
  operatorName: '@Celia',
  brand: 'VISA',
  lastFour: '0042',
  customer: hostile,
  expiresAt: '2026-11-26T14:05:00.000Z',
};
const withRefund = {
  ...busyFigures,
  sums: [...busyFigures.sums, { key: 'refunded', count: 1, amount: 60_50 } as const],
};
const purgedBefore = '2026-11-21T12:00:00.000Z';
const { figures } = reportOf([withRefund], { openHolds: [hold], purgedBefore });
const closes = [closeOf(null, { operatorName: '+Beto', seat: '-2' }), closeOf(figures)];

test.each([
  ['csv', 'en', "'"],
  // Cells of a spreadsheet say themselves that they are texts.
  ['xlsx', 'es', ''],
] as const)('a day is read back from its export as %s', async (format, language, mark) => {
  const file = join(temporaryFolder(), `day.${format}`);
  const words = wordsOf(language);
  const { t } = words;
  const rows = await exportReport({ figures, closes }, file, format, words);
  const [headings = [], ...lines] = await cellsOf(file);
  expect(rows).toEqual({ ok: true, value: lines.length });
  const read = (
    section: 'sums' | 'closes' | 'purged' | 'tax' | 'operations' | 'openHolds',
    ...columns: readonly ReportColumn[]
  ) =>
    lines
      .filter(([title]) => title === t(`reports:export.sections.${section}`))
      .map((line) =>
        columns.map(
          (column) =>
            line[
              headings.indexOf(t(isColumnLabel(column) ? `common:label.${column}` : `reports:export.columns.${column}`))
            ] ?? '',
        ),
      );

  expect(read('sums', 'group', 'amount')).toEqual([
    [t('reports:sum.charged'), '1360.00'],
    [t('reports:sum.held'), '90.00'],
    [t('reports:sum.refunded'), '-60.50'],
    [t('reports:sum.net'), '1299.50'],
  ]);
  expect(read('closes', 'group', 'at', 'operator', 'seat')).toEqual([
    ['Training', '2026-11-21T18:02:00.000Z', `${mark}+Beto`, `${mark}-2`],
    ['Training', '2026-11-21T18:02:00.000Z', 'Rosa', 'Front desk'],
  ]);
  expect(read('purged', 'at')).toEqual([[purgedBefore]]);
  expect(read('tax', 'group', 'count', 'amount')).toEqual([
    [t('reports:tax.amount'), '3', '88.97'],
    [t('reports:tax.withheld'), '3', '44.49'],
  ]);
  expect(read('operations', 'group', 'count', 'amount')).toEqual([
    [t('common:operation.authorize'), '1', '90.00'],
    [t('common:operation.sell'), '2', '360.00'],
    [t('common:operation.capture'), '1', '1000.00'],
  ]);
  const place = headings.indexOf(t('reports:export.columns.count'));
  const counts = format === 'csv' ? [] : (sheetsOf(file)[0]?.rows.slice(1) ?? []).map((row) => row[place] ?? null);
  for (const cell of counts) expect(cell === null || 'count' in cell, 'a spreadsheet can sum the counts').toBe(true);
  expect(read('openHolds', 'at', 'expiresAt', 'amount', 'lastFour', 'operator', 'customer')).toEqual([
    [hold.startedAt, hold.expiresAt, '1234567.05', '0042', `${mark}@Celia`, `${mark}${hostile}`],
  ]);
});
