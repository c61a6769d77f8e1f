/** TLS as the service's document requires it (section 5, point 4): each fault has its cause, and nothing is sent. */
import { once } from 'node:events';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { TlsOptions } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { settle } from '#electron/gateway/transport/connection.ts';
import { connectCause } from '#electron/gateway/transport/error-causes.ts';
import type { ClientCertificate } from '#shared/seat/merchant.ts';
import {
  client,
  expired,
  notYetValid,
  strangeClient,
  trustedCa,
  unknownCa,
  wrongHost,
} from '#test/gateway/support/certificates.ts';
import { testGateway } from '#test/gateway/support/gateway-for.ts';
import { approvedSale, accountAt, payment, type MerchantWishes } from '#test/gateway/support/merchant.ts';
import * as pkcs12Identity from '#test/gateway/support/pkcs12-identity.ts';
import { startProxy, type TestProxy } from '#test/gateway/support/test-proxy.ts';
import { json, startService, type TestService } from '#test/gateway/support/test-service.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(tls: TlsOptions = {}): Promise<TestService> {
  const service = await startService(json(approvedSale()), tls);
  closers.push(() => service.close());
  return service;
}

async function pay(service: TestService, wishes: MerchantWishes = {}, systemProxy = 'DIRECT') {
  const gateway = testGateway({ resolveProxy: () => Promise.resolve(systemProxy) });
  closers.unshift(() => gateway.close());
  const onSent = vi.fn();
  const answer = await gateway.sell(accountAt(service.origin, wishes), 'json', payment, { onSent });
  return { answer, sent: onSent.mock.calls.length };
}

describe('the service’s certificate', () => {
  const wrong: readonly (readonly [string, TlsOptions, string])[] = [
    ['a service of TLS 1.2 alone', { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }, 'tls-version'],
    ['an expired certificate', expired, 'tls-expired'],
    ['a certificate that is not valid yet', notYetValid, 'tls-expired'],
    ['a certificate of another host', wrongHost, 'tls-host'],
    ['a certificate of an unknown authority', unknownCa, 'tls-untrusted'],
  ];
  test.each(wrong)('%s leaves the payment not sent, with its cause named', async (_name, tls, cause) => {
    const service = await serve(tls);
    const { answer, sent } = await pay(service);
    expect(answer).toMatchObject({ outcome: 'not-sent', cause });
    expect(sent).toBe(0);
    expect(service.seen).toHaveLength(0);
  });

  // Those of Electron's BoringSSL, and the code that Node has for all reasons it has no name for.
  test.each([
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls-version'],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'tls-version'],
    ['ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED', 'tls-client-certificate'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'tls-client-certificate'],
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'tls-client-certificate'],
    ['ERR_SSL_HANDSHAKE_FAILURE_ON_CLIENT_HELLO', 'tls-other'],
    ['ERR_SSL_KEY_USAGE_BIT_INCORRECT', 'tls-other'],
    ['UNSPECIFIED', 'tls-untrusted'],
  ])('%s is %s', (code, cause) => {
    expect(connectCause(Object.assign(new Error(code), { code }))).toBe(cause);
  });

  test('a service is not trusted without the merchant’s authority', async () => {
    const { answer } = await pay(await serve(), { merchant: { extraCa: null } });
    expect(answer).toMatchObject({ outcome: 'not-sent', cause: 'tls-untrusted' });
  });

  test('the system’s authorities are trusted too, except in training, which trusts its own alone', async () => {
    const service = await serve();
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, trustedCa]);
    try {
      expect((await pay(service, { merchant: { extraCa: null } })).answer.outcome).toBe('approved');
      expect((await pay(service, { merchant: { environment: 'training', extraCa: null } })).answer).toMatchObject({
        outcome: 'not-sent',
        cause: 'tls-untrusted',
      });
    } finally {
      setDefaultCACertificates(before);
    }
    expect((await pay(service, { merchant: { environment: 'training' } })).answer.outcome).toBe('approved');
  });

  test.each(['no PEM at all', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])(
    'an extra authority that can not be read is the merchant’s fault: %j',
    async (extraCa) => {
      const { answer } = await pay(await serve(), { merchant: { extraCa } });
      expect(answer).toMatchObject({ outcome: 'not-sent', cause: 'configuration' });
      expect(answer).toHaveProperty('detail', expect.stringContaining('the extra authorities can not be read'));
    },
  );

  test('a service reached by address has its certificate checked against the address', async () => {
    const service = await serve();
    const byAddress = (tlsService: TestService) =>
      pay(tlsService, { merchant: { baseUrl: `https://127.0.0.1:${tlsService.port}` } });
    expect((await byAddress(service)).answer.outcome).toBe('approved');
    expect((await byAddress(await serve(wrongHost))).answer).toMatchObject({ cause: 'tls-host' });
  });

  test('the test service takes TLS 1.2 where it is told to, so the refusal above is ours', async () => {
    const service = await serve({ minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' });
    const protocol = await new Promise((resolve, reject) => {
      const socket = connect({ host: 'localhost', port: service.port, ca: trustedCa }, () => {
        resolve(socket.getProtocol());
        socket.destroy();
      }).on('error', reject);
    });
    expect(protocol).toBe('TLSv1.2');
  });
});

describe('the client certificate', () => {
  const asking: TlsOptions = {
    requestCert: true,
    rejectUnauthorized: true,
    ca: [trustedCa, pkcs12Identity.certificate],
  };
  const pem: ClientCertificate = { kind: 'pem', certificate: client.cert, key: client.key };
  const pkcs12: ClientCertificate = {
    kind: 'pkcs12',
    file: pkcs12Identity.pkcs12,
    passphrase: pkcs12Identity.passphrase,
  };

  test.each([
    ['PEM', pem],
    ['PKCS#12 with a passphrase', pkcs12],
  ])('as %s is shown to a service that asks for it', async (_name, clientCertificate) => {
    const service = await serve(asking);
    const { answer } = await pay(service, { secrets: { clientCertificate } });
    expect(answer.outcome).toBe('approved');
  });

  test('a client certificate of another authority is rejected before anything is sent', async () => {
    const service = await serve(asking);
    const clientCertificate = { kind: 'pem', certificate: strangeClient.cert, key: strangeClient.key } as const;
    const { answer, sent } = await pay(service, { secrets: { clientCertificate } });
    expect(answer).toMatchObject({ outcome: 'not-sent', cause: 'tls-client-certificate' });
    expect([sent, service.seen.length]).toEqual([0, 0]);
  });

  test('a missing client certificate is rejected before anything is sent', async () => {
    const service = await serve(asking);
    const { answer, sent } = await pay(service);
    expect(answer).toMatchObject({ outcome: 'not-sent', cause: 'tls-certificate-missing' });
    expect([sent, service.seen.length]).toEqual([0, 0]);
  });

  test('a rejection is heard even when the program is held up right after the handshake', async () => {
    const service = await serve(asking);
    const socket = connect({ host: 'localhost', port: service.port, ca: trustedCa });
    await once(socket, 'secureConnect');
    const settled = settle(socket, 0, false, AbortSignal.timeout(10_000));
    for (const end = performance.now() + 200; performance.now() < end;);
    await expect(settled).rejects.toHaveProperty('code', expect.stringContaining('CERTIFICATE_REQUIRED'));
  });

  test('a rejection that arrives after a byte may have left makes the outcome unknown', async () => {
    const service = await serve(asking);
    const proxy = await startProxy();
    closers.push(() => proxy.close());
    proxy.holdBackMs = 1_200;
    const { answer, sent } = await pay(service, { merchant: { proxy: { kind: 'url', url: proxy.url } } });
    expect(answer).toMatchObject({ outcome: 'unknown', cause: 'connection-lost' });
    expect([sent, service.seen.length]).toEqual([1, 0]);
  });

  test.each([
    ['a wrong passphrase', { ...pkcs12, passphrase: 'wrong' }],
    ['a file that is no PKCS#12', { kind: 'pkcs12', file: 'AAAA' }],
    ['a key that is not the certificate’s', { ...pem, key: strangeClient.key }],
  ] as const)('%s is the merchant’s fault, not the service’s', async (_name, clientCertificate) => {
    const { answer } = await pay(await serve(asking), { secrets: { clientCertificate } });
    expect(answer).toMatchObject({ outcome: 'not-sent', cause: 'configuration' });
    expect(answer).toHaveProperty('detail', expect.stringContaining('the client certificate can not be read'));
    expect(JSON.stringify(answer)).not.toContain('wrong');
  });

  test('changing the certificate of a merchant takes effect with the next payment', async () => {
    const service = await serve(asking);
    const gateway = testGateway();
    closers.unshift(() => gateway.close());
    const bare = accountAt(service.origin);
    expect(await gateway.sell(bare, 'json', payment)).toMatchObject({ cause: 'tls-certificate-missing' });
    const equipped = { ...bare, secrets: { ...bare.secrets, clientCertificate: pem } };
    expect(await gateway.sell(equipped, 'json', payment)).toMatchObject({ outcome: 'approved' });
  });
});

describe('the proxy', () => {
  async function proxied(): Promise<{ service: TestService; proxy: TestProxy }> {
    const service = await serve();
    const proxy = await startProxy();
    closers.push(() => proxy.close());
    return { service, proxy };
  }
  const withProxy = (url: string): MerchantWishes => ({ merchant: { proxy: { kind: 'url', url } } });

  test('the proxy of the merchant carries TLS from end to end and can’t read the payment', async () => {
    const { service, proxy } = await proxied();
    expect((await pay(service, withProxy(proxy.url))).answer.outcome).toBe('approved');
    expect(proxy.seen).toEqual([
      { target: `localhost:${service.port}`, authorization: undefined, userAgent: 'caja/test' },
    ]);
    const passed = Buffer.concat(proxy.passed).toString('latin1');
    expect(passed.length).toBeGreaterThan(500);
    expect(passed).not.toContain(payment.card.number);
    expect(passed).not.toContain('processTx');
  });

  test('the certificate is checked inside the tunnel too', async () => {
    const service = await serve(unknownCa);
    const proxy = await startProxy();
    closers.push(() => proxy.close());
    expect((await pay(service, withProxy(proxy.url))).answer).toMatchObject({ cause: 'tls-untrusted' });
  });

  test('the proxy of the system is used, and the next entry of its list when it fails', async () => {
    const { service, proxy } = await proxied();
    const system = { merchant: { proxy: { kind: 'system' } } } as const;
    const address = proxy.url.replace('http://', '');
    expect((await pay(service, system, `PROXY ${address}`)).answer.outcome).toBe('approved');
    expect(proxy.seen).toHaveLength(1);
    expect((await pay(service, system, `SOCKS5 nowhere:1; PROXY localhost:1; DIRECT`)).answer.outcome).toBe('approved');
    expect((await pay(service, system, 'SOCKS5 localhost:1')).answer).toMatchObject({ cause: 'proxy' });
    expect((await pay(service, system, '')).answer.outcome).toBe('approved');
    expect(proxy.seen).toHaveLength(1);
  });

  test('a system that can’t be asked for its proxy keeps the payment from being sent', async () => {
    const service = await serve();
    const gateway = testGateway({ resolveProxy: () => Promise.reject(new Error('no session')) });
    closers.unshift(() => gateway.close());
    const account = accountAt(service.origin, { merchant: { proxy: { kind: 'system' } } });
    expect(await gateway.sell(account, 'json', payment)).toMatchObject({ outcome: 'not-sent', cause: 'proxy' });
  });

  test.each([407, 502, 0])('a proxy that answers %i to CONNECT keeps the payment from being sent', async (status) => {
    const { service, proxy } = await proxied();
    proxy.status = status;
    const { answer, sent } = await pay(service, withProxy(proxy.url));
    expect(answer).toMatchObject({ outcome: 'not-sent', cause: 'proxy' });
    expect([sent, service.seen.length]).toEqual([0, 0]);
  });

  test('training never goes through a proxy', async () => {
    const { service, proxy } = await proxied();
    const { answer } = await pay(service, {
      merchant: { environment: 'training', proxy: { kind: 'url', url: proxy.url } },
    });
    expect(answer.outcome).toBe('approved');
    expect(proxy.seen).toHaveLength(0);
  });
});
