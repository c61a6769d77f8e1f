/** Windows and frames of pages on the stand-in, with a Chromium that does not block windows itself, and windows that are closed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { soon } from '#test/support/soon.ts';
import { times } from '#test/support/thorough.ts';
import { makeDataFolder, startSample, type Running } from './sample.ts';

const data = makeDataFolder();
let running: Running;

beforeAll(async () => {
  running = await startSample(data.folder, { SAMPLE_OPENS_WINDOWS: '1', SAMPLE_FRAMES: '1' });
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
  for (let time = 0; time < times(8, 25); time += 1) {
    expect(await running.page.evaluate(() => window.open('https://example.com/'))).toBeNull();
    expect(await running.page.evaluate((value) => window.sample.call('echo', value), time)).toBe(time);
  }
  await expect.poll(() => running.app.windows().length).toBe(1);
});

test('a print dialog over a window that is hidden fails', async () => {
  const [hidden, shown] = await running.app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false });
    const reason = (): Promise<string> =>
      new Promise((resolve) => window.webContents.print({}, (_done, why) => resolve(why))).catch(
        String,
      ) as Promise<string>;
    const before = await reason();
    window.show();
    const after = await reason();
    window.destroy();
    return [before, after];
  });
  expect(hidden).toContain('exported surface had an invalid role');
  expect(shown).toBe('Invalid printer settings');
});

test('a frame sends in its own name, and in nobody’s once it is gone', async () => {
  const { app, page, printed } = running;
  await page.evaluate(() => {
    document.body.append(document.createElement('iframe'));
  });
  await vi.waitFor(() => expect(page.frames()).toHaveLength(2), soon);
  const frame = page.frames()[1];
  expect(await frame?.evaluate(() => window.sample.call('sender'))).toEqual(['about:blank', false, 1]);
  expect(await page.evaluate(() => window.sample.call('sender'))).toEqual(['app://sample/index.html', true, 1]);
  const inner = (): Promise<number | undefined> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.mainFrame.frames.length);
  expect(await inner()).toBe(1);
  await frame?.evaluate(() => void window.sample.call('later'));
  await page.evaluate(() => {
    document.querySelector('iframe')?.remove();
    window.sample.tell('frame-gone');
  });
  await vi.waitFor(() => expect(printed()).toContain('asked by null'), soon);
  expect(await inner()).toBe(0);
});

test('a window that a program allows to its page is one of its windows', async () => {
  const { app, page } = running;
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.setWindowOpenHandler(() => ({ action: 'allow' })),
  );
  await page.evaluate(() => window.open('app://sample/index.html'));
  const addresses = (): Promise<string[]> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.webContents.getURL()));
  await vi.waitFor(
    async () => expect(await addresses()).toEqual(['app://sample/index.html', 'app://sample/index.html']),
    soon,
  );
});

test('nothing can be asked of a closed window but whether it is', async () => {
  const said = await running.app.evaluate(({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false });
    const { webContents } = window;
    const tried: string[] = [];
    const attempt = (work: () => unknown): void => {
      try {
        tried.push(String(work()));
      } catch (error) {
        tried.push(String(error));
      }
    };
    window.on('closed', () => attempt(() => window.setContentProtection(false)));
    window.close();
    attempt(() => window.webContents);
    attempt(() => webContents.send('tick', 1));
    attempt(() => window.isDestroyed() && webContents.isDestroyed());
    return tried;
  });
  const destroyed = 'TypeError: Object has been destroyed';
  expect(said).toEqual([destroyed, destroyed, destroyed, 'true']);
});

test('a hidden window is not ready to show before it is shown, though its page has loaded', async () => {
  const told = await running.app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false });
    const heard: string[] = [];
    const ready = new Promise<void>((resolve) => {
      window.once('ready-to-show', () => resolve());
    });
    void ready.then(() => heard.push('ready'));
    window.webContents.once('did-finish-load', () => heard.push('loaded'));
    await window.loadURL('app://sample/index.html');
    heard.push('shown');
    window.show();
    await ready;
    window.destroy();
    return heard;
  });
  expect(told).toEqual(['loaded', 'shown', 'ready']);
});
