/** Exports to a file that the operator chooses, and attempts as the history’s export and a purge write them. */
import { ZipError } from 'hucre';
import type { Dialogs } from '#electron/core/dialogs.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { isKeyed, type ExportWords } from '#electron/export/columns.ts';
import { writeHistory } from '#electron/export/write-history.ts';
import type { Words } from '#electron/shell/words.ts';
import { errorText } from '#shared/error-text.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import { latestState, stateKeys, timeIsUp, type ListedAttempt } from '#shared/ledger/listed-attempt.ts';

/**
 * @param now instant of the export, at which holds count as run out or not
 * @returns the number of attempts in the file
 */
export async function exportAttempts(
  attempts: AsyncIterable<ListedAttempt>,
  file: string,
  format: ExportFormat,
  words: Words,
  now: Date,
): Promise<Result<number>> {
  const sheetName = words.t('shell:export.sheet');
  try {
    return ok(await writeHistory(attempts, { file, format, words: exportWords(words, now), sheetName }));
  } catch (error) {
    if (error instanceof LedgerUnavailable) throw error;
    if (error instanceof ZipError) return failed({ kind: 'file', detail: words.t('shell:export.tooLarge') });
    return fileFailure(error);
  }
}

/**
 * Asks where to save an export, and writes it there.
 * @param write returns the number of rows in the file
 * @returns null when the operator closed the dialog
 */
export async function saveExport(
  dialogs: Dialogs,
  { t }: Words,
  { title, name, format }: { readonly title: string; readonly name: string; readonly format: ExportFormat },
  write: (file: string) => Promise<Result<number>>,
): Promise<Result<{ readonly path: string; readonly rows: number } | null>> {
  const kind = { extension: format, name: t(`shell:dialog.${format}`) };
  const file = await dialogs.askWhereToSave(title, name, kind);
  if (file === null) return ok(null);
  const rows = await write(file);
  return rows.ok ? ok({ path: file, rows: rows.value }) : rows;
}

/** Returns a failure with the message of the file system or SQLite, which contains no secret. */
export const fileFailure = (error: unknown): Result<never> => failed({ kind: 'file', detail: errorText(error) });

const exportWords = ({ t }: Words, now: Date): ExportWords => ({
  heading: (column) => (isKeyed(column) ? t(`fields:${column}.heading`) : t(`shell:export.columns.${column}`)),
  state: (state) => t(`outcomes:state.${state}`),
  payment: (attempt) => t(stateKeys[latestState(attempt, timeIsUp(attempt.payment, now.getTime()))]),
  operation: (operation) => t(`common:operation.${operation}`),
  environment: (environment) => t(`common:environment.${environment}`),
});
