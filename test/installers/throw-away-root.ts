/**
 * A copy-on-write view of this machine that packages are installed into. Its writes go to memory and are gone with its
 * shell; the machine's own package database is never touched. Takes root, for `unshare` and `chroot`.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { CommandResult } from './command.ts';

const endMark = '=== end of command';

/** Mounts are private to the shell: they end with it, also when this process is killed. */
const mountScript = (folder: string): string =>
  [
    'set -e',
    `mount -t tmpfs tmpfs '${folder}'`,
    `mkdir '${folder}/written' '${folder}/work' '${folder}/root'`,
    `mount -t overlay overlay -o 'lowerdir=/,upperdir=${folder}/written,workdir=${folder}/work' '${folder}/root'`,
    `mount --bind /proc '${folder}/root/proc'`,
    `mount --bind /dev '${folder}/root/dev'`,
    'export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive',
    `exec chroot '${folder}/root' /bin/bash`,
  ].join('\n');

export class ThrowAwayRoot {
  readonly #shell: ChildProcessByStdio<Writable, Readable, null>;
  readonly #folder: string;
  #output = '';
  #answered: (() => void) | null = null;

  private constructor(shell: ChildProcessByStdio<Writable, Readable, null>, folder: string) {
    this.#shell = shell;
    this.#folder = folder;
    shell.stdout.setEncoding('utf8').on('data', (part: string) => {
      this.#output += part;
      this.#answered?.();
    });
    shell.on('exit', () => this.#answered?.());
  }

  static async open(): Promise<ThrowAwayRoot> {
    const folder = await mkdtemp(path.join(tmpdir(), 'caja-root-'));
    const shell = spawn('unshare', ['--mount', 'bash', '-c', `exec 2>&1; ${mountScript(folder)}`], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { HOME: '/root', PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    });
    const opened = new ThrowAwayRoot(shell, folder);
    const { code, output } = await opened.run('test -e /usr/bin/dpkg');
    if (code !== 0) throw new Error(`The throw-away root could not be made: ${output}`);
    return opened;
  }

  /** Runs lines of shell in the root, one call after the other. */
  async run(lines: string): Promise<CommandResult> {
    this.#output = '';
    this.#shell.stdin.write(`( ${lines}\n) </dev/null 2>&1; printf '\\n${endMark} %d\\n' $?\n`);
    const end = new RegExp(`\\n${endMark} (\\d+)\\n$`);
    while (!end.test(this.#output)) {
      if (this.#shell.exitCode !== null) return { code: 126, output: this.#output };
      await new Promise<void>((resolve) => (this.#answered = resolve));
    }
    const code = Number(end.exec(this.#output)?.[1]);
    return { code, output: this.#output.replace(end, '').trim() };
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#shell.on('exit', resolve));
    if (this.#shell.exitCode === null) {
      this.#shell.stdin.end();
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}
