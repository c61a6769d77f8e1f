/**
 * Names for statements that the ledger runs again and again, so that PostgreSQL plans them once per connection. Saves a tenth
 * of a search: p50 2.97 ms instead of 3.29 at 100,000 attempts (docs/benchmarks.md).
 */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

const names = new Map<string, string>();

/** Names a statement. Only for the few texts written in this folder, because names are never dropped. */
export function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `caja_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * A commit is on the server's disk when it returns (invariant 1). Set per transaction, because a pooler may drop the options of a
 * connection. Sent in one message with `begin`.
 */
const durableBegin = 'begin; set local synchronous_commit = on';
/** The same within a pipeline. */
export const durableCommit = `select set_config('synchronous_commit', 'on', true)`;

class NamingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('The ledger reads in pages, without cursors.');
    if (text === 'begin') return this.#client.query(durableBegin);
    const name = names.get(text);
    return this.#client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}

/** Wraps the pool for Kysely, which has no notion of names, and sends named statements under their name. */
export function namingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      // Kysely recognises a connection by its client.
      const known = clients.get(client) ?? new NamingClient(client);
      clients.set(client, known);
      return known;
    },
  };
}
