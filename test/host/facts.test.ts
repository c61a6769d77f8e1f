/** What Electron does otherwise than a program may hope: each is a trap on the stand-in too. */
import { homedir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataFolder, startSample, type Running } from './sample.ts';

const data = makeDataFolder();
let running: Running;

beforeAll(async () => {
  const system = {
    CAJA_HOST_THEME: 'dark',
    CAJA_HOST_PROXY: 'PROXY 127.0.0.1:3128',
    CAJA_HOST_PACKAGED: '1',
    CAJA_HOST_UNREACHABLE: 'documents',
  };
  running = await startSample(data.folder, { ...system, SAMPLE_LEAVES_MENU: '1' });
});
afterAll(async () => {
  await running.app.close();
  data.remove();
});

test('a notification that the program keeps hears its click, and one that it drops does not', async () => {
  const heard = await running.app.evaluate(async ({ Notification }) => {
    const kept = new Notification({ title: 'kept' });
    const clicks: string[] = [];
    kept.on('click', () => clicks.push('kept'));
    kept.show();
    const drop = (): void => {
      const dropped = new Notification({ title: 'dropped' });
      dropped.on('click', () => clicks.push('dropped'));
      dropped.show();
    };
    drop();
    const { click } = Notification as unknown as { click(this: void, at: number): Promise<boolean> };
    const arrived = [await click(0), await click(1)];
    return { arrived, clicks, title: kept.title };
  });
  expect(heard).toEqual({ arrived: [true, false], clicks: ['kept'], title: 'kept' });
});

test('a folder of the account that can not be reached throws, and leaves the others', async () => {
  const reach = (name: 'documents' | 'home'): Promise<string> =>
    running.app.evaluate(({ app }, wanted) => app.getPath(wanted), name);
  await expect(reach('documents')).rejects.toThrow("Failed to get 'documents' path");
  expect(await reach('home')).toBe(homedir());
});

test('Electron’s own menu stands until the program sets one, and its keys load the page anew', async () => {
  const { app, page } = running;
  await page.evaluate(() => void (document.title = 'Changed'));
  const press = (keys: string): Promise<boolean> =>
    app.evaluate(({ Menu }, wanted) => (Menu as unknown as { press(keys: string): boolean }).press(wanted), keys);
  expect(await app.evaluate(({ Menu }) => (Menu as unknown as { defaultStood: boolean }).defaultStood)).toBe(true);
  const loaded = page.waitForEvent('load');
  expect(await press('CmdOrCtrl+R')).toBe(true);
  await loaded;
  expect(await page.title()).not.toBe('Changed');
  await app.evaluate(({ Menu }) => Menu.setApplicationMenu(null));
  expect(await press('CmdOrCtrl+R')).toBe(false);
});

test('the lock of the system’s session is told on Windows and macOS alone, its sleep everywhere', async () => {
  const told = await running.app.evaluate(({ powerMonitor }) => {
    const heard: string[] = [];
    const events = ['suspend', 'resume', 'lock-screen'] as const;
    for (const event of events) {
      powerMonitor.on(event as 'suspend', () => heard.push(event));
      try {
        powerMonitor.emit(event);
      } catch (error) {
        heard.push((error as Error).message);
      }
    }
    return heard;
  });
  const lock = process.platform === 'linux' ? 'powerMonitor does not emit lock-screen on Linux' : 'lock-screen';
  expect(told).toEqual(['suspend', 'resume', lock]);
});

test('a page has less room than its window', async () => {
  const [size, content] = await running.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return [window?.getSize(), window?.getContentSize()];
  });
  expect([size, content]).toEqual([
    [900, 700],
    [884, 641],
  ]);
  expect(await running.page.evaluate(() => [innerWidth, innerHeight])).toEqual(content);
});

test('a dialog that would replace a file silently is refused', async () => {
  const chosen = await running.app.evaluate(async ({ dialog }) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: '/chosen' });
    const ask = (properties: 'showOverwriteConfirmation'[]): Promise<string> =>
      dialog.showSaveDialog({ properties }).then(
        ({ filePath }) => filePath,
        (error: Error) => error.message,
      );
    return [await ask([]), await ask(['showOverwriteConfirmation'])];
  });
  expect(chosen).toEqual([expect.stringContaining('silently'), '/chosen']);
});

test('the system’s theme, its proxy and the packed program are what the environment says', async () => {
  const system = await running.app.evaluate(async ({ app, nativeTheme, session }) => [
    nativeTheme.shouldUseDarkColors,
    await session.defaultSession.resolveProxy('https://example.com/'),
    app.isPackaged,
  ]);
  expect(system).toEqual([true, 'PROXY 127.0.0.1:3128', true]);
  expect(await running.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
});

test('the command line has switches that nobody passed, and loses one that the program removes', async () => {
  const seen = await running.app.evaluate(({ app }) => {
    const own = app.commandLine.hasSwitch('allow-file-access-from-files');
    app.commandLine.removeSwitch('user-data-dir');
    return [own, process.argv.join(' ').includes('allow-file-access'), app.commandLine.hasSwitch('user-data-dir')];
  });
  expect(seen).toEqual([true, false, false]);
});

test('a call that only Windows has is missing', async () => {
  const said = await running.app.evaluate(({ app }) => {
    try {
      app.setToastActivatorCLSID('{}');
      return 'nothing thrown';
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(said).toContain('setToastActivatorCLSID is not implemented');
});
