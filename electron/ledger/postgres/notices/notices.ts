/**
 * Notices between the seats of a shared ledger: the sender and the listener on the seat's connections.
 *
 * Behind a pooler in transaction mode LISTEN succeeds and nothing is ever heard, and a seat that dies between its commit and its
 * notice tells nobody. So each heartbeat brings a mark of the ledger, which says whether something changed that no notice told.
 */
import { type LedgerChange, LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Change } from '#shared/ledger/history.ts';
import { createListeners } from '#electron/core/listeners.ts';
import type { Lender } from '#electron/ledger/postgres/statements/pipeline.ts';
import type { PostgresLink } from '#electron/ledger/postgres/connection/link.ts';
import { postgresFailureReason } from '#electron/ledger/postgres/connection/failure-reason.ts';
import pg from 'pg';
import { attemptsChannel, forMany, createNoticeSender, changeIn } from './notice-sender.ts';

/** Numbers of heartbeats. */
export const listening = {
  /** How often a change without a notice is told: the seat that moved the mark may commit some seconds later. */
  repeats: 3,
  /** After so many, two minutes, a change of the mark is told whatever was heard: one notice among others may have been lost. */
  whole: 24,
} as const;

export function createNoticeListener(tell: (change: Change) => void) {
  /** Payload of the own notice that was sent last; null once it was heard. */
  let own: string | null = null;
  let heard = false;
  /** LISTEN works here, so a change whose notice is under way is left to it until the next heartbeat. */
  let hears = false;
  let isAwaited = false;
  /** Marks of the last heartbeat, and of the last whole comparison; null before the first. */
  let last: string | null = null;
  let whole: string | null = null;
  let beats = 0;
  let repeats = 0;

  return {
    /** Notes that this seat is about to send a notice. */
    sends(payload: string) {
      own = payload;
    },
    hear(payload: string) {
      heard = hears = true;
      repeats = 0;
      if (payload === own) own = null;
      else tell(changeIn(payload));
    },
    /** Takes the mark that came with a heartbeat. */
    noteMark(mark: string) {
      const isUntold = !heard && last !== null && (mark !== last || isAwaited);
      isAwaited = isUntold && hears && !isAwaited;
      if (isUntold && !isAwaited) repeats = listening.repeats;
      const isDue = beats % listening.whole === 0;
      const isMissed = isDue && whole !== null && mark !== whole;
      if (repeats > 0 || isMissed) tell({ attemptIds: null });
      repeats = Math.max(0, repeats - 1);
      if (isDue) whole = mark;
      last = mark;
      heard = false;
      beats += 1;
    },
  };
}

/** @param reads connections beside the payments */
export function createNotices(
  link: Pick<PostgresLink, 'lend' | 'check' | 'onNotice' | 'onBack'>,
  reads: Lender,
  reportBug: (error: unknown) => void,
) {
  const changes = createListeners<LedgerChange>(reportBug);
  const byAnother = (change: Change): void => changes.tell({ ...change, by: 'another' });
  const lender = besideOrBetween(reads, link.lend('payment'));
  const listener = createNoticeListener(byAnother);
  const sender = createNoticeSender(async (payload) => {
    // Many seats send the one without ids, so nobody knows its own again.
    if (payload !== forMany) listener.sends(payload);
    try {
      await sendNotice(lender, payload);
    } catch (error) {
      if (error instanceof LedgerUnavailable && error.reason === 'disconnected') link.check();
      throw error;
    }
  }, reportBug);

  link.onNotice((payload) => {
    sender.heard(payload);
    listener.hear(payload);
  });
  // Notices were missed.
  link.onBack(() => byAnother({ attemptIds: null }));

  return {
    /** Tells this seat's listeners at once, and the other seats soon, what it has committed. */
    changed(change: Change) {
      changes.tell({ ...change, by: 'this-seat' });
      sender.changed(change);
    },
    onChange: changes.add,
    /** Takes the ledger's mark that came with the heartbeat. */
    noteMark: listener.noteMark,
    /** Sends the last notices. Needs the connections. */
    close: sender.close,
  };
}

/** Longest wait for the lock of notices, in ms. */
const lockPatience = 100;

/** One statement, so that it takes one round trip and leaves no transaction open. */
const statement = `select set_config('synchronous_commit', 'off', true),
  set_config('lock_timeout', '${lockPatience}', true), pg_notify($1, $2)`;

/**
 * Sends a notice in a transaction of its own, which waits neither for the disk nor for a standby, and for its lock not long. Rejects
 * with `LedgerUnavailable` when it was not committed.
 */
async function sendNotice(lender: Lender, payload: string): Promise<void> {
  let client: pg.PoolClient | null = null;
  try {
    client = await lender.connect();
    await client.query(statement, [attemptsChannel, payload]);
  } catch (error) {
    // A statement that the server refuses leaves a good connection.
    client?.release(!(error instanceof pg.DatabaseError));
    throw postgresFailureReason(error);
  }
  client.release();
}

const isTaken = ({ reason }: LedgerUnavailable): boolean => reason === 'full' || reason === 'busy';

/** Lends a connection beside the payments, or that of the payments between two of them when there is none. */
const besideOrBetween = (beside: Lender, payments: Lender): Lender => {
  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return await beside.connect();
    } catch (error) {
      const known = postgresFailureReason(error);
      if (known instanceof LedgerUnavailable && isTaken(known)) return payments.connect();
      throw known;
    }
  };
  return { connect };
};
