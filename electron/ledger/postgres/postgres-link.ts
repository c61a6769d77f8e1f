/** Permanent connection to the shared ledger: receives notifications, detects outages, and reconnects by itself. */
import type { LedgerFailureReason } from '#shared/failure.ts';
import { isDeepStrictEqual } from 'node:util';
import type { ServerPromise } from '#shared/seat/settings.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import pg from 'pg';
import { createRetry } from '#electron/core/retry.ts';
import { createListeners } from '#electron/ledger/listeners.ts';
import { postgresFailureReason } from './postgres-failure-reason.ts';
import { serverFacts, type ServerFacts } from './server-facts.ts';

/** First and longest pause between attempts to connect, in ms. */
const pauses = { first: 200, longest: 5_000 } as const;

export interface PostgresLink {
  /** Returns true while the server seems reachable. */
  readonly up: () => boolean;
  /** Reconnects after a caller has met a broken connection. */
  readonly suspect: () => void;
  /** Returns the facts of the last connection. */
  readonly facts: () => ServerFacts;
  /** Takes the promises that another connection found off. Settings change while a server runs. */
  readonly noteUnkept: (unkept: ServerFacts['unkept']) => void;
  readonly onChange: (listener: (attemptIds: readonly string[] | null) => void) => () => void;
  readonly onAvailability: (listener: (reason: LedgerFailureReason | null) => void) => () => void;
  readonly close: () => Promise<void>;
}

/** Resolves when the first connection listens. Rejects with `LedgerUnavailable` when it fails. */
export async function connectLink(
  config: pg.ClientConfig,
  required: readonly ServerPromise[],
  reportBug: (error: unknown) => void,
): Promise<PostgresLink> {
  const changes = createListeners<readonly string[] | null>(reportBug);
  const availability = createListeners<LedgerFailureReason | null>(reportBug);
  let client: pg.Client | null = null;
  const retry = createRetry(() => void connect().then(back, notYet), pauses);
  let facts: ServerFacts = { unkept: [], identity: '' };
  let closed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client(config);
    const gone = () => {
      if (client === next) lost();
    };
    next.on('error', gone);
    next.on('end', gone);
    next.on('notification', ({ payload }) => {
      changes.tell(payload === undefined || payload === '' ? null : payload.split(','));
    });
    try {
      await next.connect();
      facts = await serverFacts(next, required);
      await next.query('listen caja_attempts');
    } catch (error) {
      await next.end().catch(() => undefined);
      throw postgresFailureReason(error);
    }
    client = next;
    retry.reset();
  }

  function lost(): void {
    const former = client;
    client = null;
    // A connection that no longer answers can't be ended properly.
    former?.end().catch(() => undefined);
    if (closed) return;
    if (former !== null) availability.tell('disconnected');
    retry.later();
  }

  function notYet(error: unknown): void {
    // The address leads to a standby after a failover that is not finished, which is worth saying.
    if (error instanceof LedgerUnavailable && error.reason === 'standby') availability.tell('standby');
    retry.later();
  }

  function back(): void {
    if (closed) {
      void client?.end().catch(() => undefined);
      return;
    }
    availability.tell(null);
    // Notifications during the outage were missed.
    changes.tell(null);
  }

  await connect();
  return {
    up: () => client !== null,
    facts: () => facts,
    noteUnkept(unkept) {
      if (isDeepStrictEqual(unkept, facts.unkept)) return;
      facts = { ...facts, unkept };
      if (client !== null) availability.tell(null);
    },
    suspect: () => {
      if (client !== null) lost();
    },
    onChange: changes.add,
    onAvailability: availability.add,
    async close() {
      closed = true;
      retry.stop();
      const former = client;
      client = null;
      await former?.end().catch(() => undefined);
    },
  };
}
