/** Connections for Kysely, which has no notion of names and of settings: adds both to what it sends. */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { commitPatience, confirmedCommit } from '#electron/ledger/postgres/connection/standby-wait.ts';
import { runPipeline } from './pipeline.ts';
import { leavesUsable, sessionOf, type ServerSession } from './server-session.ts';
import { asText } from './text-format.ts';
import { beginWithSettings, checkBegun } from './transaction-settings.ts';

class SettingsClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #session: ServerSession;
  #inTransaction = false;
  #usable = true;

  constructor(client: pg.PoolClient, session: ServerSession) {
    this.#client = client;
    this.#session = session;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('The ledger reads in pages, without cursors.');
    return this.#run(text, values).catch((error: unknown) => {
      this.#usable &&= leavesUsable(error);
      throw error;
    });
  }

  async #run(text: string, values: readonly unknown[]): Promise<unknown> {
    if (/^(begin|start transaction)/.test(text)) return this.#begin(text);
    if (text === 'commit' || text === 'rollback') {
      this.#inTransaction = false;
      return text === 'commit' ? this.#committed(() => this.#client.query(text)) : this.#client.query(text);
    }
    // Without a name, because a name that fails would fail the whole transaction.
    if (this.#inTransaction) return this.#client.query(text, values.map(asText));
    const run = () => runPipeline(this.#client, this.#session, 'read', [{ sql: text, parameters: values }]);
    const [result] = await (/^(insert|update|delete)/.test(text) ? this.#committed(run) : run());
    return result;
  }

  #committed<Value>(send: () => Promise<Value>): Promise<Value> {
    return confirmedCommit(this.#client, commitPatience.commit, send);
  }

  /** Sends the settings in one message with `begin`. */
  async #begin(text: string): Promise<unknown> {
    try {
      const begun: unknown = await this.#client.query(beginWithSettings(text));
      checkBegun(begun as Parameters<typeof checkBegun>[0]);
      this.#inTransaction = true;
      return begun;
    } catch (error) {
      // Kysely takes the transaction for one that was never begun.
      if (leavesUsable(error)) await this.#client.query('rollback');
      throw error;
    }
  }

  /** A connection whose last answer may still come is not used again. */
  release(destroy?: boolean): void {
    this.#client.release(destroy === true || !this.#usable);
  }
}

/** Wraps a pool for Kysely. @param end ends the pool together with Kysely */
export function kyselyPool(pool: Pick<pg.Pool, 'connect'>, end: () => Promise<void>): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: {},
    end,
    async connect() {
      const client = await pool.connect();
      // Kysely recognises a connection by its client.
      const known = clients.get(client);
      if (known !== undefined) return known;
      const fresh = new SettingsClient(client, sessionOf(client));
      clients.set(client, fresh);
      return fresh;
    },
  };
}
