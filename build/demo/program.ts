/** Starts the program for the demo in a data folder of its own, with a window of the size of the screenshots. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { obtainElectron } from '#build/electron-download.ts';
import { executableOf, type ElectronTarget } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';

export interface DemoProgram {
  readonly target: ElectronTarget;
  readonly app: ElectronApplication;
  readonly page: Page;
  /** The program's data folder. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Chooses the stand-in on Linux without a display, which Electron needs. */
function chooseTarget(): ElectronTarget {
  const display = process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'] ?? '';
  const forced = process.env['CAJA_ELECTRON_TARGET'] !== undefined;
  if (process.platform === 'linux' && display === '' && !forced) return 'stand-in';
  const target = obtainElectron();
  if (target === 'stand-in' && process.platform !== 'linux') {
    throw new Error('Electron could not be downloaded, and the stand-in runs on Linux only. Connect to the internet.');
  }
  return target;
}

/** Opens the program as at a first start, in training. `close` removes its data folder. */
export async function openProgram(): Promise<DemoProgram> {
  const target = chooseTarget();
  const userData = await mkdtemp(path.join(tmpdir(), 'caja-demo-'));
  const remove = () => rm(userData, { recursive: true, force: true, maxRetries: 3 });
  try {
    const app = await _electron.launch({
      args: [root, `--user-data-dir=${userData}`, '--lang=en'],
      cwd: root,
      env: Object.fromEntries(
        Object.entries({ ...process.env, LANGUAGE: 'en' }).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        ),
      ),
      executablePath: executableOf(target),
    });
    const page = await app.firstWindow();
    page.setDefaultTimeout(20_000);
    await page.setViewportSize({ width: 1280, height: 720 });
    // The screen accepts keys once this field has the focus.
    await page.locator('#charge-amount:focus').waitFor();
    return {
      target,
      app,
      page,
      folder: userData,
      async close() {
        await app.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
