/** Connection to an SQLite file with the ledger's settings. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { DatabaseSync } from 'node:sqlite';

/** Options of every connection: no statement may change the schema's own table or a shadow table of the search index. */
export const guarded = { defensive: true, allowExtension: false } as const;

/**
 * Connects and applies the settings; closes the connection when that fails.
 * @param timeout milliseconds to wait for another process meanwhile
 */
export function connectSqlite(file: string, timeout: number): DatabaseSync {
  const database = new DatabaseSync(file, { ...guarded, timeout });
  try {
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: DatabaseSync): void {
  const fts5 = database.prepare(`select sqlite_compileoption_used('ENABLE_FTS5') as has`).get()?.['has'];
  if (fts5 !== 1) throw new LedgerUnavailable('other', 'This SQLite was built without FTS5, which the search needs.');
  // FULL: each commit is on the disk when it returns (invariant 1); fullfsync makes macOS mean it.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma fullfsync = on;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
    pragma cache_size = -131072;
    pragma temp_store = memory;
    pragma busy_timeout = 0;
  `);
}
