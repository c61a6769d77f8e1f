/** A payment that has not been sent yet: it can be cancelled, and a change of merchant clears the card. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { callBridge, keyPayment, pageHolds, send, useMerchantAt, visa } from '#test/e2e/stage/keyed-payment.ts';
import { expect, test } from '#test/e2e/stage/fixture.ts';

// One program serves all, because a start costs more than what a spec does with it.
test.use({ sharing: true });
test.describe.configure({ mode: 'default' });
// The next one starts in training, and may add the merchant again.
test.afterEach(async ({ win }) => {
  const used = (await callBridge(win, 'merchants', 'active', undefined)) as { value: { merchant: { id: string } } };
  await callBridge(win, 'merchants', 'activate', { merchantId: 'training' });
  const removed = await callBridge(win, 'merchants', 'remove', { merchantId: used.value.merchant.id });
  expect(removed).toMatchObject({ ok: true });
});

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

test('a payment can be cancelled while its connection is being made, and nothing was charged', async ({ win }) => {
  // Accepts the connection and stays silent, so that the TLS handshake never ends.
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => {})));
  await useMerchantAt(win, await listen(silent));
  await keyPayment(win, { amount: '20' });
  await send(win);
  await expect(win.getByText('Making the connection. Nothing has left yet.')).toBeVisible();
  await win.keyboard.press('Escape');
  await expect(win.getByRole('heading', { name: 'Not sent. The card was not charged.' })).toBeVisible();
  await expect(win.getByText('It was cancelled before anything left.')).toBeVisible();
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('a payment is not sent when the service refuses the connection', async ({ win }) => {
  const gone = createServer();
  const port = await listen(gone);
  await new Promise((closed) => gone.close(closed));
  await useMerchantAt(win, port);
  await keyPayment(win, { amount: '20' });
  await send(win);
  await expect(win.getByText('No connection to the service: it refused the connection.')).toBeVisible();
  await win.keyboard.press('F3');
  await expect(win.getByRole('textbox', { name: 'Concept' })).toHaveValue('Order 1182');
  expect(await pageHolds(win, visa)).toBe(false);
});

test('the environment is named in the band and in the title', async ({ win }) => {
  await expect(win.getByRole('banner')).toContainText(/training/i);
  await expect(win).toHaveTitle('TRAINING · Caja');
  await useMerchantAt(win, 1);
  await expect(win.getByRole('banner')).toContainText('Test');
  await expect(win).toHaveTitle('TEST · Ferretería El Tornillo · Caja');
});

test('a change of merchant clears the card in the form, and nothing typed leaves its environment', async ({ win }) => {
  await keyPayment(win, { amount: '20' });
  await useMerchantAt(win, 1);
  await expect(win.getByText(/is in use now\. What was typed for .+ was cleared\./)).toBeVisible();
  await expect(win.getByRole('textbox', { name: 'Card number' })).toHaveValue('');
  expect(await pageHolds(win, visa)).toBe(false);
  await expect(win.getByRole('combobox', { name: 'Last name' })).toHaveValue('');
  await expect(win.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('');
});
