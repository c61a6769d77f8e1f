/** Bridge, guards and sessions of the stand-in: what pages can reach, what arrives as Electron delivers it, and what passes through the program. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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

test('an exposed function answers at once, and what is exposed cannot be changed', async () => {
  const { page } = running;
  expect(await page.evaluate(() => window.sample.add(2, 3))).toBe(5);
  const changed = await page.evaluate(() => {
    Reflect.set(window.sample, 'add', () => 0);
    Reflect.set(window, 'sample', null);
    return window.sample.add(2, 3);
  });
  expect(changed).toBe(5);
});

test('the page sees neither Node, nor Electron, nor the binding of the stand-in', async () => {
  const seen = await running.page.evaluate(() =>
    ['require', 'process', 'module', 'ipcRenderer', '__standInIpc', '__standInReceive'].filter(
      (name) => name in globalThis,
    ),
  );
  expect(seen).toEqual([]);
});

test('values keep their types on the way to main and back', async () => {
  const kept = await running.page.evaluate(async () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const sent = {
      map: new Map([['key', new Set([1n])]]),
      date: new Date(5),
      nothing: undefined,
      notANumber: NaN,
      minusZero: -0,
      bytes: new Uint8Array([1, 2, 255]),
      pattern: /a+/gi,
      circle,
      own: JSON.parse('{"__proto__":{"x":1}}') as unknown,
    };
    const back = (await window.sample.call('echo', sent)) as typeof sent;
    return [
      back.map.get('key')?.has(1n),
      back.date.getTime(),
      'nothing' in back && back.nothing === undefined,
      Number.isNaN(back.notANumber),
      Object.is(back.minusZero, -0),
      back.bytes instanceof Uint8Array && [...back.bytes].join(),
      String(back.pattern),
      back.circle['self'] === back.circle,
      Object.keys(back.own as object),
    ];
  });
  expect(kept).toEqual([true, 5, true, true, true, '1,2,255', '/a+/gi', true, ['__proto__']]);
});

test('what cannot be cloned is refused where it is sent', async () => {
  const said = await running.page.evaluate(() =>
    window.sample.call('echo', { method: () => 1 }).then(
      () => 'sent',
      (error: Error) => error.message,
    ),
  );
  expect(said).toContain('could not be cloned');
});

test('an error of a handler arrives as Electron words it', async () => {
  const said = await running.page.evaluate(() => window.sample.call('fail').catch((error: Error) => error.message));
  expect(said).toBe("Error invoking remote method 'fail': RangeError: boom");
  const unknown = await running.page.evaluate(() => window.sample.call('none').catch((error: Error) => error.message));
  expect(unknown).toBe("Error invoking remote method 'none': Error: No handler registered for 'none'");
});

test('a handler knows its sender: the main frame, by the address of the scheme', async () => {
  expect(await running.page.evaluate(() => window.sample.call('sender'))).toEqual(['app://sample/index.html', true, 1]);
});

test('messages to the page arrive in order, and stop when nobody listens', async () => {
  const got = await running.page.evaluate(async () => {
    const ticks: number[] = [];
    const stop = window.sample.onTick((tick) => ticks.push(tick));
    await window.sample.call('ticks', 200);
    await window.sample.call('echo', 'after');
    stop();
    await window.sample.call('ticks', 5);
    await window.sample.call('echo', 'after');
    return ticks;
  });
  expect(got).toEqual(Array.from({ length: 200 }, (_, index) => index));
});

test('a megabyte crosses whole', async () => {
  const length = await running.page.evaluate(async () => {
    const sent = 'é'.repeat(1_000_000);
    return (await window.sample.call('echo', sent)) === sent;
  });
  expect(length).toBe(true);
});

test('an API that the stand-in lacks throws and says its name', async () => {
  const said = await running.app.evaluate(({ app, dialog, BrowserWindow }) =>
    [
      () => dialog.showCertificateTrustDialog({} as never),
      () => app.getApplicationNameForProtocol('x'),
      () => BrowserWindow.getAllWindows()[0]?.setKiosk(true),
      () => BrowserWindow.getAllWindows()[0]?.webContents.startDrag({} as never),
    ].map((call: () => unknown) => {
      try {
        void call();
        return 'nothing thrown';
      } catch (error) {
        return (error as Error).message;
      }
    }),
  );
  expect(said).toEqual([
    'dialog.showCertificateTrustDialog is not implemented in the stand-in for Electron',
    expect.stringContaining('getApplicationNameForProtocol is not implemented'),
    expect.stringContaining('setKiosk is not implemented'),
    expect.stringContaining('startDrag is not implemented'),
  ]);
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

test('a page prints to PDF', async () => {
  const pdf = await running.app.evaluate(async ({ BrowserWindow }) =>
    (await BrowserWindow.getAllWindows()[0]?.webContents.printToPDF({ pageSize: 'A4' }))?.toString('latin1'),
  );
  expect(pdf).toMatch(/^%PDF-/);
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45]\.\d+ 841\.\d+\]/);
});

test('the theme that main sets is the one that the page sees', async () => {
  const dark = (): Promise<boolean> => running.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  expect(await dark()).toBe(false);
  await running.app.evaluate(({ nativeTheme }) => void (nativeTheme.themeSource = 'dark'));
  await vi.waitFor(async () => expect(await dark()).toBe(true), soon);
});

let server: Server;
let origin: string;
const seen: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.cookie ?? 'no cookie'}`);
    response.setHeader('content-type', 'text/html');
    response.setHeader('set-cookie', 'mark=1');
    response.end('<title>Before</title><script>document.title = "Script ran"</script>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** Loads an address in a hidden window of a partition. Returns its title, or the error's message. */
const load = (url: string, partition: string, javascript: boolean): Promise<string> =>
  running.app.evaluate(
    async ({ BrowserWindow, session }, wanted) => {
      const own = session.fromPartition(wanted.partition);
      own.webRequest.onBeforeRequest((details, decide) => decide({ cancel: details.url.endsWith('/refused') }));
      own.webRequest.onHeadersReceived({ urls: ['*://*/guarded'] }, (details, decide) =>
        decide({ responseHeaders: { ...details.responseHeaders, 'content-security-policy': ["script-src 'none'"] } }),
      );
      const window = new BrowserWindow({
        show: false,
        webPreferences: { session: own, sandbox: true, javascript: wanted.javascript },
      });
      return await window.loadURL(wanted.url).then(
        () => window.webContents.getTitle(),
        (error: Error) => error.message,
      );
    },
    { url, partition, javascript },
  );

test('cookies of one partition are not sent from another', async () => {
  seen.length = 0;
  expect(await load(`${origin}/first`, 'first', true)).toBe('Script ran');
  await load(`${origin}/second`, 'first', true);
  await load(`${origin}/third`, 'second', true);
  expect(seen).toEqual(['/first no cookie', '/second mark=1', '/third no cookie']);
});

test('a request that the session cancels does not leave', async () => {
  expect(await load(`${origin}/refused`, 'one', true)).toContain('ERR_BLOCKED_BY_CLIENT');
  expect(seen.some((line) => line.startsWith('/refused'))).toBe(false);
});

test('headers that the session adds are in force', async () => {
  expect(await load(`${origin}/guarded`, 'one', true)).toBe('Before');
});

test('a page without scripts runs none', async () => {
  expect(await load(`${origin}/still`, 'one', false)).toBe('Before');
});

test('a partition behind a proxy reaches nobody without it, this computer included', async () => {
  seen.length = 0;
  const refused = await running.app.evaluate(async ({ BrowserWindow, session }, url) => {
    const own = session.fromPartition('proxied');
    const closed = { mode: 'fixed_servers', proxyRules: '127.0.0.1:9', proxyBypassRules: '<-loopback>' } as const;
    await own.setProxy(closed);
    const window = new BrowserWindow({ show: false, webPreferences: { session: own, sandbox: true } });
    return await window.loadURL(url).then(
      () => 'loaded',
      (error: Error) => error.message,
    );
  }, `${origin}/proxied`);
  expect(refused).toContain('ERR_PROXY_CONNECTION_FAILED');
  expect(seen).toEqual([]);
});
