/** Maps SQLite's result codes to reasons for the operator (https://sqlite.org/rescode.html). */
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { errorText } from '#shared/error-text.ts';

/** Reasons by primary result code, which extended codes carry in their low byte. */
const reasons: Readonly<Record<number, LedgerFailureReason>> = {
  3: 'read-only',
  5: 'locked',
  6: 'locked',
  7: 'other',
  8: 'read-only',
  10: 'other',
  11: 'corrupt',
  13: 'disk-full',
  14: 'read-only',
  15: 'locked',
  26: 'corrupt',
};

/** Code of a trigger that refuses a statement. Those that Caja made refuse none of its own. */
const refusedByTrigger = 1811;
/** Errors of a statement that doesn't fit the tables, which somebody has changed since they were compared at the opening. */
const ofOtherTables = /^(?:no such (?:table|column):|table \S+ has no column|cannot modify)/;

const shortRead = 522;

const codeOf = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null;

/** True when another connection has the lock, so that a retry may help. */
export const isSqliteBusy = (error: unknown): boolean => ((codeOf(error) ?? 0) & 0xff) === 5;

/** True for a statement that does not fit the schema, such as any that uses a damaged search index. */
export const isStatementError = (error: unknown): error is Error => codeOf(error) === 1;

/** Converts errors of the store to `LedgerUnavailable`; others stay as they are. */
export function sqliteFailureReason(error: unknown): unknown {
  if (error instanceof LedgerUnavailable) return error;
  // A number that Caja has not written.
  if (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')
    return new LedgerUnavailable('corrupt', error.message, { cause: error });
  const code = codeOf(error);
  if (code === null) return error;
  if (code === refusedByTrigger) return new LedgerUnavailable('altered', 'trigger', { cause: error });
  if (isStatementError(error) && ofOtherTables.test(error.message))
    return new LedgerUnavailable('altered', error.message, { cause: error });
  const reason = code === shortRead ? 'corrupt' : reasons[code & 0xff];
  if (reason === undefined) return error;
  return new LedgerUnavailable(reason, errorText(error), { cause: error });
}

/** Maps errors of the file system around the database; others stay as they are. */
export function fileFailureReason(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new LedgerUnavailable('read-only', error.message, { cause: error });
    case 'ENOSPC':
      return new LedgerUnavailable('disk-full', error.message, { cause: error });
    case 'ENOTDIR':
    case 'EISDIR':
    case 'ELOOP':
    case 'EEXIST':
    case 'ENOENT':
      return new LedgerUnavailable('other', error.message, { cause: error });
    default:
      return error;
  }
}
