/**
 * Sends a whole transaction to PostgreSQL in one round trip. All statements precede a single `sync`, which the server takes as
 * one transaction (protocol flow, "Pipelining"): it commits all of them at the sync, or none after an error.
 */
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { durableCommit, nameOf } from './statement-names.ts';

const preparedOn = new WeakMap<pg.Connection, Set<string>>();

function preparedNames(connection: pg.Connection): Set<string> {
  const kept = preparedOn.get(connection);
  if (kept !== undefined) return kept;
  const none = new Set<string>();
  preparedOn.set(connection, none);
  return none;
}

/** Encodes a value as the server's text format. */
function asText(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new TypeError(`A statement can't take a ${typeof value}.`);
}

/** Implements pg's interface for queries that it does not know. */
class Transact implements pg.Submittable {
  readonly #statements: readonly CompiledQuery[];
  readonly #affected: number[] = [];
  /** pg wraps it to stop its timer. */
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
        // pg tracks the statements that it has prepared itself by name, so these need names of their own.
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

  /** Called at the answer to the sync, when everything is committed. */
  handleReadyForQuery(): void {
    this.callback(null, this.#affected);
  }

  handleError(error: Error): void {
    this.callback(error, []);
  }

  /** Ignores rows, because those of a lock are empty. */
  handleDataRow(): void {}
  handleRowDescription(): void {}
}

const durable = CompiledQuery.raw(durableCommit);

/**
 * Sends the statements as one transaction. Rejects with the first error. Nothing is written then, unless the connection broke
 * before the commit was answered.
 * @returns the number of rows that each statement wrote
 */
export async function sendTransaction(pool: pg.Pool, statements: readonly CompiledQuery[]): Promise<readonly number[]> {
  const client = await pool.connect();
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
  const all = [durable, ...statements];
  client.query(new Transact(all, (error, affected) => (error === null ? resolve(affected) : reject(error))));
  try {
    const [, ...affected] = await promise;
    client.release();
    return affected;
  } catch (error) {
    // Dropped, because it is uncertain which statements are prepared on this connection.
    client.release(true);
    throw error;
  }
}
