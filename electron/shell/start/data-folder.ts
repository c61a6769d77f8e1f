/** Where the data of a seat lies when the command line does not say. Knows no Electron. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Chooses the data folder on Windows: in the account's local data, because Electron's own choice is the roaming
 * profile, which is copied between computers while a ledger with its log of changes is open. A folder of an earlier
 * version stays where it is, whole, because its key and its ledger belong together.
 * @returns null where Electron's choice is right
 */
export function windowsDataFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | null {
  const { LOCALAPPDATA: local, APPDATA: roaming } = env;
  if (platform !== 'win32' || !local) return null;
  const folder = path.join(local, name);
  const isEarlier = !existsSync(folder) && roaming !== undefined && existsSync(path.join(roaming, name, 'ledger.db'));
  return isEarlier ? null : folder;
}
