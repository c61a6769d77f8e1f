/** Connections for Kysely, which has no notion of names and of settings: adds both to what it sends. */
import {
  Kysely,
  PostgresDialect,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import type pg from 'pg';
import type { Database } from '#electron/ledger/engine/engine.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';
import { commitPatience, confirmedCommit } from '#electron/ledger/postgres/connection/standby-wait.ts';
import { type Lender, leavesUsable, sendTogether, asText } from './pipeline.ts';
import { beginWithSettings, settingsError } from './server-session.ts';

/** Borrows a connection when Kysely sends something: for one statement, or from the beginning to the end of a transaction. */
class SettingsClient implements PostgresPoolClient {
  readonly #lender: Lender;
  /** Connection of the transaction; null between transactions. */
  #own: pg.PoolClient | null = null;
  #usable = true;

  constructor(lender: Lender) {
    this.#lender = lender;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('The ledger reads in pages, without cursors.');
    return /^(begin|start transaction)/.test(text) ? this.#begin(text) : this.#run(text, values);
  }

  async #run(text: string, values: readonly unknown[]): Promise<unknown> {
    const client = this.#own;
    if (client === null) return this.#alone(text, values);
    try {
      if (text === 'commit') return await confirmedCommit(client, commitPatience.commit, () => client.query('commit'));
      // Without a name, because a name that fails would fail the whole transaction.
      return await client.query(text, values.map(asText));
    } catch (error) {
      this.#usable &&= leavesUsable(error);
      throw error;
    }
  }

  async #alone(text: string, values: readonly unknown[]): Promise<unknown> {
    const patience = /^(insert|update|delete)/.test(text) ? commitPatience.commit : null;
    const [result] = await sendTogether(this.#lender, 'read', () => [{ sql: text, parameters: values }], patience);
    return result;
  }

  /** Sends the settings in one message with `begin`. */
  async #begin(text: string): Promise<unknown> {
    const client = await this.#lender.connect();
    this.#own = client;
    try {
      return await client.query(beginWithSettings(text));
    } catch (error) {
      this.#usable = leavesUsable(error);
      // Kysely takes the transaction for one that was never begun.
      if (this.#usable) await client.query('rollback');
      throw settingsError(error);
    }
  }

  release(destroy?: boolean): void {
    this.#own?.release(destroy === true || !this.#usable);
    this.#own = null;
  }
}

/** Wraps a pool for Kysely. @param end ends the pool together with Kysely */
export const kyselyPool = (lender: Lender, end: () => Promise<void>): PostgresPool => ({
  options: {},
  end,
  connect: () => Promise.resolve(new SettingsClient(lender)),
});

/** @param end ends the connections together with Kysely */
export const queriesOn = (lender: Lender, end: () => Promise<void> = () => Promise.resolve()): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: kyselyPool(lender, end) }) });
