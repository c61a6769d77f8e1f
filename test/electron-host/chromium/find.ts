/** Finds a Chromium: the one named by CAJA_CHROMIUM, Debian's, or the one that npm brings. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { unpackedChromium } from './unpack.ts';

export interface FoundChromium {
  readonly executable: string;
  /** What the executable needs in its environment: libraries and fonts that the machine lacks. */
  readonly env: Readonly<Record<string, string>>;
}

const windowed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const headless = ['/usr/bin/chromium-headless-shell', ...windowed];

/** Finds a Chromium that can show windows, or one for tests; throws with what was tried. */
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
      // A bare machine lacks NSS, which Chromium links; the npm package has it.
      ...(spawnSync(executable, ['--version']).status === 0 ? {} : { LD_LIBRARY_PATH: libraries }),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: path.join(fonts, 'stand-in.conf') }),
    },
  };
}
