/** A Windows of its own under wine, in which the installers run. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runChecked, runCommand, type CommandResult } from '../command.ts';
import { compileProgram, makeUnpackScript } from './windows-tools.ts';

/**
 * wine's PowerShell answers 0 to everything, which the installer would take for "the program is running"; the other
 * programs are compiled here. No menus are written to the machine.
 */
const overrides = [
  'winemenubuilder.exe,powershell.exe,mscoree,mshtml=d',
  'findstr.exe,icacls.exe,tasklist.exe,taskkill.exe=n',
].join(';');

export class Wine {
  readonly #folder: string;

  private constructor(folder: string, unpack: string) {
    this.#folder = folder;
    Object.assign(process.env, {
      WINEPREFIX: folder,
      WINEARCH: 'win64',
      WINEDEBUG: '-all',
      WINEDLLOVERRIDES: overrides,
      CAJA_UNPACK: `Z:${unpack.replaceAll('/', '\\')}`,
    });
    // A display would only show what `/S` keeps silent.
    delete process.env['DISPLAY'];
  }

  /** Makes it, in some 8 s, and names it in the environment, because the packer runs wine too. */
  static async open(folder: string): Promise<Wine> {
    const wine = new Wine(folder, await makeUnpackScript(path.dirname(folder)));
    // Where wine links the account's desktop and documents to.
    const home = `${folder}-home`;
    await mkdir(home);
    await runChecked('wineboot', ['--init'], { env: { ...process.env, HOME: home } });
    await wine.settle();
    const system = wine.disk('windows/system32');
    await compileProgram('findstr', path.join(system, 'findstr.exe'));
    await compileProgram('icacls', path.join(system, 'icacls.exe'));
    await compileProgram('tasklist', path.join(system, 'tasklist.exe'));
    await compileProgram('tasklist', path.join(system, 'taskkill.exe'), '-DKILL');
    for (const file of wine.find(/\/powershell\.exe$/i, 'windows')) await rm(wine.disk(file));
    return wine;
  }

  /** Returns the path on this machine of a path of drive C. */
  disk(file = ''): string {
    return path.join(this.#folder, 'drive_c', file);
  }

  /** Runs a program of Windows or of this machine's disk, and waits until all that it has started has ended. */
  async run(program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<CommandResult> {
    const result = await runCommand('wine', [program, ...args], { env: { ...process.env, ...more } });
    await this.settle();
    return result;
  }

  /** Starts the installed program, waits for its first sign of life and leaves it running. */
  async start(program: string, args: readonly string[]): Promise<void> {
    spawn('wine', [program, ...args], { stdio: 'ignore' }).unref();
    const end = Date.now() + 60_000;
    while (!existsSync(this.disk('started.txt'))) {
      if (Date.now() > end) throw new Error(`${program} did not start`);
      await pause(100);
    }
  }

  /** Waits until no program runs any more. */
  async settle(): Promise<void> {
    await runCommand('wineserver', ['--wait'], { limit: 60_000 });
  }

  async close(): Promise<void> {
    await runCommand('wineserver', ['--kill']);
  }

  /** Returns the first text that `reg query` finds, or null. */
  async registry(key: string, ...options: readonly string[]): Promise<string | null> {
    const { output } = await runCommand('wine', ['reg', 'query', key, ...options]);
    return /REG_SZ\s+(.*)/.exec(output)?.[1]?.trim() ?? null;
  }

  /** Returns the paths on drive C that match, without the folders of temporary files. */
  find(pattern: RegExp, below = ''): string[] {
    // Doesn't follow links as `readdir` does: wine links folders of the account to those of the machine.
    const { stdout } = spawnSync('find', [this.disk(below), '-printf', '%P\\n'], { encoding: 'utf8' });
    return stdout
      .split('\n')
      .map((file) => path.join(below, file))
      .filter((file) => pattern.test(`/${file}`) && !/\/temp\//i.test(`/${file}`));
  }

  /** Returns what the installed program was started with, and forgets it. */
  started(): Promise<string> {
    return this.#take('started.txt');
  }

  /** Returns the shortcuts that were tied to an application's id, and forgets them. */
  shortcuts(): Promise<string> {
    return this.#take('shortcuts.txt');
  }

  /** Returns what rights were given to folders, and forgets it. */
  rights(): Promise<string> {
    return this.#take('rights.txt');
  }

  async #take(file: string): Promise<string> {
    const log = this.disk(file);
    const lines = await readFile(log, 'utf8').catch(() => '');
    await rm(log, { force: true });
    // Programs of Windows end their lines with two characters.
    return lines.replaceAll('\r', '').trim();
  }
}
