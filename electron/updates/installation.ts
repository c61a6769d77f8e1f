/** Tells which kind of installation the running program is, and so how it is updated. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { UpdateFileKind } from '#electron/core/updates/update-list.ts';
import type { NoUpdatesReason } from '#shared/updates/updates.ts';

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
