/** The journal of a comparison: rows with signs, which add up to what arrives in the account, in both formats. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportJournal, journalColumns, type JournalColumn } from '#electron/calls/exports/export-journal.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { comparison } from '#test/fixtures/shown/reconciliation.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { cellsOf } from './read-spreadsheet.ts';
import { isColumnLabel } from '#shared/words/column-labels.ts';

test.each([
  ['csv', 'en'],
  ['xlsx', 'es'],
] as const)('as %s its rows add up to what arrives', async (format, language) => {
  const file = join(temporaryFolder(), `journal.${format}`);
  const words = wordsOf(language);
  const reconciled = comparison(['2026-11-20', '2026-11-21'], 40);
  const rows = await exportJournal(reconciled, file, format, words);
  const [headings, ...lines] = await cellsOf(file);
  expect(rows).toEqual({ ok: true, value: lines.length });
  expect(headings).toEqual(
    journalColumns.map((column) =>
      words.t(isColumnLabel(column) ? `common:label.${column}` : `reports:journal.columns.${column}`),
    ),
  );
  const read = (line: readonly string[], column: JournalColumn): string => line[journalColumns.indexOf(column)] ?? '';
  const unitsOf = (line: readonly string[]): number => Math.round(Number(read(line, 'amount')) * 100);
  const sum = (of: readonly (readonly string[])[]): number => of.reduce((total, line) => total + unitsOf(line), 0);
  const { total } = reconciled;
  // The charge whose fees are not named stands in the journal, with a row that says so.
  expect(sum(lines)).toBe(total.net + total.feesUnknown.amount);
  const entry = (name: 'charge' | 'refund' | 'commission' | 'withheld' | 'unknown') =>
    lines.filter((line) => read(line, 'entry') === words.t(`reports:journal.entries.${name}`));
  expect(sum(entry('charge'))).toBe(total.there.amount);
  expect(sum(entry('refund'))).toBe(-50_00);
  expect(entry('refund').map((line) => read(line, 'amount'))).toEqual(['-30.00', '-20.00']);
  expect(sum(entry('commission'))).toBe(-total.commission);
  expect(sum(entry('withheld'))).toBe(-total.withheld);
  expect(entry('unknown').map((line) => read(line, 'amount'))).toEqual(['']);
});
