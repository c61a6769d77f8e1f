/** Sends a whole transaction to PostgreSQL in one round trip, and keeps the connection when the server refuses it. */
import type { CompiledQuery } from 'kysely';
import { commitPatience, confirmedCommit } from '#electron/ledger/postgres/connection/standby-wait.ts';
import { borrowForMessage, type Lender } from '#electron/ledger/postgres/connection/lender.ts';
import { runPipeline } from './pipeline.ts';
import { leavesUsable, sessionOf } from './server-session.ts';

/**
 * Sends the statements as one transaction. They are made when the connection is free. Rejects with the first error. Nothing is written then, unless the connection broke
 * before the commit was answered.
 * @returns the number of rows that each statement wrote
 */
export async function sendTransaction(
  lender: Lender,
  build: () => readonly CompiledQuery[],
): Promise<readonly number[]> {
  const { client, begins, release } = await borrowForMessage(lender);
  let statements: readonly CompiledQuery[];
  try {
    statements = build();
  } catch (error) {
    release();
    throw error;
  }
  const send = () => runPipeline(client, sessionOf(client), 'write', statements);
  try {
    const results = await confirmedCommit(client, commitPatience.transaction, send, begins);
    release();
    return results.map(({ rowCount }) => rowCount);
  } catch (error) {
    release(!leavesUsable(error));
    throw error;
  }
}
