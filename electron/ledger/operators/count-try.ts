/** Counts the tries of passcodes at all seats together, by the ledger's clock. */
import { sql } from 'kysely';
import { waitAfter } from '#electron/core/operators/lock-out.ts';
import type { CountedTry } from '#electron/core/operators/shared-operators.ts';
import { ledgerNow, type Database } from '#electron/ledger/engine/engine.ts';
import { operatorNameKey } from '#shared/seat/operators.ts';
import { toOperator, type OperatorRow } from './operator-rows.ts';

/** Waits in ms after 0, 1, 2 … wrong tries. The last one is that of every higher count. */
const waits = Array.from({ length: 32 }, (_, count) => waitAfter(count));

const wait = sql.raw<number>(`(array[${waits.join(',')}]::bigint[])[least(wrong_count, ${waits.length - 1}) + 1]`);
/** No wait runs. A time in the future, from before the clock was set back, counts as the present. */
const isFree = sql<boolean>`(coalesce(least(wrong_at, ${ledgerNow}), 0) + ${wait} <= ${ledgerNow})`;

/**
 * Counts in one statement, which waits for a try at another seat that has the row. One during a wait changes nothing, but for a
 * time in the future. @param tryId id by which this try is known again
 */
export async function countTry(db: Database, name: string, tryId: string): Promise<CountedTry | null> {
  const { rows } = await sql<OperatorRow & { readonly now: number }>`update operators set
      wrong_count = wrong_count + case when ${isFree} then 1 else 0 end,
      wrong_at = case when ${isFree} then ${ledgerNow} else least(wrong_at, ${ledgerNow}) end,
      last_try = case when ${isFree} then ${tryId} else last_try end
    where name_key = ${operatorNameKey(name)} and active = 1
    returning *, ${ledgerNow} as now`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return { operator: toOperator(row), counted: row.last_try === tryId, now: new Date(row.now) };
}
