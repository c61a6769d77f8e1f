/** Sends one notice in a transaction of its own, which waits neither for the disk nor for a standby, and for its lock not long. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { postgresFailureReason } from '#electron/ledger/postgres/connection/failure-reason.ts';
import type { Lender } from '#electron/ledger/postgres/connection/lender.ts';
import pg from 'pg';

/** Longest wait for the lock of notices, in ms. */
const lockPatience = 100;

/** One statement, so that it takes one round trip and leaves no transaction open. */
const statement = `select set_config('synchronous_commit', 'off', true),
  set_config('lock_timeout', '${lockPatience}', true), pg_notify($1, $2)`;

/** Rejects with `LedgerUnavailable` when the notice was not committed. */
export async function sendNotice(lender: Lender, channel: string, payload: string): Promise<void> {
  try {
    const client = await lender.connect();
    try {
      await client.query(statement, [channel, payload]);
      client.release();
    } catch (error) {
      // A statement that the server refuses leaves a good connection.
      client.release(!(error instanceof pg.DatabaseError));
      throw error;
    }
  } catch (error) {
    throw postgresFailureReason(error);
  }
}

const isTaken = ({ reason }: LedgerUnavailable): boolean => reason === 'full' || reason === 'busy';

/** Lends a connection beside the payments, or that of the payments between two of them when there is none. */
export const besideOrBetween = (beside: Lender, payments: Lender): Lender => {
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
