/** Connection settings of the shared ledger: TLS except on this machine, durable commits, the password in no message. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { isIP } from 'node:net';
import pg from 'pg';

export interface PostgresAddress {
  /** `postgres://user@host:port/database`. A password in it is ignored. */
  readonly url: string;
  readonly password: string | null;
  /** PEM of the authority that signed the server's certificate; null for the system's authorities. */
  readonly ca: string | null;
}

/** Time limits in ms. */
const patience = { connect: 5_000, statement: 15_000, lock: 5_000 } as const;

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

/** Reads 64-bit integers (sums, positions) as numbers, which are safe here. pg would return text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: TypeId, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format === 'binary' ? 'text' : format),
};

/** Throws for a malformed address. Anything but loopback speaks TLS with certificate and name checked. */
export function connectionConfig({ url, password, ca }: PostgresAddress): pg.ClientConfig {
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw new LedgerUnavailable(
      'other',
      'The address of the shared ledger is not of the form postgres://user@host:port/database.',
    );
  }
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const tls = ca !== null || !isLoopback(host);
  return {
    host,
    port: parsed.port === '' ? 5432 : Number(parsed.port),
    user: decodeURIComponent(parsed.username),
    database: decodeURIComponent(parsed.pathname.slice(1)),
    ...(password === null ? {} : { password }),
    ssl: tls ? { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca === null ? {} : { ca }) } : false,
    application_name: 'Caja',
    connectionTimeoutMillis: patience.connect,
    query_timeout: patience.statement + 2_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    options: [
      `-c statement_timeout=${patience.statement}`,
      `-c lock_timeout=${patience.lock}`,
      '-c idle_in_transaction_session_timeout=30000',
      '-c jit=off',
    ].join(' '),
  };
}
