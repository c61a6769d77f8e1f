/**
 * Sign-in at the shared ledger by SCRAM alone, as libpq's `require_auth=scram-sha-256` does it. pg would answer whatever the server
 * asks for, the password in clear among it.
 */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type pg from 'pg';

/** Fewest rounds of SCRAM (RFC 7677). With fewer, what the seat sends would be a cheap test of guesses. */
const fewestRounds = 4096;

/** The parts of pg's connection that its types leave out. */
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
