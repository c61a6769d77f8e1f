/** Replaces the embedded ledger by a copy that a supervisor has chosen. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { restoreSqlite } from '#electron/ledger/copies/backup.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { errorText } from '#shared/error-text.ts';
import { failed, ok, type Result } from '#shared/failure.ts';

interface ReplacedLedger {
  readonly attempts: number;
  /** Path of the former file; null when there was none. */
  readonly keptFile: string | null;
}

/**
 * @param file of the embedded ledger, absolute
 * @param former closed before its file is replaced; null for one that is not open
 */
export async function replaceEmbedded(
  copy: string,
  file: string,
  former: StoredLedger | null,
  at: Date,
): Promise<Result<ReplacedLedger>> {
  try {
    await former?.close();
    const { figures, keptFile } = await restoreSqlite(copy, file, at);
    return ok({ attempts: figures.attempts, keptFile });
  } catch (error) {
    if (error instanceof LedgerUnavailable && error.reason === 'altered') {
      return failed({ kind: 'altered-copy', object: error.message });
    }
    return failed({ kind: 'file', detail: errorText(error) });
  }
}
