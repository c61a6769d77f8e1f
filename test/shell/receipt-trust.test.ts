/** The receipts' window trusts only the running training gateway's certificate. */
import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { comesFrom } from '#electron/shell/receipts/receipt-trust.ts';
import type { TrainingGateway } from '#electron/training/training-gateway.ts';
import type { Fault } from '#shared/seat/training.ts';
import { withTraining } from '#test/training/wire-client.ts';

let gateway: TrainingGateway;
let other: TrainingGateway;
withTraining({}, (started) => (gateway = started));
withTraining({}, (started) => (other = started));

/** Returns the certificate that the gateway shows under a fault, as a browser would pass it on. */
async function leafOf(kind: Fault['kind']): Promise<string> {
  await gateway.order({ fault: { kind } as Fault, times: null });
  const { port } = new URL(gateway.origin);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: 'localhost', port: Number(port), rejectUnauthorized: false }, () => {
      const certificate = socket.getPeerX509Certificate();
      socket.destroy();
      if (certificate === undefined) reject(new Error('no certificate'));
      else resolve(certificate.toString());
    });
    socket.on('error', reject);
  });
}

describe('the certificate of a receipt', () => {
  it('a receipt is trusted when the running gateway’s own authority issued its certificate for this host', async () => {
    expect(comesFrom(gateway, 'localhost', await leafOf('none'), new Date())).toBe(true);
  });

  it.each(['unknown-ca', 'expired-certificate', 'wrong-host'] as const)(
    'a receipt is refused with %s',
    async (kind) => {
      expect(comesFrom(gateway, 'localhost', await leafOf(kind), new Date())).toBe(false);
    },
  );

  it('a receipt is refused for another host, at another time, of another gateway, or with a malformed certificate', async () => {
    const leaf = await leafOf('none');
    const after = new Date(new X509Certificate(leaf).validToDate.getTime() + 1000);
    expect(comesFrom(gateway, 'example.org', leaf, new Date())).toBe(false);
    expect(comesFrom(gateway, 'localhost', leaf, after)).toBe(false);
    expect(comesFrom(other, 'localhost', leaf, new Date())).toBe(false);
    expect(comesFrom(gateway, 'localhost', gateway.ca, new Date())).toBe(false);
    expect(comesFrom(gateway, 'localhost', 'no certificate', new Date())).toBe(false);
  });
});
