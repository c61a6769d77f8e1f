/** Finds the primary among the servers of the address, and opens the connection that records payments there, one caller at a time. */
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import type { ServerPromise } from '#shared/seat/settings.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type pg from 'pg';
import { attemptsChannel } from '#electron/ledger/postgres/notices/notice-sender.ts';
import { openingReason } from './failure-reason.ts';
import { patientClient } from './connection-config.ts';
import { isReplacedBy, type ServerFacts } from '#electron/ledger/engine/engine.ts';
import { serverFacts } from './server-facts.ts';

/** Turns at something that one caller at a time may use, or several that share it, first come, first served. */
type Turns = ReturnType<typeof createTurns>;

interface Waiting {
  readonly shares: boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** @param busy makes the error for a caller whose turn does not come in time */
export function createTurns(busy: () => Error) {
  const waiting = new Set<Waiting>();
  /** Number of present turns. Several are shared ones. */
  let present = 0;
  let shared = false;
  let ended: Error | null = null;

  function admit(): void {
    for (const first of waiting) {
      if (present > 0 && !(shared && first.shares)) return;
      waiting.delete(first);
      present += 1;
      shared = first.shares;
      first.resolve();
    }
  }

  /** Ends one turn, once. */
  function turn(): () => void {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      present -= 1;
      admit();
    };
  }

  async function inLine(limit: number, shares: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const caller: Waiting = { shares, resolve, reject };
    waiting.add(caller);
    admit();
    const timer = setTimeout(() => {
      if (waiting.delete(caller)) reject(busy());
    }, limit);
    timer.unref();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /**
     * Waits for the turn. Rejects with `busy` after the limit in ms, and with the error of `end`.
     * @param shares whether the turn may be taken beside others that share it
     * @returns a function that ends the turn
     */
    async take(limit: number, shares: boolean = false): Promise<() => void> {
      if (ended !== null) throw ended;
      await inLine(limit, shares);
      return turn();
    },
    /** Refuses everyone who waits, and later callers. The present turn goes on. */
    end(error: Error) {
      ended = error;
      for (const { reject } of waiting) reject(error);
      waiting.clear();
    },
  };
}

/** The connection that records payments, hears notices and carries the probe. */
export interface PaymentsConnection {
  readonly client: pg.Client;
  /** Settings by which it was opened, for more connections to the same server. */
  readonly config: pg.ClientConfig;
  facts: ServerFacts;
  readonly turns: Turns;
  /** Resolves when the server has answered everything that was sent. */
  answered: Promise<void>;
}

/**
 * Reasons by how much they tell when no server can be used, the most telling first. A server that waits for its standby is
 * the primary. One that is full or refuses the password may be the primary, and a standby alone shows that the primary is
 * missing. Others come before `disconnected`.
 */
const tellingFirst: readonly LedgerFailureReason[] = [
  'waits-for-standby',
  'full',
  'old-server',
  'newer-version',
  'not-let-in',
  'not-utf8',
  'other',
  'unsafe-sign-in',
  'untrusted',
  'standby',
  'not-postgres',
];

const rank = (refusal: unknown): number => {
  // A bug is told, whatever the other servers say.
  if (!(refusal instanceof LedgerUnavailable)) return -1;
  if (refusal.reason === 'disconnected') return tellingFirst.length + 1;
  const index = tellingFirst.indexOf(refusal.reason);
  return index === -1 ? tellingFirst.length : index;
};

export interface PrimaryParts {
  /** All are asked at once. Of equal servers the first one is used. */
  readonly configs: readonly pg.ClientConfig[];
  readonly required: readonly ServerPromise[];
  /** Longest time for the first questions to a server, in ms. */
  readonly patience: number;
  /** Called with each new client before it connects. */
  readonly onClient: (client: pg.Client) => void;
  /** Refuses a server by rejecting with `LedgerUnavailable`. The next one is tried then. */
  readonly admit: (connection: PaymentsConnection) => Promise<void>;
}

/**
 * Resolves to a connection to the first primary that is admitted, and that no other server of the address has replaced: a former
 * primary that came back takes no payment while the promoted one answers. Rejects with the most telling `LedgerUnavailable`.
 */
export async function connectPrimary(parts: PrimaryParts): Promise<PaymentsConnection> {
  const asked = await Promise.allSettled(parts.configs.map((config) => connectServer(config, parts)));
  const refusals = asked.flatMap((each) => (each.status === 'rejected' ? [openingReason(each.reason)] : []));
  const primaries = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  let used: PaymentsConnection | null = null;
  for (const connection of primaries) {
    const { identity } = connection.facts;
    const newer = primaries.find((other) => isReplacedBy(identity, other.facts.identity));
    try {
      if (used === null && newer === undefined) {
        await parts.admit(connection);
        used = connection;
        continue;
      }
      if (newer !== undefined)
        refusals.push(new LedgerUnavailable('old-server', `${newer.config.host} has replaced it.`));
    } catch (error) {
      refusals.push(openingReason(error));
    }
    cut(connection.client);
  }
  if (used !== null) return used;
  const [most] = refusals.toSorted((one, other) => rank(one) - rank(other));
  throw most;
}

async function connectServer(
  config: pg.ClientConfig,
  { required, patience, onClient }: PrimaryParts,
): Promise<PaymentsConnection> {
  const client = patientClient(config);
  onClient(client);
  let timer: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    timer = setTimeout(() => cut(client), patience);
    const facts = await serverFacts(client, required, `listen ${attemptsChannel}`);
    const busy = () => new LedgerUnavailable('busy', 'Other payments of this seat are being recorded.');
    return { client, config, facts, turns: createTurns(busy), answered: Promise.resolve() };
  } catch (error) {
    cut(client);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a connection at once, without an answer. Not for one that is still connecting: pg would never tell. */
export function cut(client: pg.Client): void {
  client.end().catch(() => undefined);
  client.connection.stream.destroy();
}
