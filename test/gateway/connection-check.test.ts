/**
 * The connection check over real TLS: the finding of each step, its sentence in both languages, and no transaction
 * sent.
 */
import { createServer, type AddressInfo } from 'node:net';
import i18next from 'i18next';
import { afterEach, describe, expect, test } from 'vitest';
import { checkConnection } from '#electron/gateway/check/check-connection.ts';
import { connectionReportSchema, type ConnectionReport } from '#shared/seat/connection-check.ts';
import { connection as english } from '#shared/locales/en/settings/connection.ts';
import { connection as spanish } from '#shared/locales/es/settings/connection.ts';
import {
  client,
  clientEndsSoon,
  endsSoon,
  expired,
  notYetValid,
  strangeClient,
  trustedCa,
  unknownCa,
  wrongHost,
} from '#test/gateway/support/certificates.ts';
import { accountAt, type MerchantWishes } from '#test/gateway/support/merchant.ts';
import { startProxy } from '#test/gateway/support/test-proxy.ts';
import { bytes, startService, type TestService } from '#test/gateway/support/test-service.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
const serve = async (...args: Parameters<typeof startService>): Promise<TestService> => {
  const service = await startService(...args);
  closers.push(() => service.close());
  return service;
};

const words = i18next.createInstance();
await words.init({
  resources: { en: { connection: english }, es: { connection: spanish } },
  interpolation: { escapeValue: false },
});

/** Looks the sentence up by name, as the screen does, because the keys come with the report. */
const say = (lng: string, { finding, values }: ConnectionReport['steps'][number]): string =>
  (words as unknown as { t(key: string, options: object): string }).t(`connection:found.${finding}`, {
    lng,
    ...values,
  });

/** Returns the report as `step status: sentence`, after filling every placeholder in both languages. */
async function check(origin: string, wishes: MerchantWishes = {}, now?: () => Date): Promise<string[]> {
  const report = await reportOf(origin, wishes, now);
  for (const lng of ['en', 'es']) {
    for (const step of report.steps) expect(say(lng, step)).not.toMatch(/\{\{|connection:|found\./);
  }
  return report.steps.map((step) => `${step.step} ${step.status}: ${say('en', step)}`);
}
async function reportOf(
  origin: string,
  wishes: MerchantWishes,
  now?: () => Date,
  systemProxy = 'DIRECT',
): Promise<ConnectionReport> {
  const account = accountAt(origin, { ...wishes, merchant: { connectTimeout: 10_000, ...wishes.merchant } });
  const report = await checkConnection(account, {
    userAgent: 'caja/test',
    resolveProxy: async () => systemProxy,
    ...(now ? { now } : {}),
  });
  return connectionReportSchema.parse(report);
}

const notReached = 'Not checked, because an earlier step failed.';

test('a good service passes every step and receives nothing but a HEAD without key or web code', async () => {
  const service = await serve(bytes('', {}, 404));
  const report = await reportOf(`${service.origin}/gate`, {});
  expect(report.steps.map(({ step, status }) => `${step} ${status}`)).toEqual([
    'dns passed',
    'tcp passed',
    'tls passed',
    'certificate passed',
    'client-certificate skipped',
    'clock passed',
    'http passed',
  ]);
  expect(report.steps[2]?.values).toMatchObject({ version: 'TLSv1.3', cipher: expect.stringMatching(/^TLS_/) });
  expect(report).toMatchObject({ host: 'localhost', port: service.port });
  expect(report.chain[0]).toMatchObject({ subject: 'localhost', issuer: 'Test authority' });
  expect(report.chain.map(({ validTo }) => new Date(validTo).toISOString() === validTo)).not.toContain(false);
  expect(service.seen).toHaveLength(1);
  expect(service.seen[0]).toMatchObject({ method: 'HEAD', path: '/gate', body: '' });
  expect(service.seen[0]?.headers['authorization']).toBeUndefined();
  expect(service.seen[0]?.headers['user-agent']).toBe('caja/test');
});

describe('the connection check names the failing step and the reason', () => {
  test('a host name that does not exist is reported', async () => {
    const lines = await check(`https://${'a'.repeat(64)}.invalid`);
    expect(lines[0]).toMatch(/^dns failed: The name a+\.invalid was not found/);
    expect(lines[1]).toBe(`tcp skipped: ${notReached}`);
  });

  test('a port that refuses is reported', async () => {
    const lines = await check('https://127.0.0.1:1');
    expect(lines[0]).toMatch(/^dns passed: The merchant names an address, 127\.0\.0\.1/);
    expect(lines[1]).toBe('tcp failed: Port 1 of 127.0.0.1 refuses connections. Check the address of the service.');
    expect(lines[6]).toBe(`http skipped: ${notReached}`);
  });

  test('a service that never completes the handshake is reported', async () => {
    const server = createServer((socket) => void closers.push(() => socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const port = (server.address() as AddressInfo).port;
    const lines = await check(`https://localhost:${port}`, { merchant: { connectTimeout: 1_000 } });
    expect(lines[2]).toBe('tls failed: No answer from localhost within 1000 ms.');
  });

  test.each([
    ['TLS 1.2', { maxVersion: 'TLSv1.2', minVersion: 'TLSv1.2' } as const, 2, /^tls failed: .* older than TLS 1\.3\./],
    ['expired', expired, 3, /^certificate failed: The certificate ended on \d{4}-\d\d-\d\dT\S+Z\./],
    ['not yet valid', notYetValid, 3, /^certificate failed: The certificate begins on \d{4}-\d\d-\d\dT\S+Z\./],
    [
      'other host',
      wrongHost,
      3,
      /^certificate failed: The certificate is for payments\.example\.org, not for localhost\./,
    ],
    ['unknown authority', unknownCa, 3, /^certificate failed: The certificate comes from Stranger, an authority/],
  ] as const)('a certificate fault is named: %s', async (_name, tls, index, expected) => {
    const service = await serve(bytes(''), tls);
    const lines = await check(service.origin);
    expect(lines[index]).toMatch(expected);
    expect(lines[6]).toBe(`http skipped: ${notReached}`);
    expect(service.seen).toHaveLength(0);
  });

  test('a certificate that ends soon is a warning', async () => {
    const lines = await check((await serve(bytes(''), endsSoon)).origin);
    expect(lines[3]).toMatch(/^certificate warning: The certificate is for localhost and ends in 10 days/);
    expect(lines[6]).toMatch(/^http passed/);
  });

  test('a service that speaks before the request is named', async () => {
    const service = await serve(bytes(''), {}, (socket) => socket.write('HTTP/1.1 200 OK\r\n'));
    const lines = await check(service.origin);
    expect(lines[4]).toBe('client-certificate failed: localhost sent something before it was asked for anything.');
  });

  test('a rejected certificate is shown all the same', async () => {
    const report = await reportOf((await serve(bytes(''), unknownCa)).origin, {});
    expect(report.chain).toMatchObject([{ subject: 'localhost', issuer: 'Stranger' }]);
  });
});

describe('the client certificate', () => {
  const asking = { requestCert: true, rejectUnauthorized: true, ca: [trustedCa] };
  const as = ({ cert, key }: { cert: string; key: string }) => ({
    secrets: { clientCertificate: { kind: 'pem', certificate: cert, key } as const },
  });
  test.each([
    ['missing', {}, 'failed: The service asks for a client certificate and the merchant has none.'],
    ['of a stranger', as(strangeClient), 'failed: The service did not accept the merchant’s client certificate.'],
    ['accepted', as(client), 'passed: The service took the connection with the merchant’s client certificate.'],
    [
      'near its end',
      as(clientEndsSoon),
      'warning: The service took the connection, but the client certificate ends on ',
    ],
  ] as const)('a client certificate is reported: %s', async (_name, wishes, expected) => {
    const lines = await check((await serve(bytes(''), asking)).origin, wishes);
    expect(lines[4]).toContain(`client-certificate ${expected}`);
  });

  test('an unreadable client certificate is the merchant’s fault', async () => {
    const service = await serve(bytes(''), asking);
    const unreadable = as({ cert: client.cert, key: strangeClient.key });
    expect((await check(service.origin, unreadable))[4]).toMatch(
      /^client-certificate failed: The merchant’s client certificate can not be read/,
    );
    expect((await check(service.origin, { merchant: { extraCa: 'no PEM' } }))[3]).toMatch(
      /^certificate failed: The further certificate authority of the merchant can not be read\./,
    );
  });
});

describe('the clock and the answer', () => {
  test.each([
    [-300_000, /^clock warning: .* behind/],
    [300_000, /^clock warning: .* ahead/],
    [20_000, /^clock passed: .* \d+ s apart\.$/],
  ])('a clock that is %i ms off', async (off, expected) => {
    const service = await serve(bytes(''));
    const lines = await check(service.origin, {}, () => new Date(Date.now() + off));
    expect(lines[5]).toMatch(expected);
  });

  test('a service without a clock and a service with an error are reported', async () => {
    const service = await serve((response) => {
      response.sendDate = false;
      response.writeHead(503).end();
    });
    const lines = await check(service.origin);
    expect(lines[5]).toBe('clock skipped: The service does not tell its time.');
    expect(lines[6]).toMatch(/^http warning: The service answers with an error of its own \(HTTP 503\)/);
  });

  test('a service that does not answer is reported', async () => {
    const service = await serve((_response, socket) => socket.destroy());
    expect((await check(service.origin))[6]).toMatch(
      /^http failed: The connection stands, but the service did not answer/,
    );
  });
});

test('a proxy resolves the name, and its refusal is reported', async () => {
  const service = await serve(bytes(''));
  const proxy = await startProxy();
  closers.push(() => proxy.close());
  const wishes = { merchant: { proxy: { kind: 'url', url: proxy.url } as const } };
  const lines = await check(service.origin, wishes);
  expect(lines[0]).toMatch(/^dns skipped: The proxy localhost:\d+ looks up the name localhost\./);
  expect(lines[1]).toMatch(/^tcp passed: The proxy/);
  expect(lines[6]).toMatch(/^http passed/);
  proxy.status = 407;
  expect((await check(service.origin, wishes))[1]).toMatch(/^tcp failed: The proxy does not let .* answered 407/);
});

test('a failing proxy of the system leads to the next route, as for payments', async () => {
  const service = await serve(bytes(''));
  const wishes = { merchant: { proxy: { kind: 'system' } as const } };
  const report = await reportOf(service.origin, wishes, undefined, 'PROXY localhost:1; DIRECT');
  expect(report.steps.map(({ status }) => status)).not.toContain('failed');
  expect((await reportOf(service.origin, wishes, undefined, 'SOCKS localhost:1')).steps[1]).toMatchObject({
    step: 'tcp',
    status: 'failed',
    finding: 'proxyFailed',
  });
});
