/**
 * Exports the history to a file, row by row, and reads an exported CSV back. A purge compares it with the attempts that were written before
 * it removes them.
 */
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import type { FieldKind } from '#shared/payments/field-kinds.ts';
import { exportedFields, paymentFields } from '#shared/payments/payment-fields.ts';
import { columnNames, moneyColumns, rowOf, type ColumnName, type ExportWords } from './columns.ts';
import { sheetColumns, writeTable, type TableFile } from './write-table.ts';
import { decimalText } from '#shared/payments/money.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { readCsv } from './csv.ts';

export interface HistoryExport extends TableFile {
  readonly words: ExportWords;
}

/**
 * @returns the number of attempts in the file
 * @throws `ZipTooLarge`, `LedgerUnavailable` of the attempts, and errors of the file system; the file is then as it was
 */
export function writeHistory(
  attempts: AsyncIterable<ListedAttempt>,
  { words, ...file }: HistoryExport,
): Promise<number> {
  async function* rows(): AsyncGenerator<readonly string[]> {
    for await (const attempt of attempts) yield inOneLine(rowOf(attempt, words));
  }
  const columns = sheetColumns(columnNames, words.heading, moneyColumns);
  return writeTable({ ...file, columns, rows: rows() });
}

const singleLineKinds: ReadonlySet<FieldKind> = new Set(['name', 'email', 'phone']);
/** Names, places and addresses. A line break in one is a slip of the keyboard or an attempt to begin a row. */
const singleLineColumns = new Set<ColumnName>([
  'merchant',
  'currency',
  'operator',
  'seat',
  'receipt',
  'resolvedBy',
  ...exportedFields.filter((field) => singleLineKinds.has(paymentFields[field].kind)),
]);
const isSingleLine = columnNames.map((name) => singleLineColumns.has(name));
const lineBreaks = /(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])+/g;

const inOneLine = (row: readonly string[]): readonly string[] =>
  row.map((cell, index) => (isSingleLine[index] === true ? cell.replace(lineBreaks, ' ') : cell));

/** State and amounts of an attempt as it was exported, in minor units. */
export interface ExportedAttempt {
  readonly state: Attempt['state'];
  readonly amount: number;
  readonly answeredAmount: number | null;
}

/** Passes the attempts on, and notes each in the map. */
export async function* noting<Each extends Attempt>(
  attempts: AsyncIterable<Each>,
  exported: Map<string, ExportedAttempt>,
): AsyncGenerator<Each> {
  for await (const attempt of attempts) {
    const { id, amount, answeredAmount } = attempt;
    exported.set(id, { state: effectiveState(attempt), amount, answeredAmount });
    yield attempt;
  }
}

const places = {
  id: columnNames.indexOf('id'),
  amount: columnNames.indexOf('amount'),
  answeredAmount: columnNames.indexOf('answeredAmount'),
} as const;

/** Rows between two notices of the progress. */
const noticed = 100;

/**
 * @param onProgress told how many rows fit so far. What it throws ends the reading
 * @returns true when the file holds exactly these attempts: each once, complete and with its amounts
 */
export async function holdsExactly(
  file: string,
  exported: ReadonlyMap<string, ExportedAttempt>,
  onProgress: (rows: number) => void,
): Promise<boolean> {
  const found = new Set<string>();
  let heading = true;
  // Only an error of the reading makes the file one that holds nothing.
  const rows = readable(readCsv(file));
  for await (const row of rows) {
    if (row?.length !== columnNames.length) return false;
    if (heading) {
      heading = false;
      continue;
    }
    const id = row[places.id] ?? '';
    const attempt = exported.get(id);
    if (attempt === undefined || found.has(id)) return false;
    const answered = attempt.answeredAmount;
    if (row[places.amount] !== decimalText(attempt.amount)) return false;
    if (row[places.answeredAmount] !== (answered === null ? '' : decimalText(answered))) return false;
    found.add(id);
    if (found.size % noticed === 0) onProgress(found.size);
  }
  return found.size === exported.size;
}

/** Yields null for a row that can't be read, and ends there. */
async function* readable(rows: AsyncIterable<readonly string[]>): AsyncGenerator<readonly string[] | null> {
  try {
    yield* rows;
  } catch {
    yield null;
  }
}
