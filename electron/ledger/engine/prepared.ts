/** Statements of a transaction that are sent together, and what they are made of. */
import { sql, type Compilable, type CompiledQuery, type QueryResult, type RawBuilder } from 'kysely';
import type { Database, Engine, Work } from './engine.ts';

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
type Param = (name: string) => never;
type Values = Readonly<Record<string, unknown>>;

/** @param build builds the query with `param('name')` in place of each value, which the first values that have it give */
export const prepared = (build: (db: Database, param: Param) => Compilable) => ({
  bind({ db }: Engine, values: Values, others: Values): CompiledQuery {
    const all = { ...others, ...values };
    return build(db, (name) => all[name] as never).compile();
  },
});

/**
 * Condition for a payment that stands as it was written: of what follows it in the same transaction. One that was written back with the
 * same answer meanwhile is another row.
 */
export const isWritten = (param: Param): RawBuilder<unknown> =>
  sql`exists (select 1 from attempts where position = ${param('position')} and id = ${param('id')} and state = ${param('state')}
    and answered_at is not distinct from ${param('answered_at')}
    and restored_at is not distinct from ${param('restored_at')})`;
