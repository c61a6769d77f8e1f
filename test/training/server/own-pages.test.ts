/** The gateway's own pages: a token, a loopback host, and paths as clients in the field write them. */
import { describe, expect, test } from 'vitest';
import { isLoopback, pathOf, receiptId } from '#electron/training/server/paths.ts';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import {
  authorization,
  jsonHeaders,
  openLink,
  payJson,
  payment,
  send,
  trainerHeaders,
  withTraining,
} from '#test/training/wire-client.ts';

let gateway: TrainingGateway;
withTraining({ equalPayments: null }, (started) => (gateway = started));

const pages = [
  ['GET', '/__training/ledger'],
  ['GET', '/__training/status'],
  ['POST', '/__training/order'],
  ['GET', '/__training/nothing'],
] as const;
const order = JSON.stringify({ fault: { kind: 'http-500' }, times: null });

describe.each(pages)('the page %s %s', (method, path) => {
  const body = method === 'POST' ? order : undefined;
  test('the page opens for nobody without the token', async () => {
    const other = await startTrainingGateway();
    await other.close();
    for (const wanted of [
      { path },
      { path: `/${path}` },
      { path: `${path}?token=` },
      { path: `${path}?token=${other.token}` },
      { path, headers: trainerHeaders(other) },
      { path, headers: { authorization: gateway.apiKey } },
    ]) {
      expect((await send(gateway, { method, body: body ?? '', ...wanted })).status).toBe(401);
    }
    expect(gateway.status().active.fault.kind).toBe('none');
  });

  test('the page opens for no web page and under no other name, even with the token', async () => {
    const headers = trainerHeaders(gateway);
    const under = (changes: Readonly<Record<string, string>>) =>
      send(gateway, { method, path, body: body ?? '', headers: { ...headers, ...changes } });
    expect((await under({ origin: 'https://localhost:8080' })).status).toBe(403);
    expect((await under({ host: 'rebound.example.org' })).status).toBe(421);
    expect(gateway.status().active.fault.kind).toBe('none');
  });
});

test('the token opens the pages in a header or in the address', async () => {
  const path = '/__training/status';
  const answers = [
    await send(gateway, { method: 'GET', path, headers: trainerHeaders(gateway) }),
    await send(gateway, { method: 'GET', path: `${path}?token=${gateway.token}` }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test('a receipt opens by its own link alone, which says nothing of the gateway’s token', async () => {
  const { data } = await payJson(gateway, 'AUTH');
  const another = await payJson(gateway, 'AUTH');
  const link = new URL(String(data['returnUrl']));
  const { search } = new URL(String(another.data['returnUrl']));
  expect((await openLink(gateway, link)).status).toBe(200);
  for (const tried of ['', search, `?token=${gateway.token}`]) {
    expect((await send(gateway, { method: 'GET', path: `${link.pathname}${tried}` })).status).toBe(404);
  }
  const headers = { host: 'rebound.example.org' };
  expect((await send(gateway, { method: 'GET', path: `${link.pathname}${link.search}`, headers })).status).toBe(421);
  expect(link.href).not.toContain(gateway.token);
});

test('the program opens a receipt by a link of any start: another port, another token or none', async () => {
  const { data } = await payJson(gateway, 'AUTH');
  const { pathname, href } = new URL(String(data['returnUrl']));
  for (const old of [href, `https://localhost:1${pathname}`, `https://localhost:1${pathname}?token=old`]) {
    expect((await openLink(gateway, gateway.receiptLink(old))).status).toBe(200);
  }
  for (const alien of [
    '',
    'no link',
    `http://localhost${pathname}`,
    `https://example.org${pathname}`,
    gateway.origin,
  ]) {
    expect(gateway.receiptLink(alien)).toBeNull();
  }
  expect(receiptId('https://localhost:1/receipts/../__training/ledger')).toBeNull();
});

test('a payment under another name than this machine’s is refused before it is read', async () => {
  const { received } = gateway.status();
  const wanted = authorization(gateway, 'json');
  const headers = { ...wanted.headers, host: 'rebound.example.org' };
  expect((await send(gateway, { ...wanted, headers })).status).toBe(421);
  expect(gateway.status().received).toBe(received);
});

test.each([
  ['localhost', true],
  ['LOCALHOST:443', true],
  ['127.0.0.1:40000', true],
  ['127.1.2.3', true],
  ['[::1]:40000', true],
  ['', false],
  ['localhost.example.org', false],
  ['127.0.0.1.example.org', false],
  ['example.org:443', false],
  ['localhost:443@example.org', false],
  ['10.0.0.1', false],
])('the host %j is this machine: %s', (host, own) => {
  expect(isLoopback(host)).toBe(own);
});

test.each([
  ['/rest/processTx/AUTH', '/rest/processTx/AUTH'],
  ['//rest/processTx/AUTH', '/rest/processTx/AUTH'],
  ['//rest//processTx///AUTH_CAPTURE//', '/rest/processTx/AUTH_CAPTURE'],
  ['/rest/processTx/AUTH/?lang=ES#top', '/rest/processTx/AUTH'],
  ['/rest/./x/../processTx/AUTH', '/rest/processTx/AUTH'],
  ['/rest/processTx/AUTH%5FCAPTURE', '/rest/processTx/AUTH_CAPTURE'],
  ['/rest/processTx;jsessionid=1/AUTH;a=b', '/rest/processTx/AUTH'],
  ['https://sandbox.example.org//rest/processTx/AUTH/', '/rest/processTx/AUTH'],
  ['https://sandbox.example.org', '/'],
  ['//', '/'],
  ['', '/'],
  ['*', '/*'],
  ['/%', '/%'],
  ['/../../etc', '/etc'],
])('the target %j is the path %j', (target, path) => {
  expect(pathOf(target)).toBe(path);
});

test.each(['//rest/processTx/AUTH', '/rest/processTx/AUTH/', '//rest//processTx//AUTH//', '/rest/processTx/AUTH?a=b'])(
  'a payment to %s is processed',
  async (path) => {
    const body = JSON.stringify(payment(gateway));
    const answer = await send(gateway, { path, headers: jsonHeaders(gateway), body });
    expect(JSON.parse(answer.text)).toMatchObject({ success: true, data: { status: 1 } });
    expect(answer.headers['content-type']).toBe('application/json;charset=utf-8');
  },
);

test.each(['/rest/processTx', '/rest/processTx/', '/rest/processTx/AUTH/more', '/rest/processtx/AUTH', '/', '/..'])(
  'a payment to %s is a page that is not there',
  async (path) => {
    const body = JSON.stringify(payment(gateway));
    expect((await send(gateway, { path, headers: jsonHeaders(gateway), body })).status).toBe(404);
  },
);
