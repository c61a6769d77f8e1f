/** Launches the built program on Electron or on the stand-in. */
import path from 'node:path';
import { _electron, type ElectronApplication } from '@playwright/test';
import { electronTarget, executableOf } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';

/** The Electron that runs. Specs are the same on both. */
export const target = electronTarget();

export interface StartOptions {
  /** Arguments after the program's folder. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Data folder of another seat, instead of the test's. */
  readonly userData?: string;
  /** Folder of another build of the program, such as an unpacked installation. */
  readonly program?: string;
  /** Executable of a packed program, instead of Electron and the program's folder. */
  readonly executable?: string;
}

/** Time limit of a start in ms. The very first start unpacks Chromium. */
export const starting = 120_000;

/** Returns a time zone where it is about noon, so that no day ends during a spec. POSIX offsets count westwards. */
function noonZone(): string {
  const east = 12 - new Date().getUTCHours();
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}

/** Reuses Node's compiled code, because the program starts more than a hundred times. */
const compiled = { NODE_COMPILE_CACHE: path.join(root, '.cache/compiled') };

const environment = (env: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...process.env, ...compiled, LANGUAGE: 'en', TZ: noonZone(), ...env }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );

/** Starts the program with this data folder. */
export async function launchProgram(
  options: StartOptions & { readonly userData: string },
): Promise<ElectronApplication> {
  const { args = [], env, program = root, userData } = options;
  const executable = options.executable ?? (target === 'stand-in' ? executableOf(target) : null);
  const folder = options.executable === undefined ? [program] : [];
  const app = await _electron.launch({
    args: [...folder, `--user-data-dir=${userData}`, '--lang=en', ...args],
    cwd: root,
    env: environment(env),
    ...(executable === null ? {} : { executablePath: executable }),
    // Playwright starts without Chromium's sandbox on Linux, unless it is told that the system allows it.
    chromiumSandbox: process.env['CAJA_CHROMIUM_SANDBOX'] === '1',
    timeout: starting,
  });
  const close = app.close.bind(app);
  // Playwright's own order to quit interrupts main wherever it is, also between two statements about a window.
  app.close = async () => {
    const quit = app.evaluate(
      ({ app: program }) => new Promise<void>((done) => setImmediate(() => done(program.quit()))),
    );
    await quit.catch(() => undefined);
    await close();
  };
  return app;
}
