/** Brings a database to the schema that this program knows. Refuses one that this program can't use any more. */
import { sql, type Kysely } from 'kysely';
import { appliedMigrations, checkApplied, migrations, type AppliedMigration } from './applied.ts';
import type { EngineKind, OnMigration } from './migration.ts';

/**
 * Brings a file up to date in one transaction, so that a program killed halfway leaves the former schema whole. Rejects with
 * `LedgerUnavailable` when the ledger is refused.
 * @param version schema to stop at
 */
export const migrateFile = (
  db: Kysely<unknown>,
  onProgress: OnMigration = () => undefined,
  version: number = migrations.length,
): Promise<void> => db.transaction().execute((trx) => applyMissing(trx, 'sqlite', onProgress, version));

/** Applies the missing migrations within a transaction. Says nothing of the steps that make a new ledger. */
export async function applyMissing(
  trx: Kysely<unknown>,
  engine: EngineKind,
  onProgress: OnMigration,
  version: number = migrations.length,
): Promise<void> {
  const applied = await appliedMigrations(trx);
  checkApplied(applied, engine);
  if (applied.length >= version) return;
  await prepareList(trx, applied);
  for (const [index, { name, statements }] of migrations.slice(0, version).entries()) {
    if (index < applied.length) continue;
    if (applied.length > 0) {
      onProgress({ kind: 'step', step: index - applied.length + 1, of: version - applied.length });
    }
    for (const statement of statements[engine]) await sql.raw(statement).execute(trx);
    await sql`
      insert into schema_version (version, name, applied_at)
      values (${index + 1}, ${name}, ${new Date().toISOString()})`.execute(trx);
  }
  await noteUsableFrom(trx, applied.length, version);
}

/** Creates the list, or adds the names that ledgers up to schema 4 did not record. */
async function prepareList(trx: Kysely<unknown>, applied: readonly AppliedMigration[]): Promise<void> {
  if (applied.length === 0) {
    await sql`
      create table schema_version (version integer primary key not null, applied_at text not null, name text)`.execute(
      trx,
    );
    return;
  }
  if (applied.every(({ name }) => name !== undefined)) return;
  await sql`alter table schema_version add column name text`.execute(trx);
  for (const { version } of applied) {
    const name = migrations[version - 1]?.name ?? null;
    await sql`update schema_version set name = ${name} where version = ${version}`.execute(trx);
  }
}

/** Written last, because the column comes with one of the steps. */
async function noteUsableFrom(trx: Kysely<unknown>, former: number, version: number): Promise<void> {
  for (const [index, { usableFrom }] of migrations.slice(0, version).entries()) {
    if (index < former || usableFrom === undefined) continue;
    await sql`update schema_version set usable_from = ${usableFrom} where version = ${index + 1}`.execute(trx);
  }
}
