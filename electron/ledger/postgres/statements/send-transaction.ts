/** Sends a whole transaction to PostgreSQL in one round trip, and keeps the connection when the server refuses it. */
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { commitPatience, confirmedCommit } from '#electron/ledger/postgres/connection/standby-wait.ts';
import { runPipeline } from './pipeline.ts';
import { leavesUsable, sessionOf } from './server-session.ts';

/**
 * Sends the statements as one transaction. They are made when the connection is free. Rejects with the first error. Nothing is written then, unless the connection broke
 * before the commit was answered.
 * @returns the number of rows that each statement wrote
 */
export async function sendTransaction(
  pool: Pick<pg.Pool, 'connect'>,
  build: () => readonly CompiledQuery[],
): Promise<readonly number[]> {
  const client = await pool.connect();
  let statements: readonly CompiledQuery[];
  try {
    statements = build();
  } catch (error) {
    client.release();
    throw error;
  }
  try {
    const results = await confirmedCommit(client, commitPatience.transaction, () =>
      runPipeline(client, sessionOf(client), 'write', statements),
    );
    client.release();
    return results.map(({ rowCount }) => rowCount);
  } catch (error) {
    client.release(!leavesUsable(error));
    throw error;
  }
}
