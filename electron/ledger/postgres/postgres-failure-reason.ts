/** Maps errors of PostgreSQL and of the network to reasons for the operator (SQLSTATE, appendix A of its manual). */
import type { LedgerFailureReason } from '#shared/failure.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import pg from 'pg';
import { unkeptBy } from './server-facts.ts';

const byState: Readonly<Record<string, LedgerFailureReason>> = {
  '25006': 'read-only',
  '40001': 'locked',
  '40P01': 'locked',
  '53100': 'disk-full',
  '53300': 'disconnected',
  '55P03': 'locked',
  '57014': 'locked',
  '57P01': 'disconnected',
  '57P02': 'disconnected',
  '57P03': 'disconnected',
  XX001: 'corrupt',
  XX002: 'corrupt',
};

/** Messages of pg's own errors, which carry no code. */
const brokenWords =
  /connection terminated|timeout exceeded|query read timeout|not queryable|does not support ssl|client was closed/i;

/** Converts errors of the store to `LedgerUnavailable`; others stay as they are. */
export function postgresFailureReason(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof LedgerUnavailable) return error;
  const unkept = error instanceof pg.DatabaseError ? unkeptBy(error.message) : null;
  if (unkept !== null) return new LedgerUnavailable('not-durable', unkept, { cause: error });
  const reason = reasonOf(error);
  return reason === null ? error : new LedgerUnavailable(reason, detailOf(error), { cause: error });
}

function reasonOf(error: Error): LedgerFailureReason | null {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) {
    const known = byState[code];
    if (known !== undefined) return known;
    if (code.startsWith('08')) return 'disconnected';
    // No such user, wrong password, no such database, no permission: the settings have to change.
    return /^(28|3D|42501)/.test(code) ? 'other' : null;
  }
  // Node's own errors (ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED …) come from the network.
  if (/^(E[A-Z]+|CERT_|DEPTH_|SELF_|UNABLE_|ERR_TLS|ERR_SSL|HOSTNAME)/.test(code)) return 'disconnected';
  if (error instanceof AggregateError) return 'disconnected';
  return brokenWords.test(error.message) ? 'disconnected' : null;
}

/** Returns the message, or those of each address, because the error for several addresses has none itself. */
const detailOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((each: unknown) => String(each)).join('; ') : error.message;
