/** Gives electron-updater signed lists alone, in place of its own readers. */
import type { KeyObject } from 'node:crypto';
import { Provider, type ResolvedUpdateFileInfo, type UpdateInfo } from 'electron-updater';
import { resolveFiles, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import { UpdateRefused } from '#electron/core/ports/updater.ts';
import type { UpdateMemory } from '#electron/core/updates/update-memory.ts';
import { fetchSignedList, type Fetch } from './signed-list.ts';

export interface SignedFolder {
  readonly folder: URL;
  /** Public keys: the present one and the next. */
  readonly keys: readonly KeyObject[];
  readonly fetch: Fetch;
  /** Tells by its name whether a file is for this installation. */
  readonly fits: (name: string) => boolean;
  /** Refuses a list that has run out, and one older than the seat has seen. @throws UpdateRefused */
  readonly takeList: UpdateMemory['takeList'];
}

/** Returns the class that electron-updater makes its provider of. */
export const signedProvider = ({ folder, keys, fetch, fits, takeList }: SignedFolder) =>
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
