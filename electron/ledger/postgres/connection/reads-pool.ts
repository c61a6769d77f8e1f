/**
 * Connections for everything but payments: screens, search, exports, indexing, purges. They open late, close soon, and lead to the
 * server that records the payments. When none can be opened, the screens are told and the payments go on.
 */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { ServerPromise } from '#shared/seat/settings.ts';
import pg from 'pg';
import { type ConnectionPatience, signInByScram } from './connection-config.ts';
import type { Lender } from '#electron/ledger/postgres/statements/pipeline.ts';
import { sharedAway, type PostgresLink } from './link.ts';
import { cut } from './primary.ts';
import { serverFacts } from './server-facts.ts';

export interface ReadsPool extends Lender {
  end(): Promise<void>;
}

/** @param size most connections at a time */
export function createReadsPool(
  link: Pick<PostgresLink, 'present' | 'config' | 'noteUnkept' | 'suspect' | 'onLost'>,
  required: readonly ServerPromise[],
  size: number,
  { connect: longest, idle }: ConnectionPatience,
): ReadsPool {
  /** Connected clients. pg never tells of one that is ended while it connects. */
  const clients = new Set<ReadingClient>();

  class ReadingClient extends pg.Client {
    /** The payments connection at the time. One that came later may lead to another server. */
    readonly alongside = link.present();
    isVerified = false;
    constructor() {
      const config = link.config();
      super(config);
      // From the beginning to the end, because an error without a listener would end the program.
      this.on('error', () => undefined);
      signInByScram(this, config.password !== undefined);
    }
  }

  const pool = new pg.Pool({
    max: size,
    idleTimeoutMillis: idle,
    connectionTimeoutMillis: longest,
    Client: ReadingClient,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    if (!(client instanceof ReadingClient)) return;
    clients.add(client);
    client.once('end', () => clients.delete(client));
  });

  /**
   * Looks at each new connection, because the address may lead to another server than a moment ago. Not by the pool's own `verify`: a caller
   * whose time is up meanwhile would never give the connection back, and nobody could read or close the pool any more.
   */
  async function verify(client: ReadingClient): Promise<void> {
    if (client.isVerified) return;
    const { unkept, identity } = await serverFacts(client, required);
    const beside = link.present();
    if (beside !== null && identity !== beside.facts.identity) {
      link.suspect();
      throw new LedgerUnavailable('disconnected', 'The address of the shared ledger leads to another server now.');
    }
    link.noteUnkept(unkept);
    client.isVerified = true;
  }

  const stop = link.onLost(() => clients.forEach(cut));

  const away = () => sharedAway('disconnected');

  /** Waits for a client until the payments connection is lost, because the server answers neither of them then. */
  const nextClient = (): Promise<pg.PoolClient> =>
    new Promise((resolve, reject) => {
      let isLost = false;
      const stopHearing = link.onLost(() => {
        isLost = true;
        reject(away());
      });
      void pool
        .connect()
        .then((client) => (isLost ? client.release(true) : resolve(client)), reject)
        .finally(stopHearing);
    });

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      if (link.present() === null) throw away();
      const client = await nextClient();
      try {
        if (client instanceof ReadingClient) {
          await verify(client);
          if (client.alongside === link.present()) return client;
        }
      } catch (error) {
        client.release(true);
        throw error;
      }
      client.release(true);
    }
  }

  return {
    connect: connect as Lender['connect'],
    async end() {
      stop();
      const timer = setTimeout(() => clients.forEach(cut), longest);
      await pool.end();
      clearTimeout(timer);
    },
  };
}
