/**
 * Settings of each transaction on the shared ledger. They are set per transaction, because a pooler refuses the options of a
 * connection or gives the connection to somebody else, and a role or database may have defaults of its own. Together with the
 * check they take 0.03 ms of the server's time, and without a check 0.02.
 */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import pg from 'pg';

type Settings = readonly (readonly [name: string, value: string])[];

/**
 * Time limits, a planner that never compiles the short statements of the ledger, and a search path that has the server's own functions
 * before those that the database's owner may have given the same names, because it doesn't name their schema.
 */
const limits: Settings = [
  ['statement_timeout', '15s'],
  ['lock_timeout', '5s'],
  ['idle_in_transaction_session_timeout', '30s'],
  ['jit', 'off'],
  ['search_path', '"$user", public, pg_temp'],
];

/**
 * Each value is spelled as the server shows it, because it is compared with what the server says. A commit is on the server's
 * disk when it returns (invariant 1). Notices are sent by another transaction afterwards, because NOTIFY holds a lock of the whole
 * database until the commit is done.
 */
const settings: Settings = [['synchronous_commit', 'on'], ...limits];

/** Statement that sets everything until the end of the transaction. Its row has the id of the server's process. */
const setting = (wanted: Settings): string =>
  `select pg_catalog.pg_backend_pid() as process where ${wanted
    .map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', true) is not null`)
    .join(' and ')}`;

export const setSettings = setting(settings);
/** The same for statements that write nothing. */
export const setLimits = setting(limits);

/**
 * Isolation at which the guards see what another seat has committed while they waited for its lock. A transaction of one message
 * can't set it, so each connection does (`server-facts.ts`), unless a pooler lends it.
 */
export const isolation = 'read committed';

const lacking = 'setting not kept:';

/**
 * Statement that fails, and its transaction with it, when a setting is another one right before the commit. PostgreSQL has no
 * statement just for that.
 */
const checking = (wanted: Settings): string =>
  `select coalesce(${wanted
    .map(
      ([name, value]) => `case when pg_catalog.current_setting('${name}') <> '${value}'
      then cast('${lacking} ${name} is ' || pg_catalog.current_setting('${name}') as integer) end`,
    )
    .join(', ')})`;

/**
 * Checks all of them, the isolation, which a transaction of one message can't set, and that triggers run, by which payments get into the
 * index of the search.
 */
export const checkSettings = checking([
  ...settings,
  ['transaction_isolation', isolation],
  ['session_replication_role', 'origin'],
]);

/** Message that begins a transaction, sets everything and checks it. @param begin `begin`, or another one of its kind */
export const beginWithSettings = (begin: string): string =>
  [begin === 'begin' ? `begin isolation level ${isolation}` : begin, setSettings, checking(settings)].join('; ');

/** Names the setting in an error of `checkSettings`. Returns other errors unchanged. */
export function settingsError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const [, found] = error.message.split(lacking);
  if (found === undefined) return error;
  const detail = found.replace(/"$/, '').trim();
  const reason = detail.startsWith('synchronous_commit ') ? 'not-durable' : 'other';
  return new LedgerUnavailable(reason, detail, { cause: error });
}
