/**
 * Renders the pictures of `build/icons` from `icon.svg` with the Chromium of the tests: a PNG for each size of
 * Linux's themes, `icon.ico` and `icon.icns`. Run by hand after a change of the drawing.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright';
import { icnsOf, icoOf } from '#build/packing/icon-files.ts';
import { root } from '#build/paths.ts';
import { findChromium } from '#test/electron-host/chromium/find.ts';

const folder = path.join(root, 'build/icons');
/** Folders that Linux's icon themes have, in pixels. */
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];

const { executable, env } = await findChromium(false);
const browser = await chromium.launch({
  executablePath: executable,
  env: { ...(process.env as Record<string, string>), ...env },
  args: ['--headless', '--disable-gpu'],
});
const page = await browser.newPage();
const drawing = await readFile(path.join(folder, 'icon.svg'), 'utf8');
await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`);

const pictures = new Map<number, Buffer>();
for (const size of [...linuxSizes, 1024]) {
  await page.setViewportSize({ width: size, height: size });
  pictures.set(size, await page.screenshot({ omitBackground: true }));
}
await browser.close();

const pictureOf = (size: number): Buffer => {
  const picture = pictures.get(size);
  if (picture === undefined) throw new Error(`No picture of ${size} pixels was made`);
  return picture;
};
await mkdir(path.join(folder, 'sizes'), { recursive: true });
for (const size of linuxSizes) await writeFile(path.join(folder, `sizes/${size}x${size}.png`), pictureOf(size));
await writeFile(path.join(folder, 'icon.ico'), icoOf([16, 24, 32, 48, 64, 128, 256].map(pictureOf)));
await writeFile(path.join(folder, 'icon.icns'), icnsOf(pictureOf));
