/** Proves that no other program has the embedded ledger open, by SQLite's own lock, which the system releases with a process. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { guarded } from './sqlite-connection.ts';

/**
 * Returns the instances of programs that have ended without signing out. Every connection holds a lock on the file while it is
 * open (WAL mode), so all registered instances are dead while this one has the file for itself. Neither a clock, a process id
 * nor a host name matters. Empty when another program has the file open; heartbeats decide then.
 */
export function endedInstances(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { ...guarded, timeout: 0 });
    // Set before the first access, it keeps other connections out of a file in WAL mode as well.
    database.exec(
      'pragma locking_mode = exclusive; pragma fullfsync = on; pragma checkpoint_fullfsync = on; begin exclusive',
    );
    const registered = database.prepare(`select 1 from sqlite_schema where name = 'instances'`).get() !== undefined;
    const rows = registered ? database.prepare('select id from instances').all() : [];
    database.exec('rollback');
    return rows.map((row) => String(row['id'] ?? ''));
  } catch {
    // Locked, or unusable in a way that opening the ledger reports.
    return [];
  } finally {
    database?.close();
  }
}
