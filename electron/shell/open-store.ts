/** Opens a document of electron-store without the IPC channel that the package registers for pages. */
import { ipcMain } from 'electron';
import Store, { type Options } from 'electron-store';

/** The contract's channel is the only one: electron-store's would tell any page the data folder and the version. */
export function openStore<Document extends Record<string, unknown>>(options: Options<Document>): Store<Document> {
  const store = new Store(options);
  ipcMain.removeAllListeners('electron-store-get-data');
  return store;
}
