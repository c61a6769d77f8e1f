/** Promises of a PostgreSQL server about commits, and its identity. Read on every connection, and before anything else. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { ServerPromise } from '#shared/seat/settings.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database, ServerFacts } from '#electron/ledger/engine/engine.ts';
import { keepSetting } from '#electron/ledger/engine/ledger-settings.ts';
import { isolation, sessionOf } from '#electron/ledger/postgres/statements/server-session.ts';

/** SQL of the promises that are off. The list holds names of ours only. */
export const unkeptIn = (required: readonly ServerPromise[]): string =>
  `select name from unnest(array[${required.map((name) => `'${name}'`).join(', ')}]::text[]) as name
   where current_setting(name) <> 'on'`;

const refusal = 'not durable:';

/** Statement that fails, and its transaction with it, while a promise is off. PostgreSQL has no statement just for that. */
export const refuseUnkept = (required: readonly ServerPromise[]) =>
  sql`select cast(${sql.lit(refusal)} || ' ' || name || ' is off' as integer) from (${sql.raw(unkeptIn(required))}) as unkept`;

/** Returns the promises named by an error of `refuseUnkept`, or null for another error. */
export function unkeptBy(message: string): string | null {
  const [, named] = message.split(refusal);
  return named === undefined ? null : named.replace(/\W+$/u, '').trim();
}

/**
 * A seat that lost its power or its network leaves its connection to the server open. With these the server ends it within a
 * minute: probes of TCP on an idle one, unconfirmed data on another, and a look at the socket while a statement runs.
 */
const watching = {
  tcp_keepalives_idle: '20',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '4',
  tcp_user_timeout: '30000',
  client_connection_check_interval: '10s',
} as const;

/** Settings of a connection, which replace the defaults of its role and database. A calm hour must not end it. */
const ofSession = {
  ...watching,
  default_transaction_isolation: isolation,
  idle_session_timeout: '0',
  transaction_timeout: '0',
};
const each = Object.entries(ofSession).map(([name, value]) => `('${name}', '${value}')`);

/** Statement that sets them. Skips each that the server's version or system does not have. */
const setSession = `do $$ declare wanted record; begin
  for wanted in select * from (values ${each.join(', ')}) as settings (name, value) loop
    begin
      perform pg_catalog.set_config(wanted.name, wanted.value, false);
    exception when others then null;
    end;
  end loop;
end $$`;

interface Row {
  readonly standby: boolean;
  readonly readOnly: boolean;
  readonly database: string;
  readonly encoding: string;
  readonly unkept: readonly ServerPromise[];
  readonly withheld: readonly string[];
  readonly mayReadSystem: boolean;
  readonly process: number;
}

/** SQL of the rights that the role lacks to write an answer. Without them it could begin a payment. A new database has no tables yet. */
const withheld = `select act || ' ' || name from unnest(array['attempts', 'holds']) as name, unnest(array['insert', 'update']) as act
  where has_table_privilege(to_regclass(name)::oid, act) is false`;

/**
 * Makes the server notice when this seat is gone, and reads what it is. Rejects with `LedgerUnavailable` `standby` for one that only
 * copies another one, or lets nobody write, `not-utf8` for a database of another encoding, and `other` for a role that lacks rights.
 * @param also statement to send along
 */
export async function serverFacts(
  client: pg.ClientBase,
  required: readonly ServerPromise[],
  also = '',
): Promise<ServerFacts> {
  const { rows } = await client.query<Row>(`
    select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly",
      current_setting('server_encoding') as encoding,
      (select oid::text from pg_database where datname = current_database()) as database,
      array(${unkeptIn(required)}) as unkept, array(${withheld}) as withheld,
      has_function_privilege('pg_control_system()', 'execute') as "mayReadSystem", pg_backend_pid() as process`);
  const [row] = rows;
  if (row === undefined || row.standby) throw new LedgerUnavailable('standby', 'pg_is_in_recovery() is true.');
  if (row.readOnly) throw new LedgerUnavailable('standby', 'default_transaction_read_only is on.');
  if (row.encoding !== 'UTF8')
    throw new LedgerUnavailable('not-utf8', `The encoding of the database is ${row.encoding}.`);
  if (row.withheld.length > 0)
    throw new LedgerUnavailable('other', `The role lacks the right to ${row.withheld.join(', ')}.`);
  const session = sessionOf(client);
  session.noteProcess(row.process);
  // A pooler would lend the server's connection with these settings to others, and it watches its clients itself.
  const statements = [clusterIn(row.mayReadSystem), session.keepsNames ? setSession : '', also];
  const answers = [await client.query<Cluster>(statements.filter((each) => each !== '').join('; '))].flat();
  const { system = '', timeline = '' } = answers[0]?.rows[0] ?? {};
  return { unkept: row.unkept, identity: [system, timeline, row.database].join(' ') };
}

interface Cluster {
  readonly system: string;
  readonly timeline: string;
}

/** SQL of the timeline of a primary. It rises with each promotion of a standby, and when a server is restored to an earlier time. */
const timeline = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';
/** The same for whatever answers behind a pooler; null for a standby. */
export const timelineBehind = sql.raw<string | null>(`case when not pg_is_in_recovery() then ${timeline} end`);

/** Returns the timeline of an identity. */
export const timelineIn = (identity: string): string => identity.split(' ')[1] ?? '';

/** An ordinary role may read both on a server with the usual privileges. */
const clusterIn = (mayReadSystem: boolean): string => `
  select ${mayReadSystem ? '(select system_identifier::text from pg_control_system())' : `''`} as system,
    ${timeline} as timeline`;

/** Name of the setting that marks the server. Another one shows that it was replaced or the ledger restored. */
const markName = 'server';

/** Keeps the server's identity at the first call. @returns true when it is another one than the kept */
export async function isOtherServer(db: Database, identity: string): Promise<boolean> {
  return (await keepSetting(db, markName, identity)) !== identity;
}

/** Keeps this identity, after a person has compared the ledger with the service. */
export async function acceptServer(db: Database, identity: string): Promise<void> {
  await db.updateTable('ledger_settings').set({ value: identity }).where('name', '=', markName).execute();
}
