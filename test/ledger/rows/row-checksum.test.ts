/** The checksum of a row notices a change in any column that screens show. */
import { expect, it } from 'vitest';
import { benchmarkShop, generatedAt } from '#build/seed/generate.ts';
import { checksumOf } from '#electron/ledger/rows/attempt-rows.ts';
import { listedColumns } from '#electron/ledger/rows/attempt-columns.ts';

it('the checksum of a row covers every column that lists read but its place and itself', () => {
  const { row } = generatedAt(3, 10, benchmarkShop);
  const sum = checksumOf(row);
  const covered = listedColumns.filter((column) => checksumOf({ ...row, [column]: 'other' }) !== sum);
  expect(listedColumns.filter((column) => !covered.includes(column))).toEqual(['position', 'checksum']);
});
