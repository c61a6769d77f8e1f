/** Sessions of the stand-in: partitions are separate, and their requests pass through the program. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataFolder, startSample, type Running } from './sample.ts';

const data = makeDataFolder();
let running: Running;
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
  running = await startSample(data.folder);
});
afterAll(async () => {
  await running.app.close();
  data.remove();
  server.close();
});

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
