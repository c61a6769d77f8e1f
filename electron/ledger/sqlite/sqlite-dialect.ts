/** Kysely's dialect over node:sqlite, with write transactions that take the lock at once and wait for other processes. */
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type SqliteStatement,
} from 'kysely';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { isSqliteBusy } from './sqlite-failure-reason.ts';

const keptStatements = 200;
// `immediate`, because a transaction that reads before it writes would fail when another process wrote in between.
const begin = CompiledQuery.raw('begin immediate');
/** Milliseconds between two tries while another process writes. */
const pauseWhileLocked = 5;

/** Reads all rows. Damage can make an integer too large for a number, for which node:sqlite throws away the whole result. */
function allRows(statement: StatementSync, values: readonly SQLInputValue[]): unknown[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const inexact = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);
  statement.setReadBigInts(true);
  try {
    const rows: readonly unknown[] = statement.all(...values);
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row as object).map(([name, value]) => [name, inexact(value)])),
    );
  } finally {
    statement.setReadBigInts(false);
  }
}

const valuesOf = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];

const toKysely = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => allRows(statement, valuesOf(parameters)),
  run: (parameters) => statement.run(...valuesOf(parameters)),
  iterate: (parameters) => statement.iterate(...valuesOf(parameters)),
});

class PatientDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #patience: number;

  constructor(database: DatabaseSync, patience: number) {
    const statements = new Map<string, SqliteStatement>();
    const prepare = (text: string): SqliteStatement => {
      const kept = statements.get(text);
      if (kept !== undefined) return kept;
      const statement = toKysely(database.prepare(text));
      if (statements.size >= keptStatements) statements.clear();
      statements.set(text, statement);
      return statement;
    };
    super({ database: { prepare, close: () => database.close() } });
    this.#database = database;
    this.#patience = patience;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => this.#waiting(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  /** Waits for another process's write without blocking this one, unlike SQLite's own timeout. */
  async #waiting<Result>(execute: () => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + this.#patience;
    for (;;) {
      try {
        return await execute();
      } catch (error) {
        if (this.#database.isTransaction || !isSqliteBusy(error) || performance.now() > deadline) throw error;
      }
      await setTimeout(pauseWhileLocked);
    }
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(begin);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk makes SQLite roll back by itself.
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * @param database open, with its pragmas set and no busy timeout of its own; closed when Kysely is destroyed
 * @param patience milliseconds to wait while another process writes
 */
export const nodeSqliteDialect = (database: DatabaseSync, patience: number): Dialect => ({
  createDriver: () => new PatientDriver(database, patience),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
});
