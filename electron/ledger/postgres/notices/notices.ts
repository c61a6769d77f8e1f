/** Notices between the seats of a shared ledger: the sender and the listener on the seat's connections. */
import { type LedgerChange, LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { ChangedAttempts } from '#electron/ledger/engine/engine.ts';
import { createListeners } from '#electron/core/listeners.ts';
import type { Lender } from '#electron/ledger/postgres/statements/pipeline.ts';
import type { PostgresLink } from '#electron/ledger/postgres/connection/link.ts';
import { postgresFailureReason } from '#electron/ledger/postgres/connection/failure-reason.ts';
import pg from 'pg';
import { createNoticeListener } from './notice-listener.ts';
import { attemptsChannel, forMany, createNoticeSender } from './notice-sender.ts';

/** @param reads connections beside the payments */
export function createNotices(
  link: Pick<PostgresLink, 'lend' | 'check' | 'onNotice' | 'onBack'>,
  reads: Lender,
  reportBug: (error: unknown) => void,
) {
  const changes = createListeners<LedgerChange>(reportBug);
  const byAnother = (attemptIds: ChangedAttempts): void => changes.tell({ attemptIds, by: 'another' });
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
  link.onBack(() => byAnother(null));

  return {
    /** Tells this seat's listeners at once, and the other seats soon, what it has committed. */
    changed(attemptIds: ChangedAttempts) {
      changes.tell({ attemptIds, by: 'this-seat' });
      sender.changed(attemptIds);
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
