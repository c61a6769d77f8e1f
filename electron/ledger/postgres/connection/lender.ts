/** Lends connections to the server: for a transaction of several messages, or for one message. */
import type pg from 'pg';

/** Connection for one message, in which everything is sent that belongs together. */
export interface MessageConnection {
  readonly client: pg.Client;
  /** Resolves when the server has answered what others sent before. */
  readonly begins: Promise<void>;
  release(broken?: boolean): void;
}

/** Part of `pg.Pool` that lends connections. */
export interface Lender extends Pick<pg.Pool, 'connect'> {
  /** Lends the payments connection, where no pooler stands between, to several messages that don't wait for each other. */
  readonly share?: () => Promise<MessageConnection>;
}

/** Borrows a connection for one message, beside others where it can be shared. */
export async function borrowForMessage(lender: Lender): Promise<MessageConnection> {
  if (lender.share !== undefined) return lender.share();
  const client = await lender.connect();
  return { client, begins: Promise.resolve(), release: (broken) => client.release(broken) };
}
