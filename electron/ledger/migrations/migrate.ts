/** Brings a database to the schema that this program knows. Refuses one that this program can't use any more. */
import { sql, type Kysely } from 'kysely';
import { appliedMigrations, checkApplied, migrations } from './applied.ts';
import type { EngineKind, Migration, OnMigration } from './migration.ts';

/**
 * Brings a file up to date in one transaction, so that a program killed halfway leaves the former schema whole. Rejects with
 * `LedgerUnavailable` when the ledger is refused.
 */
export const migrateFile = (
  db: Kysely<unknown>,
  onProgress: OnMigration = () => undefined,
  known: readonly Migration[] = migrations,
): Promise<void> => db.transaction().execute((trx) => applyMissing(trx, 'sqlite', onProgress, known));

/** Applies the missing migrations within a transaction. Says nothing of the steps that make a new ledger. */
export async function applyMissing(
  trx: Kysely<unknown>,
  engine: EngineKind,
  onProgress: OnMigration,
  known: readonly Migration[] = migrations,
): Promise<void> {
  const applied = await appliedMigrations(trx);
  checkApplied(applied, engine, known);
  const former = applied.length;
  if (former === 0 && known.length > 0) {
    await sql`create table schema_version (
      version integer primary key not null, name text not null, applied_at text not null, usable_from integer
    )`.execute(trx);
  }
  for (const [index, { name, statements, usableFrom = null }] of known.entries()) {
    if (index < former) continue;
    if (former > 0) onProgress({ kind: 'step', step: index - former + 1, of: known.length - former });
    for (const statement of statements[engine]) await sql.raw(statement).execute(trx);
    await sql`
      insert into schema_version (version, name, applied_at, usable_from)
      values (${index + 1}, ${name}, ${new Date().toISOString()}, ${usableFrom})`.execute(trx);
  }
}
