/** Starts a packed program as its user or a script does, without any way in, and reads from outside what came of it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import type { Command } from './run-commands.ts';

/** Limit of a start in ms, on a runner that has never started the program. */
export const starting = 120_000;

export interface ScriptedStart {
  /** Exit code, or the signal that ended it. */
  readonly end: number | string;
  readonly errors: string;
  /** Number of starts that it added to `main.log`. */
  readonly starts: number;
}

/** Returns the data folder of whoever runs this, as the program finds it. */
function usualDataFolder(): string {
  const { platform, env } = process;
  if (platform === 'win32') return path.join(env['LOCALAPPDATA'] ?? '', 'Caja');
  if (platform === 'darwin') return path.join(homedir(), 'Library/Application Support/Caja');
  return path.join(env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config'), 'Caja');
}

export function startsIn(dataFolder: string): number {
  const log = path.join(dataFolder, 'logs/main.log');
  return existsSync(log) ? [...readFileSync(log, 'utf8').matchAll(/ Started \S+ on /g)].length : 0;
}

/**
 * Applies a provisioning file that changes nothing, with `--exit`.
 * @param dataFolder null for the usual one
 */
export function applyAsScript(executable: string, dataFolder: string | null): ScriptedStart {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'caja-seat-')), 'seat.json');
  writeFileSync(file, JSON.stringify({ version: 1, merchants: [] }));
  const folder = dataFolder ?? usualDataFolder();
  const before = startsIn(folder);
  const args = dataFolder === null ? [] : [`--user-data-dir=${dataFolder}`];
  const { status, signal, stderr } = spawnSync(executable, [...args, '--provision', file, '--exit'], {
    encoding: 'utf8',
    timeout: starting,
  });
  return { end: status ?? signal ?? 'not started', errors: stderr, starts: startsIn(folder) - before };
}

/** Returns why a changed archive did not stop the program, or that something else did; null when Electron stopped it. */
export function integrityFault(intact: ScriptedStart, damaged: ScriptedStart): string | null {
  if (intact.end !== 0 || intact.starts !== 1) return `An intact copy does not start: ${JSON.stringify(intact)}`;
  if (damaged.end === 0 || damaged.starts > 0) return 'The program runs with a changed archive';
  // Electron ends with 1 or by a signal. 1 is a code of ours too, so its words decide.
  return /integrity/i.test(damaged.errors) ? null : `It stopped for another reason: ${JSON.stringify(damaged)}`;
}

/** How a system starts a program as its user does, tells the title of its window from outside, and ends it. */
interface Desktop {
  readonly open: Command;
  /** Waits for the window. */
  readonly title: Command;
  /** Null where a signal does what the end of a session does. */
  readonly close: Command | null;
}

const windowNamed = 'Caja';
/** Each title of the window ends with the program's name. */
export const titleOnX11: Command = [
  ...(['xdotool', 'search', '--sync', '--onlyvisible', '--name'] as const),
  `${windowNamed}$`,
  'getwindowname',
];

/** Returns what a desktop entry starts, without its field codes. */
export const commandOfEntry = (entry: string): string =>
  (/^Exec=(.*)$/m.exec(entry)?.[1] ?? '').replaceAll(/ ?%\w/g, '');

/** @param shortcut desktop entry or shortcut of an installed program; null for one that lies in a folder */
export function desktopOf(platform: NodeJS.Platform, executable: string, shortcut: string | null): Desktop {
  if (platform === 'darwin') {
    const process = `process "${windowNamed}"`;
    const bundle = executable.slice(0, executable.indexOf('.app/') + '.app'.length);
    const shown = `(exists ${process}) and (exists window 1 of ${process})`;
    const wait = `repeat until ${shown}\ndelay 0.5\nend repeat\nget name of window 1 of ${process}`;
    return {
      open: ['open', '-W', bundle],
      title: ['osascript', '-e', `tell application "System Events"\n${wait}\nend tell`],
      close: ['osascript', '-e', `quit app "${bundle}"`],
    };
  }
  if (platform === 'win32') {
    const shown = `Get-Process ${windowNamed} -ErrorAction SilentlyContinue | Where-Object MainWindowTitle`;
    const wait = `do { Start-Sleep -Milliseconds 500; $seen = ${shown} } until ($seen); $seen.MainWindowTitle`;
    return {
      open: shortcut === null ? [executable] : ['cmd', '/c', 'start', '/wait', '', shortcut],
      title: ['pwsh', '-NoProfile', '-Command', wait],
      close: ['pwsh', '-NoProfile', '-Command', `(${shown}).CloseMainWindow()`],
    };
  }
  const [program = '', ...args] =
    shortcut === null ? [executable] : commandOfEntry(readFileSync(shortcut, 'utf8')).split(' ');
  return { open: [program, ...args], title: titleOnX11, close: null };
}

function ask([program, ...args]: Command): string {
  const { stdout, stderr, error, status } = spawnSync(program, args, { encoding: 'utf8', timeout: starting });
  if (status !== 0) throw new Error(`${program} saw no window: ${error?.message ?? stderr}`);
  return stdout.trim();
}

/** Opens the window and closes it again. @returns its title. Throws when there is none, or when the program ends with another code than 0. */
export async function seenTitle({ open: [program, ...args], title, close }: Desktop): Promise<string> {
  const child = spawn(program, args, { stdio: 'inherit' });
  const ended = once(child, 'exit');
  try {
    const seen = ask(title);
    if (close === null) child.kill();
    else ask(close);
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new Error(`The program ended with ${code}`);
    return seen;
  } finally {
    child.kill();
  }
}

/** Returns whose account this is, for a line that says under which conditions the program was started. */
export const account = (): string => (process.getuid?.() === 0 ? 'root' : userInfo().username);
