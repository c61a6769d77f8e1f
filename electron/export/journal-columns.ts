/**
 * Rows of a journal for accounting programs: for each record that moved money its charge or refund, and what the service keeps of it,
 * each with its sign, so that they add up to what arrives in the account.
 */
import { decimalText } from '#shared/payments/money.ts';
import { movedBy } from '#shared/ledger/service-records.ts';
import {
  arrivesOf,
  refundedUnlisted,
  type LineKind,
  type Reconciled,
  type ReconciledLine,
} from '#shared/reports/reconciliation.ts';

const entries = [
  'charge',
  'refund',
  'commission',
  'cost',
  'feeTax',
  'withheld',
  'reserve',
  'released',
  'unknown',
] as const;
type JournalEntry = (typeof entries)[number];

export const journalColumns = [
  'day',
  'entry',
  'amount',
  'currency',
  'merchant',
  'at',
  'type',
  'codOper',
  'idtx',
  'relatedIdtx',
  'customer',
  'lastFour',
  'compared',
  'id',
] as const;
export type JournalColumn = (typeof journalColumns)[number];
/** Columns that hold decimals with a point and two digits. */
export const journalMoneyColumns: ReadonlySet<JournalColumn> = new Set<JournalColumn>(['amount']);

/** Headings and fixed values in one language. */
export interface JournalWords {
  readonly heading: (column: JournalColumn) => string;
  readonly entry: (entry: JournalEntry) => string;
  readonly compared: (kind: LineKind) => string;
}

/** Yields the texts of each row in the order of `journalColumns`. */
export async function* journalRows(reconciled: Reconciled, words: JournalWords): AsyncGenerator<readonly string[]> {
  const { merchantName, currencySign, lines } = reconciled;
  for (const line of lines) {
    const { record, attempt } = line;
    for (const [entry, amount] of entriesOf(line)) {
      const texts: Readonly<Record<JournalColumn, string | null | undefined>> = {
        day: line.day,
        entry: words.entry(entry),
        amount: amount === null ? null : decimalText(amount),
        currency: currencySign,
        merchant: merchantName,
        at: record?.at,
        type: record?.type,
        codOper: record?.codOper,
        idtx: record?.idtx,
        relatedIdtx: record?.relatedIdtx,
        customer: attempt?.customer ?? record?.name ?? record?.email,
        lastFour: attempt?.lastFour ?? record?.lastFour,
        compared: words.compared(line.kind),
        id: attempt?.id ?? line.relatedId,
      };
      yield journalColumns.map((column) => texts[column] ?? '');
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
