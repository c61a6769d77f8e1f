/** Replaces the embedded ledger with a copy of it. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { restoreSqlite } from '#electron/ledger/copies/backup.ts';
import type { StoredLedger } from '#electron/ledger/ledger.ts';
import { errorText } from '#shared/error-text.ts';
import { failed, ok, type Result } from '#shared/failure.ts';

interface Replaced {
  readonly attempts: number;
  /** Where the former ledger is kept; null when there was none. */
  readonly keptFile: string | null;
}

/** @param former the opened ledger, which is closed; null while there is none */
export async function replaceEmbedded(
  file: string,
  copy: string,
  former: StoredLedger | null,
  now: Date,
): Promise<Result<Replaced>> {
  try {
    await former?.close();
    const { figures, keptFile } = await restoreSqlite(copy, file, now);
    return ok({ attempts: figures.attempts, keptFile });
  } catch (error) {
    if (error instanceof LedgerUnavailable && error.reason === 'altered') {
      return failed({ kind: 'altered-copy', object: error.message });
    }
    return failed({ kind: 'file', detail: errorText(error) });
  }
}
