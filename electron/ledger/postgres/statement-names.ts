/** Names for the statements that the ledger runs again and again: PostgreSQL plans them once a connection, not at every call. */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

const names = new Map<string, string>();

/** Gives a statement its name. For texts that are written in this folder, whose number is small; never for what is typed. */
export function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `caja_${names.size}`;
  names.set(text, name);
  return name;
}

class NamingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('The ledger reads in pages, without cursors.');
    const name = names.get(text);
    return this.#client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}

/** The pool for Kysely, which knows no names: statements that have one are sent under it. */
export function namingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      // Kysely knows a connection again by its client.
      const known = clients.get(client) ?? new NamingClient(client);
      clients.set(client, known);
      return known;
    },
  };
}
