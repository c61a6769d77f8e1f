/** Finds a Chromium: the one named by CAJA_CHROMIUM, Debian's, or the npm package's. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { unpackedChromium } from './unpack.ts';

export interface FoundChromium {
  readonly executable: string;
  /** Environment of the executable: libraries and fonts that the machine lacks. */
  readonly env: Readonly<Record<string, string>>;
}

const windowed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const headless = ['/usr/bin/chromium-headless-shell', ...windowed];

/** Finds a Chromium with windows when `headed`, otherwise any. Throws with the paths that were tried. */
export async function findChromium(headed: boolean): Promise<FoundChromium> {
  const named = process.env['CAJA_CHROMIUM'];
  if (named !== undefined && !existsSync(named)) throw new Error(`CAJA_CHROMIUM names ${named}, which does not exist`);
  const installed = named ?? (headed ? windowed : headless).find((file) => existsSync(file));
  if (installed !== undefined) return { executable: installed, env: {} };
  if (headed) {
    throw new Error(
      `No Chromium with windows found (tried ${windowed.join(', ')}): install one, or name it in CAJA_CHROMIUM`,
    );
  }
  const { executable, libraries, fonts } = await unpackedChromium();
  return {
    executable,
    env: {
      // The npm package brings NSS, because a bare machine lacks it and Chromium links it.
      ...(spawnSync(executable, ['--version']).status === 0 ? {} : { LD_LIBRARY_PATH: libraries }),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: path.join(fonts, 'stand-in.conf') }),
    },
  };
}
