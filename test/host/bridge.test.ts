/** Bridge and IPC of the stand-in: values arrive as Electron delivers them, and nothing else is reachable. */
import { afterAll, beforeAll, expect, test } from 'vitest';
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
