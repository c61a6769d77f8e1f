/** Electron's security checklist, row by row, on the running program with a page made to misbehave. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { callChannel } from '#shared/contract/channels.ts';
import type { Bridge } from '#shared/contract/contract.ts';
import { expect, test } from '#test/e2e/stage/fixture.ts';
import { trainingDraft } from '#test/e2e/stage/keyed-payment.ts';

declare global {
  interface Window {
    readonly caja: Bridge;
  }
}

const call = (page: Page, group: string, name: string, input?: unknown): Promise<unknown> =>
  page.evaluate(([g, n, i]) => window.caja.call(g, n, i), [group, name, input] as const);

// One program serves all, because a start costs more than what a spec does with it.
test.use({ sharing: true });
test.describe.configure({ mode: 'default' });

test.describe('the page', () => {
  test('has no access to Node or Electron, only a bridge of two functions', async ({ win }) => {
    const seen = await win.evaluate(() => ({
      globals: ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron', '__dirname'].filter(
        (name) => name in globalThis,
      ),
      bridge: Object.keys(window.caja).sort(),
      frozen: Object.isFrozen(window.caja),
      returned: typeof window.caja.on(() => {})(),
    }));
    expect(seen).toEqual({ globals: [], bridge: ['call', 'on'], frozen: true, returned: 'undefined' });
  });

  test('can’t be navigated away', async ({ app, win, userData }) => {
    const before = win.url();
    const log = () => readFileSync(`${userData}/logs/main.log`, 'utf8');
    for (const target of ['https://example.org/', 'http://localhost:1/', 'app://other/']) {
      await win.evaluate((url) => {
        location.href = url;
      }, target);
      await expect.poll(log).toContain(`Refused: navigation ${target}`);
    }
    // The refusals are in the log, and the page is still the same.
    await expect
      .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL()))
      .toBe('app://caja/index.html');
    expect(win.url()).toBe(before);
    await expect(win.getByRole('heading').first()).toBeVisible();
  });

  test('can’t open a window, neither by script nor by a link', async ({ app, win, userData }) => {
    const opened = await win.evaluate(() => {
      const link = document.createElement('a');
      Object.assign(link, { href: 'https://example.org/', target: '_blank' });
      document.body.append(link);
      link.click();
      return window.open('https://example.org/') === null;
    });
    expect(opened).toBe(true);
    const log = () => readFileSync(`${userData}/logs/main.log`, 'utf8').match(/Refused: window https:/g);
    await expect.poll(log).toHaveLength(2);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  test('can’t create a web view or a frame', async ({ app, win }) => {
    await win.evaluate(() => {
      for (const [tag, src] of [
        ['webview', 'https://example.org/'],
        ['iframe', 'https://example.org/'],
        ['iframe', 'app://caja/index.html'],
        ['iframe', 'data:text/html,frame'],
      ] as const) {
        const element = document.createElement(tag);
        element.setAttribute('src', src);
        document.body.append(element);
      }
    });
    const contents = () => app.evaluate(({ webContents }) => webContents.getAllWebContents().length);
    await expect.poll(contents).toBe(1);
    const texts = await Promise.all(win.frames().map((frame) => frame.content().catch(() => '')));
    expect(texts.filter((text) => /Example Domain|>frame</.test(text))).toEqual([]);
  });

  test('is granted no permissions', async ({ win }) => {
    const denied = await win.evaluate(async () => {
      const fails = (work: Promise<unknown>) =>
        work.then(
          () => 'granted',
          () => 'denied',
        );
      return {
        notifications: await Notification.requestPermission(),
        camera: await fails(navigator.mediaDevices.getUserMedia({ video: true })),
        place: await fails(new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))),
        clipboard: await fails(navigator.clipboard.readText()),
      };
    });
    expect(denied).toEqual({ notifications: 'denied', camera: 'denied', place: 'denied', clipboard: 'denied' });
  });
});

test.describe('the content security policy', () => {
  test('blocks inline scripts, eval and handlers in markup', async ({ win }) => {
    const ran = await win.evaluate(async () => {
      const ran: string[] = [];
      Object.assign(globalThis, { ran });
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran.push("inline")';
      document.body.append(script);
      const box = document.createElement('div');
      box.innerHTML = '<img src="/missing.png" onerror="globalThis.ran.push(\'handler\')">';
      document.body.append(box);
      const data = document.createElement('script');
      data.src = 'data:text/javascript,globalThis.ran.push("data")';
      document.body.append(data);
      await new Promise((resolve) => box.firstChild?.addEventListener('error', resolve, { once: true }));
      return ran;
    });
    expect(ran).toEqual([]);
  });

  test('blocks eval in the page’s own scripts', async ({ app, win }) => {
    // Playwright's own evaluation bypasses the policy, so a script of the page's own origin has to try.
    const violations = await win.evaluate(async () => {
      const seen: string[] = [];
      const refused = new Promise<void>((resolve) =>
        document.addEventListener('securitypolicyviolation', (event) => {
          seen.push(event.blockedURI);
          resolve();
        }),
      );
      // A string given to a timer is compiled like eval.
      // oxlint-disable-next-line typescript/no-implied-eval -- it is what has to be refused
      setTimeout('globalThis.evaluated = true');
      await refused;
      return { seen, evaluated: 'evaluated' in globalThis };
    });
    expect(violations.evaluated).toBe(false);
    expect(violations.seen).toContain('eval');
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  test('allows all screens without a single violation', async ({ win: page }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/content security policy|refused to/i.test(message.text())) complaints.push(message.text());
    });
    await page.reload();
    await page.getByRole('heading').first().waitFor();
    for (const screen of ['Holds', 'History', 'Reports', 'Settings', 'Charge']) {
      await page.getByRole('navigation').getByText(screen, { exact: true }).click();
      await page.getByRole('heading').first().waitFor();
    }
    expect(complaints).toEqual([]);
  });
});

test.describe('the bridge', () => {
  test('answers only the main frame of the program’s own window', async ({ app, win }) => {
    expect(await call(win, 'merchants', 'list')).toMatchObject({ ok: true });
    const opened = app.waitForEvent('window');
    await app.evaluate(async ({ app: electron, BrowserWindow, session }) => {
      const preload = `${electron.getAppPath()}/dist/preload/preload.cjs`;
      const other = new BrowserWindow({
        show: false,
        webPreferences: { session: session.fromPartition('screens'), preload, sandbox: true, contextIsolation: true },
      });
      await other.loadURL('app://caja/index.html');
    });
    const stranger = await opened;
    // The window begins with a blank page, whose pending calls end with it.
    await stranger.waitForURL((url) => url.pathname === '/index.html');
    const answer = await stranger.evaluate(() =>
      window.caja.call('merchants', 'list', undefined).then(
        () => 'answered',
        (error: unknown) => String(error),
      ),
    );
    expect(answer).toContain('may not call');
    await stranger.close();
  });

  test('answers no other frame of the window, and none that is gone', async ({ app, win }) => {
    expect(await call(win, 'merchants', 'list')).toMatchObject({ ok: true });
    // The page can have no frame with a bridge, so the messages are made by hand.
    const answers = await app.evaluate(async ({ BrowserWindow, ipcMain }, channel) => {
      const sender = BrowserWindow.getAllWindows()[0]?.webContents;
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, (...args: unknown[]) => unknown> })
        ._invokeHandlers;
      const message = { group: 'merchants', name: 'list', input: undefined };
      const ask = async (senderFrame: unknown): Promise<string> => {
        try {
          await handlers.get(channel)?.({ sender, senderFrame }, message);
          return 'answered';
        } catch (error) {
          return String(error);
        }
      };
      return [await ask(sender?.mainFrame), await ask({ url: sender?.mainFrame.url }), await ask(null)];
    }, callChannel);
    expect(answers).toEqual([
      'answered',
      expect.stringContaining('may not call'),
      expect.stringContaining('may not call'),
    ]);
  });

  test('is the only one: no package listens on a channel of its own', async ({ app, win }) => {
    expect(await call(win, 'merchants', 'list')).toMatchObject({ ok: true });
    expect(await app.evaluate(({ ipcMain }) => ipcMain.eventNames())).toEqual([]);
  });
});

test('the window of a training receipt shows it, has no bridge and can’t be navigated away', async ({ app, win }) => {
  const held = (await call(win, 'payments', 'authorize', trainingDraft(12_000))) as {
    readonly value: { readonly id: string; readonly state: string };
  };
  expect(held.value.state).toBe('approved');
  const opened = app.waitForEvent('window');
  expect(await call(win, 'history', 'openReceipt', { id: held.value.id })).toEqual({ ok: true, value: undefined });
  const receipt = await opened;
  await expect(receipt.getByText('120.00').first()).toBeVisible();
  expect(await receipt.evaluate(() => 'caja' in globalThis)).toBe(false);
  const url = receipt.url();
  await receipt.evaluate(() => {
    location.href = 'https://example.org/';
  });
  await expect.poll(() => receipt.url()).toBe(url);
});
