/** How an installer is installed on a runner without a word, and removed again. */
import path from 'node:path';
import type { Command } from './run-commands.ts';

interface Trial {
  readonly install: readonly Command[];
  /** Folder with the installed program. */
  readonly folder: string;
  readonly remove: readonly Command[];
}

/** @param place an empty folder for what may be installed anywhere */
export function trialOf(file: string, place: string): Trial | null {
  const folder = path.join(place, 'installed');
  const mount = path.join(place, 'image');
  switch (path.extname(file)) {
    case '.deb':
      return {
        install: [['sudo', 'apt-get', 'install', '--yes', file]],
        folder: '/opt/Caja',
        remove: [['sudo', 'apt-get', 'remove', '--yes', 'caja']],
      };
    case '.exe':
      // NSIS takes the rest of the line as the folder, so it comes last and without quotes.
      return {
        install: [[file, '/S', '/currentuser', `/D=${folder}`]],
        folder,
        remove: [[path.join(folder, 'Uninstall Caja.exe'), '/S', '/currentuser', `_?=${folder}`]],
      };
    case '.msi':
      return {
        install: [['msiexec', '/i', file, '/qn', '/norestart', `APPLICATIONFOLDER=${folder}`]],
        folder,
        remove: [['msiexec', '/x', file, '/qn', '/norestart']],
      };
    case '.dmg':
      return {
        install: [
          ['mkdir', '-p', mount],
          ['hdiutil', 'attach', '-nobrowse', '-readonly', '-mountpoint', mount, file],
          ['ditto', path.join(mount, 'Caja.app'), path.join(folder, 'Caja.app')],
          ['hdiutil', 'detach', mount],
        ],
        folder,
        remove: [['rm', '-r', folder]],
      };
    default:
      return null;
  }
}
