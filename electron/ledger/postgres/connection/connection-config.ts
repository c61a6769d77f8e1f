/**
 * Connection settings of the shared ledger: TLS except on this machine, the password in no message, no startup options. Sign-in is by
 * SCRAM alone, as libpq's `require_auth=scram-sha-256` does it: pg would answer whatever the server asks for, the password in clear
 * among it.
 */
import { isIP } from 'node:net';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import {
  describeLedgerAddressIssue,
  parseLedgerAddress,
  type LedgerAddress,
  type LedgerHost,
} from '#shared/seat/ledger-address.ts';
import pg from 'pg';

export interface PostgresAddress {
  /** `postgres://user@host:port,host:port/database`. */
  readonly url: string;
  readonly password: string | null;
  /** PEM of the authority that signed the server's certificate; null for the system's authorities. */
  readonly ca: string | null;
}

/** Time limits of connections in ms. */
export interface ConnectionPatience {
  /** To connect, and to wait for a connection that others use. */
  readonly connect: number;
  /** For an idle connection of the screens, which closes then. */
  readonly idle: number;
}
export const usualWaits: ConnectionPatience = { connect: 5_000, idle: 10_000 };
/** Longest time for a statement of the screens, in ms. A little more than the server's own limit. */
const statementTimeout = 17_000;

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

type TypeId = Parameters<typeof pg.types.getTypeParser>[0];

/** Reads 64-bit integers (sums, positions) as numbers, which are safe here. pg would return text. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (type: TypeId, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format === 'binary' ? 'text' : format),
};

/**
 * Returns the settings for each server of the address, in the order in which they are tried. Throws `LedgerUnavailable` for a
 * malformed address. Anything but loopback speaks TLS with certificate and name checked. There are no startup options, because
 * poolers refuse them: `server-session.ts` sets what a connection needs. From then on nothing of the environment counts either.
 */
export function connectionConfigs(
  { url, password, ca }: PostgresAddress,
  connect = usualWaits.connect,
): readonly [pg.ClientConfig, ...pg.ClientConfig[]] {
  forgetPgVariables();
  const { user, database, hosts } = ledgerAddress(url);
  const [first, ...others] = hosts.map(({ host, port }: LedgerHost): pg.ClientConfig => {
    const tls = ca !== null || !isLoopback(host);
    return {
      host,
      port,
      user,
      database,
      ...(password === null ? {} : { password }),
      // A server that proves its certificate in the sign-in can't be another one in between.
      enableChannelBinding: tls,
      ssl: tls ? { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca === null ? {} : { ca }) } : false,
      application_name: 'Caja',
      connectionTimeoutMillis: connect,
      query_timeout: statementTimeout,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types,
    };
  });
  if (first === undefined) throw new Error('The address of the shared ledger names no server.');
  return [first, ...others];
}

/** Removes what pg takes for each setting that is empty: options, a password, another protocol. Whoever may set a variable is no administrator. */
function forgetPgVariables(): void {
  for (const name of Object.keys(process.env)) if (/^PG/i.test(name)) delete process.env[name];
}

/**
 * Returns user, database and hosts of an address such as `postgres://u@h1:5432,[::1]:5433/db?target_session_attrs=read-write`.
 *
 * The hosts stand in the order in which they are tried, at least one of them. A standby is always skipped, with or without
 * `target_session_attrs`. Whether a connection may do without TLS is decided for the one host that it leads to, because a
 * loopback address beside others says nothing about them. An IPv6 address has no brackets.
 *
 * Throws `LedgerUnavailable` for a malformed address, which only an edited document can have.
 */
function ledgerAddress(url: string): LedgerAddress {
  const parsed = parseLedgerAddress(url);
  if (parsed.ok) return parsed.value;
  throw new LedgerUnavailable(
    'other',
    `The address of the shared ledger ${describeLedgerAddressIssue(parsed.failure)}.`,
  );
}

/** Makes a client whose statements have no limit of their own and don't wait for each other, for those that watch the time themselves. */
export function patientClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...config, query_timeout: 0, pipeline: true });
  // Each transaction under way hears notices.
  client.setMaxListeners(0);
  // From the beginning to the end, because an error without a listener would end the program.
  client.on('error', () => undefined);
  signInByScram(client, config.password !== undefined);
  return client;
}

/** Fewest rounds of SCRAM (RFC 7677). With fewer, what the seat sends would be a cheap test of guesses. */
const fewestRounds = 4096;

interface SignInConnection extends NodeJS.EventEmitter {
  readonly stream: { destroy(): void };
  attachListeners(stream: NodeJS.EventEmitter): void;
}

type Answer = (message: { readonly data?: string }) => void;

/** Calls for the password that are never answered. */
const refused = {
  authenticationCleartextPassword: 'The server asks for the password in clear.',
  authenticationMD5Password: 'The server asks for the password as MD5.',
} as const;

/**
 * Makes the client refuse every other way to sign in, before it connects. With a password, the server has to prove by SCRAM that it
 * knows it, too. The connection fails as `LedgerUnavailable`.
 */
export function signInByScram(client: pg.Client, hasPassword: boolean): void {
  const connection = client.connection as unknown as SignInConnection;
  let isProven = false;
  let isSignedIn = false;

  const refuse = (why: string): void => {
    connection.emit('error', new LedgerUnavailable('unsafe-sign-in', why));
    connection.stream.destroy();
  };

  /** Puts a check before pg's own answer to a message of the server. */
  function before(name: string, check: (data: string) => string | null): void {
    const answers = connection.listeners(name) as Answer[];
    connection.removeAllListeners(name);
    connection.on(name, (message: Parameters<Answer>[0]) => {
      const why = check(message.data ?? '');
      if (why !== null) refuse(why);
      else for (const answer of answers) answer(message);
    });
  }

  for (const [name, why] of Object.entries(refused)) before(name, () => why);
  before('authenticationSASLContinue', (data) => {
    const rounds = /(?:^|,)i=(\d+)/.exec(data)?.[1];
    return rounds !== undefined && Number(rounds) < fewestRounds
      ? `The server asks for ${rounds} rounds of SCRAM, which protect nothing.`
      : null;
  });
  connection.on('authenticationSASLFinal', () => {
    isProven = true;
  });
  before('authenticationOk', () =>
    hasPassword && !isProven ? 'The server lets the seat in without a proof that it knows the password.' : null,
  );

  connection.once('readyForQuery', () => {
    isSignedIn = true;
  });
  // pg's parser throws for other requests (GSS, SSPI), where nobody would catch it.
  const { attachListeners } = connection;
  connection.attachListeners = (stream) => {
    attachListeners.call(connection, stream);
    const readers = stream.listeners('data') as ((chunk: Buffer) => void)[];
    stream.removeAllListeners('data');
    stream.on('data', (chunk: Buffer) => {
      try {
        for (const read of readers) read(chunk);
      } catch (error) {
        if (isSignedIn) throw error;
        refuse(`The server sends what Caja does not answer (${error instanceof Error ? error.message : ''}).`);
      }
    });
  };
}
