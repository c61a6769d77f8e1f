/**
 * Tells which kind of installation the running program is, and installs a downloaded update: a package on Linux, as root, and a program on
 * Windows, in silence.
 */
import path from 'node:path';
import { spawn } from 'node:child_process';
import { oneMinute } from '#shared/durations.ts';
import { lastingArguments } from '#electron/shell/command-line.ts';
import { existsSync, readFileSync } from 'node:fs';
import type { UpdateFileKind } from '#electron/core/updates/update-list.ts';
import type { NoUpdatesReason } from '#shared/updates/updates.ts';

/**
 * Runs as root. Copies the package to a place where nobody else may write and compares the copy, because the file in the
 * account's own folder can be exchanged while the password is asked for. Arguments: the file, its SHA-512 as hex.
 */
const asRoot = `
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -- "$1" "$folder/caja.deb"
echo "$2  $folder/caja.deb" | sha512sum --check --status
dpkg --install "$folder/caja.deb"
`;

/** Longest wait for an administrator's password in ms. */
const longestAsked = 5 * oneMinute;

/**
 * Installs a Debian package. The system asks for an administrator's password. Rejects when none is given in time, and when the
 * package is not installed.
 * @param sha512 base64
 * @param timeout in ms
 */
export async function installDeb(file: string, sha512: string, timeout = longestAsked): Promise<void> {
  const hex = Buffer.from(sha512, 'base64').toString('hex');
  const args = ['/bin/sh', '-c', asRoot, 'sh', file, hex];
  const asking = spawn('pkexec', args, { stdio: 'ignore', timeout });
  const status = await new Promise<number | null>((resolve, reject) => {
    asking.on('exit', resolve);
    // The time limit can't end it once it runs as root, and then its end still comes.
    asking.on('error', (error) => asking.pid === undefined && reject(error));
  });
  if (status !== 0) throw new Error(`The package was not installed: pkexec ended with ${status}`);
}

/**
 * Starts the installer, which starts the new version without any argument. A seat with a folder of its own is not started again,
 * because the data of another seat would open in its place.
 * @param args that describe the seat
 */
export function installExe(
  installer: { install(isSilent: boolean, startsAgain: boolean): boolean },
  restart: boolean,
  args: readonly string[] = lastingArguments(),
): void {
  const isElsewhere = args.some((argument) => /^--user-data-dir(?:=|$)/.test(argument));
  if (!installer.install(true, restart && !isElsewhere)) throw new Error('The installer could not be started');
}

interface RunningProgram {
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly resourcesPath: string;
  /** Name of the program, as the installer has it. */
  readonly name: string;
}

/** Unpacked folders, the MSI, the rpm and macOS are updated by hand. */
export function installationKind({
  platform,
  execPath,
  resourcesPath,
  name,
}: RunningProgram): UpdateFileKind | NoUpdatesReason {
  if (platform === 'win32') {
    // The installer leaves its counterpart beside the program, and a mark where it installed for all accounts.
    if (!existsSync(path.join(path.dirname(execPath), `Uninstall ${name}.exe`))) return 'not-installed';
    return existsSync(path.join(resourcesPath, 'all-users')) ? 'all-users' : 'exe';
  }
  if (platform !== 'linux') return 'not-installed';
  // electron-builder puts this file into packages of Linux.
  const packageType = path.join(resourcesPath, 'package-type');
  return existsSync(packageType) && readFileSync(packageType, 'utf8').trim() === 'deb' ? 'deb' : 'not-installed';
}
