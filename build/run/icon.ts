/**
 * Renders `build/icons/icon.png` from `icon.svg` with the Chromium of the tests. Run by hand after a change of the
 * drawing.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '#test/electron-host/chromium/find.ts';
import { root } from '#build/paths.ts';

const folder = path.join(root, 'build/icons');
const { executable, env } = await findChromium(false);
const browser = await chromium.launch({
  executablePath: executable,
  env: { ...(process.env as Record<string, string>), ...env },
  args: ['--headless', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1024, height: 1024 } });
await page.setContent(`<style>body{margin:0}</style>${await readFile(path.join(folder, 'icon.svg'), 'utf8')}`);
await page.screenshot({ path: path.join(folder, 'icon.png'), omitBackground: true });
await browser.close();
