/**
 * A whole transaction on PostgreSQL in one round trip: its statements go out in one write before a single `sync`, which the
 * server takes as one transaction (protocol flow, "Pipelining"): it commits all at the sync, or none from the first error on.
 */
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { nameOf } from './statement-names.ts';

const preparedOn = new WeakMap<pg.Connection, Set<string>>();

function preparedNames(connection: pg.Connection): Set<string> {
  const kept = preparedOn.get(connection);
  if (kept !== undefined) return kept;
  const none = new Set<string>();
  preparedOn.set(connection, none);
  return none;
}

/** A value as the server reads it as text. */
function asText(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new TypeError(`A ${typeof value} is no value of a statement.`);
}

/** What pg asks of its own queries and of those that are given to it. */
class Transact implements pg.Submittable {
  readonly #statements: readonly CompiledQuery[];
  readonly #affected: number[] = [];
  /** pg puts one around it that stops its clock. */
  callback: (error: Error | null, affected: readonly number[]) => void;

  constructor(statements: readonly CompiledQuery[], callback: Transact['callback']) {
    this.#statements = statements;
    this.callback = callback;
  }

  submit(connection: pg.Connection): void {
    const known = preparedNames(connection);
    connection.stream.cork();
    try {
      for (const { sql: text, parameters } of this.#statements) {
        // pg keeps its own account of the statements that it has prepared under their names.
        const name = `${nameOf(text)}_together`;
        if (!known.has(name)) connection.parse({ name, text, types: [] }, true);
        known.add(name);
        connection.bind({ portal: '', statement: name, binary: '', values: parameters.map(asText) }, true);
        connection.execute(null, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#affected.push(Number(/\d+$/.exec(text)?.[0] ?? 0));
  }

  /** The sync was answered: what was sent is committed. */
  handleReadyForQuery(): void {
    this.callback(null, this.#affected);
  }

  handleError(error: Error): void {
    this.callback(error, []);
  }

  /** The rows of a lock say nothing. */
  handleDataRow(): void {}
  handleRowDescription(): void {}
}

/**
 * @returns how many rows each statement wrote, committed. Rejects with the first error; then nothing is written, unless the
 *   connection broke before the answer of the commit came
 */
export async function sendTransaction(pool: pg.Pool, statements: readonly CompiledQuery[]): Promise<readonly number[]> {
  const client = await pool.connect();
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
  client.query(new Transact(statements, (error, affected) => (error === null ? resolve(affected) : reject(error))));
  try {
    const affected = await promise;
    client.release();
    return affected;
  } catch (error) {
    // What is prepared on it by now is not certain.
    client.release(true);
    throw error;
  }
}
