/** Pictures of the last state of a spec, for `npm run screenshots`: every state that a spec shows, at every size. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { picturesVariable } from '#build/pictures-report.ts';
import type { Look } from './looks.ts';

interface Variant {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly contrast?: 'more';
  readonly forcedColors?: 'active';
}

/** The design's size, a laptop at 125 %, a large screen, 200 % zoom, high contrast, and forced colours. */
const variants: readonly Variant[] = [
  { name: '1280x720', width: 1280, height: 720 },
  { name: '1093x614', width: 1093, height: 614 },
  { name: '1920x1080', width: 1920, height: 1080 },
  { name: '200-percent', width: 640, height: 360 },
  { name: 'high-contrast', width: 1280, height: 720, contrast: 'more' },
  { name: 'forced-colours', width: 1280, height: 720, forcedColors: 'active' },
];

/** Returns the name of a state as a file name: spec, language and theme, and what it shows. */
const stateOf = (info: TestInfo): string =>
  info.titlePath
    .join(' ')
    .replace(/\.spec\.ts/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 160);

/** @param turned the look to which the stage has turned the state after the spec */
export async function takePictures(page: Page, info: TestInfo, turned?: Look): Promise<void> {
  const folder = process.env[picturesVariable];
  if (folder === undefined) return;
  const state = turned === undefined ? stateOf(info) : `${stateOf(info)}-in-${turned.language}-${turned.theme}`;
  const before = page.viewportSize();
  await mkdir(folder, { recursive: true });
  for (const { name, width, height, contrast, forcedColors } of variants) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ contrast: contrast ?? 'no-preference', forcedColors: forcedColors ?? 'none' });
    await page.screenshot({ path: path.join(folder, `${state}.${name}.png`), animations: 'disabled' });
  }
  await page.emulateMedia({ contrast: null, forcedColors: null });
  if (before !== null) await page.setViewportSize(before);
}
