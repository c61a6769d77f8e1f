/** What is decided about the packed program: each fuse, and nothing of development in the build. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { builderConfiguration } from '#build/electron-builder.ts';
import { fuses, setFuses } from '#build/fuses.ts';
import { mainConfig } from '#build/vite/main.vite.ts';
import { root } from '#build/paths.ts';

test('every fuse that Electron has is decided', () => {
  const known = Object.values(FuseV1Options).filter((value) => typeof value === 'number');
  expect(known.filter((fuse) => !(fuse in fuses))).toEqual([]);
  expect(builderConfiguration(null).afterPack).toBe(setFuses);
});

test('the identity of the program is fixed: what it stores on a seat hangs on it', () => {
  expect(builderConfiguration(null)).toMatchObject({ appId: 'com.caja.terminal', productName: 'Caja', asar: true });
  const { productName } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { productName: string };
  expect(productName).toBe('Caja');
});

async function mainBundle(mode: string): Promise<string> {
  const config = mainConfig(mode);
  const built = await build({ ...config, mode, logLevel: 'silent', build: { ...config.build, write: false } });
  return (built as Rolldown.RolldownOutput).output.map((part) => ('code' in part ? part.code : '')).join('\n');
}

test('only a development build reads where a development server is', async () => {
  expect(await mainBundle('production')).not.toContain('CAJA_DEV_SERVER');
  expect(await mainBundle('development')).toContain('CAJA_DEV_SERVER');
});
