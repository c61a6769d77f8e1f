/** Brings a database to the schema that this program knows, whose steps it has listed. Refuses one that this program can't use any more. */
import { sql, type Kysely } from 'kysely';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { ledgerSchema } from './1-ledger.ts';
import type { MigrationProgress } from '#shared/ledger/migration-progress.ts';

export type EngineKind = 'sqlite' | 'postgres';

export interface Migration {
  /** Subject of the step. Recorded in the ledger, so it never changes once it has shipped. */
  readonly name: string;
  /**
   * Oldest schema whose programs can still pay on a shared ledger that has this step. Their statements name neither its
   * columns nor its tables, so no rule about money may need a value that only newer programs write. Absent when only programs
   * that know the step can.
   */
  readonly usableFrom?: number;
  /** Statements in order. All steps of one run share a transaction. */
  readonly statements: Readonly<Record<EngineKind, readonly string[]>>;
}

/** Called for each step, and for each wait. */
export type OnMigration = (progress: MigrationProgress) => void;

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
