/** The list of migrations that a database has been through, and whether this program knows all of them. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { sql, type Kysely } from 'kysely';
import { attemptsAndHolds } from './1-attempts-and-holds.ts';
import { ledgerEvents } from './2-ledger-events.ts';
import { ledgerSettings } from './3-ledger-settings.ts';
import { searchInPauses } from './4-search-in-pauses.ts';
import { openEnumerations } from './5-open-enumerations.ts';
import { trueAnswers } from './6-true-answers.ts';
import { manySeats } from './7-many-seats.ts';
import { trust } from './8-trust.ts';
import { dayClosesTable } from './9-day-closes.ts';
import { answeredFacts } from './10-answered-facts.ts';
import type { EngineKind, Migration } from './migration.ts';

/** In order. Migrations are only ever added, and the version of a schema is the number of those applied. */
export const migrations: readonly Migration[] = [
  attemptsAndHolds,
  ledgerEvents,
  ledgerSettings,
  searchInPauses,
  openEnumerations,
  trueAnswers,
  manySeats,
  trust,
  dayClosesTable,
  answeredFacts,
];

export interface AppliedMigration {
  readonly version: number;
  /** Absent in ledgers up to schema 4, which recorded numbers only. */
  readonly name?: string;
  /** Oldest schema whose programs can still use the ledger. Null or absent when only programs that know the step can. */
  readonly usable_from?: number | null;
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
export function checkApplied(applied: readonly AppliedMigration[], engine: EngineKind): void {
  for (const [index, { version, name, usable_from: usableFrom }] of applied.entries()) {
    const known = migrations[version - 1];
    if (known === undefined && (engine === 'sqlite' || (usableFrom ?? version) > migrations.length)) {
      throw new LedgerUnavailable(
        'newer-version',
        `The ledger has schema ${version}; this version of the program knows schema ${migrations.length}.`,
      );
    }
    if (known !== undefined && name !== undefined && name !== known.name) {
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
