/** Installs a downloaded program on Windows, in silence. */
import { lastingArguments } from '#electron/shell/command-line.ts';

interface WindowsInstaller {
  install(isSilent: boolean, startsAgain: boolean): boolean;
}

/**
 * Starts the installer, which starts the new version without any argument. A seat with a folder of its own is not started again,
 * because the data of another seat would open in its place.
 * @param args that describe the seat
 */
export function installExe(
  installer: WindowsInstaller,
  restart: boolean,
  args: readonly string[] = lastingArguments(),
): void {
  const isElsewhere = args.some((argument) => /^--user-data-dir(?:=|$)/.test(argument));
  if (!installer.install(true, restart && !isElsewhere)) throw new Error('The installer could not be started');
}
