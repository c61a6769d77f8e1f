/** Reads attempts by their ids. */
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Database } from '#electron/ledger/engine.ts';
import { listedColumns, toAttempt } from './attempt-rows.ts';

/** Ids per statement, below SQLite's limit of parameters. */
const portion = 500;

/** Returns the attempts of these ids. Ids without an attempt are left out. */
export async function attemptsById(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Attempt>> {
  const found = new Map<string, Attempt>();
  for (let start = 0; start < ids.length; start += portion) {
    const rows = await db
      .selectFrom('attempts')
      .select(listedColumns)
      .where('id', 'in', ids.slice(start, start + portion))
      .execute();
    for (const row of rows) found.set(row.id, toAttempt(row));
  }
  return found;
}
