/** The export of a batch: a row for each hold, with its money, its reason and its references. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportBatch } from '#electron/calls/exports/export-batch.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { attemptOf, idOf } from '#test/fixtures/shown/attempts.ts';
import { batch, batchRow, hold } from '#test/fixtures/shown/holds.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { cellsOf } from './read-spreadsheet.ts';
import { isColumnLabel } from '#shared/words/column-labels.ts';

const rows = [
  batchRow(hold(1, 100), { status: 'done', attempt: attemptOf('capture', 'approved', { id: idOf(11) }) }),
  batchRow(hold(2, 100), { status: 'skipped', skipReason: 'merchant-missing' }),
  batchRow(hold(3, 100), {
    status: 'done',
    unrecorded: 'in-memory',
    attempt: attemptOf('capture', 'unknown', { id: idOf(12), unknownCause: 'no-answer' }),
  }),
];

test.each(['en', 'es'] as const)('a batch is exported with the fate of each row, %s', async (language) => {
  const file = join(temporaryFolder(), 'batch.xlsx');
  const words = wordsOf(language);
  expect(await exportBatch(batch(rows, true), file, 'xlsx', words)).toEqual({ ok: true, value: 3 });
  const [headings = [], ...lines] = await cellsOf(file);
  const { t } = words;
  const column = (name: 'customer' | 'money' | 'charged' | 'reason') => {
    const place = headings.indexOf(
      t(isColumnLabel(name) ? `common:label.${name}` : `holds:batch.export.columns.${name}`),
    );
    return lines.map((line) => line[place] ?? '');
  };
  expect(column('customer')).toEqual([1, 2, 3].map((number) => `María José Castillero ${number}`));
  expect(column('money')).toEqual([
    t('holds:batch.money.charged'),
    t('holds:batch.money.notCharged'),
    t('holds:batch.money.unknown'),
  ]);
  expect(column('charged')).toEqual(['120.00', '', '']);
  expect(column('reason')).toEqual([
    '',
    t('holds:batch.why.merchant-missing'),
    `${t('outcomes:unknown.cause.no-answer')} ${t('holds:batch.unrecorded.in-memory')}`,
  ]);
});
