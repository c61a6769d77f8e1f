/** Where the data folder is. */
import path from 'node:path';

interface Places {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Electron's default, in the roaming profile on Windows. */
  readonly standard: string;
}

/**
 * Returns the folder. On Windows it is not in the roaming profile, which is copied between machines while nobody looks: a seat's
 * ledger with its write-ahead log, its keys and its name belong to one machine.
 */
export function dataFolder({ platform, env, standard }: Places): string {
  const local = env['LOCALAPPDATA'] ?? '';
  return platform === 'win32' && local !== '' ? path.join(local, path.basename(standard)) : standard;
}
