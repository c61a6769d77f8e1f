/**
 * Compares every object of a ledger's file with those that the migrations make. A trigger of somebody else could change an
 * outcome while it is written, so a file with one is never used.
 */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { Kysely } from 'kysely';
import { DatabaseSync } from 'node:sqlite';
import { appliedMigrations, checkApplied, migrations, migrateFile } from '#electron/ledger/migrations/migrate.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';

/** SQL of each object by type and name. */
type Objects = ReadonlyMap<string, string>;

/** Statistics of ANALYZE, which only guide the planner. SQLite itself reserves their names. */
const statistics: ReadonlySet<string> = new Set(['table sqlite_stat1', 'table sqlite_stat4']);

function objectsOf(database: DatabaseSync): Objects {
  const rows = database.prepare('select type, name, tbl_name, sql from sqlite_schema').all();
  return new Map(
    rows
      .map(
        (row) => [`${String(row['type'])} ${String(row['name'])}`, `${String(row['tbl_name'])} ${sqlOf(row)}`] as const,
      )
      .filter(([name]) => !statistics.has(name)),
  );
}

/** Indexes that a constraint makes have no SQL. */
const sqlOf = (row: Readonly<Record<string, unknown>>): string => (typeof row['sql'] === 'string' ? row['sql'] : '');

/** Objects of each version that was checked before. */
const expected = new Map<number, Objects>();

async function objectsAfter(version: number): Promise<Objects> {
  const database = new DatabaseSync(':memory:');
  try {
    await migrateFile(
      new Kysely<unknown>({ dialect: nodeSqliteDialect(database, 0) }),
      undefined,
      migrations.slice(0, version),
    );
    return objectsOf(database);
  } finally {
    database.close();
  }
}

/**
 * Checks the list of migrations and every object of the schema, without writing.
 * @returns the number of migrations applied; 0 for an empty database
 * @throws LedgerUnavailable `newer-version`; `corrupt` when an object is missing or reads differently; `altered` when there is
 * one that Caja did not make. The message names the object
 */
export async function checkSchema(database: DatabaseSync): Promise<number> {
  const applied = await appliedMigrations(new Kysely<unknown>({ dialect: nodeSqliteDialect(database, 0) }));
  checkApplied(applied, 'sqlite');
  const version = applied.length;
  const wanted = expected.get(version) ?? (await objectsAfter(version));
  expected.set(version, wanted);
  const found = objectsOf(database);
  for (const [name, sql] of wanted) {
    if (found.get(name) !== sql) {
      throw new LedgerUnavailable('corrupt', `The ledger's file is damaged: ${name} is not as Caja made it.`);
    }
  }
  for (const name of found.keys()) {
    if (!wanted.has(name)) throw new LedgerUnavailable('altered', name);
  }
  return version;
}
