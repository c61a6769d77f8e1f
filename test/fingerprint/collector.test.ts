/** A collector's script in a real Chromium: what comes back from it, and that nothing else of the program is within its reach. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { collectorConfig } from '#build/vite/preload.vite.ts';
import type { Collected, CollectorScript } from '#electron/core/ports/collector.ts';
import { good, unknownCa } from '#test/gateway/support/certificates.ts';
import { standIn } from '#test/host/sample.ts';
import { soon } from '#test/support/soon.ts';
import { times } from '#test/support/thorough.ts';
import { keyHash, startCollectorServer, type CollectorServer } from './collector-servers.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'collector-'));
/** The collector's own host, another one on the internet, and one whose certificate nobody vouches for. */
let own: CollectorServer;
let cdn: CollectorServer;
let untrusted: CollectorServer;
let app: ElectronApplication;
let cardPage: Page;

beforeAll(async () => {
  [own, cdn, untrusted] = await Promise.all([
    startCollectorServer(good),
    startCollectorServer(good),
    startCollectorServer(unknownCa),
  ]);
  const config = collectorConfig(path.join(folder, 'preload'));
  await build({ ...config, logLevel: 'silent' });
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  app = await _electron.launch({
    executablePath: standIn,
    args: [path.join(import.meta.dirname, 'collector-app.ts'), `--user-data-dir=${path.join(folder, 'data')}`],
    env: {
      ...Object.fromEntries(inherited),
      COLLECTOR_PRELOAD: path.join(folder, 'preload/preload.cjs'),
      COLLECTOR_SWITCHES: JSON.stringify({
        'ignore-certificate-errors-spki-list': keyHash(good),
        'host-resolver-rules': `MAP cdn.example.com:443 127.0.0.1:${cdn.port}`,
      }),
    },
    timeout: 120_000,
  });
  cardPage = await app.firstWindow({ timeout: 120_000 });
  await cardPage.getByRole('heading', { name: 'Card page' }).waitFor();
});
afterAll(async () => {
  await app.close();
  await Promise.all([own, cdn, untrusted].map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});
beforeEach(async () => {
  for (const server of [own, cdn, untrusted])
    for (const list of [server.paths, server.cookies, server.seen]) list.length = 0;
  await app.evaluate(() => void (refusals.length = 0));
});
// A run that hangs must not hold up the next test.
afterEach(() => app.evaluate(() => stopCollector()));

const scriptAt = (url: string, changes: Partial<CollectorScript> = {}): CollectorScript => ({
  url,
  collectorGlobal: 'PF',
  collectorMethod: 'initialize',
  collectorCallback: 'onFinish',
  collectorElement: 'kaxsdc',
  ...changes,
});
const runAt = (url: string, changes?: Partial<CollectorScript>): Promise<Collected> =>
  app.evaluate((_electron, script) => runCollector(script), scriptAt(url, changes));

let scripts = 0;
/** Serves a script and runs it as a collector. */
function run(source: string, changes?: Partial<CollectorScript>): Promise<Collected> {
  const name = `/collect-${++scripts}.js`;
  own.scripts.set(name, source);
  return runAt(own.origin + name, changes);
}
/** A collector whose method has this body, with `done` to answer and `tell` to post what it saw to its host. */
const collector = (body: string): string => `
  const tell = (what) => fetch('ORIGIN/seen', { method: 'POST', body: JSON.stringify(what) });
  globalThis.PF = { async initialize({ onFinish }) { const done = (sessionId) => onFinish({ sessionId }); ${body} } };
`;
const runBody = (body: string): Promise<Collected> => run(collector(body).replaceAll('ORIGIN', own.origin));
const refused = (): Promise<readonly string[]> => app.evaluate(() => refusals);
const windows = (): Promise<number> => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const session = (id: string): Collected => ({ kind: 'session', id });
const failed: Collected = { kind: 'none', cause: 'failed' };

describe('a collector that works', () => {
  test('hands its session id over, and its window is gone', async () => {
    expect(await runBody(`done('a1b2-c3');`)).toEqual(session('a1b2-c3'));
    expect(await windows()).toBe(1);
    expect(await app.evaluate(() => collectorBugs)).toEqual([]);
  });

  test('is called by the names of the merchant and finds its form element', async () => {
    const source = `globalThis.DF = { start: ({ ready }) =>
      ready({ sessionId: document.querySelector('form.probe[data-event=load]') ? 'found' : 'missing' }) };`;
    const names = {
      collectorGlobal: 'DF',
      collectorMethod: 'start',
      collectorCallback: 'ready',
      collectorElement: 'probe',
    };
    expect(await run(source, names)).toEqual(session('found'));
  });

  test('loads scripts, frames and data from further hosts, over https', async () => {
    cdn.scripts.set('/more.js', `globalThis.more = 'from-cdn';`);
    cdn.scripts.set('/frame.html', `<script>parent.postMessage('framed', '*')</script>`);
    const collected = await runBody(`
      const load = (element) => new Promise((loaded) => { element.onload = loaded; document.body.append(element); });
      const framed = new Promise((heard) => addEventListener('message', ({ data }) => heard(data)));
      await load(Object.assign(document.createElement('script'), { src: 'https://cdn.example.com/more.js' }));
      await load(Object.assign(document.createElement('iframe'), { src: 'https://cdn.example.com/frame.html' }));
      await fetch('https://cdn.example.com/seen', { method: 'POST', body: 'data' });
      done(more + '-' + await framed);
    `);
    expect(collected).toEqual(session('from-cdn-framed'));
    expect(cdn.seen).toEqual(['data']);
  });

  test('finds nothing of the run before', async () => {
    const body = `
      const before = [document.cookie, localStorage.length, (await indexedDB.databases()).length].join('/');
      localStorage.setItem('mark', '1');
      await new Promise((opened) => { indexedDB.open('mark').onsuccess = opened; });
      done('before:' + before);
    `;
    expect(await runBody(body)).toEqual(session('before:/0/0'));
    expect(await runBody(body)).toEqual(session('before:/0/0'));
    expect(own.cookies).toEqual(['none', 'none']);
  });
});

describe('a collector that does not work', () => {
  test('and is silent runs until it is stopped, and its window is gone', async () => {
    const collected = runBody(`await tell('here');`);
    await vi.waitFor(() => expect(own.seen).toEqual(['"here"']), soon);
    expect(await windows()).toBe(2);
    await app.evaluate(() => stopCollector());
    expect(await collected).toEqual({ kind: 'none', cause: 'stopped' });
    expect(await windows()).toBe(1);
  });

  test('and whose host never answers is stopped too, and the next one runs', async () => {
    own.scripts.set('/never.js', null);
    const collected = runAt(`${own.origin}/never.js`);
    await vi.waitFor(() => expect(own.paths).toEqual(['/never.js']), soon);
    await app.evaluate(() => stopCollector());
    expect(await collected).toEqual({ kind: 'none', cause: 'stopped' });
    expect(await runBody(`done('next-1');`)).toEqual(session('next-1'));
  });

  test.each([
    ['is missing at its host', null],
    ['throws while it loads', `throw new Error('no');`],
    ['throws when it is called', `globalThis.PF = { initialize() { throw new Error('no'); } };`],
    ['has another object', `globalThis.Other = {};`],
  ])('and %s fails at once', async (_name, source) => {
    expect(source === null ? await runAt(`${own.origin}/missing.js`) : await run(source)).toEqual(failed);
  });

  test('and has a certificate that nobody vouches for is not asked for its script', async () => {
    untrusted.scripts.set('/collect.js', collector(`done('stranger');`));
    expect(await runAt(`${untrusted.origin}/collect.js`)).toEqual(failed);
    expect(untrusted.paths).toEqual([]);
  });

  // Chromium asks before a page of the internet reaches this computer, and is told no.
  test('and has a public name that leads to this computer is not asked for its script', async () => {
    cdn.scripts.set('/collect.js', collector(`done('rebound');`));
    expect(await runAt('https://cdn.example.com/collect.js')).toEqual(failed);
    expect(cdn.paths).toEqual([]);
  });

  test.each([
    ['without encryption', () => new URL(`http://localhost:${own.port}/plain.js`)],
    ['at another port of this computer', () => new URL(`https://localhost:${cdn.port}/other.js`)],
    ['in the local network', () => new URL('https://192.168.1.1/router.js')],
  ])('and is redirected to a script %s fails', async (_name, target) => {
    cdn.scripts.set('/other.js', collector(`done('elsewhere');`));
    own.scripts.set('/moved.js', target());
    expect(await runAt(`${own.origin}/moved.js`)).toEqual(failed);
    expect([own.paths, cdn.paths]).toEqual([['/moved.js'], []]);
  });
});

describe('an answer of a collector', () => {
  test('counts once', async () => {
    expect(await runBody(`done('first'); done('second'); onFinish({ sessionId: 'third' });`)).toEqual(session('first'));
  });

  // Each opens a window. One comparison tells a text within the bound from everything else.
  const others: readonly (readonly [what: string, body: string])[] = [
    ['nothing', 'onFinish();'],
    ['an object', `done({ toString: () => 'object' });`],
    ['a list', `done(['a']);`],
    ['a text of ten million letters', `done('x'.repeat(10_000_000));`],
  ];
  test.each<readonly [what: string, body: string]>([
    ['a number', 'done(42);'],
    ['a text above the bound', `done('x'.repeat(1_001));`],
    ['a getter that throws', `onFinish({ get sessionId() { throw new Error('no'); } });`],
    ...times([], others),
  ])('that is %s is none', async (_name, body) => {
    expect(await runBody(body)).toEqual(failed);
  });
});

describe('a hostile collector', () => {
  test('navigates nowhere', async () => {
    const collected = await runBody(`
      for (const url of ['https://cdn.example.com/away', 'app://caja/index.html', 'file:///etc/passwd']) {
        try { location.href = url; } catch {}
        await tell(url);
      }
      const form = Object.assign(document.createElement('form'), { action: 'https://cdn.example.com/form', method: 'post' });
      document.body.append(form);
      form.submit();
      await tell('form');
      done('still-here');
    `);
    expect(collected).toEqual(session('still-here'));
    expect(cdn.paths).toEqual([]);
    expect(await refused()).toContain('navigation of a collector https://cdn.example.com/away');
  });

  test('opens no window and no dialog', async () => {
    const collected = await runBody(`
      const opened = [
        window.open('https://cdn.example.com/window'),
        window.open('', 'card-page'),
        window.open('app://caja/index.html', 'card-page'),
      ];
      const link = Object.assign(document.createElement('a'), { href: 'https://cdn.example.com/link', target: '_blank' });
      document.body.append(link);
      link.click();
      const said = [alert('x'), confirm('x'), prompt('x')];
      print();
      done(opened.concat(said.slice(1)).map(String).join());
    `);
    expect(collected).toEqual(session('null,null,null,false,null'));
    expect(await windows()).toBe(1);
    expect(cdn.paths).toEqual([]);
  });

  test('reaches neither the page with the card nor the program', async () => {
    const collected = await runBody(
      `
      const outcome = (attempt) => Promise.resolve().then(attempt).then((value) => value ?? null, () => 'refused');
      const channel = new BroadcastChannel('card');
      channel.postMessage('from the collector');
      const frame = Object.assign(document.createElement('iframe'), { src: 'app://caja/index.html' });
      document.body.append(frame);
      const found = {
        opener: await outcome(() => opener),
        parent: parent === self && top === self,
        node: ['require', 'process', 'module', 'Buffer', 'caja'].filter((name) => name in globalThis),
        bridge: Object.keys(collected),
        storage: await outcome(() => localStorage.getItem('card')),
        screens: await outcome(() => fetch('app://caja/index.html').then((answer) => answer.text())),
        file: await outcome(() => fetch('file:///etc/passwd').then((answer) => answer.text())),
        loopback: await outcome(() => fetch('https://localhost:CDN/seen').then(() => 'reached')),
        plain: await outcome(() => fetch('http://localhost:CDN/seen').then(() => 'reached')),
        socket: await outcome(() => new Promise((opened, closed) => {
          const socket = new WebSocket('wss://localhost:CDN/');
          Object.assign(socket, { onopen: () => opened('reached'), onerror: closed });
        })),
        frame: await outcome(() => frame.contentDocument.body.innerText.trim()),
        worker: await outcome(() => new Promise((ran, stopped) => {
          const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
          Object.assign(worker, { onmessage: () => ran('ran'), onerror: stopped });
        })),
        serviceWorker: await outcome(() => navigator.serviceWorker.register('/sw.js').then(() => 'registered')),
        evaluated: await outcome(() => new Promise((ran) => setTimeout(() => {
          try { ran(eval('"ran"')); } catch { ran('refused'); }
        }))),
        clipboard: await outcome(() => navigator.clipboard.readText()),
        location: await outcome(() => new Promise((_found, denied) => navigator.geolocation.getCurrentPosition(_found, denied))),
        notices: await outcome(() => Notification.requestPermission()),
      };
      await tell(found);
      done('tried');
    `.replaceAll('CDN', String(cdn.port)),
    );
    expect(collected).toEqual(session('tried'));
    expect(JSON.parse(own.seen[0] ?? '')).toEqual({
      opener: null,
      parent: true,
      node: [],
      bridge: ['report'],
      storage: null,
      screens: 'refused',
      file: 'refused',
      loopback: 'refused',
      plain: 'refused',
      socket: 'refused',
      frame: 'refused',
      worker: 'refused',
      serviceWorker: 'refused',
      evaluated: 'refused',
      clipboard: 'refused',
      location: 'refused',
      notices: 'denied',
    });
    expect(cdn.paths.concat(cdn.seen)).toEqual([]);
    const heard = (): unknown => cardPage.evaluate(() => (globalThis as { heard?: unknown }).heard);
    expect(await heard()).toEqual([]);
  });

  test('gets no UDP for WebRTC, which would pass by the guards of its session', async () => {
    await runBody(`done('ran');`);
    expect(new Set(await app.evaluate(() => webRtcPolicies))).toEqual(new Set(['disable_non_proxied_udp']));
  });
});
