/** Opens the updater of this installation, or tells why it takes no updates. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { app, session } from 'electron';
import { AppImageUpdater, DebUpdater, NsisUpdater } from 'electron-updater';
import type { Updater } from '#electron/core/ports/updater.ts';
import { packedAddress, updateFolder } from '#electron/core/updates/update-address.ts';
import { isFileFor } from '#electron/core/updates/update-file.ts';
import { readUpdateKey } from '#electron/core/updates/update-signature.ts';
import type { NoUpdatesReason, UpdateRules } from '#shared/updates/updates.ts';
import { installDeb, replaceAppImage } from './install-on-linux.ts';
import { createSignedUpdater, type SignedUpdaterParts } from './signed-updater.ts';

/** The build puts the key in its place, or null. */
const builtInKey = (): string | null | undefined => process.env['CAJA_UPDATE_KEY'];

export function openUpdater(rules: UpdateRules, log: (text: string) => void): Updater | NoUpdatesReason {
  if (rules.off !== null) return rules.off;
  const key = builtInKey();
  if (key == null) return 'no-key';
  const installation = app.isPackaged ? installationOf() : null;
  if (installation === null) return 'not-installed';
  const address = rules.url ?? packedAddress(textOf('app-update.yml'));
  const folder = address === null ? null : updateFolder(address);
  if (folder === null) return 'no-address';
  const own = session.fromPartition('electron-updater', { cache: false });
  return createSignedUpdater({
    ...installation,
    folder,
    key: readUpdateKey(key),
    fetch: (url, options) => own.fetch(url, options),
    log,
  });
}

type Installation = Pick<SignedUpdaterParts, 'electronUpdater' | 'installsAlone' | 'install' | 'fits'>;

/** Returns null for a folder, an archive, a portable program and macOS, which are updated by hand. */
function installationOf(): Installation | null {
  if (process.platform === 'win32') return fromInstaller();
  if (process.platform !== 'linux') return null;
  const appImage = process.env['APPIMAGE'];
  if (packageType() === 'deb') {
    return {
      electronUpdater: new DebUpdater(),
      fits: isFileFor('deb', process.arch),
      installsAlone: false,
      install(file, sha512, restart) {
        installDeb(file, sha512);
        if (restart) app.relaunch();
      },
    };
  }
  if (appImage === undefined || !path.isAbsolute(appImage)) return null;
  return {
    electronUpdater: new AppImageUpdater(),
    fits: isFileFor('AppImage', process.arch),
    installsAlone: true,
    install(file, sha512, restart) {
      replaceAppImage(appImage, file, sha512);
      if (restart) app.relaunch({ execPath: appImage, args: process.argv.slice(1) });
    },
  };
}

/** The installer leaves its counterpart beside the program. */
function fromInstaller(): Installation | null {
  const folder = path.dirname(process.execPath);
  if (!existsSync(path.join(folder, `Uninstall ${app.getName()}.exe`))) return null;
  const electronUpdater = new NsisUpdater();
  return {
    electronUpdater,
    fits: isFileFor('exe', process.arch),
    installsAlone: true,
    install: (_file, _sha512, restart) => {
      if (!electronUpdater.install(true, restart)) throw new Error('The installer could not be started');
    },
  };
}

/** @see `package-type`, which electron-builder puts into packages of Linux */
const packageType = (): string => textOf('package-type').trim();

function textOf(name: string): string {
  const file = path.join(process.resourcesPath, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
