/**
 * Carries the hash chains of a replaced ledger over to the one in its place, which would look cut off without them, and the
 * closes of days that the chains tell of.
 */
import { Kysely } from 'kysely';
import { DatabaseSync } from 'node:sqlite';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { guarded } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { nodeSqliteDialect } from '#electron/ledger/sqlite/sqlite-dialect.ts';
import { copyCloses } from '#electron/ledger/days/day-closes.ts';
import { copyLinks } from '#electron/ledger/trail/copy-links.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';

/** @param keptFile the replaced ledger, closed. A damaged one gives what can be read. Never rejects */
export async function carryTrail(keptFile: string, target: Engine, reportBug: ReportBug): Promise<void> {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(keptFile, { ...guarded, readOnly: true });
    const source = new Kysely<Tables>({ dialect: nodeSqliteDialect(database, 0) });
    await copyCloses(source, target);
    await copyLinks(source, target);
  } catch (error) {
    reportBug(new Error(`The audit trail in ${keptFile} could not be carried over.`, { cause: error }));
  } finally {
    if (database?.isOpen === true) database.close();
  }
}
