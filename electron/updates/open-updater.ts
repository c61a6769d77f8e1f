/** Opens the updater of this installation, or tells why it takes no updates. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { app, session } from 'electron';
import type { Updater } from '#electron/core/ports/updater.ts';
import { packedAddress, updateFolder } from '#electron/core/updates/update-address.ts';
import { isFileFor, type UpdateFileKind, readUpdateKey } from '#electron/core/updates/update-list.ts';
import type { UpdateMemory } from '#electron/core/updates/update-memory.ts';
import type { NoUpdatesReason, UpdateRules } from '#shared/updates/updates.ts';
import { installDeb, installExe } from './install.ts';
import { installationKind } from './installation.ts';
import type { SignedUpdaterParts } from './signed-updater.ts';

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
  const { installsAlone, startsAgain, load } = installers[kind];
  const open = async (): Promise<Updater> => {
    const [{ createSignedUpdater }, installer] = await Promise.all([import('./signed-updater.ts'), load()]);
    return createSignedUpdater({
      ...installer,
      installsAlone,
      startsAgain,
      fits: isFileFor(kind, process.arch),
      folder,
      keys,
      takeList,
      fetch: (url, options) => own.fetch(url, options),
      log,
    });
  };
  // Read at the first look, minutes after the start, because electron-updater is a tenth of the program.
  let opened: Promise<Updater> | null = null;
  const updater = (): Promise<Updater> => (opened ??= open());
  return {
    installsAlone,
    startsAgain,
    look: async () => (await updater()).look(),
    download: async (onPercent) => (await updater()).download(onPercent),
    install: async (restart) => (await updater()).install(restart),
  };
}

interface Installer extends Pick<SignedUpdaterParts, 'installsAlone' | 'startsAgain'> {
  readonly load: () => Promise<Pick<SignedUpdaterParts, 'electronUpdater' | 'install'>>;
}

const installers: Readonly<Record<UpdateFileKind, Installer>> = {
  deb: {
    installsAlone: false,
    startsAgain: false,
    async load() {
      const { DebUpdater } = await import('electron-updater');
      return { electronUpdater: new DebUpdater(), install: (file, sha512) => installDeb(file, sha512) };
    },
  },
  exe: {
    installsAlone: true,
    startsAgain: true,
    async load() {
      const { NsisUpdater } = await import('electron-updater');
      const electronUpdater = new NsisUpdater();
      return { electronUpdater, install: (_file, _sha512, restart) => installExe(electronUpdater, restart) };
    },
  },
};

const isUpdatable = (kind: UpdateFileKind | NoUpdatesReason): kind is UpdateFileKind => kind in installers;

function textOf(name: string): string {
  const file = path.join(process.resourcesPath, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
