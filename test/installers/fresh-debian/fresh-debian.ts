/**
 * A fresh Debian in a folder, with processes, mounts and a network of its own: a loopback, and this machine's network for
 * the calls that say so. Its mounts and processes end with this process, also when it is killed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runChecked, runCommand, type CommandResult } from '../command.ts';
import { LeftOut } from '../left-out.ts';
import { bareDebian, fetching, machineSources, packageCache } from './bare-debian.ts';

/** The account that uses the program. */
const user = 'cashier';

/** Becomes the folder's system and stays until its input ends. The folder is the whole file system, as after a boot. */
const holdScript = [
  'set -e',
  'mount --make-rprivate /',
  'mount --bind "$1" "$1"',
  'cd "$1"',
  'mount -t proc proc proc',
  'mount -t sysfs -o ro sysfs sys',
  'mount -t tmpfs -o mode=755 tmpfs dev',
  'for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done',
  'ln -s /proc/self/fd dev/fd',
  'mkdir dev/shm',
  'mount -t tmpfs -o mode=1777 tmpfs dev/shm',
  'mount --bind "$2" var/cache/apt/archives',
  'mkdir -p tmp/.X11-unix /tmp/.X11-unix',
  'mount --bind /tmp/.X11-unix tmp/.X11-unix',
  'mkdir former',
  'pivot_root . former',
  'cd /',
  'umount -l former',
  'rmdir former',
  'echo ready',
  'exec cat',
].join('\n');

interface Started {
  readonly process: ChildProcess;
  /** The exit code. */
  readonly ended: Promise<number | null>;
  /** Everything written so far. */
  readonly output: () => string;
}

export class FreshDebian {
  /** The folder that is its file system, as this machine sees it. */
  readonly folder: string;
  readonly #holder: ChildProcess;
  /** Number of its first process on this machine. */
  readonly #pid: string;

  private constructor(folder: string, holder: ChildProcess, pid: string) {
    this.folder = folder;
    this.#holder = holder;
    this.#pid = pid;
  }

  /**
   * Unpacks it into a new folder and adds the user's account.
   * @throws {LeftOut} when no mirror answers
   */
  static async open(folder: string): Promise<FreshDebian> {
    const archive = await bareDebian();
    await mkdir(folder);
    await runChecked('tar', ['--extract', '--numeric-owner', '--preserve-permissions', '-f', archive, '-C', folder]);
    const sources = await machineSources();
    if (sources !== '') await writeFile(path.join(folder, 'etc/apt/sources.list'), sources);
    for (const name of ['resolv.conf', 'hosts']) await copyFile(`/etc/${name}`, path.join(folder, 'etc', name));
    // The folder goes away: nothing has to survive a power cut.
    await appendFile(path.join(folder, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n');
    const own = ['--mount', '--pid', '--fork', '--kill-child', '--ipc', '--net'];
    const holder = spawn('unshare', [...own, 'bash', '-c', holdScript, 'bash', folder, packageCache], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [ready] = (await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')])) as [unknown];
    if (!String(ready).includes('ready')) throw new Error('The fresh Debian could not be mounted');
    const children = await readFile(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8');
    const opened = new FreshDebian(folder, holder, children.trim());
    await runChecked('nsenter', [...opened.#enter('--net'), 'ip', 'link', 'set', 'lo', 'up']);
    await opened.run(`useradd --create-home --shell /bin/bash ${user}`);
    const updated = await opened.runOnline('apt-get update --error-on=any');
    if (updated.code !== 0) {
      await opened.close();
      throw new LeftOut(`no Debian mirror answers: ${updated.output}`);
    }
    return opened;
  }

  #enter(...namespaces: readonly string[]): string[] {
    return ['--target', this.#pid, ...namespaces];
  }

  /** Runs lines of shell as root, with nothing but the loopback. */
  run(lines: string): Promise<CommandResult> {
    return this.#asRoot(lines, '--net');
  }

  /** Runs lines of shell as root in this machine's network, to fetch packages. */
  runOnline(lines: string): Promise<CommandResult> {
    return this.#asRoot(lines);
  }

  #asRoot(lines: string, ...more: readonly string[]): Promise<CommandResult> {
    const inside = this.#enter('--mount', '--pid', '--ipc', ...more);
    const clean = ['env', '-i', 'HOME=/root', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL=C.UTF-8'];
    const shell = ['DEBIAN_FRONTEND=noninteractive', 'bash', '-c', lines];
    return runCommand('nsenter', [...inside, ...clean, ...shell], { limit: fetching });
  }

  /** Starts a command as the user, at home and on the display, with nothing but the loopback. */
  start(command: string, env: Readonly<Record<string, string>>): Started {
    const inside = this.#enter('--mount', '--pid', '--ipc', '--net');
    const account = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
    const own = { HOME: this.home(''), USER: user, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', ...env };
    const clean = ['env', '-i', ...Object.entries(own).map(([name, value]) => `${name}=${value}`)];
    const started = spawn('nsenter', [...inside, ...account, ...clean, 'sh', '-c', `cd; exec ${command}`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const parts: string[] = [];
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (part: Buffer) => parts.push(part.toString()));
    const ended = once(started, 'close').then(([code]) => code as number | null);
    return { process: started, ended, output: () => parts.join('') };
  }

  /** Runs this machine's Node in its network, for what looks at the program from outside. Throws when it fails. */
  runBeside(script: string, args: readonly string[]): Promise<string> {
    return runChecked('nsenter', [...this.#enter('--net'), process.execPath, script, ...args], { limit: 120_000 });
  }

  /** Path of a file of the user, inside. */
  home(name: string): string {
    return path.join('/home', user, name);
  }

  /** Path on this machine of a path inside. */
  outside(name: string): string {
    return path.join(this.folder, name);
  }

  async close(): Promise<void> {
    const { exitCode, signalCode } = this.#holder;
    if (exitCode !== null || signalCode !== null) return;
    const ended = once(this.#holder, 'exit');
    this.#holder.stdin?.end();
    await ended;
  }
}
