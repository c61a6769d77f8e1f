/** Starts a real pgbouncer before a PostgreSQL server, where the package is installed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import type { PostgresServer } from './postgres.ts';

export interface PoolerOptions {
  readonly server: PostgresServer;
  readonly mode: 'session' | 'transaction';
  /** Most connections to the server, for each database. */
  readonly size: number;
  /** Most connections of clients. */
  readonly clients: number;
  /** Time that a client waits for a connection to the server, in ms. A multiple of 1,000. */
  readonly wait: number;
  /** Makes the stand-in show the process of the first connection that it lends. Real poolers show one of their own. */
  readonly showsProcesses?: boolean;
}

export interface Pooler {
  readonly port: number;
  /** False for the stand-in, to which a seat with a password would not sign in. */
  readonly asksForPassword: boolean;
  /** SQLSTATEs of the server's errors so far. A real one does not tell them. */
  readonly refusals: readonly string[];
  readonly stop: () => Promise<void>;
}

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/opt/homebrew/bin'];

/** Path of the program, or null where it is not installed. */
export const pgbouncer = folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file)) ?? null;

/** The program refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;

async function untilListening(port: number, ended: () => string | null): Promise<void> {
  for (;;) {
    const failure = ended();
    if (failure !== null) throw new Error(`pgbouncer did not start:\n${failure}`);
    const listens = await new Promise<boolean>((resolve) => {
      const probe = connect(port, '127.0.0.1', () => resolve(true));
      probe.on('connect', () => probe.destroy());
      probe.on('error', () => resolve(false));
    });
    if (listens) return;
    await setTimeout(20);
  }
}

export async function startPgbouncer({ server, mode, size, clients, wait }: PoolerOptions): Promise<Pooler> {
  if (pgbouncer === null) throw new Error('pgbouncer is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'caja-pgbouncer-'));
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const config = join(folder, 'pgbouncer.ini');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: mode,
    default_pool_size: size,
    max_client_conn: clients,
    query_wait_timeout: wait / 1_000,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(users, `"${server.user}" "${server.password}"\n`);
  await writeFile(config, `[databases]\n* = host=127.0.0.1 port=${server.port}\n[pgbouncer]\n${lines.join('\n')}\n`);
  for (const file of [folder, users, config]) {
    await chmod(file, file === folder ? 0o700 : 0o600);
    if (nobody !== null) await chown(file, nobody.uid, nobody.gid);
  }
  const child = spawn(pgbouncer, [config], { ...nobody, stdio: ['ignore', 'pipe', 'pipe'] });
  // A test that fails before it could stop the pooler must not leave it behind.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const log: string[] = [];
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => log.push(String(chunk)));
  const exited = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      log.push(error.message);
      resolve();
    });
    child.on('exit', () => resolve());
  });
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  await untilListening(port, () => (ended ? log.slice(-20).join('') : null));
  return {
    port,
    asksForPassword: true,
    refusals: [],
    async stop() {
      child.kill('SIGTERM');
      await exited;
      process.off('exit', end);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
