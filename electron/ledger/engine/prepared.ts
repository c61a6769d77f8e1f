/**
 * Statements that are compiled once instead of at every call. Compiling the insert of an attempt takes 0.035 ms, a tenth
 * of the time to record a payment on SQLite (docs/benchmarks.md).
 */
import { sql, type Compilable, type CompiledQuery, type QueryResult, type RawBuilder } from 'kysely';
import type { Database, Engine, Work } from './engine.ts';
import { nameStatement } from './statement-names.ts';

type Values = Readonly<Record<string, unknown>>;

/** Placeholder for a value that each execution supplies. */
class Given {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  from(values: Values, others: Values): unknown {
    const value = values[this.name];
    return value === undefined ? others[this.name] : value;
  }
}

/** Runs queries one after the other within a transaction, in one round trip: none is sent after the answer to another one. */
export const together = (trx: Work, queries: readonly CompiledQuery[]): Promise<readonly QueryResult<unknown>[]> =>
  trx
    .getExecutor()
    .provideConnection((connection) => Promise.all(queries.map((each) => connection.executeQuery(each))));

/** Does the same with statements. @returns the number of rows that each wrote */
export async function inTurn(trx: Work, statements: readonly CompiledQuery[]): Promise<readonly number[]> {
  return (await together(trx, statements)).map(({ numAffectedRows = 0n }) => Number(numAffectedRows));
}

/** Typed as `never`, so that it fits wherever the query wants a value. */
export type Param = (name: string) => never;
const param: Param = (name) => new Given(name) as never;

export interface Prepared<Row> {
  /** Runs the statement. */
  (engine: Engine, db: Database, values: Values, others?: Values): Promise<QueryResult<Row>>;
  /**
   * Binds the values, for `Engine.transact`.
   * @param others values that the first ones lack, so that a row need not be copied to go with them
   */
  bind(engine: Engine, values: Values, others?: Values): CompiledQuery<Row>;
}

const none: Values = {};

/**
 * Compiles a query at its first use on each engine.
 * @param build builds the query with `param('name')` in place of each value
 */
export function prepared<Row>(build: (db: Database, param: Param, engine: Engine) => Compilable<Row>): Prepared<Row> {
  const compiled = new Map<Engine['kind'], CompiledQuery<Row>>();
  function bind(engine: Engine, values: Values, others: Values = none): CompiledQuery<Row> {
    let query = compiled.get(engine.kind);
    if (query === undefined) {
      query = build(engine.db, param, engine).compile();
      nameStatement(query.sql);
      compiled.set(engine.kind, query);
    }
    const parameters: unknown[] = [];
    for (const each of query.parameters) parameters.push(each instanceof Given ? each.from(values, others) : each);
    return { ...query, parameters };
  }
  const run = (engine: Engine, db: Database, values: Values, others?: Values) =>
    db.executeQuery(bind(engine, values, others));
  return Object.assign(run, { bind });
}

/**
 * Prepares a query in each shape at its first use.
 * @param build prepares the query of these parts
 */
export function preparedFor<Parts extends object, Row>(
  build: (parts: Parts) => Prepared<Row>,
): (parts: Parts) => Prepared<Row> {
  const known = new Map<string, Prepared<Row>>();
  return (parts) => {
    const key = JSON.stringify(parts);
    const query = known.get(key) ?? build(parts);
    known.set(key, query);
    return query;
  };
}

/**
 * Condition for a payment that stands as it was written: of what follows it in the same transaction. One that was written back with the
 * same answer meanwhile is another row.
 */
export const isWritten = (param: Param): RawBuilder<unknown> =>
  sql`exists (select 1 from attempts where position = ${param('position')} and id = ${param('id')} and state = ${param('state')}
    and answered_at is not distinct from ${param('answered_at')}
    and restored_at is not distinct from ${param('restored_at')})`;
