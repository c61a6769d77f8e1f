/** Kysely over node:sqlite: one connection, prepared statements kept, write transactions that take the lock at once. */
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { isSqliteBusy } from './sqlite-failure-reason.ts';

const keptStatements = 200;
// `immediate`, because a transaction that reads before it writes would fail when another process wrote in between.
const begin = CompiledQuery.raw('begin immediate');
const beginReading = CompiledQuery.raw('begin');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');
/** Milliseconds between two tries while another process writes. */
const pauseWhileLocked = 5;

const transact = Symbol('transact');

/** Makes the statements of a transaction when its turn has come. */
type Statements = () => readonly CompiledQuery[];

interface Transact extends CompiledQuery<number> {
  readonly [transact]: Statements;
}

/** Wraps a whole write transaction as one query, which returns the rows that each statement wrote. Nothing runs in between. */
export function inOneTransaction(statements: Statements): CompiledQuery<number> {
  const query: Transact = { ...(begin as Transact), [transact]: statements };
  return query;
}

interface KeptStatement {
  readonly statement: StatementSync;
  readonly reads: boolean;
}

/** Reads all rows. Damage can make an integer too large for a number, for which node:sqlite throws away the whole result. */
function allRows(statement: StatementSync, values: readonly SQLInputValue[]): readonly unknown[] {
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

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, KeptStatement>();
  readonly #patience: number;

  constructor(database: DatabaseSync, patience: number) {
    this.#database = database;
    this.#patience = patience;
  }

  #prepare(text: string): KeptStatement {
    const kept = this.#statements.get(text);
    if (kept !== undefined) return kept;
    const statement = this.#database.prepare(text);
    const prepared = { statement, reads: statement.columns().length > 0 };
    if (this.#statements.size >= keptStatements) this.#statements.clear();
    this.#statements.set(text, prepared);
    return prepared;
  }

  /** Waits for another process's write without blocking this one, unlike SQLite's own timeout. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const deadline = performance.now() + this.#patience;
    for (;;) {
      try {
        if (!(transact in query)) return this.#execute<Row>(query);
        return { rows: this.#transact((query as Transact)[transact]) as readonly Row[] as Row[] };
      } catch (error) {
        if (this.#database.isTransaction || !isSqliteBusy(error) || performance.now() > deadline) throw error;
      }
      await setTimeout(pauseWhileLocked);
    }
  }

  #execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, reads } = this.#prepare(query.sql);
    const values = query.parameters as readonly SQLInputValue[];
    if (reads) return { rows: allRows(statement, values) as Row[] };
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  transactNow(statements: Statements): readonly number[] | null {
    if (this.#database.isTransaction) return null;
    try {
      return this.#transact(statements);
    } catch (error) {
      if (isSqliteBusy(error)) return null;
      throw error;
    }
  }

  #transact(build: Statements): readonly number[] {
    const statements = build();
    const runAll = () => statements.map((each) => Number(this.#execute(each).numAffectedRows ?? 0n));
    // A single statement is its own transaction.
    if (statements.length === 1) return runAll();
    this.#execute(begin);
    try {
      const written = runAll();
      this.#execute(commit);
      return written;
    } catch (error) {
      // A full disk makes SQLite roll back by itself.
      if (this.#database.isTransaction) this.#execute(rollback);
      throw error;
    }
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const { statement } = this.#prepare(sql);
    for (const row of statement.iterate(...(parameters as readonly SQLInputValue[]))) yield { rows: [row as Row] };
  }
}

class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: NodeSqliteConnection;

  constructor(database: DatabaseSync, connection: NodeSqliteConnection) {
    this.#database = database;
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await connection.executeQuery(settings.accessMode === 'read only' ? beginReading : begin);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(commit);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk makes SQLite roll back by itself.
    if (this.#database.isTransaction) await connection.executeQuery(rollback);
  }

  async releaseConnection(): Promise<void> {}

  destroy(): Promise<void> {
    this.#database.close();
    return Promise.resolve();
  }
}

export interface NodeSqliteDialect extends Dialect {
  /**
   * Runs a whole write transaction at once, without Kysely's turns, which take 0.007 ms. Null while another transaction is open or
   * another process writes; `inOneTransaction` waits for both.
   * @returns the number of rows that each statement wrote
   */
  transactNow(statements: Statements): readonly number[] | null;
}

/**
 * @param database open, with its pragmas set and no busy timeout of its own; closed when Kysely is destroyed
 * @param patience milliseconds to wait while another process writes
 */
export function nodeSqliteDialect(database: DatabaseSync, patience: number): NodeSqliteDialect {
  const connection = new NodeSqliteConnection(database, patience);
  return {
    transactNow: (statements) => connection.transactNow(statements),
    createDriver: () => new NodeSqliteDriver(database, connection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}
