/** Reads an exported CSV back and compares it with the attempts that were written, before a purge removes them. */
import { decimalText } from '#shared/payments/money.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { columnNames } from './columns.ts';
import { readCsv } from './csv.ts';

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
  onProgress: (rows: number) => void = () => undefined,
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
