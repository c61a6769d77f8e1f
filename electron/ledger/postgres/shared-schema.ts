/**
 * The schema of the shared ledger. It is watched under a running seat, because a newer program may migrate it at any time: a seat that is
 * too old for it stops its payments, and goes on when the ledger is usable again.
 *
 * It is brought up to date while other seats pay, on a connection of its own, whose statements may take as long as they need. A lock is
 * waited for in short turns, because payments queue up behind a migration that waits.
 */
import { Kysely, PostgresDialect, sql, type QueryExecutorProvider } from 'kysely';
import pg from 'pg';
import { setTimeout } from 'node:timers/promises';
import { patientClient } from '#electron/ledger/postgres/connection/connection-config.ts';
import { serverFacts } from '#electron/ledger/postgres/connection/server-facts.ts';
import {
  applyMissing,
  checkApplied,
  migrations,
  type Migration,
  type OnMigration,
  type AppliedMigration,
} from '#electron/ledger/migrations/migrate.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';
import { alteredReason, uniqueViolation } from '#electron/ledger/postgres/connection/failure-reason.ts';
import type { PostgresLink } from '#electron/ledger/postgres/connection/link.ts';
import { tableColumns } from '#electron/ledger/rows/tables.ts';

/** List of applied migrations, null for an empty one. */
export type AppliedList = readonly AppliedMigration[] | null;

/** The list as JSON, for a query that is made anyway. Names no column that a former schema lacks. */
export const appliedInSql = `(select json_agg(step order by step.version) from schema_version as step)`;

const known = migrations.length;
/** Names of this program's steps as an array, whose first index is 1. */
const knownNames = migrations.map(({ name }) => `'${name}'`).join(', ');

/** Tables that decide whether a payment begins, and who may begin it. */
const deciding = ['attempts', 'awaited_seats', 'ledger_settings', ...Object.keys(tableColumns)].map(
  (table) => `'${table}'::regclass`,
);

/** First number of what somebody has made at a server. All before it came with PostgreSQL. */
const ownObjects = 16_384;

/** Types of columns. Another one of the server's own, such as `"char"`, keeps only a part of a value. */
const ownTypes = `array['text', 'bigint', 'integer']::regtype[]::oid[]`;

/** Schemas in which a name without one is sought, besides the server's own. */
const sought = `any(current_schemas(false)::regnamespace[]::oid[])`;
const notAsMade = (name: string): string =>
  `cast(cast(cast('"not as Caja made it: '::text || ${name}::text || '"'::text as regclass) as oid) as integer)`;

/**
 * Fails, and its transaction with it, once the ledger has a step that keeps this program from using it, or hides rows from it: behind a
 * view, a policy for rows, a rule, a type or an order of its own, or in a table that inherits, that a crash empties or that shares its
 * name. So do an operator, and a function with a name of the server's, because the server takes the one whose types fit best, in
 * whichever schema, and a cast of the server's own types, with which a check would not fail. So does an index or a check by a function,
 * which may have another result by now: the planner would believe it. What looks for operators and functions compares two values of one
 * type, for which the server has its own. The name of a table that can't be makes the error one of other tables. Columns are counted,
 * because the server would read those of all tables to tell whether there is one.
 */
const refuseOutdated = `
  select ${notAsMade('oprname')} from pg_operator where oid >= '${ownObjects}'::oid and oprnamespace = ${sought}
  union all select ${notAsMade('proname')} from pg_proc as own
  where oid >= '${ownObjects}'::oid and pronamespace = ${sought} and exists (
    select from pg_proc where proname = own.proname and pronamespace = 'pg_catalog'::regnamespace::oid)
  union all select ${notAsMade('castsource::regtype::text')} from pg_cast
  where oid >= '${ownObjects}'::oid and castsource < '${ownObjects}'::oid and casttarget < '${ownObjects}'::oid
  union all select ${notAsMade('coalesce(indexrelid::regclass::text, conname)')} from pg_depend
  left join pg_index on classid = 'pg_class'::regclass and indexrelid = objid
  left join pg_constraint on classid = 'pg_constraint'::regclass and pg_constraint.oid = objid
  where refclassid = 'pg_proc'::regclass and refobjid >= '${ownObjects}'::oid
    and coalesce(indrelid, conrelid) in (${deciding.join(', ')})
  union all select cast('schema ' || version as integer) from schema_version
  where (version > ${known} and coalesce(usable_from, version) > ${known})
    or (version <= ${known} and name is distinct from (array[${knownNames}])[version])
  union all select ${notAsMade('relname')} from pg_class
  where oid in (${deciding.join(', ')}) and (relkind <> 'r' or relpersistence <> 'p' or relrowsecurity or relhasrules or relhassubclass
    or exists (select from pg_class as other where other.relname = pg_class.relname and other.oid <> pg_class.oid
      and other.relnamespace = ${sought})
    or (select count(*) from pg_attribute where attrelid = pg_class.oid and attnum > 0
      and not attisdropped and (atttypid <> all(${ownTypes}) or attcollation >= ${ownObjects})) > 0)`;

const undefinedTable = '42P01';

/** Reads the list; null for a ledger without one. */
async function readApplied(on: QueryExecutorProvider): Promise<AppliedList> {
  try {
    const { rows } = await sql<{ applied: AppliedList }>`select ${sql.raw(appliedInSql)} as applied`.execute(on);
    return rows[0]?.applied ?? null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return null;
    throw error;
  }
}

export function createSchemaWatch(db: Database, link: Pick<PostgresLink, 'trouble'>) {
  let unusable: LedgerUnavailable | null = null;

  function note(applied: AppliedList): void {
    unusable = refusalOf(applied ?? []);
    link.trouble('schema', unusable?.reason ?? null);
  }

  const look = async (on: Database): Promise<void> => note(await readApplied(on));

  return {
    /** Statement for the transaction of a new attempt, because the next heartbeat may be seconds away. */
    refusal: sql.raw(refuseOutdated).compile(db),
    /** Takes the list that a heartbeat read. */
    note,
    /** Reads the list on a new connection. */
    look,
    /**
     * Finds out whether an error comes from another schema, a newer program's or somebody else's. Reads the list, because codes of
     * errors alone don't tell.
     * @returns the error itself or `LedgerUnavailable`
     */
    async explained(error: unknown, on: Database): Promise<unknown> {
      if (!(error instanceof pg.DatabaseError) || error.code === uniqueViolation) return alteredReason(error);
      try {
        await look(on);
      } catch {
        // The first error tells more.
        return alteredReason(error);
      }
      if (unusable === null) return alteredReason(error);
      return new LedgerUnavailable(unusable.reason, unusable.message, { cause: error });
    },
  };
}

/** A list that is shorter than this program's is that of a restored backup, or of a restore under way. */
function refusalOf(applied: readonly AppliedMigration[]): LedgerUnavailable | null {
  try {
    checkApplied(applied, 'postgres');
  } catch (error) {
    if (error instanceof LedgerUnavailable) return error;
    throw error;
  }
  if (applied.length >= known) return null;
  return new LedgerUnavailable(
    'other',
    `The ledger has schema ${applied.length}. Start this seat anew, and it brings the ledger to schema ${known}.`,
  );
}

/** Times in ms. Tests shorten them. */
export interface MigrationTurns {
  /** Longest wait for a lock. */
  readonly lock: number;
  /** Pause after it, in which the others pay. */
  readonly pause: number;
  /** Pause while another seat migrates. */
  readonly anotherSeat: number;
}

const usualTurns: MigrationTurns = { lock: 2_500, pause: 3_000, anotherSeat: 500 };

/** A lock was not free in time, or a deadlock was broken at this transaction's cost. Nothing was changed. */
const worthAnotherTurn: ReadonlySet<unknown> = new Set(['55P03', '40P01', '40001']);

/** Settings of the transaction. A seat that falls asleep halfway must not hold its locks until it wakes. */
const settings = (lockTimeout: number): string => `
  set local statement_timeout = 0; set local lock_timeout = ${lockTimeout};
  set local idle_in_transaction_session_timeout = 30000; set local synchronous_commit = on`;

/** Opens a connection whose queries may take as long as they need. */
export async function connectUnhurried(config: pg.ClientConfig): Promise<pg.Client> {
  const client = patientClient(config);
  await client.connect();
  await serverFacts(client, []);
  return client;
}

/**
 * Applies the missing migrations in one transaction, so that a program killed halfway leaves the former schema whole. One seat
 * at a time; others wait and then find nothing to do. Rejects with `LedgerUnavailable` when the ledger is refused.
 * @param db the connection of payments, which must not wait for long
 * @param connect opens a connection of its own when a step is missing
 */
export async function migrateShared(
  db: Kysely<unknown>,
  connect: () => Promise<pg.Client>,
  onProgress: OnMigration,
  turns: MigrationTurns = usualTurns,
  known: readonly Migration[] = migrations,
): Promise<void> {
  if (await isUpToDate(db, known)) return;
  const client = await connect();
  const alone = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: poolOf(client) }) });
  try {
    for (;;) {
      const turn = await takeTurn(alone, onProgress, turns, known);
      if (turn === 'done') return;
      onProgress({ kind: turn });
      await setTimeout(turn === 'waits' ? turns.pause : turns.anotherSeat);
    }
  } finally {
    await alone.destroy();
  }
}

const isLockBusy = (error: unknown): boolean => error instanceof pg.DatabaseError && worthAnotherTurn.has(error.code);

/** A list that can't be read soon is locked by another seat that migrates. Its turn is waited for on the other connection. */
async function isUpToDate(db: Kysely<unknown>, known: readonly Migration[]): Promise<boolean> {
  try {
    const applied = (await readApplied(db)) ?? [];
    checkApplied(applied, 'postgres', known);
    return applied.length >= known.length;
  } catch (error) {
    if (isLockBusy(error)) return false;
    throw error;
  }
}

async function takeTurn(
  alone: Kysely<unknown>,
  onProgress: OnMigration,
  turns: MigrationTurns,
  known: readonly Migration[],
): Promise<'done' | 'waits' | 'another-seat'> {
  try {
    return await alone.transaction().execute(async (trx) => {
      await sql.raw(settings(turns.lock)).execute(trx);
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('caja.schema')) as free`.execute(trx);
      if (rows[0]?.free !== true) return 'another-seat';
      await applyMissing(trx, 'postgres', onProgress, known);
      return 'done';
    });
  } catch (error) {
    if (isLockBusy(error)) return 'waits';
    throw error;
  }
}

const poolOf = (client: pg.Client) => ({
  options: {},
  connect: () => Promise.resolve({ query: client.query.bind(client), release: () => undefined }),
  end: () => client.end(),
});
