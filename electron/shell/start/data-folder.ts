/** Where the data folder is. */
import path from 'node:path';

interface Places {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly name: string;
  /** Returns Electron's default. On Windows it is in the roaming profile, is made there, and throws where that can't be reached. */
  readonly standard: () => string;
}

/**
 * Returns the folder. On Windows it is not in the roaming profile, which is copied between machines while nobody looks: a seat's
 * ledger with its write-ahead log, its keys and its name belong to one machine. Nor is it relative to where the program is started, which
 * would make a seat of each such place.
 */
export function dataFolder({ platform, env, name, standard }: Places): string {
  const local = env['LOCALAPPDATA'] ?? '';
  return platform === 'win32' && path.win32.isAbsolute(local) ? path.join(local, name) : standard();
}
