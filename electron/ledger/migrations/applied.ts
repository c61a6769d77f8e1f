/** The list of migrations that a database has been through, and whether this program knows all of them. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { sql, type Kysely } from 'kysely';
import { attemptsAndHolds } from './1-attempts-and-holds.ts';
import { ledgerEvents } from './2-ledger-events.ts';
import { ledgerSettings } from './3-ledger-settings.ts';
import { searchInPauses } from './4-search-in-pauses.ts';
import { openEnumerations } from './5-open-enumerations.ts';
import { trueAnswers } from './6-true-answers.ts';
import type { Migration } from './migration.ts';

/** In order. Migrations are only ever added, and the version of a schema is the number of those applied. */
export const migrations: readonly Migration[] = [
  attemptsAndHolds,
  ledgerEvents,
  ledgerSettings,
  searchInPauses,
  openEnumerations,
  trueAnswers,
];

export interface AppliedMigration {
  readonly version: number;
  /** Absent in ledgers up to schema 4, which recorded numbers only. */
  readonly name?: string;
}

/** Reads the list, oldest first; empty for an empty database. */
export async function appliedMigrations(db: Kysely<unknown>): Promise<readonly AppliedMigration[]> {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === 'schema_version')) return [];
  return (await sql<AppliedMigration>`select * from schema_version order by version`.execute(db)).rows;
}

/**
 * Compares the whole list with the program's, because the highest number alone says nothing about a step that is missing
 * or that another line of the program has put in its place.
 * @throws LedgerUnavailable `newer-version` for a step that this program does not know, `corrupt` for a gap
 */
export function checkApplied(applied: readonly AppliedMigration[]): void {
  for (const [index, { version, name }] of applied.entries()) {
    const known = migrations[version - 1];
    if (known === undefined) {
      throw new LedgerUnavailable(
        'newer-version',
        `The ledger has schema ${version}; this version of the program knows schema ${migrations.length}.`,
      );
    }
    if (name !== undefined && name !== known.name) {
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
