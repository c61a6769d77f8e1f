/** The list of migrations that a database has been through, and whether this program knows all of them. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { sql, type Kysely } from 'kysely';
import { ledgerSchema } from './1-ledger.ts';
import type { EngineKind, Migration } from './migration.ts';

/** In order. Migrations are only ever added, and the version of a schema is the number of those applied. */
export const migrations: readonly Migration[] = [ledgerSchema];

export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  /** Oldest schema whose programs can still use the ledger. Null when only programs that know the step can. */
  readonly usable_from: number | null;
}

/** Reads the list, oldest first; empty for an empty database. */
export async function appliedMigrations(db: Kysely<unknown>): Promise<readonly AppliedMigration[]> {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === 'schema_version')) return [];
  return (await sql<AppliedMigration>`select * from schema_version order by version`.execute(db)).rows;
}

/**
 * Compares the whole list with the program's, because the highest number alone says nothing about a step that is missing
 * or that another line of the program has put in its place. Later steps are accepted on a shared ledger if each of them says
 * that this program can still use it. A file has one user, and every object of its schema is compared.
 * @throws LedgerUnavailable `newer-version` for a ledger that this program can't use any more, `corrupt` for a gap
 */
export function checkApplied(
  applied: readonly AppliedMigration[],
  engine: EngineKind,
  all: readonly Migration[] = migrations,
): void {
  for (const [index, { version, name, usable_from: usableFrom }] of applied.entries()) {
    const known = all[version - 1];
    if (known === undefined && (engine === 'sqlite' || (usableFrom ?? version) > all.length)) {
      throw new LedgerUnavailable(
        'newer-version',
        `The ledger has schema ${version}; this version of the program knows schema ${all.length}.`,
      );
    }
    if (known !== undefined && name !== known.name) {
      throw new LedgerUnavailable(
        'newer-version',
        `Schema ${version} of the ledger is "${name}"; this version of the program knows it as "${known.name}".`,
      );
    }
    if (version !== index + 1) {
      throw new LedgerUnavailable('corrupt', `The ledger has schema ${version} without schema ${index + 1}.`);
    }
  }
}
