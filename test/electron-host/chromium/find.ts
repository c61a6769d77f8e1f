/** Finds a Chromium: the one named by CAJA_CHROMIUM, the npm package's, or an installed one. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isPackageHere, unpackedChromium } from './unpack.ts';

export interface FoundChromium {
  readonly executable: string;
  /** Environment of the executable: libraries and fonts that the machine lacks. */
  readonly env: Readonly<Record<string, string>>;
}

const windowed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const installed = ['/usr/bin/chromium-headless-shell', ...windowed];

/** Switches for V8's flags, which CAJA_HOST_JS_FLAGS names. */
export function engineSwitches(): readonly string[] {
  const flags = process.env['CAJA_HOST_JS_FLAGS'];
  return flags === undefined ? [] : [`--js-flags=${flags}`];
}

/** Value of CAJA_CHROMIUM that takes the npm package's Chromium, and fails where it does not run. */
const byPackage = 'npm';

/**
 * Finds a Chromium with windows when `headed`, otherwise any. The npm package's comes before installed ones, because it is the
 * same on every machine; it has no windows. Throws with what was tried.
 */
export async function findChromium(headed: boolean): Promise<FoundChromium> {
  const named = process.env['CAJA_CHROMIUM'];
  if (named !== undefined && named !== byPackage) {
    if (!existsSync(named)) throw new Error(`CAJA_CHROMIUM names ${named}, which does not exist`);
    return { executable: named, env: {} };
  }
  if (named === byPackage || (!headed && isPackageHere())) return await ofPackage();
  const tried = headed ? windowed : installed;
  const executable = tried.find((file) => existsSync(file));
  if (executable !== undefined) return { executable, env: {} };
  throw new Error(
    `No Chromium${headed ? ' with windows' : ''} found (tried ${tried.join(', ')}): install one, or name it in CAJA_CHROMIUM`,
  );
}

/** Tells whether the machine has all libraries of the Chromium. A trial takes a tenth of a second, so its result is kept for later starts. */
function runsByItself(executable: string): boolean {
  const kept = path.join(tmpdir(), `${path.basename(path.dirname(executable))}-runs-by-itself`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8') === 'yes';
  const runs = spawnSync(executable, ['--version']).status === 0;
  writeFileSync(kept, runs ? 'yes' : 'no');
  return runs;
}

async function ofPackage(): Promise<FoundChromium> {
  const { executable, libraries, fonts } = await unpackedChromium();
  return {
    executable,
    env: {
      // The npm package brings NSS, because a bare machine lacks it and Chromium links it.
      ...(runsByItself(executable) ? {} : { LD_LIBRARY_PATH: libraries }),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: path.join(fonts, 'stand-in.conf') }),
    },
  };
}
