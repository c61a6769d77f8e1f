/** A seat on the server of the tests, and a look at its connections from outside. */
import pg from 'pg';
import { expect, inject } from 'vitest';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { connectionConfigs } from '#electron/ledger/postgres/connection/connection-config.ts';
import { openPostgresLedger, type PostgresLedgerOptions } from '#electron/ledger/open-ledger.ts';
import { makeStore } from '#test/fixtures/ledger/engines.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';

export interface WatchedStore {
  /** Opens the ledger as a seat with two connections. */
  open(changes?: Partial<PostgresLedgerOptions>): Promise<StoredLedger>;
  /** The address through another port of this machine, or in another role. */
  urlAt(changes: { readonly port?: number; readonly user?: string }): string;
  /** Process ids of the seats' connections, oldest first. */
  backends(): Promise<readonly number[]>;
  /** Runs a statement beside the seats. */
  query(statement: string): Promise<readonly Record<string, unknown>[]>;
  /** Closes every seat. */
  close(): Promise<void>;
  drop(): Promise<void>;
}

type Changes = Partial<PostgresLedgerOptions> & Pick<PostgresLedgerOptions, 'url' | 'password'>;

/** Opens a ledger as a seat with a new disk, which asks nothing of its server. */
export const openBare = (changes: Changes): Promise<StoredLedger> =>
  openPostgresLedger({ ca: null, poolSize: 2, ...seatParts(), required: [], ...changes });

/** Returns why a ledger can't be opened, and its words. */
export async function refusalOf(changes: Changes): Promise<string> {
  const error: unknown = await openBare(changes).then(
    () => expect.fail('opened'),
    (refused: unknown) => refused,
  );
  return error instanceof LedgerUnavailable ? `${error.reason}: ${error.message}` : `a bug: ${String(error)}`;
}

export async function watchedStore(): Promise<WatchedStore> {
  const store = await makeStore('PostgreSQL');
  const { url, password } = store.address;
  const opened: StoredLedger[] = [];
  const outside = new pg.Client({ ...connectionConfigs({ url, password, ca: null })[0], application_name: 'outside' });
  await outside.connect();
  const query = async (statement: string) =>
    (await outside.query<Record<string, unknown>>(statement)).rows as readonly Record<string, unknown>[];
  const close = async (): Promise<void> => void (await Promise.all(opened.splice(0).map((ledger) => ledger.close())));
  return {
    query,
    async open(changes = {}) {
      const ledger = await openBare({ url, password, ...changes });
      opened.push(ledger);
      return ledger;
    },
    urlAt({ port = inject('postgres').port, user }) {
      const address = new URL(url);
      address.host = `127.0.0.1:${port}`;
      if (user !== undefined) address.username = user;
      return address.href;
    },
    async backends() {
      const rows = await query(`select pid from pg_stat_activity
        where application_name = 'Caja' and datname = current_database() order by backend_start, pid`);
      return rows.map(({ pid }) => Number(pid));
    },
    close,
    async drop() {
      await close();
      await outside.end();
      await store.drop();
    },
  };
}
