/** The device fingerprint from the merchant's setting to the wire: collected while the form is keyed, sent with the hold. */
import { keyPayment, send, useMerchant } from '#test/e2e/stage/keyed-payment.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { keyHash, startCollectorServer } from '#test/fingerprint/collector-servers.ts';
import { good, trustedCa } from '#test/gateway/support/certificates.ts';
import { json, startService } from '#test/gateway/support/test-service.ts';

const refusal = json({ headerStatus: { code: 605, description: 'no' }, data: [], success: false });

test('a hold carries the session of the collector, whose host the form names, and its page is gone @thorough', async ({
  startApp,
}) => {
  const [service, collector] = await Promise.all([startService(refusal), startCollectorServer(good)]);
  collector.scripts.set(
    '/collect.js',
    `globalThis.PF = { initialize: ({ onFinish }) =>
      fetch('${collector.origin}/seen', { method: 'POST', body: Object.keys(globalThis).join() })
        .then(() => onFinish({ sessionId: 'session-of-this-form' })) };`,
  );
  const app = await startApp({ args: [`--ignore-certificate-errors-spki-list=${keyHash(good)}`] });
  const win = await firstWindow(app);
  await useMerchant(win, {
    baseUrl: service.origin,
    extraCa: trustedCa,
    collectorUrl: `${collector.origin}/collect.js`,
    // The test waits for the answer itself.
    collectorTimeout: 30_000,
  });
  await expect(
    win.getByText(`localhost:${collector.port} collects data about this computer to detect fraud.`),
  ).toBeVisible();
  await expect.poll(() => collector.seen.length).toBe(1);
  expect(collector.seen[0]?.split(',')).not.toContain('caja');

  await keyPayment(win, { amount: '20', hold: true });
  await send(win);
  await expect.poll(() => service.seen.length).toBe(1);
  const sent = service.seen.map(({ body }) => JSON.parse(body) as { readonly additionalData?: unknown });
  expect(sent.map(({ additionalData }) => additionalData)).toEqual([{ sessionFraud: 'session-of-this-form' }]);
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  await app.close();
  await Promise.all([service.close(), collector.close()]);
});
