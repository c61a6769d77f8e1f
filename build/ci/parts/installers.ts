/** How an installer is installed on a runner without a word, and removed again. */
import path from 'node:path';
import type { Command } from './run-commands.ts';

interface Trial {
  readonly install: readonly Command[];
  readonly folder: string;
  /** What the user clicks; null where it is the program itself. */
  readonly shortcut: string | null;
  readonly remove: readonly Command[];
}

const desktopEntry = '/usr/share/applications/caja.desktop';
const startMenu = String.raw`Microsoft\Windows\Start Menu\Programs\Caja.lnk`;

/** @param place an empty folder for what may be installed anywhere */
export function trialOf(file: string, place: string, env = process.env): Trial | null {
  const folder = path.join(place, 'installed');
  const mount = path.join(place, 'image');
  switch (path.extname(file)) {
    case '.deb':
      return {
        install: [['sudo', 'apt-get', 'install', '--yes', file]],
        folder: '/opt/Caja',
        shortcut: desktopEntry,
        remove: [['sudo', 'apt-get', 'remove', '--yes', 'caja']],
      };
    case '.rpm':
      // On a Debian, which knows nothing of the packages that it requires and has what is in them.
      return {
        install: [['sudo', 'rpm', '--install', '--nodeps', file]],
        folder: '/opt/Caja',
        shortcut: desktopEntry,
        remove: [['sudo', 'rpm', '--erase', 'caja']],
      };
    case '.exe':
      // NSIS takes the rest of the line as the folder, so it comes last and without quotes.
      return {
        install: [[file, '/S', '/currentuser', `/D=${folder}`]],
        folder,
        shortcut: path.win32.join(env['APPDATA'] ?? '', startMenu),
        remove: [[path.join(folder, 'Uninstall Caja.exe'), '/S', '/currentuser', `_?=${folder}`]],
      };
    case '.msi':
      return {
        install: [['msiexec', '/i', file, '/qn', '/norestart', `APPLICATIONFOLDER=${folder}`]],
        folder,
        shortcut: path.win32.join(env['PROGRAMDATA'] ?? '', startMenu),
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
        shortcut: null,
        remove: [['rm', '-r', folder]],
      };
    case '.zip':
      return {
        install: [['ditto', '-x', '-k', file, folder]],
        folder,
        shortcut: null,
        remove: [['rm', '-r', folder]],
      };
    default:
      return null;
  }
}
