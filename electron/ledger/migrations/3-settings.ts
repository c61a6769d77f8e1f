/** The third schema: what the seats of one ledger have to agree on. */
import type { Kysely } from 'kysely';

export async function addSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ledger_settings')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
