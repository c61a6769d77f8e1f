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

interface Row {
  readonly of: Reconciled;
  readonly line: ReconciledLine;
  readonly entry: JournalEntry;
  /** Minor units with a sign; null for an unknown amount. */
  readonly amount: number | null;
}

const columns = {
  day: ({ line }: Row) => line.day,
  entry: ({ entry }, words) => words.entry(entry),
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
  compared: ({ line }, words) => words.compared(line.kind),
  id: ({ line }) => line.attempt?.id ?? line.relatedId,
} as const satisfies Record<string, (row: Row, words: JournalWords) => string | null | undefined>;

export type JournalColumn = keyof typeof columns;
export const journalColumns = Object.keys(columns) as readonly JournalColumn[];

export interface JournalWords {
  readonly heading: (column: JournalColumn) => string;
  readonly entry: (entry: JournalEntry) => string;
  readonly compared: (kind: LineKind) => string;
}

/** Yields the texts of each row in the order of `journalColumns`. */
export async function* journalRows(of: Reconciled, words: JournalWords): AsyncGenerator<readonly string[]> {
  for (const line of of.lines) {
    for (const [entry, amount] of entriesOf(line)) {
      yield journalColumns.map((name) => columns[name]({ of, line, entry, amount }, words) ?? '');
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
