/** Brings a database to the schema that this program knows; refuses one that is newer. */
import { sql, type Kysely } from 'kysely';
import type { EngineKind } from './engine-kind.ts';
import { LedgerUnavailable } from '#electron/core/ports.ts';
import { first } from './1-first.ts';
import { addEventsTable } from './2-events.ts';
import { addSettings } from './3-settings.ts';
import { addWords } from './4-words.ts';

/** In order; the version of the schema is the number of steps taken. Steps are only ever added. */
const steps: readonly ((db: Kysely<unknown>, engine: EngineKind) => Promise<void>)[] = [
  first,
  addEventsTable,
  addSettings,
  addWords,
];
export const schemaVersion = steps.length;

/** The version of a database: 0 for an empty one. */
export async function versionOf(db: Kysely<unknown>): Promise<number> {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === 'schema_version')) return 0;
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_version`.execute(
    db,
  );
  return rows[0]?.version ?? 0;
}

/** Takes the missing steps in one transaction; seats that start together wait for each other. */
export async function migrate(db: Kysely<unknown>, engine: EngineKind): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('caja.schema'))`.execute(trx);
    const version = await versionOf(trx);
    if (version > schemaVersion) {
      throw new LedgerUnavailable(
        'newer-version',
        `The ledger has schema ${version}; this version of the program knows schema ${schemaVersion}.`,
      );
    }
    if (version === schemaVersion) return;
    if (version === 0) {
      await sql`create table schema_version (version integer primary key not null, applied_at text not null)`.execute(
        trx,
      );
    }
    for (let next = version; next < schemaVersion; next++) {
      await steps[next]?.(trx, engine);
      const appliedAt = new Date().toISOString();
      await sql`insert into schema_version (version, applied_at) values (${next + 1}, ${appliedAt})`.execute(trx);
    }
  });
}
