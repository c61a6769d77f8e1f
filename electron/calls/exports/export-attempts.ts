/** Exports to a file that the operator chooses, as long work, and attempts as the history’s export and a purge write them. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Course } from '#electron/core/ports/course.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { isKeyed, type ExportWords } from '#electron/export/columns.ts';
import { writeHistory } from '#electron/export/history-file.ts';
import { ZipTooLarge } from '#electron/export/write-zip.ts';
import type { Words } from '#electron/shell/words.ts';
import { errorText } from '#shared/error-text.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import type { WorkKind } from '#shared/seat/work-kinds.ts';
import { accountOf, type Account } from '#shared/ledger/account.ts';
import { amountDoubtWords, stateWords } from '#shared/words/amount-words.ts';
import { timeIsUp, type ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import type { Services } from '#electron/calls/services.ts';
import { isColumnLabel } from '#shared/words/column-labels.ts';

/**
 * @param now instant of the export, at which holds count as run out or not
 * @returns the number of attempts in the file
 */
export function exportAttempts(
  attempts: AsyncIterable<ListedAttempt>,
  file: string,
  format: ExportFormat,
  words: Words,
  now: Date,
): Promise<Result<number>> {
  const sheetName = words.t('shell:export.sheet');
  return writtenRows(words.t, writeHistory(attempts, { file, format, words: exportWords(words, now), sheetName }));
}

/** Resolves to the number of rows once they are written, or to the failure of the file. An error of the ledger passes through. */
export async function writtenRows(t: Words['t'], writing: Promise<number>): Promise<Result<number>> {
  try {
    return ok(await writing);
  } catch (error) {
    if (error instanceof LedgerUnavailable) throw error;
    if (error instanceof ZipTooLarge)
      return failed({ kind: 'file', doing: 'write', detail: t('shell:export.tooLarge') });
    return fileFailure(error);
  }
}

/** Passes the rows on, tells how many have gone, and lets the rest of the program have its turn. */
export async function* watched<Row>(rows: AsyncIterable<Row> | Iterable<Row>, course: Course): AsyncGenerator<Row> {
  let done = 0;
  for await (const row of rows) {
    yield row;
    done += 1;
    if (done % rowsInTurn !== 0) continue;
    course.progress(done);
    await setImmediate();
  }
  course.progress(done);
}

/** Rows between two turns of the rest of the program: a few milliseconds. */
const rowsInTurn = 100;

/** Tells the total of the present step once it is counted. A ledger that can't count it makes the export fail by itself. */
export function tellTotal(course: Course, counting: Promise<Result<number | null>>): void {
  const telling = counting.then((count) => {
    if (count.ok && count.value !== null) course.expect(count.value);
  });
  // Stopped meanwhile.
  telling.catch(() => undefined);
}

type Place = Pick<Services, 'dataFolder' | 'words'>;

const realPath = (file: string): string => (existsSync(file) ? realpathSync.native(file) : path.resolve(file));

/**
 * Refuses to replace a file, even if the dialog allows it, because it may be the only copy of attempts that were purged earlier, and a new
 * one in the data folder, which SQLite could take for a log.
 */
export function refuseExisting(file: string, { dataFolder, words }: Place): Result<never> | null {
  const { t } = words();
  if (existsSync(file)) return failed({ kind: 'file', detail: t('shell:dialog.taken', { file }) });
  const isBeside = realPath(path.dirname(file)) === realPath(dataFolder);
  return isBeside ? failed({ kind: 'file', detail: t('shell:dialog.ownFolder') }) : null;
}

/** Refuses to replace a file in the seat's data folder, such as its ledger, and a new one there. */
export function refuseOwnFile(file: string, parts: Place): Result<never> | null {
  const refused = refuseExisting(file, parts);
  const isElsewhere = existsSync(file) && !realPath(file).startsWith(realPath(parts.dataFolder) + path.sep);
  return isElsewhere ? null : refused;
}

type Saving = Pick<Services, 'longWork' | 'dialogs' | 'words' | 'dataFolder'>;

interface AskedFile {
  readonly kind: WorkKind;
  readonly actor: Actor;
  readonly title: string;
  readonly name: string;
  readonly format: ExportFormat | 'zip' | 'db';
}

/**
 * Asks where to save a file, and writes it there as long work.
 * @param count returns the number that the notice of the end tells
 * @returns null when the operator closed the dialog or stopped the work, which leaves no file
 */
export async function saveFile<Value>(
  parts: Saving,
  { kind, actor, title, name, format }: AskedFile,
  refuse: typeof refuseExisting,
  write: (file: string, course: Course) => Promise<Result<Value>>,
  count: (value: Value) => number,
): Promise<Result<Value | null>> {
  const { longWork, dialogs, words } = parts;
  const under = longWork.refusal(kind);
  if (under !== null) return failed(under);
  const type = { extension: format, name: words().t(`shell:dialog.${format}`) };
  const file = await dialogs.askWhereToSave(title, name, type);
  if (file === null) return ok(null);
  const refused = refuse(file, parts);
  if (refused !== null) return refused;
  const told = (value: Value) => ({ count: count(value), file });
  return longWork.run({ kind, actor, work: (course) => write(file, course), told });
}

/** Does so with an export. @param write returns the number of rows in the file */
export const saveExport = (
  parts: Saving,
  asked: AskedFile,
  write: (file: string, course: Course) => Promise<Result<number>>,
): Promise<Result<{ readonly path: string; readonly rows: number } | null>> => {
  const counted = async (path: string, course: Course) => {
    const rows = await write(path, course);
    return rows.ok ? ok({ path, rows: rows.value }) : rows;
  };
  return saveFile(parts, asked, refuseOwnFile, counted, ({ rows }) => rows);
};

/** Returns the failure of a file being written, with the message of the file system or SQLite, which contains no secret. */
export const fileFailure = (error: unknown): Result<never> =>
  failed({ kind: 'file', doing: 'write', detail: errorText(error) });

function exportWords({ t, paper }: Words, now: Date): ExportWords {
  const account = (attempt: ListedAttempt): Account => accountOf(attempt, timeIsUp(attempt.payment, now.getTime()));
  return {
    heading: (column) =>
      isKeyed(column)
        ? t(`fields:${column}.heading`)
        : t(isColumnLabel(column) ? `common:label.${column}` : `shell:export.columns.${column}`),
    state: (state) => t(`outcomes:state.${state}`),
    payment: (attempt) => stateWords(paper.t, account(attempt)),
    amountDoubt: (attempt) => {
      const { amountDoubt } = account(attempt);
      return amountDoubt === null ? null : amountDoubtWords(paper.t, amountDoubt);
    },
    operation: (operation) => t(`common:operation.${operation}`),
    environment: (environment) => t(`common:environment.${environment}`),
  };
}
