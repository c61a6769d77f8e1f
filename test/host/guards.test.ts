/** Pages of the stand-in: scheme, content security policy, permissions, navigation, dialogs, printing. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { soon } from '#test/support/soon.ts';
import { makeDataFolder, startSample, type Running } from './sample.ts';

const data = makeDataFolder();
let running: Running;

beforeAll(async () => {
  running = await startSample(data.folder);
});
afterAll(async () => {
  await running.app.close();
  data.remove();
});

const addressInMain = (): Promise<string | undefined> =>
  running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL());

test("the program's own scheme is served by its handler, method and body included", async () => {
  const answered = await running.page.evaluate(() =>
    fetch('/echo', { method: 'POST', body: 'héé' }).then((response) => response.json()),
  );
  expect(answered).toEqual({ method: 'POST', body: 'héé', url: 'app://sample/echo' });
  expect(await running.page.evaluate(() => fetch('/../../etc/passwd').then(({ status }) => status))).toBe(404);
});

test('the page is a secure context', async () => {
  expect(await running.page.evaluate(() => isSecureContext && 'subtle' in crypto)).toBe(true);
});

test('the content security policy stops inline scripts, eval and requests elsewhere', async () => {
  const stopped = await running.page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.ranInline = true';
    document.head.append(script);
    // Deferred, because code that a debugger evaluates may use eval under any policy.
    const evaluated = await new Promise<boolean>((resolve) =>
      setTimeout(() => {
        try {
          // eslint-disable-next-line typescript/no-implied-eval
          resolve(Boolean(new Function('return true')()));
        } catch {
          resolve(false);
        }
      }),
    );
    const fetched = await fetch('https://127.0.0.1:9/').then(
      () => true,
      () => false,
    );
    return ['ranInline' in globalThis, evaluated, fetched];
  });
  expect(stopped).toEqual([false, false, false]);
});

test('permissions are what the session decides', async () => {
  const { page } = running;
  expect(await page.evaluate(() => Notification.requestPermission())).toBe('granted');
  const located = await page.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('located'),
          ({ code }) => resolve(code),
        );
      }),
  );
  expect(located).toBe(1);
  await vi.waitFor(() => expect(running.printed()).toContain('asked for geolocation'), soon);
});

test('a link elsewhere is stopped by the guard, one within the page is not', async () => {
  await running.page.getByRole('link', { name: 'Away' }).click();
  await vi.waitFor(() => expect(running.printed()).toContain('stopped https://example.com/away'), soon);
  await running.page.evaluate(() => void (location.href = 'file:///etc/passwd'));
  await running.page.getByRole('link', { name: 'Part' }).click();
  await vi.waitFor(async () => expect(await addressInMain()).toBe('app://sample/index.html#part'), soon);
});

test('a window that the page asks for is not opened, but told to the handler', async () => {
  await running.app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  const opened = (): Promise<unknown> => running.app.evaluate(() => Reflect.get(globalThis, 'opened') as unknown);
  await running.page.getByRole('link', { name: 'Help' }).click();
  await vi.waitFor(async () => expect(await opened()).toEqual(['https://example.com/help']), soon);
  expect(await running.page.evaluate(() => window.open('https://example.com/more'))).toBeNull();
  const both = ['https://example.com/help', 'https://example.com/more'];
  await vi.waitFor(async () => expect(await opened()).toEqual(both), soon);
  // A Chromium that does not block windows itself has them until they are closed.
  await vi.waitFor(() => expect(running.app.windows()).toHaveLength(1), soon);
});

test('dialogs are cancelled until a test replaces them', async () => {
  const choose = (): Promise<unknown> => running.page.evaluate(() => window.sample.call('choose'));
  expect(await choose()).toEqual({ canceled: true, filePaths: [] });
  await running.app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ['/chosen'] });
  });
  expect(await choose()).toEqual({ canceled: false, filePaths: ['/chosen'] });
});

test('a page prints to PDF and to a picture', async () => {
  const [pdf, png] = await running.app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const printed = await contents?.printToPDF({ pageSize: 'A4' });
    return [printed?.toString('latin1'), (await contents?.capturePage())?.toPNG().toString('latin1')];
  });
  expect(pdf).toMatch(/^%PDF-/);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45]\.\d+ 841\.\d+\]/);
  expect(png?.slice(1, 4)).toBe('PNG');
});

test('the theme that main sets is the one that the page sees', async () => {
  const dark = (): Promise<boolean> => running.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  expect(await dark()).toBe(false);
  await running.app.evaluate(({ nativeTheme }) => void (nativeTheme.themeSource = 'dark'));
  await vi.waitFor(async () => expect(await dark()).toBe(true), soon);
});
