/** The Chromium that shows the page: the stand-in's on Linux, the system's elsewhere. */
import { chromium, type Browser } from '@playwright/test';
import { engineSwitches, findChromium } from '#test/electron-host/chromium/find.ts';
import { isPackageHere } from '#test/electron-host/chromium/unpack.ts';

/** Edge is part of Windows; elsewhere Chrome has to be installed. */
const channels: Partial<Record<NodeJS.Platform, string>> = { win32: 'msedge', darwin: 'chrome' };

/** True for the package's own Chromium, the only one whose pictures are compared: it draws the same on every machine. */
export const ownChromium = isPackageHere() && [undefined, 'npm'].includes(process.env['CAJA_CHROMIUM']);

export async function launchChromium(): Promise<Browser> {
  const channel = channels[process.platform];
  if (channel !== undefined && process.env['CAJA_CHROMIUM'] === undefined) return chromium.launch({ channel });
  const { executable, env } = await findChromium(false);
  return chromium.launch({ executablePath: executable, env: { ...process.env, ...env }, args: [...engineSwitches()] });
}
