/** Exports the history to a file, row by row. */
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { columnNames, moneyColumns, rowOf, type ExportWords } from './columns.ts';
import { writeTable, type TableFile } from './write-table.ts';

export interface HistoryExport extends TableFile {
  readonly words: ExportWords;
}

/**
 * @returns the number of attempts in the file
 * @throws `ZipError`, `LedgerUnavailable` of the attempts, and errors of the file system; the file is then as it was
 */
export function writeHistory(
  attempts: AsyncIterable<ListedAttempt>,
  { words, ...file }: HistoryExport,
): Promise<number> {
  async function* rows(): AsyncGenerator<readonly string[]> {
    for await (const attempt of attempts) yield rowOf(attempt, words);
  }
  const columns = columnNames.map(
    (name) => ({ heading: words.heading(name), kind: moneyColumns.has(name) ? 'amount' : 'text' }) as const,
  );
  return writeTable({ ...file, columns, rows: rows() });
}
