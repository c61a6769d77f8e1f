/** Decisions about the packed program: every fuse is set, and the build has nothing of development. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { builderConfiguration } from '#build/electron-builder.ts';
import { fuses, setFuses } from '#build/fuses.ts';
import { mainConfig } from '#build/vite/main.vite.ts';
import { root } from '#build/paths.ts';

test('every fuse of Electron is set explicitly', () => {
  const known = Object.values(FuseV1Options).filter((value) => typeof value === 'number');
  expect(known.filter((fuse) => !(fuse in fuses))).toEqual([]);
  expect(builderConfiguration(null).afterPack).toBe(setFuses);
});

test('the identity of the program is fixed, because the data of a seat depends on it', () => {
  expect(builderConfiguration(null)).toMatchObject({ appId: 'com.caja.terminal', productName: 'Caja', asar: true });
  const { productName } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { productName: string };
  expect(productName).toBe('Caja');
});

async function mainBundle(mode: string): Promise<string> {
  const config = mainConfig(mode);
  const built = await build({ ...config, mode, logLevel: 'silent', build: { ...config.build, write: false } });
  return (built as Rolldown.RolldownOutput).output.map((part) => ('code' in part ? part.code : '')).join('\n');
}

test('only a development build reads the address of a development server', async () => {
  expect(await mainBundle('production')).not.toContain('CAJA_DEV_SERVER');
  expect(await mainBundle('development')).toContain('CAJA_DEV_SERVER');
});
