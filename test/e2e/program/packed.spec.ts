/** The packed program: what is in its folder, and its life from a first start with a provisioning file to a second one. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import type { ElectronApplication } from '@playwright/test';
import { openInspector } from '#build/ci/parts/packed-program.ts';
import { packedExecutable } from '#build/packing/fuses.ts';
import { publisherOf } from '#build/packing/publisher.ts';
import { packageVersion } from '#build/packing/version.ts';
import { root } from '#build/paths.ts';
import { packedAddress } from '#electron/core/updates/update-address.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { target } from '#test/e2e/stage/launch-program.ts';
import { times } from '#test/support/thorough.ts';
import { callBridge, keyPayment, send } from '#test/e2e/stage/keyed-payment.ts';

/** Not among what the program writes, which is searched for card numbers: its training has some of its own. */
const output = path.join(root, '.cache/packed-program');

/** Packs the program and looks into it. Returns its folder's executable, a bundle on macOS. */
async function pack(): Promise<string> {
  rmSync(output, { recursive: true, force: true });
  const electron = target === 'stand-in' ? target : path.join(root, 'node_modules/electron/dist');
  const order = ['--target', 'dir', '--electron', electron, '--output', output];
  const packed = spawnSync(process.execPath, ['build/run/package.ts', ...order], { cwd: root, encoding: 'utf8' });
  expect(packed.status, packed.stdout + packed.stderr).toBe(0);
  const [archive = 'no archive'] = globSync('**/app.asar', { cwd: output });
  const inside = listPackage(path.join(output, archive), { isPack: false }).map((name) => name.replaceAll('\\', '/'));
  const tops = new Set(inside.map((name) => name.split('/')[1] ?? ''));
  expect([...tops].toSorted((one, other) => one.localeCompare(other))).toEqual(['dist', 'LICENSE', 'package.json']);
  expect(inside).toEqual(
    expect.arrayContaining([
      '/dist/main/main.js',
      '/dist/worker/file-worker.cjs',
      '/dist/preload/preload.cjs',
      '/dist/collector/preload.cjs',
      '/dist/renderer/index.html',
    ]),
  );
  // Each of the two fonts in the alphabets of the screens alone.
  expect(inside.filter((name) => name.endsWith('.woff2')).map((name) => /-latin(-ext)?-wght/.test(name))).toEqual(
    Array.from({ length: 4 }, () => true),
  );
  expect(inside.filter((name) => /\.(?:map|ts|tsx|pem|key|sqlite)$/.test(name))).toEqual([]);

  const resources = path.dirname(path.join(output, archive));
  expect(readdirSync(path.join(resources, 'legal')).toSorted()).toEqual(['sbom.cdx.json', 'third-party-licences.txt']);
  const update = readFileSync(path.join(resources, 'app-update.yml'), 'utf8');
  expect(packedAddress(update)).toBe(publisherOf(process.env, packageVersion()).updates);
  expect(update).not.toContain('channel');
  const folder = process.platform === 'darwin' ? path.resolve(resources, '../../..') : path.dirname(resources);
  const executable = packedExecutable(folder, process.platform);
  const wire = await getCurrentFuseWire(executable);
  const enabled = Object.values(FuseV1Options).filter(
    (fuse) => typeof fuse === 'number' && wire[fuse] === FuseState.ENABLE,
  );
  expect(enabled).toEqual([
    FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    FuseV1Options.OnlyLoadAppFromAsar,
    FuseV1Options.WasmTrapHandlers,
  ]);
  return executable;
}

/** Holds an amount of a training card, and backs the record up in a worker whose code is in the archive. */
async function payAndBackUp(app: ElectronApplication, copy: string): Promise<void> {
  const page = await firstWindow(app);
  expect(await app.evaluate(({ app: electron }) => electron.isPackaged)).toBe(true);
  await keyPayment(page, { amount: '120', hold: true });
  await send(page);
  await expect(page.getByRole('heading', { name: 'Held. The card was not charged.' })).toBeVisible();
  await app.evaluate(({ dialog }, file) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: file });
  }, copy);
  expect(await callBridge(page, 'ledger', 'backUp', undefined)).toMatchObject({ ok: true });
  await expect.poll(() => existsSync(copy)).toBe(true);
}

/** Ends the program as its menu does and returns the exit code. */
async function quit(app: ElectronApplication): Promise<unknown> {
  const exit = once(app.process(), 'exit');
  await app.evaluate(({ app: electron }) => electron.quit()).catch(() => undefined);
  return ((await exit) as [unknown])[0];
}

/** Writes a provisioning file with one merchant. */
function seatFile(kept: string, merchant: object): string {
  const file = path.join(kept, 'seat.json');
  const secrets = { cclw: 'C'.repeat(128), apiKey: 'PARTONE|PARTTWO' };
  const merchants = [
    { name: 'Panadería', environment: 'test', baseUrl: 'https://localhost:1', ...secrets, ...merchant },
  ];
  writeFileSync(file, JSON.stringify({ version: 1, merchants }));
  return file;
}

if (target === 'stand-in') {
  test('the packed program is provisioned, pays, backs up, gives way to itself, restarts and refuses', async ({
    startApp,
    kept,
    userData,
  }) => {
    const executable = await pack();
    /** Starts it by hand and waits for its end. */
    const ended = async (...args: string[]): Promise<unknown> => {
      const child = spawn(executable, [`--user-data-dir=${userData}`, ...args], { stdio: 'ignore' });
      return ((await once(child, 'close')) as [unknown])[0];
    };
    const first = await startApp({ executable, args: ['--provision', seatFile(kept, {})] });
    await payAndBackUp(first, path.join(kept, 'copy.db'));
    expect(await ended()).toBe(0);
    expect(await quit(first)).toBe(0);

    const second = await startApp({ executable, args: ['--provision', seatFile(kept, { taxRate: 'seven' })] });
    const page = await firstWindow(second);
    await expect
      .poll(() => callBridge(page, 'history', 'search', {}))
      .toMatchObject({
        value: { attempts: [{ amount: 12_000 }] },
      });
    expect(await callBridge(page, 'merchants', 'list', undefined)).toMatchObject({ value: { length: 2 } });
    expect(await quit(second)).toBe(3);
    expect(await ended('--remote-debugging-port=9222')).toBe(4);
    if (times(true, false)) return;
    // The workflows' own test of a packed program, which starts it as a customer does first. The stand-in's Chromium has no window,
    // and an archive is not compared.
    const smoke = spawnSync(
      process.execPath,
      ['build/ci/smoke-test.ts', path.dirname(executable), '--no-window', '--damaged'],
      { cwd: root, encoding: 'utf8', env: { ...process.env, XDG_CONFIG_HOME: path.join(kept, 'config') } },
    );
    expect(smoke.stdout, smoke.stderr).toContain('main.log says that the program started');
    expect(smoke.stdout, smoke.stderr).toContain('took a payment in training');
    expect(smoke.stderr).toContain('The program runs with a changed archive');
  });
} else {
  test('the packed program pays and backs up in a smoke test', async ({ startApp, kept }) => {
    const executable = await pack();
    // Playwright attaches through Node's inspector, which the fuse forbids.
    await openInspector(path.dirname(executable));
    const started = process.platform === 'darwin' ? path.join(executable, 'Contents/MacOS/Caja') : executable;
    const app = await startApp({ executable: started, env: { CAJA_SMOKE_TEST: '1' } });
    await payAndBackUp(app, path.join(kept, 'copy.db'));
  });
}
