/** Wires the updates of this installation. */
import path from 'node:path';
import { app, session } from 'electron';
import type { LastProgram } from '#electron/core/audit/program-deeds.ts';
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { DocumentStore } from '#electron/core/ports/stored-documents.ts';
import { createUpdateMemory, type UpdateMemory } from '#electron/core/updates/update-memory.ts';
import { createUpdates, type Updates, type UpdatesParts } from '#electron/core/updates/updates.ts';
import { lastingArguments } from '#electron/shell/command-line.ts';
import { oneMinute } from '#shared/durations.ts';
import type { UpdateRules, NoUpdatesReason } from '#shared/updates/updates.ts';
import { existsSync, readFileSync } from 'node:fs';
import type { Updater } from '#electron/core/ports/updater.ts';
import { packedAddress, updateFolder } from '#electron/core/updates/update-address.ts';
import { isFileFor, type UpdateFileKind, readUpdateKey } from '#electron/core/updates/update-list.ts';
import { installDeb, installExe, installationKind } from './install.ts';
import type { SignedUpdaterParts } from './signed-updater.ts';

/** Longest time in ms that a download waits for payments under way. */
const longestQuiet = 10 * oneMinute;

interface OpenUpdatesParts extends Omit<UpdatesParts, 'updater' | 'quiet' | 'quit' | 'relaunch' | 'memory'> {
  readonly policy: { readonly updates: UpdateRules };
  readonly log: { readonly info: (text: string) => void };
  readonly inFlight: Pick<InFlight, 'over'>;
  readonly documents: { readonly program: DocumentStore<LastProgram> };
}

/** Looks for updates from now on, if this installation takes any. */
export function openUpdates({ policy, log, inFlight, documents, ...parts }: OpenUpdatesParts): Updates {
  const memory = createUpdateMemory(documents.program, parts.clock);
  const updates = createUpdates({
    ...parts,
    updater: openUpdater(policy.updates, memory.takeList, (text) => log.info(`Update: ${text}`)),
    quiet: () => inFlight.over(longestQuiet),
    quit: () => app.quit(),
    relaunch: () => app.relaunch({ args: lastingArguments() }),
    memory,
  });
  updates.start();
  return updates;
}

/** The build puts the keys in their places, or null. */
const builtInKeys = (): readonly string[] =>
  [process.env['CAJA_UPDATE_KEY'], process.env['CAJA_UPDATE_KEY_NEXT']].filter((key) => key != null);

function openUpdater(
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
