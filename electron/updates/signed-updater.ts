/** The updater of this system: electron-updater behind our own signature, given signed lists alone in place of its own readers. */
import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  CancellationToken,
  type BaseUpdater,
  type UpdateInfo,
  Provider,
  type ResolvedUpdateFileInfo,
} from 'electron-updater';
import { UpdateRefused, type Updater } from '#electron/core/ports/updater.ts';
import { errorText } from '#shared/error-text.ts';
import { isCandidate } from '#shared/updates/updates.ts';
import { resolveFiles, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { UpdateMemory } from '#electron/core/updates/update-memory.ts';
import { fetchSignedList, type Fetch } from './signed-list.ts';

interface SignedFolder {
  readonly folder: URL;
  /** Public keys: the present one and the next. */
  readonly keys: readonly KeyObject[];
  readonly fetch: Fetch;
  /** Tells by its name whether a file is for this installation. */
  readonly fits: (name: string) => boolean;
  /** Refuses a list that has run out, and one older than the seat has seen. @throws UpdateRefused */
  readonly takeList: UpdateMemory['takeList'];
}

const signedProvider = ({ folder, keys, fetch, fits, takeList }: SignedFolder) =>
  class extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }
    async getLatestVersion(): Promise<UpdateInfo> {
      const name = `${this.getDefaultChannelName()}.yml`;
      const list = await fetchSignedList(folder, name, keys, fetch);
      takeList(list);
      if (!list.files.some(({ url }) => fits(url)))
        throw new UpdateRefused('list', `${name} has no file for this installation`);
      return list;
    }
    resolveFiles(list: UpdateInfo): ResolvedUpdateFileInfo[] {
      return resolveFiles(list, folder).filter(({ info }) => fits(info.url));
    }
  };

export interface SignedUpdaterParts extends SignedFolder {
  readonly electronUpdater: BaseUpdater;
  readonly installsAlone: boolean;
  readonly startsAgain: boolean;
  /** Installs a file whose SHA-512 (base64) was compared. */
  readonly install: (file: string, sha512: string, restart: boolean) => void | Promise<void>;
  readonly log: (text: string) => void;
}

interface Downloaded {
  readonly file: string;
  readonly sha512: string;
}

export function createSignedUpdater(parts: SignedUpdaterParts): Updater {
  const { electronUpdater: updater, installsAlone, startsAgain, install, log } = parts;
  updater.logger = { info: log, warn: log, error: log };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // Its maps of blocks are not signed. What they make is compared, but they are unpacked before.
  updater.disableDifferentialDownload = true;
  updater.setFeedURL({ provider: 'custom', updateProvider: signedProvider(parts) });
  let found: UpdateInfo | null = null;
  let downloaded: Downloaded | null = null;

  async function compare({ file, sha512 }: Downloaded): Promise<void> {
    const actual = await sha512Of(file).catch((error: unknown) => String(error));
    if (actual !== sha512) throw new UpdateRefused('file', `${file} is not the file of the signed list`);
  }

  return {
    installsAlone,
    startsAgain,
    async look() {
      const result = await updater.checkForUpdates().catch((error: unknown) => {
        throw error instanceof UpdateRefused ? error : new UpdateRefused('list', errorText(error));
      });
      // Not before, because a server that is away does not spoil an earlier download.
      downloaded = null;
      found = null;
      if (result === null || !result.isUpdateAvailable) return null;
      // A server may show candidates to all, by a mistake or to bring back a fault.
      if (isCandidate(result.updateInfo.version) && updater.currentVersion.prerelease.length === 0) return null;
      found = result.updateInfo;
      return { version: found.version, notes: plainNotes(found.releaseNotes) };
    },
    async download(onPercent) {
      if (found === null) throw new Error('Nothing was found');
      const cancellation = new CancellationToken();
      const largest = Math.max(...found.files.map(({ size }) => size ?? 0));
      const onProgress = (progress: { readonly transferred: number; readonly percent: number }): void => {
        // A server may send without end.
        if (progress.transferred > largest) cancellation.cancel();
        else onPercent(progress.percent);
      };
      updater.on('download-progress', onProgress);
      try {
        const [file = ''] = await updater.downloadUpdate(cancellation).catch((error: unknown) => {
          throw refusedDownload(error);
        });
        const listed = found.files.find(({ url }) => url === path.basename(file));
        if (listed === undefined) throw new UpdateRefused('file', `${file} is not in the signed list`);
        const arrived = { file, sha512: listed.sha512 };
        await compare(arrived);
        downloaded = arrived;
      } finally {
        updater.off('download-progress', onProgress);
      }
    },
    async install(restart) {
      if (downloaded === null) throw new Error('Nothing was downloaded');
      await compare(downloaded);
      await install(downloaded.file, downloaded.sha512, restart);
    },
  };
}

/** @see `builder-util-runtime` and NsisUpdater for the codes */
function refusedDownload(error: unknown): UpdateRefused {
  const code = (error as { readonly code?: unknown }).code;
  if (code === 'ERR_CHECKSUM_MISMATCH') return new UpdateRefused('file', errorText(error));
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE') return new UpdateRefused('publisher', errorText(error));
  // The list has no file for this kind of installation.
  if (typeof code === 'string' && code.startsWith('ERR_UPDATER_')) return new UpdateRefused('list', errorText(error));
  return new UpdateRefused('unreachable', errorText(error));
}

/** @returns base64 */
async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}

const mostCharacters = 4_000;

/** Returns release notes as plain text. @param given a text, or the texts of several versions, as electron-builder writes them */
export function plainNotes(given: unknown): string {
  const texts = Array.isArray(given) ? given.map((each: unknown) => noteOf(each)) : [noteOf(given)];
  const text = texts
    .join('\n\n')
    .replaceAll('\r\n', '\n')
    // Control characters and those that turn the direction of writing.
    .replace(/[^\n\P{C}]/gu, '')
    .trim();
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}

function noteOf(given: unknown): string {
  if (typeof given === 'string') return given;
  const note = (given as { readonly note?: unknown } | null | undefined)?.note;
  return typeof note === 'string' ? note : '';
}
