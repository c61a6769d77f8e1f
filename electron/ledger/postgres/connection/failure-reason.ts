/** Maps errors of PostgreSQL, of poolers and of the network to reasons for the operator. */
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import pg from 'pg';
import { unkeptBy } from './server-facts.ts';

/**
 * Reasons by SQLSTATE (appendix A of PostgreSQL's manual): five characters, or the two of a class. Codes without an entry are
 * bugs of ours, such as a value that a column can't take.
 */
const byState: Readonly<Record<string, LedgerFailureReason>> = {
  // No such database, wrong password, no permission: the settings have to change.
  '28': 'not-let-in',
  '3D': 'not-let-in',
  '42501': 'other',
  // The database accepts no connections.
  '55000': 'other',
  // A primary may be set to read-only as well, for which the words leave room.
  '25006': 'standby',
  '25P03': 'disconnected',
  '25P04': 'busy',
  '40': 'busy',
  // Unknown whether the commit happened.
  '40003': 'disconnected',
  // An object is in use.
  '55006': 'busy',
  '55P03': 'busy',
  // Time-out of a statement, or cancelled by whoever looks after the server.
  '57014': 'busy',
  '57': 'busy',
  '57P': 'disconnected',
  '53': 'other',
  '53100': 'disk-full',
  '53300': 'full',
  // A limit of the server, such as the depth of its stack.
  '54': 'other',
  // The server's own troubles: its files, its configuration, its bugs.
  '58': 'other',
  F0: 'other',
  XX: 'other',
  XX001: 'corrupt',
  XX002: 'corrupt',
};

/** Refusals of poolers that have no connection to give. Several poolers send them with a code for something else. */
const poolerIsFull =
  /no more connections allowed|query_wait_timeout|too many (?:clients|connections)|max(?:imum)? client(?: connection)?s|could not get connection from the pool|waiting to acquire/i;
/** Settings of a pooler that have to change. It sends them with the code of a broken protocol. */
const poolerRefuses = /unsupported startup parameter|bouncer config error|no such (?:database|user)|ssl required/i;

/** Starts of pg's own errors, which carry no code. */
const byMessage: readonly (readonly [RegExp, LedgerFailureReason])[] = [
  [
    /^(?:timeout expired$|Connection terminated|Query read timeout$|Client (?:has encountered a connection error|was closed) )/,
    'disconnected',
  ],
  // The last words are Kysely's.
  [/^(?:Cannot use a pool after calling end|driver has already been destroyed$)/, 'disconnected'],
  // The pool's connections are all in use. It has other words for a server that does not answer.
  [/^timeout exceeded when trying to connect$/, 'busy'],
  [/^The server does not support SSL connections$/, 'untrusted'],
  // The first byte of the answer was not PostgreSQL's.
  [/^There was an error establishing an SSL connection$|^received invalid response: /, 'not-postgres'],
  // The password is missing, or the server's way to ask for it is unknown.
  [/^SASL/, 'other'],
];

/** Words of the error by which a server refuses a payment that went back since the last heartbeat. */
export const wentBack = 'went back:';
/** Words of the error by which a server refuses a payment that came to it behind a connection to another one. */
export const promoted = 'promoted:';

/** Converts errors of the store to `LedgerUnavailable`; others stay as they are. */
export function postgresFailureReason(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof LedgerUnavailable) return error;
  const unkept = error instanceof pg.DatabaseError ? unkeptBy(error.message) : null;
  if (unkept !== null) return new LedgerUnavailable('not-durable', unkept, { cause: error });
  if (error instanceof pg.DatabaseError && error.message.includes(wentBack))
    return new LedgerUnavailable('writing-back', 'The server went back.', { cause: error });
  if (error instanceof pg.DatabaseError && error.message.includes(promoted))
    return new LedgerUnavailable('disconnected', 'The connection leads to another server now.', { cause: error });
  if (isRaised(error)) return alteredReason(error);
  const reason = reasonOf(error);
  return reason === null ? error : new LedgerUnavailable(reason, detailOf(error), { cause: error });
}

/** Another row with the same key was first. This says nothing about the schema, unless the key is none of Caja's. */
export const uniqueViolation = '23505';
/** The server itself numbers what is to be indexed. */
const ownKeys = /^(?!attempts_unindexed_)\w+_pkey$|^one_live_settlement$/;

/**
 * Errors of a statement that doesn't fit the tables, of a row that stands twice, of a value, rule or check that a column doesn't take, of
 * whatever a trigger does or raises, and of a numbering that is at its end. Characters that no text takes would be Caja's own.
 */
const ofOtherTables = /^(?:09|0A|2[1347DF]|22(?!021|P05)|3[489BF]|42|44|P0)/;

const isOfOtherTables = ({ code = '', constraint = '' }: pg.DatabaseError): boolean =>
  code === uniqueViolation ? !ownKeys.test(constraint) : ofOtherTables.test(code);

/** True for an error that a trigger or function gives with a code of its choice. One with the usual code may be a newer program's. */
const isRaised = (error: Error): boolean =>
  error instanceof pg.DatabaseError && error.routine === 'exec_stmt_raise' && error.code !== 'P0001';

/**
 * Converts errors that only tables which Caja has not made like that give; others stay as they are. Names the trigger and not what
 * it says, because somebody else has written that.
 */
export function alteredReason(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || !(isRaised(error) || isOfOtherTables(error))) return error;
  return new LedgerUnavailable('altered', error.where?.split('\n').at(-1) ?? error.message, { cause: error });
}

/** Converts errors of a connection that is being opened, which no list of migrations explains yet. */
export const openingReason = (error: unknown): unknown => alteredReason(postgresFailureReason(error));

function reasonOf(error: Error): LedgerFailureReason | null {
  if (error instanceof pg.DatabaseError && error.code !== undefined) return databaseReason(error, error.code);
  return networkFailureReason(error) ?? byMessage.find(([pattern]) => pattern.test(error.message))?.[1] ?? null;
}

function databaseReason({ message, routine }: pg.DatabaseError, code: string): LedgerFailureReason | null {
  // Only the server itself names the routine of its source code.
  const fromPooler = routine === undefined;
  if (fromPooler && poolerIsFull.test(message)) return 'full';
  if (fromPooler && poolerRefuses.test(message)) return 'other';
  // A server says so of a message that we wrote wrongly, and keeps the connection.
  if (code === '08P01' && !fromPooler) return null;
  if (code.startsWith('08')) return 'disconnected';
  return byState[code] ?? byState[code.slice(0, 3)] ?? byState[code.slice(0, 2)] ?? null;
}

/** Returns the message, or those of each address, because the error for several addresses has none itself. */
const detailOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((each: unknown) => String(each)).join('; ') : error.message;

/** Errors of a socket (`man 7 ip`, `man 3 getaddrinfo`) and of Node's streams once the socket is gone. */
const broken: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ESHUTDOWN',
  'ETIMEDOUT',
  'ERR_SOCKET_CLOSED',
  'ERR_SOCKET_CLOSED_BEFORE_CONNECTION',
  'ERR_SOCKET_CONNECTION_TIMEOUT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Errors of TLS: the handshake (`EPROTO`), the authority's file (`ERR_OSSL_`), and the reasons of `X509_verify_cert`. */
const untrusted =
  /^(?:EPROTO$|ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|UNSPECIFIED$|ERROR_IN_CERT_)/;

/** Returns null for an error that comes from neither. Other `E…` codes are those of files, and other `ERR_…` are bugs. */
function networkFailureReason(error: unknown): LedgerFailureReason | null {
  // One error for all addresses of a name. The first is that of the address which the system prefers.
  if (error instanceof AggregateError) return networkFailureReason(error.errors[0]);
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return null;
  if (broken.has(code)) return 'disconnected';
  if (untrusted.test(code)) return 'untrusted';
  // A firewall of this machine says EACCES or EPERM, a machine without IPv6 EAFNOSUPPORT, one with too many open files EMFILE.
  const syscall = 'syscall' in error ? error.syscall : undefined;
  return syscall === 'connect' || syscall === 'getaddrinfo' ? 'disconnected' : null;
}
