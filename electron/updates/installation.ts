/** Tells which kind of installation the running program is, and so how it is updated. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { UpdateFileKind } from '#electron/core/updates/update-file.ts';
import type { NoUpdatesReason } from '#shared/updates/updates.ts';

export interface RunningProgram {
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly resourcesPath: string;
  /** Name of the program, as the installer has it. */
  readonly name: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Text of `/proc/self/mountinfo`. */
const readMounts = (): string => readFileSync('/proc/self/mountinfo', 'utf8');

/** Folders, archives, portable programs and macOS are updated by hand. */
export function installationKind(program: RunningProgram, mounts = readMounts): UpdateFileKind | NoUpdatesReason {
  const { platform, execPath, resourcesPath, name } = program;
  if (platform === 'win32') {
    // The installer leaves its counterpart beside the program, and a mark where it installed for all accounts.
    if (!existsSync(path.join(path.dirname(execPath), `Uninstall ${name}.exe`))) return 'not-installed';
    return existsSync(path.join(resourcesPath, 'all-users')) ? 'all-users' : 'exe';
  }
  if (platform !== 'linux') return 'not-installed';
  // electron-builder puts this file into packages of Linux.
  const packageType = path.join(resourcesPath, 'package-type');
  if (existsSync(packageType) && readFileSync(packageType, 'utf8').trim() === 'deb') return 'deb';
  return ownAppImage(program, mounts) === null ? 'not-installed' : 'AppImage';
}

/**
 * Returns the AppImage that the running program was started from; null for none. A program that an AppImage starts inherits
 * its `APPIMAGE`, so the variable counts only where that file is mounted around the executable and belongs to this account.
 */
export function ownAppImage(
  { env, execPath }: Pick<RunningProgram, 'env' | 'execPath'>,
  mounts = readMounts,
): string | null {
  const file = env['APPIMAGE'];
  if (file === undefined || !path.isAbsolute(file)) return null;
  // Fields of proc(5): the fifth is the place; behind the dash stand the kind and the source, which is the image's name.
  const isAround = mounts()
    .split('\n')
    .some((line) => {
      const [place = '', source = ''] = [line.split(' ')[4], line.split(' - ')[1]?.split(' ')[1]].map(unescaped);
      return source === path.basename(file) && execPath.startsWith(`${place}/`);
    });
  if (!isAround) return null;
  const info = statSync(file, { throwIfNoEntry: false });
  return info?.isFile() === true && info.uid === process.getuid?.() ? file : null;
}

/** The kernel writes blanks and backslashes as octal numbers. */
const unescaped = (text = ''): string =>
  text.replace(/\\(\d{3})/g, (_all, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
