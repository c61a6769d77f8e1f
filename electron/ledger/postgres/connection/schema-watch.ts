/**
 * Watches the schema of the shared ledger under a running seat, because a newer program may migrate it at any time. A seat that
 * is too old for it stops its payments, and goes on when the ledger is usable again.
 */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { sql, type QueryExecutorProvider } from 'kysely';
import pg from 'pg';
import type { Database } from '#electron/ledger/engine/engine.ts';
import { checkApplied, migrations, type AppliedMigration } from '#electron/ledger/migrations/migrate.ts';
import { alteredReason } from './failure-reason.ts';
import type { PostgresLink } from './link.ts';

/** List of applied migrations, null for an empty one. */
export type AppliedList = readonly AppliedMigration[] | null;

/** The list as JSON, for a query that is made anyway. Names no column that a former schema lacks. */
export const appliedInSql = `(select json_agg(step order by step.version) from schema_version as step)`;

const known = migrations.length;
/** Names of this program's steps as an array, whose first index is 1. */
const knownNames = migrations.map(({ name }) => `'${name}'`).join(', ');

/** Tables that decide whether a payment begins. */
const deciding = ['attempts', 'holds', 'audit_links', 'awaited_seats'].map((table) => `'${table}'::regclass`);

/** First number of what somebody has made at a server. All before it came with PostgreSQL. */
const ownObjects = 16_384;

/** Schemas in which a name without one is sought, besides the server's own. */
const sought = `any(current_schemas(false)::regnamespace[]::oid[])`;
/** Message of the error that a name brings which no table has. */
const notAsMade = (name: string): string =>
  `cast(cast(cast('"not as Caja made it: '::text || ${name}::text || '"'::text as regclass) as oid) as integer)`;

/**
 * Fails, and its transaction with it, once the ledger has a step that keeps this program from using it, or hides rows from it: behind a
 * view, a policy for rows, a rule, a type or an order of its own, or in a table that inherits, that a crash empties or that shares its
 * name. So do an operator, and a function with a name of the server's, because the server takes the one whose types fit best, in
 * whichever schema. What looks for those compares two values of one type, for which the server has its own. The name of a table that
 * can't be makes the error one of other tables. Columns are counted, because the server would read those of all tables to tell whether
 * there is one.
 */
const refuseOutdated = `
  select ${notAsMade('oprname')} from pg_operator where oid >= '${ownObjects}'::oid and oprnamespace = ${sought}
  union all select ${notAsMade('proname')} from pg_proc as own
  where oid >= '${ownObjects}'::oid and pronamespace = ${sought} and exists (
    select from pg_proc where proname = own.proname and pronamespace = 'pg_catalog'::regnamespace::oid)
  union all select cast('schema ' || version as integer) from schema_version
  where (version > ${known} and coalesce(usable_from, version) > ${known})
    or (version <= ${known} and name is distinct from (array[${knownNames}])[version])
  union all select ${notAsMade('relname')} from pg_class
  where oid in (${deciding.join(', ')}) and (relkind <> 'r' or relpersistence <> 'p' or relrowsecurity or relhasrules or relhassubclass
    or exists (select from pg_class as other where other.relname = pg_class.relname and other.oid <> pg_class.oid
      and other.relnamespace = ${sought})
    or (select count(*) from pg_attribute where attrelid = pg_class.oid and attnum > 0
      and (atttypid >= ${ownObjects} or attcollation >= ${ownObjects})) > 0)`;

/** Another row with the same key was first. This says nothing about the schema. */
const uniqueViolation = '23505';
/** The ledger has no schema yet. */
const undefinedTable = '42P01';

/** Reads the list; null for a ledger without one. */
export async function readApplied(on: QueryExecutorProvider): Promise<AppliedList> {
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
      if (!(error instanceof pg.DatabaseError) || error.code === uniqueViolation) return error;
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
