/** Damage check of an SQLite file. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { DatabaseSync } from 'node:sqlite';

/** Throws `corrupt` for damage. @param scopes arguments of the pragma: a table in brackets, or empty for the whole file */
export function checkIntegrity(database: DatabaseSync, scopes: readonly string[]): void {
  for (const scope of scopes) {
    const issues = issuesIn(database, scope);
    if (issues.length !== 1 || issues[0] !== 'ok') {
      throw new LedgerUnavailable('corrupt', `The ledger's file is damaged: ${issues.slice(0, 3).join('; ')}`);
    }
  }
}

/** Runs quick_check. A corrupt FTS table makes the pragma itself fail with SQLITE_ERROR (1); reports that as an issue too. */
function issuesIn(database: DatabaseSync, scope: string): readonly string[] {
  try {
    const rows = database.prepare(`pragma quick_check${scope}`).all();
    return rows.map((row) => String(Object.values(row)[0] ?? ''));
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === 1) return [error.message];
    throw error;
  }
}
