/** Opens a JSON file with electron-store, which needs Electron; everything else of the documents runs in plain Node. */
import Store from 'electron-store';
import type { OpenJsonFile } from './document-store.ts';

export const openElectronStore: OpenJsonFile = (options) => new Store(options);
