/** Counts of a ledger, for whoever compares it with another or has to find a fault in it. */
import { stat } from 'node:fs/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { attemptStretches, counted } from '#electron/ledger/engine/statements.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { appliedMigrations, migrations } from '#electron/ledger/migrations/migrate.ts';

export const countAttempts = async (db: Database): Promise<number> =>
  (await db.selectFrom('attempts').select(counted.as('attempts')).executeTakeFirstOrThrow()).attempts;

/**
 * Counts and sizes for whoever has to find a fault, and no text of any payment. Rejects with `LedgerUnavailable`.
 * @param file the embedded ledger's
 * @returns `schema`: number of migrations that the ledger has been through, and `knownSchema`: that this program knows. `clockAhead`:
 * milliseconds by which this computer's clock is ahead of the ledger's
 */
export async function ledgerFacts(
  { engine, countTrail }: { readonly engine: Engine; countTrail(): Promise<number> },
  file: string,
) {
  const { now } = await engine.decide((db) => db.selectNoFrom(engine.clock().as('now')).executeTakeFirstOrThrow());
  const clockAhead = Date.now() - now;
  const isFile = engine.kind === 'sqlite';
  const facts = await engine.read(async (db) => {
    const span = await db
      .selectFrom('attempts')
      .select(({ fn }) => [fn.min('started_at').as('first'), fn.max('started_at').as('last')])
      .executeTakeFirst();
    return {
      version: await (isFile ? textOf(db, sql`sqlite_version()`) : textOf(db, sql`current_setting('server_version')`)),
      schema: (await appliedMigrations(db as unknown as Kysely<unknown>)).length,
      knownSchema: migrations.length,
      bytes: isFile
        ? (await stat(file)).size
        : Number(await textOf(db, sql`cast(pg_database_size(current_database()) as text)`)),
      attempts: await attemptCounts(engine, db),
      holds: await db
        .selectFrom('holds')
        .select(['state', counted.as('count')])
        .groupBy('state')
        .execute(),
      first: span?.first ?? null,
      last: span?.last ?? null,
    };
  });
  return { engine: engine.kind, ...facts, auditEntries: await countTrail(), clockAhead };
}

type AttemptCount = Pick<ListedRow, 'operation' | 'environment' | 'standing'> & { readonly count: number };

async function attemptCounts(engine: Engine, db: Database): Promise<readonly AttemptCount[]> {
  const counts = new Map<string, AttemptCount>();
  for await (const { after, end } of attemptStretches(engine)) {
    const rows = await db
      .selectFrom('attempts')
      .where('position', '>', after)
      .$if(end !== null, (part) => part.where('position', '<=', end ?? 0))
      .select(['operation', 'environment', 'standing', counted.as('count')])
      .groupBy(['operation', 'environment', 'standing'])
      .execute();
    for (const row of rows) {
      const key = JSON.stringify([row.operation, row.environment, row.standing]);
      counts.set(key, { ...row, count: row.count + (counts.get(key)?.count ?? 0) });
    }
  }
  return [...counts.values()];
}

async function textOf(db: Database, expression: RawBuilder<unknown>): Promise<string> {
  return (await sql<{ value: string }>`select ${expression} as value`.execute(db)).rows[0]?.value ?? '';
}
