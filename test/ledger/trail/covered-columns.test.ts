/** The columns that hashes cover. In another order, or with one more, every entry that is stored would seem edited. */
import { expect, test } from 'vitest';
import { closeColumns, eventColumns, linkColumns } from '#electron/ledger/rows/tables.ts';

test.each([
  ['an entry', eventColumns, 'id at operator_name seat kind facts'],
  ['a link', linkColumns, 'signer link seat subject subject_id revision facts digest linked_at hash signature'],
  [
    'a close',
    closeColumns,
    'id merchant_id merchant_name environment day from_at until_at closed_at operator_name seat figures',
  ],
] as const)('the columns of %s are hashed as ledgers have them', (_what, columns, stored) => {
  expect(columns.join(' ')).toBe(stored);
});
