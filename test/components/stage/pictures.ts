/** Pictures of the last state of a spec, for `npm run screenshots`: every state that a spec shows, at every size. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { picturesVariable } from '#build/pictures-report.ts';

interface Variant {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly contrast?: 'more';
}

/** The design's size, a laptop at 125 %, a large screen, 200 % zoom, and high contrast. */
const variants: readonly Variant[] = [
  { name: '1280x720', width: 1280, height: 720 },
  { name: '1093x614', width: 1093, height: 614 },
  { name: '1920x1080', width: 1920, height: 1080 },
  { name: '200-percent', width: 640, height: 360 },
  { name: 'high-contrast', width: 1280, height: 720, contrast: 'more' },
];

/** Returns the name of a state as a file name: spec, language and theme, and what it shows. */
const stateOf = (info: TestInfo): string =>
  info.titlePath
    .join(' ')
    .replace(/\.spec\.ts/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 160);

export async function takePictures(page: Page, info: TestInfo): Promise<void> {
  const folder = process.env[picturesVariable];
  if (folder === undefined) return;
  const before = page.viewportSize();
  await mkdir(folder, { recursive: true });
  for (const { name, width, height, contrast } of variants) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ contrast: contrast ?? 'no-preference' });
    await page.screenshot({ path: path.join(folder, `${stateOf(info)}.${name}.png`), animations: 'disabled' });
  }
  await page.emulateMedia({ contrast: null });
  if (before !== null) await page.setViewportSize(before);
}
