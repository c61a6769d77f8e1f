/** Errors of a shared ledger and the reasons that the operator is told; what is a bug of ours stays one. */
import { lookup } from 'node:dns/promises';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { alteredReason, postgresFailureReason } from '#electron/ledger/postgres/connection/failure-reason.ts';
import { settingsError } from '#electron/ledger/postgres/statements/server-session.ts';

type Told = LedgerFailureReason | 'a bug';

function told(error: unknown): Told {
  const known = postgresFailureReason(error);
  if (known instanceof LedgerUnavailable) return known.reason;
  expect(known).toBe(error);
  return 'a bug';
}

const coded = (code: string, message = code, more: object = {}) => Object.assign(new Error(message), { code, ...more });
const fromDatabase = (code: string | undefined, message: string, routine?: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, routine });

describe('an error of the network', () => {
  test.each<[string, unknown, Told]>([
    ['a refused connection', coded('ECONNREFUSED'), 'disconnected'],
    ['a reset connection', coded('ECONNRESET'), 'disconnected'],
    ['an unknown name', coded('ENOTFOUND', 'getaddrinfo ENOTFOUND db', { syscall: 'getaddrinfo' }), 'disconnected'],
    ['a resolver that is away', coded('EAI_AGAIN'), 'disconnected'],
    ['a firewall of this machine', coded('EACCES', 'connect EACCES', { syscall: 'connect' }), 'disconnected'],
    ['no IPv6 here', coded('EAFNOSUPPORT', 'connect EAFNOSUPPORT ::1', { syscall: 'connect' }), 'disconnected'],
    ['an address without its zone', coded('EINVAL', 'connect EINVAL fe80::1', { syscall: 'connect' }), 'disconnected'],
    ['too many open files', coded('EMFILE', 'connect EMFILE', { syscall: 'connect' }), 'disconnected'],
    ['a name with two addresses', new AggregateError([coded('ECONNREFUSED'), coded('ETIMEDOUT')]), 'disconnected'],
    ['a stream that is gone', coded('ERR_STREAM_DESTROYED'), 'disconnected'],
    ['an unknown authority', coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'untrusted'],
    ['a certificate of its own', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'untrusted'],
    ['an authority of its own', coded('SELF_SIGNED_CERT_IN_CHAIN'), 'untrusted'],
    ['a certificate that ran out', coded('CERT_HAS_EXPIRED'), 'untrusted'],
    ['an authority for other names alone', coded('UNSPECIFIED'), 'untrusted'],
    ['a certificate for another name', coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'untrusted'],
    ['a protocol that is too old', coded('ERR_SSL_UNSUPPORTED_PROTOCOL'), 'untrusted'],
    ['an authority that can’t be read', coded('ERR_OSSL_PEM_NO_START_LINE'), 'untrusted'],
    ['a broken handshake', coded('EPROTO'), 'untrusted'],
    // The code names an argument of a function of Node, so the server has nothing to do with it.
    ['a wrong argument', coded('ERR_INVALID_ARG_TYPE'), 'a bug'],
    ['a wrong value', coded('ERR_OUT_OF_RANGE'), 'a bug'],
    ['a wrong port', coded('ERR_SOCKET_BAD_PORT'), 'a bug'],
    ['a file that is missing', coded('ENOENT', 'ENOENT', { syscall: 'open' }), 'a bug'],
    ['a file that may not be read', coded('EACCES', 'EACCES', { syscall: 'open' }), 'a bug'],
    ['a wrong parameter of a file', coded('EINVAL', 'EINVAL', { syscall: 'read' }), 'a bug'],
    ['several errors of other kinds', new AggregateError([new TypeError('x')]), 'a bug'],
    ['no errors at all', new AggregateError([]), 'a bug'],
    ['an error without a code', new Error('x'), 'a bug'],
    ['something thrown that is no error', 'ECONNREFUSED', 'a bug'],
  ])('%s', (_name, error, expected) => {
    expect(told(error)).toBe(expected);
  });

  test('as Node makes it: nobody listens, no such name, no such file, a wrong argument', async () => {
    const refused = await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve));
    expect(told(refused)).toBe('disconnected');
    expect(told(await lookup('no-such-host.invalid').catch((error: unknown) => error))).toBe('disconnected');
    expect(told(await open('/no/such/file').catch((error: unknown) => error))).toBe('a bug');
    let thrown: unknown;
    try {
      Buffer.byteLength(1 as unknown as string);
    } catch (error) {
      thrown = error;
    }
    expect(told(thrown)).toBe('a bug');
  });
});

describe('an error that pg makes itself', () => {
  test.each<[string, Told]>([
    ['timeout expired', 'disconnected'],
    ['Connection terminated', 'disconnected'],
    ['Connection terminated unexpectedly', 'disconnected'],
    ['Connection terminated due to connection timeout', 'disconnected'],
    ['Query read timeout', 'disconnected'],
    ['Client has encountered a connection error and is not queryable', 'disconnected'],
    ['Client was closed and is not queryable', 'disconnected'],
    ['Cannot use a pool after calling end on the pool', 'disconnected'],
    ['timeout exceeded when trying to connect', 'busy'],
    ['The server does not support SSL connections', 'untrusted'],
    ['There was an error establishing an SSL connection', 'not-postgres'],
    ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'other'],
    ['Query values must be an array', 'a bug'],
    ['Client has already been connected. You cannot reuse a client.', 'a bug'],
    ['Called end on pool more than once', 'a bug'],
  ])('%s', (message, expected) => {
    expect(told(new Error(message))).toBe(expected);
  });

  test('of bytes that are not PostgreSQL’s', () => {
    expect(told(fromDatabase(undefined, 'received invalid response: 4a'))).toBe('not-postgres');
  });
});

describe('an error that a server or a pooler sends', () => {
  test.each<[string, string, string | null, Told]>([
    // PgBouncer, which never names a routine.
    ['08P01', 'no more connections allowed (max_client_conn)', null, 'full'],
    ['08P01', 'query_wait_timeout', null, 'full'],
    ['08P01', 'unsupported startup parameter: options', null, 'other'],
    ['08P01', 'bouncer config error', null, 'other'],
    ['08P01', 'server login has been failing, try again later (server_login_retry)', null, 'disconnected'],
    ['08P01', 'server conn crashed?', null, 'disconnected'],
    ['08P01', 'client_login_timeout (server down)', null, 'disconnected'],
    // Other poolers.
    ['58000', 'could not get connection from the pool - AllServersDown', null, 'full'],
    ['XX000', 'MaxClientsInSessionMode: max clients reached', null, 'full'],
    // A server.
    ['53300', 'sorry, too many clients already', 'InitProcess', 'full'],
    ['53300', 'remaining connection slots are reserved for roles with the SUPERUSER attribute', 'InitPostgres', 'full'],
    ['53300', 'lo sentimos, ya tenemos demasiados clientes', 'InitProcess', 'full'],
    ['53100', 'could not extend file: No space left on device', 'mdextend', 'disk-full'],
    ['53200', 'out of memory', 'AllocSetAlloc', 'other'],
    // A temporary file became too large, which has nothing to do with connections.
    ['53400', 'temporary file size exceeds temp_file_limit', 'FileWrite', 'other'],
    ['54001', 'stack depth limit exceeded', 'check_stack_depth', 'other'],
    ['54000', 'index row size exceeds maximum', '_bt_check_third_page', 'other'],
    ['55006', 'database is being accessed by other users', 'dropdb', 'busy'],
    ['57000', 'stopped by whoever looks after the server', 'ProcessInterrupts', 'busy'],
    ['57P01', 'terminating connection due to administrator command', 'ProcessInterrupts', 'disconnected'],
    ['57P02', 'terminating connection because of crash of another server process', 'quickdie', 'disconnected'],
    ['57P03', 'the database system is starting up', 'ProcessStartupPacket', 'disconnected'],
    ['57P05', 'terminating connection due to idle-session timeout', 'ProcessInterrupts', 'disconnected'],
    ['25P03', 'terminating connection due to idle-in-transaction timeout', 'ProcessInterrupts', 'disconnected'],
    ['25P04', 'terminating connection due to transaction timeout', 'ProcessInterrupts', 'busy'],
    ['57014', 'canceling statement due to user request', 'ProcessInterrupts', 'busy'],
    ['40001', 'could not serialize access due to concurrent update', 'ExecUpdate', 'busy'],
    ['40P01', 'deadlock detected', 'DeadLockReport', 'busy'],
    ['40003', 'it is unknown whether the transaction was committed', null, 'disconnected'],
    ['08006', 'connection failure', null, 'disconnected'],
    ['28000', 'no pg_hba.conf entry for host', 'ClientAuthentication', 'not-let-in'],
    ['28P01', 'password authentication failed', 'auth_failed', 'not-let-in'],
    ['3D000', 'database "gone" does not exist', 'InitPostgres', 'not-let-in'],
    ['42501', 'permission denied for table attempts', 'aclcheck_error', 'other'],
    ['58030', 'could not read file', 'mdread', 'other'],
    ['XX000', 'cache lookup failed for relation', 'load_relcache', 'other'],
    ['XX001', 'invalid page in block 3', 'buffer_readv_complete', 'corrupt'],
    // A trigger of somebody else chooses its code.
    ['57P01', 'Call us', 'exec_stmt_raise', 'altered'],
    ['42501', 'Call us', 'exec_stmt_raise', 'altered'],
    ['P0001', 'Call us', 'exec_stmt_raise', 'a bug'],
    ['08P01', 'invalid message format', 'pq_getmsgend', 'a bug'],
    ['22P02', 'invalid input syntax for type integer', 'pg_strtoint32_safe', 'a bug'],
    ['23505', 'duplicate key value violates unique constraint', '_bt_check_unique', 'a bug'],
    ['0A000', 'cached plan must not change result type', 'RevalidateCachedQuery', 'a bug'],
    ['26000', 'prepared statement "x" does not exist', 'FetchPreparedStatement', 'a bug'],
    ['42P05', 'prepared statement "x" already exists', 'StorePreparedStatement', 'a bug'],
  ])('%s: %s', (code, message, routine, expected) => {
    expect(told(fromDatabase(code, message, routine ?? undefined))).toBe(expected);
  });
});

test('a row that is there already is told from a numbering that somebody has set back', () => {
  const twice = (constraint: string) => Object.assign(fromDatabase('23505', 'duplicate key'), { constraint });
  for (const own of ['attempts_pkey', 'one_live_settlement']) expect(alteredReason(twice(own))).toEqual(twice(own));
  for (const other of ['attempts_unindexed_pkey', 'theirs'])
    expect(alteredReason(twice(other))).toMatchObject({ reason: 'altered' });
});

test('what a server promises no more is named alike in whichever language it quotes', () => {
  const said = [
    'invalid input syntax for type integer: "%s"',
    'la sintaxis de entrada no es válida para tipo integer: «%s»',
  ];
  for (const words of said) {
    const unkept = fromDatabase('22P02', words.replace('%s', 'not durable: fsync is off'));
    expect(postgresFailureReason(unkept)).toMatchObject({ reason: 'not-durable', message: 'fsync is off' });
    const lacking = fromDatabase('22P02', words.replace('%s', 'setting not kept: synchronous_commit is off'));
    expect(settingsError(lacking)).toMatchObject({ reason: 'not-durable', message: 'synchronous_commit is off' });
  }
});

describe('an error of a real server', () => {
  const { port, user, password } = inject('postgres');
  const config = { host: 'localhost', port, user, password, database: 'postgres' };
  let client: pg.Client;
  beforeEach(async () => {
    client = new pg.Client(config);
    client.on('error', () => undefined);
    await client.connect();
  });
  afterEach(() => client.end());

  const asking = async (...statements: readonly string[]): Promise<Told> => {
    for (const statement of statements.slice(0, -1)) await client.query(statement);
    return client.query(statements.at(-1) ?? '').then(
      () => expect.fail('no error'),
      (error: unknown) => told(error),
    );
  };

  test('while it works: limits of time, a read-only server, and what is wrong with a statement', async () => {
    expect(await asking("set statement_timeout = '20ms'", 'select pg_sleep(1)')).toBe('busy');
    expect(await asking('set statement_timeout = 0', 'begin read only', 'create table t ()')).toBe('standby');
    expect(await asking('rollback', "select 'x'::integer")).toBe('a bug');
    expect(await asking('select pg_terminate_backend(pg_backend_pid())')).toBe('disconnected');
  });

  test('while another transaction has the lock', async () => {
    const other = new pg.Client(config);
    await other.connect();
    await other.query('select pg_advisory_lock(7070)');
    expect(await asking("set lock_timeout = '20ms'", 'select pg_advisory_lock(7070)')).toBe('busy');
    await other.end();
  });

  test('that is sent more or fewer values than the statement has, which is no disconnection', async () => {
    const refused: unknown = await client.query('select $1::text', ['one', 'two']).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: '08P01' });
    expect(told(refused)).toBe('a bug');
    expect((await client.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
