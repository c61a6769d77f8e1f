/** Sends a whole transaction to PostgreSQL in one round trip, and keeps the connection when the server refuses it. */
import type { CompiledQuery } from 'kysely';
import { commitPatience, confirmedCommit } from '#electron/ledger/postgres/connection/standby-wait.ts';
import { borrowForMessage, type Lender } from '#electron/ledger/postgres/connection/lender.ts';
import { runPipeline, type StatementResult } from './pipeline.ts';
import { leavesUsable, sessionOf } from './server-session.ts';

/**
 * Sends the statements as one transaction. They are made when the connection is free. Rejects with the first error. Nothing is
 * written then, unless the connection broke before the commit was answered.
 */
export async function sendTransaction(
  lender: Lender,
  kind: 'write' | 'probe',
  build: () => readonly CompiledQuery[],
): Promise<readonly StatementResult[]> {
  const { client, begins, release } = await borrowForMessage(lender);
  let statements: readonly CompiledQuery[];
  try {
    statements = build();
  } catch (error) {
    release();
    throw error;
  }
  const send = () => runPipeline(client, sessionOf(client), kind, statements);
  try {
    // A probe waits for no lock.
    const patience = kind === 'probe' ? commitPatience.commit : commitPatience.transaction;
    const results = await confirmedCommit(client, patience, send, begins);
    release();
    return results;
  } catch (error) {
    release(!leavesUsable(error));
    throw error;
  }
}
