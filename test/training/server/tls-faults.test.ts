/** TLS of the training gateway: 1.3 and nothing below, and each TLS fault on connections old and new. */
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import { agentFor, approvedIn, authorization, errorCode, send } from '#test/training/wire-client.ts';

let gateway: TrainingGateway;
beforeEach(async () => {
  gateway = await startTrainingGateway();
});
afterEach(() => gateway.close());

/** Node reports the alert under its own code or, when it arrives during a write, under the system's. */
const refusedVersion = /^(ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION|EPROTO)$/;

test('a start makes the keys of the authority and the server alone', async () => {
  const generateKey = vi.spyOn(crypto.subtle, 'generateKey');
  const another = await startTrainingGateway();
  expect(generateKey).toHaveBeenCalledTimes(2);
  generateKey.mockRestore();
  await another.close();
});

describe('a connection', () => {
  test('a connection offers TLS 1.3 and nothing below', async () => {
    const port = Number(new URL(gateway.origin).port);
    const socket: TLSSocket = connect({ port, host: 'localhost', ca: gateway.ca });
    await once(socket, 'secureConnect');
    expect([socket.authorized, socket.getProtocol()]).toEqual([true, 'TLSv1.3']);
    socket.destroy();
    const old = connect({ port, host: 'localhost', ca: gateway.ca, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' });
    const [error] = (await once(old, 'error').catch((thrown: unknown) => [thrown])) as [NodeJS.ErrnoException];
    expect(error.code).toMatch(refusedVersion);
  });

  test.each([
    ['tls-1.2', refusedVersion],
    ['expired-certificate', /^CERT_HAS_EXPIRED$/],
    ['wrong-host', /^ERR_TLS_CERT_ALTNAME_INVALID$/],
    ['unknown-ca', /^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/],
  ] as const)('the fault %s fails the handshake, also for a client with an older connection', async (kind, code) => {
    const agent = agentFor(gateway, { keepAlive: true, maxSockets: 1 });
    expect((await send(gateway, { ...authorization(gateway, 'json'), agent })).status).toBe(200);
    await gateway.order({ fault: { kind }, times: null });
    expect(await errorCode(send(gateway, { ...authorization(gateway, 'json'), agent }))).toMatch(code);
    await gateway.order({ fault: { kind: 'none' }, times: null });
    expect((await send(gateway, { ...authorization(gateway, 'json'), agent })).status).toBe(200);
    expect(gateway.status()).toMatchObject({ processed: 2, received: 2 });
    agent.destroy();
  });

  test('client-certificate-required turns away clients without one and serves those with the right one', async () => {
    await gateway.order({ fault: { kind: 'client-certificate-required' }, times: null });
    expect(await errorCode(send(gateway, authorization(gateway, 'json')))).toMatch(
      /CERTIFICATE_REQUIRED|ECONNRESET|EPIPE/,
    );
    const { certificate: cert, key } = await gateway.clientCertificate();
    const agent = agentFor(gateway, { cert, key });
    expect((await send(gateway, { ...authorization(gateway, 'json'), agent })).status).toBe(200);
    expect(gateway.status()).toMatchObject({ processed: 1, received: 1 });
  });

  test('a TLS fault counts down by new connections', async () => {
    await gateway.order({ fault: { kind: 'wrong-host' }, times: 2 });
    const seen: string[] = [];
    for (let count = 0; count < 3; count++) seen.push(await errorCode(send(gateway, authorization(gateway, 'json'))));
    expect(seen).toEqual(['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_CERT_ALTNAME_INVALID', 'answered 200']);
  });

  test('a request that is being answered when a TLS fault is ordered gets its answer', async () => {
    const agent = agentFor(gateway, { keepAlive: true });
    await gateway.order({ fault: { kind: 'delay', milliseconds: 300 }, times: 1 });
    const slow = send(gateway, { ...authorization(gateway, 'json'), agent });
    await expect.poll(() => gateway.status().processed).toBe(1);
    await gateway.order({ fault: { kind: 'wrong-host' }, times: null });
    expect(approvedIn((await slow).text)).toBe(true);
    expect(await errorCode(send(gateway, { ...authorization(gateway, 'json'), agent }))).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
    agent.destroy();
  });
});
