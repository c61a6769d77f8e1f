/**
 * One connection to the server: whether a pooler stands between, the names that it has prepared, and the settings of each transaction.
 * Those are set per transaction, because a pooler refuses the options of a connection or gives the connection to somebody else, and a role
 * or database may have defaults of its own. Together with the check they take 0.03 ms of the server's time, and without a check 0.02.
 */
import pg from 'pg';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';

/** Process id that the server gave to this connection, or a pooler in its place. */
const givenProcess = (client: pg.ClientBase): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0;

/** Columns of a statement's rows, by which pg reads them. */
export type Columns = readonly pg.FieldDef[];

export class ServerSession {
  /**
   * Names that the server has prepared, with the columns of their rows, none where it gives no rows. It keeps them when their
   * transaction fails, and skips those after an error.
   */
  readonly prepared = new Map<string, Columns>();
  readonly #given: number;
  /** Null until the first transaction has told. */
  #direct: boolean | null = null;

  constructor(client: pg.ClientBase) {
    this.#given = givenProcess(client);
  }

  /** True when the names of statements outlive a transaction. */
  get keepsNames(): boolean {
    return this.#direct === true;
  }

  /**
   * Compares the process that ran a transaction. Every pooler shows a process of its own, in session mode too. One that shows
   * the server's is found out when the next transaction runs elsewhere.
   */
  noteProcess(process: number): void {
    this.#direct = this.#direct !== false && process === this.#given;
  }

  /** Takes the connection for one through a pooler, because a name was not as this seat left it. */
  distrust(): void {
    this.#direct = false;
  }
}

const sessions = new WeakMap<pg.ClientBase, ServerSession>();

export function sessionOf(client: pg.ClientBase): ServerSession {
  const session = sessions.get(client) ?? new ServerSession(client);
  sessions.set(client, session);
  return session;
}

type Settings = readonly (readonly [name: string, value: string])[];

/**
 * Time limits, a planner that never compiles the short statements of the ledger, a search path that has the server's own functions
 * before those that the database's owner may have given the same names, because it doesn't name their schema, and a search that leaves
 * no find out.
 */
const limits: Settings = [
  ['statement_timeout', '15s'],
  ['lock_timeout', '5s'],
  ['idle_in_transaction_session_timeout', '30s'],
  ['jit', 'off'],
  ['search_path', '"$user", public, pg_temp'],
  ['gin_fuzzy_search_limit', '0'],
];

/**
 * Each value is spelled as the server shows it, because it is compared with what the server says. A commit is on the server's
 * disk when it returns (invariant 1), and a warning tells of one that no standby confirmed. Notices are sent by another
 * transaction afterwards, because NOTIFY holds a lock of the whole database until the commit is done.
 */
const settings: Settings = [['synchronous_commit', 'on'], ['client_min_messages', 'notice'], ...limits];

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
  const detail = found.replace(/\W+$/u, '').trim();
  const reason = detail.startsWith('synchronous_commit ') ? 'not-durable' : 'other';
  return new LedgerUnavailable(reason, detail, { cause: error });
}
