/**
 * Commits that wait for a synchronous standby. Without it the server holds them back for ever, so the seat gives up by itself.
 * The server ends the wait only by a cancel request: a connection that is merely dropped leaves its backend waiting.
 */
import { sql } from 'kysely';
import { isIP, Socket } from 'node:net';
import pg from 'pg';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';

/**
 * Time limits in ms for a commit alone and for a whole transaction in one message, which may wait for a lock first. The latter
 * is longer than a lock is waited for, so that who gives up a lock still finds its holder waiting for the standby. `behind`: for
 * one that was sent behind a commit that no standby confirmed.
 */
export const commitPatience = { commit: 3_000, transaction: 6_000, behind: 500 } as const;
/** Time for the answer to a cancel request, in ms. Without one the server is away. */
const cancelPatience = 2_000;

interface Notice {
  readonly routine?: string | undefined;
}

/**
 * Recognizes the server's warning that a commit was given up waiting for its standby, so that only the primary has it. The
 * warning's text is translated, but not the name of the function that warns.
 */
export const isUnconfirmed = ({ routine }: Notice): boolean => routine === 'SyncRepWaitForLSN';

/**
 * Sends what commits a transaction. Rejects with `LedgerUnavailable` `waits-for-standby` when no standby has confirmed it in
 * time. The primary has it then, so it may be found later. The warning does not say which transaction it is about, so all that
 * were sent are taken as unconfirmed.
 * @param begins resolves when the server has answered all that was sent before. The time counts from then on
 */
export async function confirmedCommit<Value>(
  client: pg.Client,
  patience: number,
  send: () => Promise<Value>,
  begins: Promise<void> = Promise.resolve(),
): Promise<Value> {
  let unconfirmed = false;
  let isOver = false;
  let cancelled: Promise<void> = Promise.resolve();
  let hung: NodeJS.Timeout | undefined;
  const onNotice = (notice: Notice): void => {
    unconfirmed ||= isUnconfirmed(notice);
  };
  client.on('notice', onNotice);
  let timer: NodeJS.Timeout | undefined;
  const giveUp = (): void => {
    cancelled = cancel(client);
    const silence = new Error('Connection terminated: the server does not answer.');
    hung = setTimeout(() => client.connection.stream.destroy(silence), cancelPatience);
  };
  void begins.then(() => {
    if (!isOver) timer = setTimeout(giveUp, unconfirmed ? commitPatience.behind : patience);
  });
  try {
    const value = await send();
    if (unconfirmed) throw new LedgerUnavailable('waits-for-standby', 'The commit waited for a synchronous standby.');
    return value;
  } finally {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(hung);
    client.off('notice', onNotice);
    // A request that is still on its way would cancel the next statement of this connection.
    await cancelled;
  }
}

interface CancelConnection extends pg.Connection {
  connect(port: number, host: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}
interface CancelKey {
  readonly processID: number;
  readonly secretKey: number;
  readonly ssl: pg.ClientConfig['ssl'];
}

/**
 * Asks the server to stop what this connection does, over a connection of its own (protocol flow, "Canceling Requests in
 * Progress"). The server answers by closing it. Never rejects, because the wait that follows decides.
 */
async function cancel(client: pg.Client): Promise<void> {
  const { processID, secretKey, ssl } = client as unknown as CancelKey;
  const { stream } = client.connection;
  // A name may lead to several servers, and only this one knows the key.
  const address = (stream instanceof Socket ? stream.remoteAddress : undefined) ?? client.host;
  const named = { host: client.host, ...(isIP(client.host) === 0 ? { servername: client.host } : {}) };
  const secure = typeof ssl === 'object' && ssl !== null ? { ...ssl, ...named } : false;
  const connection = new pg.Connection({ ssl: secure }) as CancelConnection;
  const closed = new Promise<void>((resolve) => {
    connection.once('end', resolve);
    connection.on('error', () => connection.stream.destroy());
  });
  connection.once('connect', () =>
    secure === false ? connection.cancel(processID, secretKey) : connection.requestSsl(),
  );
  connection.once('sslconnect', () => connection.cancel(processID, secretKey));
  connection.connect(client.port, address);
  const timer = setTimeout(() => connection.stream.destroy(), cancelPatience);
  await closed;
  clearTimeout(timer);
}

/** Tells whether a transaction that others wait for waits for a standby itself. A moment is normal. False when it can't be known. */
export async function isStandbyAwaited(db: Database): Promise<boolean> {
  const asked = sql<{ awaited: boolean }>`
    select exists (select from pg_catalog.pg_stat_activity
      where datname = current_database() and wait_event = 'SyncRep'
        and xact_start < clock_timestamp() - interval '2 seconds') as awaited`.execute(db);
  return (await asked.catch(() => null))?.rows[0]?.awaited === true;
}
