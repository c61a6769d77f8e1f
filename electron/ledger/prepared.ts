/**
 * Statements of the payment path, compiled once instead of at every call: building the text of an insert with sixty columns
 * takes longer than running it.
 */
import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Database, Engine } from './engine.ts';
import { nameOf } from '#electron/ledger/postgres/statement-names.ts';

/** Stands for a value that each execution gives. */
class Given {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** `never` fits wherever the query wants a value; what it really is comes with each execution. */
export type Param = (name: string) => never;
const param: Param = (name) => new Given(name) as never;

/**
 * Marks a query whose rows are read column by column and never copied or listed. SQLite then gives arrays, in two thirds of the
 * time of objects, and the columns are read from them by name; PostgreSQL's rows are what they always are.
 */
export const readByColumn = Symbol('readByColumn');

type Values = Readonly<Record<string, unknown>>;

export interface Prepared<Row> {
  /** Runs it now. */
  (engine: Engine, db: Database, values: Values): Promise<QueryResult<Row>>;
  /** With its values, for `Engine.together`. */
  bind(engine: Engine, values: Values): CompiledQuery<Row>;
}

/**
 * @param build makes the query with `give('name')` in the place of each value; the same for every call on one engine
 * @param marks `{ [readByColumn]: true }` for pages, where the making of the rows is most of the time
 */
export function prepared<Row>(
  build: (db: Database, param: Param, engine: Engine) => Compilable<Row>,
  marks: { readonly [readByColumn]?: true } = {},
): Prepared<Row> {
  const compiled = new Map<Engine['kind'], CompiledQuery<Row>>();
  function bind(engine: Engine, values: Values): CompiledQuery<Row> {
    let query = compiled.get(engine.kind);
    if (query === undefined) {
      query = { ...build(engine.db, param, engine).compile(), ...marks };
      nameOf(query.sql);
      compiled.set(engine.kind, query);
    }
    const parameters = query.parameters.map((each) => (each instanceof Given ? values[each.name] : each));
    return { ...query, parameters };
  }
  return Object.assign((engine: Engine, db: Database, values: Values) => db.executeQuery(bind(engine, values)), {
    bind,
  });
}
