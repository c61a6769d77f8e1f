/**
 * Writes a journal for accounting programs: for each record that moved money its charge or refund, and what the service keeps of it,
 * each with its sign, so that the rows add up to what arrives in the account.
 */
import { sheetColumns, writeTable } from '#electron/export/write-table.ts';
import type { Words } from '#electron/shell/words.ts';
import type { Result } from '#shared/failure.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import { movedBy } from '#shared/ledger/service-records.ts';
import { decimalText } from '#shared/payments/money.ts';
import { arrivesOf, refundedUnlisted, type Reconciled, type ReconciledLine } from '#shared/reports/reconciliation.ts';
import { isColumnLabel } from '#shared/words/column-labels.ts';
import { writtenRows } from './export-attempts.ts';

type JournalEntry =
  | 'charge'
  | 'refund'
  | 'commission'
  | 'cost'
  | 'feeTax'
  | 'withheld'
  | 'reserve'
  | 'released'
  | 'unknown';

interface Row {
  readonly of: Reconciled;
  readonly line: ReconciledLine;
  readonly entry: JournalEntry;
  /** Minor units with a sign; null for an unknown amount. */
  readonly amount: number | null;
}

const columns = {
  day: ({ line }: Row) => line.day,
  entry: ({ entry }, t) => t(`reports:journal.entries.${entry}`),
  amount: ({ amount }) => (amount === null ? null : decimalText(amount)),
  currency: ({ of }) => of.currencySign,
  merchant: ({ of }) => of.merchantName,
  at: ({ line }) => line.record?.at,
  type: ({ line }) => line.record?.type,
  codOper: ({ line }) => line.record?.codOper,
  idtx: ({ line }) => line.record?.idtx,
  relatedIdtx: ({ line }) => line.record?.relatedIdtx,
  customer: ({ line: { attempt, record } }) => attempt?.customer ?? record?.name ?? record?.email,
  lastFour: ({ line: { attempt, record } }) => attempt?.lastFour ?? record?.lastFour,
  compared: ({ line }, t) => t(`reports:service.kinds.${line.kind}`),
  id: ({ line }) => line.attempt?.id ?? line.relatedId,
} as const satisfies Record<string, (row: Row, t: Words['t']) => string | null | undefined>;

export type JournalColumn = keyof typeof columns;
export const journalColumns = Object.keys(columns) as readonly JournalColumn[];

/** Yields the texts of each row in the order of `journalColumns`. */
async function* journalRows(of: Reconciled, t: Words['t']): AsyncGenerator<readonly string[]> {
  for (const line of of.lines) {
    for (const [entry, amount] of entriesOf(line)) {
      yield journalColumns.map((name) => columns[name]({ of, line, entry, amount }, t) ?? '');
    }
  }
}

/** Amounts in minor units with their signs. A fee that the service does not name leaves one row without an amount. */
function entriesOf(line: ReconciledLine): readonly (readonly [JournalEntry, number | null])[] {
  const { record } = line;
  const unlisted = refundedUnlisted(line);
  if (unlisted > 0) return [['refund', -unlisted]];
  const moved = record === null ? 0 : movedBy(record);
  if (record === null || moved === 0) return [];
  const first = [moved > 0 ? 'charge' : 'refund', moved] as const;
  if (arrivesOf(record) === null) return [first, ['unknown', null]];
  const { commission, cost, feeTax, withheld, reserve, reserveReleased } = record;
  const kept = { commission, cost, feeTax, withheld, reserve };
  return [
    first,
    ...Object.entries(kept).flatMap(([name, amount]) =>
      amount === null || amount === 0 ? [] : [[name as keyof typeof kept, -amount] as const],
    ),
    ...(reserveReleased && reserve !== null && reserve > 0 ? [['released', reserve] as const] : []),
  ];
}

/** @returns the number of rows in the file */
export function exportJournal(
  reconciled: Reconciled,
  file: string,
  format: ExportFormat,
  { t }: Words,
): Promise<Result<number>> {
  const heading = (column: JournalColumn): string =>
    t(isColumnLabel(column) ? `common:label.${column}` : `reports:journal.columns.${column}`);
  const columns = sheetColumns(journalColumns, heading, ['amount']);
  const [sheetName, rows] = [t('reports:journal.sheet'), journalRows(reconciled, t)];
  return writtenRows(t, writeTable({ file, format, sheetName, columns, rows }));
}
