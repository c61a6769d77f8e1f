/** `npm run package` as a command: what it says and the code it ends with when it packs nothing. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { expect, test } from '#test/e2e/stage/fixture.ts';

function orderPacking(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/run/package.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, said: stdout + stderr };
}

test('without Electron nothing is packed, and no stand-in takes its place @thorough', ({ kept }) => {
  const output = path.join(kept, 'packed');
  // Nobody listens there, and nothing was downloaded before.
  const offline = { ELECTRON_MIRROR: 'http://127.0.0.1:1/', electron_config_cache: path.join(kept, 'downloads') };
  const { status, said } = orderPacking(['--output', output], offline);
  expect(said).toContain('Electron could not be had, so nothing was packed.');
  expect(said).toContain('--electron FOLDER takes an unpacked one');
  expect(status).toBe(3);
  expect(globSync('**/{app.asar,Caja*,caja*}', { cwd: output })).toEqual([]);
});

test('an order that isn’t clear packs nothing, and is told with the usage @thorough', () => {
  const unclear = orderPacking(['--target', 'snap']);
  expect(unclear.said).toMatch(/There is no target snap\.\nnpm run package -- /);
  expect(unclear.status).toBe(2);
});

test('packing that failed is told from an Electron that could not be had @thorough', ({ kept }) => {
  // An Electron that has nothing but a name on each system, and a place that can't be a folder.
  for (const name of ['electron', 'electron.exe']) writeFileSync(path.join(kept, name), '');
  mkdirSync(path.join(kept, 'Electron.app'));
  const place = path.join(kept, 'electron.exe/packed');
  const failed = orderPacking(['--target', 'dir', '--electron', kept, '--output', place]);
  expect(failed.said).not.toContain('Electron could not be had');
  expect(failed.status).toBe(1);
});
