/** Windows opened by pages of the stand-in, on a Chromium that does not block them itself. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataFolder, startSample, type Running } from './sample.ts';

const data = makeDataFolder();
let running: Running;

beforeAll(async () => {
  running = await startSample(data.folder, { SAMPLE_OPENS_WINDOWS: '1' });
});
afterAll(async () => {
  await running.app.close();
  data.remove();
});

test('a window is closed, and its opener goes on, while Playwright is too busy to let it begin', async () => {
  const file = path.join(data.folder, 'opened');
  await running.app.evaluate(({ BrowserWindow }, answerFile) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const open = async (): Promise<void> => {
      const opened = (await contents?.executeJavaScript("String(window.open('https://example.com/'))", true)) as string;
      process.getBuiltinModule('node:fs').writeFileSync(answerFile, opened);
    };
    setImmediate(() => void open());
  }, file);
  // Playwright runs in this process, so this blocks it. The limit only ends a failing test.
  const idle = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; !existsSync(file) && waited < 20_000; waited += 20) Atomics.wait(idle, 0, 0, 20);
  expect(existsSync(file)).toBe(true);
  expect(await running.page.evaluate(() => window.sample.call('echo', 'still there'))).toBe('still there');
  await expect.poll(() => running.app.windows().length).toBe(1);
});

test('each of many windows is closed without holding up its opener', async () => {
  for (let time = 0; time < 25; time += 1) {
    expect(await running.page.evaluate(() => window.open('https://example.com/'))).toBeNull();
    expect(await running.page.evaluate((value) => window.sample.call('echo', value), time)).toBe(time);
  }
  await expect.poll(() => running.app.windows().length).toBe(1);
});
