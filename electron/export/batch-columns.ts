/** Columns of a batch's export: who, how much, what became of it, why, and the references. */
import {
  rowAmount,
  captureReference,
  holdReference,
  moneyOf,
  signOf,
  type RowMoney,
} from '#shared/ledger/batch-results.ts';
import type { BatchRow } from '#shared/ledger/holds.ts';
import { decimalText } from '#shared/payments/money.ts';

export interface BatchWords {
  readonly heading: (column: BatchColumn) => string;
  readonly money: (money: RowMoney) => string;
  /** What became of the row, and why; empty when there is nothing to add. */
  readonly row: (row: BatchRow) => { readonly label: string; readonly why: string };
}

const columns = {
  customer: ({ authorization }: BatchRow) =>
    authorization === null ? '' : `${authorization.firstName} ${authorization.lastName}`.trim(),
  brand: ({ authorization }) => authorization?.card?.brand ?? '',
  lastFour: ({ authorization }) => authorization?.card?.lastFour ?? '',
  currency: signOf,
  amount: ({ amount }) => (amount === 0 ? '' : decimalText(amount)),
  money: (row, words) => words.money(moneyOf(row)),
  charged: (row) => (moneyOf(row) === 'charged' ? decimalText(rowAmount(row)) : ''),
  result: (row, words) => words.row(row).label,
  reason: (row, words) => words.row(row).why,
  code: ({ attempt }) => attempt?.service.code ?? '',
  text: ({ attempt }) => attempt?.service.text ?? '',
  reference: (row) => captureReference(row) ?? '',
  authorization: (row) => holdReference(row) ?? '',
  merchant: ({ authorization }) => authorization?.merchantName ?? '',
  heldAt: ({ authorization }) => authorization?.startedAt ?? '',
  answeredAt: ({ attempt }) => attempt?.answeredAt ?? '',
  operator: ({ attempt }) => attempt?.operatorName ?? '',
  hold: ({ holdId }) => holdId,
  attempt: ({ attempt }) => attempt?.id ?? '',
} as const satisfies Record<string, (row: BatchRow, words: BatchWords) => string>;

export type BatchColumn = keyof typeof columns;
export const batchColumns = Object.keys(columns) as readonly BatchColumn[];

export const batchRowTexts = (row: BatchRow, words: BatchWords): readonly string[] =>
  batchColumns.map((name) => columns[name](row, words));
