/** The Chromium that tests run on: the npm package's, whatever else a machine has. */
import { afterEach, expect, test, vi } from 'vitest';
import { engineSwitches, findChromium } from '#test/electron-host/chromium/find.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([undefined, 'npm'])('the Chromium of the package comes first when CAJA_CHROMIUM is %s', async (named) => {
  vi.stubEnv('CAJA_CHROMIUM', named);
  expect((await findChromium(false)).executable).toMatch(/\.cache\/chromium-[\d.]+\/chromium$/);
});

test('a Chromium that is named is taken, with windows or without, and a missing one is an error', async () => {
  vi.stubEnv('CAJA_CHROMIUM', process.execPath);
  for (const headed of [true, false]) expect((await findChromium(headed)).executable).toBe(process.execPath);
  vi.stubEnv('CAJA_CHROMIUM', '/nowhere');
  await expect(findChromium(false)).rejects.toThrow('/nowhere');
});

test('V8 gets the flags of CAJA_HOST_JS_FLAGS, and none by default', () => {
  vi.stubEnv('CAJA_HOST_JS_FLAGS', undefined);
  expect(engineSwitches()).toEqual([]);
  vi.stubEnv('CAJA_HOST_JS_FLAGS', '--no-opt --no-maglev');
  expect(engineSwitches()).toEqual(['--js-flags=--no-opt --no-maglev']);
});
