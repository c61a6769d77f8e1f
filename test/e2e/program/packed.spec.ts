/** The packed program: the content of its archive, and a start from it. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { executableOf } from '#build/electron-target.ts';
import { packedExecutable } from '#build/packing/fuses.ts';
import { root } from '#build/paths.ts';
import { expect, firstWindow, target, test } from '#test/e2e/stage/fixture.ts';
import { keyPayment, send } from '#test/e2e/stage/keyed-payment.ts';

test('the packed program holds only its bundles, has its fuses set, and authorizes a card', async ({
  startApp,
  kept,
}) => {
  rmSync(path.join(root, 'release'), { recursive: true, force: true });
  const packed = spawnSync(process.execPath, ['build/run/package.ts', '--dir'], { cwd: root, encoding: 'utf8' });
  expect(packed.status, packed.stdout + packed.stderr).toBe(0);
  const [archive = 'no archive'] = globSync('release/**/app.asar', { cwd: root });
  const inside = listPackage(path.join(root, archive), { isPack: false });
  const tops = new Set(inside.map((name) => name.split(/[\\/]/)[1]));
  expect([...tops].toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
    'dist',
    'LICENSE',
    'package.json',
  ]);
  const bundles = inside.filter((name) => /\.(?:c?js|html)$/.test(name)).map((name) => name.replaceAll('\\', '/'));
  expect(bundles).toEqual(
    expect.arrayContaining([
      '/dist/main/main.js',
      '/dist/worker/file-worker.cjs',
      '/dist/preload/preload.cjs',
      '/dist/collector/preload.cjs',
      '/dist/renderer/index.html',
    ]),
  );
  expect(inside.filter((name) => /\.(?:map|ts|tsx|pem|key|sqlite)$/.test(name))).toEqual([]);

  const resources = path.dirname(path.join(root, archive));
  expect(readdirSync(path.join(resources, 'legal')).toSorted()).toEqual(['sbom.cdx.json', 'third-party-licences.txt']);
  const folder = process.platform === 'darwin' ? path.resolve(resources, '../../..') : path.dirname(resources);
  const wire = await getCurrentFuseWire(packedExecutable(folder, process.platform));
  const enabled = Object.values(FuseV1Options).filter(
    (fuse) => typeof fuse === 'number' && wire[fuse] === FuseState.ENABLE,
  );
  expect(enabled).toEqual([
    FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    FuseV1Options.OnlyLoadAppFromAsar,
    FuseV1Options.WasmTrapHandlers,
  ]);

  const program = path.join(kept, 'program');
  extractAll(path.join(root, archive), program);
  const page = await firstWindow(await startApp({ program }));
  await keyPayment(page, { amount: '120', hold: true });
  await send(page);
  await expect(page.getByRole('heading', { name: 'Held. The card was not charged.' })).toBeVisible();

  if (target === 'stand-in') smokeTest(folder, program, path.join(kept, 'packed'));
});

/** Runs the workflows' own test of a packed program, with the stand-in in place of its executable. */
function smokeTest(folder: string, program: string, copy: string): void {
  cpSync(folder, copy, { recursive: true });
  const stub = readFileSync(path.join(copy, 'caja'), 'latin1');
  const start = `#!/bin/sh\nCAJA_HOST_PACKAGED=1 exec '${executableOf('stand-in')}' "$@" '${program}'\n`;
  writeFileSync(path.join(copy, 'caja'), start + stub.slice(stub.indexOf('# dL7p')), 'latin1');
  const smoke = spawnSync(process.execPath, ['build/ci/smoke-test.ts', copy], { cwd: root, encoding: 'utf8' });
  expect(smoke.stdout + smoke.stderr).toContain('took a payment in training');
}
