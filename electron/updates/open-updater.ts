/** Opens the updater of this installation, or tells why it takes no updates. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { app, session } from 'electron';
import { DebUpdater, NsisUpdater } from 'electron-updater';
import type { Updater } from '#electron/core/ports/updater.ts';
import { packedAddress, updateFolder } from '#electron/core/updates/update-address.ts';
import { isFileFor, type UpdateFileKind } from '#electron/core/updates/update-file.ts';
import type { UpdateMemory } from '#electron/core/updates/update-memory.ts';
import { readUpdateKey } from '#electron/core/updates/update-signature.ts';
import type { NoUpdatesReason, UpdateRules } from '#shared/updates/updates.ts';
import { installDeb } from './install-on-linux.ts';
import { installationKind } from './installation.ts';
import { createSignedUpdater, type SignedUpdaterParts } from './signed-updater.ts';

/** The build puts the keys in their places, or null. */
const builtInKeys = (): readonly string[] =>
  [process.env['CAJA_UPDATE_KEY'], process.env['CAJA_UPDATE_KEY_NEXT']].filter((key) => key != null);

export function openUpdater(
  rules: UpdateRules,
  takeList: UpdateMemory['takeList'],
  log: (text: string) => void,
): Updater | NoUpdatesReason {
  if (rules.off !== null) return rules.off;
  const keys = builtInKeys().map(readUpdateKey);
  if (keys.length === 0) return 'no-key';
  if (!app.isPackaged) return 'not-installed';
  const { platform, execPath, resourcesPath } = process;
  const kind = installationKind({ platform, execPath, resourcesPath, name: app.getName() });
  if (!isUpdatable(kind)) return kind;
  const address = rules.url ?? packedAddress(textOf('app-update.yml'));
  const folder = address === null ? null : updateFolder(address);
  if (folder === null) return 'no-address';
  const own = session.fromPartition('electron-updater', { cache: false });
  return createSignedUpdater({
    ...installers[kind](),
    fits: isFileFor(kind, process.arch),
    folder,
    keys,
    takeList,
    fetch: (url, options) => own.fetch(url, options),
    log,
  });
}

type Installer = Pick<SignedUpdaterParts, 'electronUpdater' | 'installsAlone' | 'startsAgain' | 'install'>;

const installers: Readonly<Record<UpdateFileKind, () => Installer>> = {
  deb: () => ({
    electronUpdater: new DebUpdater(),
    installsAlone: false,
    startsAgain: false,
    install: (file, sha512) => installDeb(file, sha512),
  }),
  exe() {
    const electronUpdater = new NsisUpdater();
    return {
      electronUpdater,
      installsAlone: true,
      startsAgain: true,
      install(_file, _sha512, restart) {
        if (!electronUpdater.install(true, restart)) throw new Error('The installer could not be started');
      },
    };
  },
};

const isUpdatable = (kind: UpdateFileKind | NoUpdatesReason): kind is UpdateFileKind => kind in installers;

function textOf(name: string): string {
  const file = path.join(process.resourcesPath, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
