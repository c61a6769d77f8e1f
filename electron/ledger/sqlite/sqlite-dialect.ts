/**
 * Kysely's dialect over node:sqlite, with write transactions that take the lock at once and wait for other processes. Maps SQLite's
 * result codes to reasons for the operator (https://sqlite.org/rescode.html).
 */
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
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { errorText } from '#shared/error-text.ts';

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

/** Reasons by primary result code, which extended codes carry in their low byte. */
const reasons: Readonly<Record<number, LedgerFailureReason>> = {
  3: 'read-only',
  5: 'locked',
  6: 'locked',
  7: 'other',
  8: 'read-only',
  10: 'other',
  11: 'corrupt',
  13: 'disk-full',
  14: 'read-only',
  15: 'locked',
  26: 'corrupt',
};

/** Code of a trigger that refuses a statement. Those that Caja made refuse none of its own. */
const refusedByTrigger = 1811;
/** Errors of a statement that doesn't fit the tables, which somebody has changed since they were compared at the opening. */
const ofOtherTables = /^(?:no such (?:table|column):|table \S+ has no column|cannot modify)/;

const shortRead = 522;

const codeOf = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null;

/** True when another connection has the lock, so that a retry may help. */
const isSqliteBusy = (error: unknown): boolean => ((codeOf(error) ?? 0) & 0xff) === 5;

/** True for a statement that does not fit the schema, such as any that uses a damaged search index. */
export const isStatementError = (error: unknown): error is Error => codeOf(error) === 1;

/** Converts errors of the store to `LedgerUnavailable`; others stay as they are. */
export function sqliteFailureReason(error: unknown): unknown {
  if (error instanceof LedgerUnavailable) return error;
  // A number that Caja has not written.
  if (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')
    return new LedgerUnavailable('corrupt', error.message, { cause: error });
  const code = codeOf(error);
  if (code === null) return error;
  if (code === refusedByTrigger) return new LedgerUnavailable('altered', 'trigger', { cause: error });
  if (isStatementError(error) && ofOtherTables.test(error.message))
    return new LedgerUnavailable('altered', error.message, { cause: error });
  const reason = code === shortRead ? 'corrupt' : reasons[code & 0xff];
  if (reason === undefined) return error;
  return new LedgerUnavailable(reason, errorText(error), { cause: error });
}

/** Maps errors of the file system around the database; others stay as they are. */
export function fileFailureReason(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new LedgerUnavailable('read-only', error.message, { cause: error });
    case 'ENOSPC':
      return new LedgerUnavailable('disk-full', error.message, { cause: error });
    case 'ENOTDIR':
    case 'EISDIR':
    case 'ELOOP':
    case 'EEXIST':
    case 'ENOENT':
      return new LedgerUnavailable('other', error.message, { cause: error });
    default:
      return error;
  }
}
