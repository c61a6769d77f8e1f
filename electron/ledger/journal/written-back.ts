/** Number of payments that seats have written back, in the ledger itself, so that every seat says it until a supervisor has seen it. */
import { sql } from 'kysely';
import type { Database } from '#electron/ledger/engine/engine.ts';

export const writtenBackName = 'written-back';

/** Counts more, in the transaction that writes them back. */
export async function countWrittenBack(trx: Database, count: number): Promise<void> {
  await trx
    .insertInto('ledger_settings')
    .values({ name: writtenBackName, value: String(count) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: sql<string>`cast(cast(ledger_settings.value as integer) + ${sql.lit(count)} as text)` }),
    )
    .execute();
}

/** Begins to count anew, after a supervisor has seen it. */
export async function resetWrittenBack(trx: Database): Promise<void> {
  await trx.deleteFrom('ledger_settings').where('name', '=', writtenBackName).execute();
}
