/** Reads attempts by their ids, or by the batch that made them. */
import { sql } from 'kysely';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { toAttempt } from '#electron/ledger/rows/attempt-rows.ts';

/** Condition for any of many ids. All of them are one value, JSON, because the number of values of a statement is limited. */
export const amongIds = ({ kind }: Engine, ids: readonly string[]) =>
  kind === 'sqlite'
    ? sql<boolean>`in (select value from json_each(${JSON.stringify(ids)}))`
    : sql<boolean>`= any(array(select json_array_elements_text(${JSON.stringify(ids)}::json)))`;

/** Reads the rows of these ids. Ids without an attempt are left out. */
export async function rowsById(engine: Engine, db: Database, ids: readonly string[]): Promise<readonly ListedRow[]> {
  if (ids.length === 0) return [];
  const among = sql<boolean>`id ${amongIds(engine, ids)}`;
  return db.selectFrom('attempts').select(listedColumns).where(among).execute();
}

/** Returns the attempts of these ids. */
export async function attemptsById(
  engine: Engine,
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Attempt>> {
  const rows = await rowsById(engine, db, ids);
  return new Map(rows.map((row) => [row.id, toAttempt(row)]));
}

/** Returns the attempts of a batch, oldest first. */
export async function attemptsOfBatch(db: Database, batchId: string): Promise<readonly Attempt[]> {
  const made = db.selectFrom('attempts').select(listedColumns).where('batch_id', '=', batchId);
  return (await made.orderBy('position').execute()).map(toAttempt);
}
