/** Brings a database to the schema that this program knows. Refuses one that has seen migrations unknown here. */
import { sql, type Kysely } from 'kysely';
import { appliedMigrations, checkApplied, migrations, type AppliedMigration } from './applied.ts';
import type { EngineKind } from './migration.ts';

/**
 * Applies the missing migrations in one transaction, so that a program killed halfway leaves the former schema whole.
 * Seats that start together wait for each other. Rejects with `LedgerUnavailable` when the ledger is refused.
 * @param version schema to stop at
 */
export async function migrate(
  db: Kysely<unknown>,
  engine: EngineKind,
  version: number = migrations.length,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('caja.schema'))`.execute(trx);
    const applied = await appliedMigrations(trx);
    checkApplied(applied);
    if (applied.length >= version) return;
    await prepareList(trx, applied);
    for (const [index, { name, statements }] of migrations.slice(0, version).entries()) {
      if (index < applied.length) continue;
      for (const statement of statements[engine]) await sql.raw(statement).execute(trx);
      await sql`
        insert into schema_version (version, name, applied_at)
        values (${index + 1}, ${name}, ${new Date().toISOString()})`.execute(trx);
    }
  });
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
