/**
 * Permanent connection of a seat to the shared ledger: records payments, hears notices, carries the heartbeat's probe, and
 * reconnects by itself. The one place that decides whether the ledger can be used.
 */
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import { isDeepStrictEqual } from 'node:util';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type pg from 'pg';
import { createRetry } from '#electron/core/retry.ts';
import { createListeners } from '#electron/core/listeners.ts';
import { type ConnectionPatience, usualWaits } from './connection-config.ts';
import type { Lender, MessageConnection } from '#electron/ledger/postgres/statements/pipeline.ts';
import { connectPrimary, cut, type PaymentsConnection, type PrimaryParts } from './primary.ts';
import type { ServerFacts } from '#electron/ledger/engine/engine.ts';
import { isUnconfirmed } from './standby-wait.ts';
import { sessionOf } from '#electron/ledger/postgres/statements/server-session.ts';

/** First and longest pause between attempts to connect, in ms. */
const pauses = { first: 200, longest: 5_000 } as const;
/** Longest pause while a server answers, though it can't be used yet, in ms. A standby may be promoted at any moment. */
const pauseWhileAnswered = 1_000;

/** Time limits in ms. Tests shorten them. */
export interface LinkPatience extends ConnectionPatience {
  /** For the probe of a heartbeat, and for the first questions to a server. Without an answer the server is away. */
  readonly probe: number;
  /** For a transaction of a payment, longer than its wait for a lock. A server that needs more counts as away. */
  readonly transaction: number;
  /** For the wait until other transactions of this seat have ended. Afterwards the ledger is busy, not away. */
  readonly turn: number;
}

/**
 * With the interval of the heartbeats, a silent network is noticed within ten seconds. A turn outlasts a commit that gives up
 * (`standby-wait.ts`), so that the next caller is told the same reason.
 */
export const usualPatience: LinkPatience = { probe: 4_500, transaction: 9_500, turn: 9_000, ...usualWaits };

/** Time to read answers that came while this process was busy or asleep, in ms. */
const grace = 100;

/**
 * Purpose for which the payments connection is lent. `payment` is refused while anything is wrong, `probe` only without a
 * connection, and `admission` looks at a new connection before the others get it.
 */
export type LinkUse = 'payment' | 'probe' | 'admission';

interface LinkParts extends Pick<PrimaryParts, 'configs' | 'required'> {
  readonly patience: LinkPatience;
  readonly reportBug: (error: unknown) => void;
}

type Admission = (facts: ServerFacts) => Promise<void>;

/** Failure of whoever needs the shared ledger while it can't be used, with an English sentence for the log. */
export const sharedAway = (reason: LedgerFailureReason): LedgerUnavailable =>
  new LedgerUnavailable(reason, 'The shared ledger is away.');

export type PostgresLink = Awaited<ReturnType<typeof connectLink>>;

/** Resolves when the first connection listens. Rejects with `LedgerUnavailable` when it fails. */
export async function connectLink({ configs, required, patience, reportBug }: LinkParts) {
  const notices = createListeners<string>(reportBug);
  const returns = createListeners<null>(reportBug);
  const availability = createListeners<LedgerFailureReason | null>(reportBug);
  const losses = createListeners<null>(reportBug);
  const hooks = new Set<Admission>();
  const troubles = new Map<string, LedgerFailureReason>();
  let present: PaymentsConnection | null = null;
  let candidate: PaymentsConnection | null = null;
  let last: PaymentsConnection | null = null;
  let away: LedgerFailureReason = 'disconnected';
  let told: LedgerFailureReason | null = null;
  let closed = false;
  let checking = false;
  const retry = createRetry(() => void connect().then(back, notYet), pauses);

  const reason = (): LedgerFailureReason | null => {
    if (present === null) return away;
    const [first] = troubles.values();
    return first ?? null;
  };

  function tell(): void {
    const now = reason();
    if (closed || now === told) return;
    told = now;
    availability.tell(now);
  }

  function trouble(source: string, found: LedgerFailureReason | null): void {
    if (found === null) troubles.delete(source);
    else troubles.set(source, found);
    tell();
  }

  const ended = new WeakSet<pg.Client>();

  function listenTo(client: pg.Client): void {
    const gone = () => {
      ended.add(client);
      if (present?.client === client) lost(present);
    };
    client.on('error', gone);
    client.on('end', gone);
    // Known before the connection is given back, so that those in line behind the commit are refused at once.
    client.on('notice', (notice) => {
      if (present?.client === client && isUnconfirmed(notice)) trouble('commit', 'waits-for-standby');
    });
    client.on('notification', ({ payload = '' }) => notices.tell(payload));
  }

  async function admit(connection: PaymentsConnection): Promise<void> {
    candidate = connection;
    try {
      for (const hook of hooks) {
        if (closed) throw new LedgerUnavailable('disconnected', 'The ledger is closed.');
        await hook(connection.facts);
      }
    } finally {
      candidate = null;
    }
  }

  async function connect(): Promise<void> {
    const connection = await connectPrimary({ configs, required, patience: patience.probe, onClient: listenTo, admit });
    if (closed) {
      cut(connection.client);
      return;
    }
    if (ended.has(connection.client)) throw new LedgerUnavailable('disconnected', 'The connection broke at once.');
    present = last = connection;
    retry.reset();
  }

  /** Ends a connection. @returns true when payments used it */
  function end(connection: PaymentsConnection, error: LedgerUnavailable): boolean {
    cut(connection.client);
    connection.turns.end(error);
    if (present !== connection) return false;
    present = null;
    away = error.reason;
    losses.tell(null);
    return true;
  }

  function lost(connection: PaymentsConnection): void {
    const error = new LedgerUnavailable('disconnected', 'The connection to the shared ledger broke.');
    if (!end(connection, error) || closed) return;
    tell();
    retry.later();
  }

  function notYet(error: unknown): void {
    if (error instanceof LedgerUnavailable) away = error.reason;
    else reportBug(error);
    tell();
    retry.later(away === 'disconnected' ? pauses.longest : pauseWhileAnswered);
  }

  function back(): void {
    tell();
    if (present !== null) returns.tell(null);
  }

  function lender(use: LinkUse): PaymentsConnection {
    const connection = use === 'admission' ? (candidate ?? present) : present;
    const refused = use === 'payment' ? reason() : null;
    if (connection !== null && refused === null) return connection;
    throw sharedAway(refused ?? away);
  }

  async function take(use: LinkUse, shares: boolean): Promise<MessageConnection> {
    const connection = lender(use);
    const { client } = connection;
    // A pooler may run each message on another connection of the server.
    const giveBack = await connection.turns.take(patience.turn, shares && sessionOf(client).keepsNames);
    const refused = use === 'payment' ? reason() : null;
    if (refused !== null) {
      giveBack();
      throw sharedAway(refused);
    }
    const begins = connection.answered;
    const { promise, resolve } = Promise.withResolvers<void>();
    connection.answered = promise;
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      if (isOver) return;
      // A process that was asleep finds the answers only after its timers.
      timer = setTimeout(
        () => {
          timer = setTimeout(() => lost(connection), grace);
        },
        use === 'probe' ? patience.probe : patience.transaction,
      );
    };
    void begins.then(wait);
    return {
      client,
      begins,
      release(broken) {
        isOver = true;
        clearTimeout(timer);
        resolve();
        if (broken === true) lost(connection);
        giveBack();
      },
    };
  }

  async function borrow(use: LinkUse): Promise<pg.PoolClient> {
    const { client, release } = await take(use, false);
    return Object.assign(client, {
      release: (broken?: Error | boolean) => release(broken !== undefined && broken !== false),
    });
  }

  async function ask(): Promise<void> {
    checking = true;
    try {
      const client = await borrow('probe');
      try {
        await client.query('select 1');
      } finally {
        client.release();
      }
    } catch {
      // The failure was told already, or the connection is busy and therefore alive.
    } finally {
      checking = false;
    }
  }

  await connect();
  return {
    /**
     * Lends the payments connection, to one caller at a time, or to single messages of several. Rejects with `LedgerUnavailable`: with the reason for which the
     * ledger can't be used, or `busy` when the turn does not come in time.
     */
    lend: (use: LinkUse): Lender => ({ connect: () => borrow(use), share: () => take(use, true) }),
    /** Returns the present payments connection, or the last one. `null` while there is none. */
    present: (): Pick<PaymentsConnection, 'config' | 'facts'> | null => present,
    /** Settings of the last server that records payments. */
    config: (): pg.ClientConfig => last?.config ?? {},
    /** Returns why no payment can be recorded; null while all is well. */
    reason,
    /** Gives the connection up and opens a new one, after a caller has met a broken or wrong server. */
    suspect() {
      if (present !== null) lost(present);
    },
    /** Asks the server for a sign of life, after another connection has met a broken one. */
    check() {
      if (!checking) void ask();
    },
    /**
     * Sets or clears a reason for which no payment can be recorded although the connection stays. Payments are refused with it at
     * once; probes and the reads of the screens go on. Each source clears its own reason.
     */
    trouble,
    facts: (): ServerFacts => last?.facts ?? { unkept: [], identity: '' },
    /** Takes the promises that another connection found off. Settings change while a server runs. */
    noteUnkept(unkept: ServerFacts['unkept']) {
      if (last === null || isDeepStrictEqual(unkept, last.facts.unkept)) return;
      last.facts = { ...last.facts, unkept };
      if (reason() === null) availability.tell(null);
    },
    /**
     * Calls the hook for the present connection, and then for each new one before payments are let through. A hook that rejects
     * with `LedgerUnavailable` refuses the server, and the next one of the address is tried. It may borrow the connection as
     * `admission`.
     */
    async onConnected(hook: Admission) {
      hooks.add(hook);
      const connection = present;
      if (connection === null) return;
      try {
        await hook(connection.facts);
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) throw error;
        // Another server of the address may be the right one.
        end(connection, error);
        await connect();
      }
    },
    onNotice: notices.add,
    /** Tells that a new connection can be used after the former one broke. Notices in between were missed. */
    onBack: returns.add,
    /** Tells the reason when it changes, and null again when the facts of a usable server change. */
    onAvailability: availability.add,
    /** Tells that the connection was given up, so that others to the same server are, too. */
    onLost: losses.add,
    async close() {
      closed = true;
      retry.stop();
      // Ends what it would still write: no caller is left to count it.
      if (candidate !== null) cut(candidate.client);
      const former = present;
      present = null;
      if (former === null) return;
      const timer = setTimeout(() => cut(former.client), patience.probe);
      await former.client.end().catch(() => undefined);
      clearTimeout(timer);
    },
  };
}
