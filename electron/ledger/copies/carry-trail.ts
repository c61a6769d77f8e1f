/** Carries the hash chains of a replaced ledger over to the one in its place, which would look cut off without them. */
import { Kysely } from 'kysely';
import { DatabaseSync } from 'node:sqlite';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { Engine } from '#electron/ledger/engine.ts';
import { guarded } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { nodeSqliteDialect } from '#electron/ledger/sqlite/sqlite-dialect.ts';
import type { Tables } from '#electron/ledger/tables.ts';
import { copyLinks } from '#electron/ledger/trail/copy-links.ts';

/** @param keptFile the replaced ledger, closed. A damaged one gives what can be read. Never rejects */
export async function carryTrail(keptFile: string, target: Engine, reportBug: ReportBug): Promise<void> {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(keptFile, { ...guarded, readOnly: true });
    // A ledger of an earlier program has no chains.
    const has = database.prepare(`select 1 from sqlite_schema where name = 'audit_links'`).get();
    if (has === undefined) return;
    await copyLinks(new Kysely<Tables>({ dialect: nodeSqliteDialect(database, 0) }), target);
  } catch (error) {
    reportBug(new Error(`The audit trail in ${keptFile} could not be carried over.`, { cause: error }));
  } finally {
    if (database?.isOpen === true) database.close();
  }
}
