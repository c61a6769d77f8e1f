/** Sends statements to PostgreSQL in one round trip, and keeps the connection when the server refuses them. */
import { confirmedCommit } from '#electron/ledger/postgres/connection/standby-wait.ts';
import { borrowForMessage, type Lender } from '#electron/ledger/postgres/connection/lender.ts';
import { runPipeline, type PipelineKind, type Statement, type StatementResult } from './pipeline.ts';
import { leavesUsable, sessionOf } from './server-session.ts';

/**
 * Sends the statements as one transaction. They are made when the connection is free. Rejects with the first error. Nothing is
 * written then, unless the connection broke before the commit was answered.
 * @param patience longest wait for a commit, in ms; null without one
 */
export async function sendTogether(
  lender: Lender,
  kind: PipelineKind,
  build: () => readonly Statement[],
  patience: number | null,
): Promise<readonly StatementResult[]> {
  const { client, begins, release } = await borrowForMessage(lender);
  let statements: readonly Statement[];
  try {
    statements = build();
  } catch (error) {
    release();
    throw error;
  }
  const send = () => runPipeline(client, sessionOf(client), kind, statements);
  try {
    const results = await (patience === null ? send() : confirmedCommit(client, patience, send, begins));
    release();
    return results;
  } catch (error) {
    // A connection whose last answer may still come is not used again.
    release(!leavesUsable(error));
    throw error;
  }
}
