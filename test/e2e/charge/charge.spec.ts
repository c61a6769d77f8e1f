/** The Charge screen in the running program: every outcome by keyboard, in the words that the cashier reads out. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { textOfPdf } from '#test/support/pdf-text.ts';
import { callBridge, keyPayment, pageHolds, send, useMerchantAt, visa } from '#test/e2e/stage/keyed-payment.ts';
import { expect, test } from '#test/e2e/stage/fixture.ts';
import { target } from '#test/e2e/stage/launch-program.ts';
import { makeSale, orderFault } from '#test/e2e/stage/made-payments.ts';
import { draft as callDraft } from '#test/fixtures/call-arguments.ts';

const paper = (userData: string): string => path.join(userData, '../paper.pdf');

// One program, with a printer, serves all, because a start costs more than what a spec does with it.
test.use({ sharing: { prepare: (userData) => Promise.resolve({ env: { CAJA_HOST_PRINTER: paper(userData) } }) } });
test.describe.configure({ mode: 'default' });

test('a sale is keyed, reviewed and charged by keyboard alone', async ({ win }) => {
  await keyPayment(win, { amount: '120' });
  await win.keyboard.press('Enter');
  const readBack = win.getByRole('region', { name: 'The payment as it will be sent' });
  await expect(readBack).toBeFocused();
  await expect(readBack).toContainText(/I am charging B\/\.\s120\.00 to your Visa ending 7001 now/);
  // Enter reviews and never charges.
  await win.keyboard.press('Enter');
  await expect(win.getByRole('heading', { name: 'Confirm with the customer' })).toBeVisible();
  await win.keyboard.press('F9');
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeFocused();
  await expect(win.getByRole('region', { name: 'Charged.' })).toContainText(/B\/\.\s120\.00/);
  await expect(win.locator('[data-reference="codOper"]')).toContainText('SANDBOX_');
  await expect(win.getByRole('button', { name: 'Print the receipt' })).toBeVisible();
  await win.keyboard.press('F2');
  await expect(win.getByRole('textbox', { name: 'Amount', exact: true })).toBeFocused();
  await expect(win.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('');
});

test('the receipt of a sale is printed, saved as PDF and copied with the last four digits alone', async ({
  app,
  win,
  kept,
  userData,
}) => {
  const pdf = path.join(kept, 'receipt.pdf');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, pdf);
  await keyPayment(win, { amount: '1250.5' });
  await send(win);
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeVisible();
  const printItem = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('print')?.enabled);
  await expect.poll(printItem).toBe(true);
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('print')?.click());
  const dialog = win.getByRole('dialog', { name: 'Give the receipt' });
  await dialog.getByText('Roll, 80 mm').click();
  await dialog.getByText('Español').click();
  await win.keyboard.press('ControlOrMeta+Shift+P');
  await expect(dialog.getByText(`Saved to ${pdf}`)).toBeVisible();
  const [saved = '', ...others] = textOfPdf(readFileSync(pdf));
  expect(others).toEqual([]);
  for (const part of [
    'PRÁCTICA – no es comprobante',
    'B/. 1,250.50',
    'Visa •••• 7001',
    'Order 1182',
    'Copia del cliente',
  ])
    expect(saved.replaceAll('\u00a0', ' ')).toContain(part);
  expect(saved.replace(/\D/g, '')).not.toContain(visa);
  await dialog.getByRole('button', { name: 'Copy the text' }).click();
  await expect(dialog.getByText('The text was copied.')).toBeVisible();
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toContain('Visa •••• 7001');
  // Electron would open the system's own dialog, which a test can't answer.
  await win.keyboard.press(target === 'stand-in' ? 'ControlOrMeta+P' : 'Escape');
  await expect(dialog).toBeHidden();
  if (target === 'stand-in') {
    expect(textOfPdf(readFileSync(paper(userData)))).toEqual([expect.stringContaining('7001')]);
  }
  // The seat remembers the paper.
  await win.keyboard.press('F4');
  await expect(dialog.getByRole('radio', { name: 'Roll, 80 mm' })).toBeChecked();
  await win.keyboard.press('Escape');
  await win.keyboard.press('F2');
  await expect.poll(printItem).toBe(false);
});

test('a decline, a refused request and a lost answer are told apart, and lead to what the cashier does next', async ({
  win,
}) => {
  const { keyboard } = win;
  const card = win.getByRole('textbox', { name: 'Card number' });
  await keyPayment(win, { amount: '901' });
  await send(win);
  await expect(win.getByRole('heading', { name: 'Declined. Nothing was charged.' })).toBeVisible();
  await expect(win.getByText(/The bank refused it: .+ \([0-9A-Z]{2}\)\./)).toBeVisible();
  await keyboard.press('F3');
  await expect(card).toBeFocused();
  await expect(card).toHaveValue('');
  await expect(win.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('901.00');
  await keyboard.press('F2');

  await keyPayment(win, { amount: '904' });
  await send(win);
  await expect(win.getByRole('heading', { name: 'Not accepted. Nothing was charged.' })).toBeVisible();
  await expect(win.getByText('The service refused the request: the card number is not valid (605).')).toBeVisible();
  await keyboard.press('F3');
  await expect(card).toHaveAccessibleDescription('The service refused it (605). Check it.');
  await keyboard.press('F2');

  await keyPayment(win, { amount: '906' });
  await send(win);
  const unknown = win.getByRole('heading', { name: 'We don’t know yet whether it was charged. Do not charge again.' });
  await expect(unknown).toBeVisible();
  // Leaving the question open resolves nothing.
  await keyboard.press('F3');
  await expect(win.getByRole('dialog', { name: 'What became of this payment?' })).toBeVisible();
  await keyboard.press('Escape');
  await keyboard.press('ControlOrMeta+g');
  await expect(win.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
  const banner = win.getByText('We don’t know yet whether a payment went through. Do not charge it again.');
  await expect(banner).toBeVisible();
});

test('an unsent payment is sent by another try without its card, but not after the page was loaded anew, which leads to the one under way', async ({
  win,
}) => {
  const refuse = (kind: 'tls-1.2' | 'none') => callBridge(win, 'training', 'order', { fault: { kind }, times: null });
  await refuse('tls-1.2');
  await keyPayment(win, { amount: '59' });
  await send(win);
  await win.getByRole('button', { name: 'Try again' }).waitFor();
  await refuse('none');
  await win.keyboard.press('F9');
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeVisible();
  await expect(win.getByRole('region', { name: 'Charged.' })).toContainText(/B\/\.\s59\.00/);

  await win.keyboard.press('F2');
  await orderFault(win, { kind: 'delay', milliseconds: 3000 }, 1);
  await keyPayment(win, { amount: '61' });
  await win.keyboard.press('Enter');
  await win.keyboard.press('F9');
  await win.getByRole('heading', { name: 'Sending' }).first().waitFor();
  await win.reload();
  // The payment under way is not forgotten with the page.
  const banner = win
    .getByRole('status')
    .filter({ hasText: 'The screen was started anew while a payment was under way.' });
  await expect(banner).toContainText(/61\.00, .*7001/);
  await banner.getByRole('button').click();
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeVisible();

  await refuse('tls-1.2');
  const draft = {
    ...callDraft(2),
    card: { number: visa, expMonth: '09', expYear: '30', securityCode: '123', brand: 'VISA' },
  };
  const unsent = (await callBridge(win, 'payments', 'sell', draft)) as { value: { retry: { handle: string } } };
  await refuse('none');
  await win.reload();
  await win.getByRole('heading').first().waitFor();
  const again = { handle: unsent.value.retry.handle, draftId: callDraft(1).draftId };
  expect(await callBridge(win, 'payments', 'tryAgain', again)).toEqual({ ok: false, failure: { kind: 'not-found' } });
});

test('card data is removed from the page on submitting and on leaving the screen, and main has it for the return', async ({
  win,
}) => {
  await keyPayment(win, { amount: '42' });
  await win.keyboard.press('Control+3');
  await win.getByRole('textbox', { name: 'Amount', exact: true }).waitFor({ state: 'hidden' });
  expect(await pageHolds(win, visa)).toBe(false);
  await win.keyboard.press('Control+1');
  await expect(win.getByRole('combobox', { name: 'First name' })).toHaveValue('María José');
  await expect(win.getByRole('textbox', { name: 'Security code' })).toHaveValue('');
  await expect(win.getByRole('textbox', { name: 'Card number' })).toHaveValue('•••• •••• •••• 7001');
  await expect(win.getByText(/^Kept for \d+ s\./)).toBeVisible();
  await send(win);
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeVisible();
  expect(await pageHolds(win, visa)).toBe(false);
});

/** Keeps the body of every request that reaches the training gateway from now on. @returns what reads them */
async function keepBodies(app: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(() => {
    const { IncomingMessage } = process.getBuiltinModule('node:http');
    const bodies = new Map<object, string>();
    const push = IncomingMessage.prototype.push;
    IncomingMessage.prototype.push = function kept(chunk: Buffer | null, encoding) {
      if (chunk !== null) bodies.set(this, `${bodies.get(this) ?? ''}${chunk.toString()}`);
      return push.call(this, chunk, encoding);
    };
    Object.assign(globalThis, { bodies });
  });
  return () => app.evaluate(() => [...(globalThis as unknown as { bodies: Map<object, string> }).bodies.values()]);
}

/** Requests that the training gateway has received, and those it has processed. */
async function figures(win: Page): Promise<readonly number[]> {
  const status = await callBridge(win, 'training', 'status', undefined);
  const { value } = status as { value: { received: number; processed: number } };
  return [value.received, value.processed];
}

test('the card of an earlier customer is charged again by its first payment, without a card number on the wire', async ({
  app,
  win,
}) => {
  const { keyboard } = win;
  const before = await figures(win);
  const first = await makeSale(win, { amount: 4_512, firstName: 'Yariela', lastName: 'Quintero' });
  const bodies = await keepBodies(app);
  const codOpers: (string | null)[] = [];
  // The second time it starts from the first charge of the card, the newest payment.
  for (const amount of ['30.25', '12.00']) {
    await keyboard.press('F5');
    await keyboard.type('quintero');
    await win.getByRole('option', { name: 'Yariela Quintero' }).waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Shift+Enter');
    const dialog = win.getByRole('dialog', { name: 'Charge the same card again' });
    await dialog.getByRole('textbox', { name: 'Amount' }).and(win.locator(':focus')).waitFor();
    await expect(dialog).toContainText('Visa ending 7001');
    await keyboard.type(amount);
    await keyboard.press('Enter');
    await keyboard.press('Space');
    await keyboard.press('F9');
    await expect(win.getByRole('heading', { name: 'Charged.' })).toBeFocused();
    await expect(dialog).toContainText(amount);
    codOpers.push(await dialog.locator('[data-reference="codOper"] code').textContent());
    await keyboard.press('Escape');
    await expect(win.locator('#charge-firstName')).toBeFocused();
    await expect(win.locator('#charge-firstName')).toHaveValue('');
  }
  expect(new Set([...codOpers, first.references.codOper]).size).toBe(3);
  const sent = await bodies();
  expect(sent.map((body) => (JSON.parse(body) as { readonly codOper?: string }).codOper)).toEqual([
    first.references.codOper,
    first.references.codOper,
  ]);
  for (const body of sent) {
    expect(body.replace(/[\s-]/g, '')).not.toContain(visa);
    expect(body).not.toMatch(/card|cvv|expir/i);
  }
  expect(await figures(win)).toEqual(before.map((figure) => figure + 3));

  await keyboard.press('Control+3');
  const details = win.getByRole('complementary');
  await expect(details).toContainText('12.00');
  await details.getByRole('button', { name: 'Print the receipt' }).waitFor();
  await keyboard.press('F4');
  await expect(win.getByRole('dialog', { name: 'Give the receipt' })).toBeVisible();
});

test('a payment can be cancelled while its connection is being made, and nothing was charged', async ({ win }) => {
  // Accepts the connection and stays silent, so that the TLS handshake never ends.
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => {})));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  // The last spec of this program, which goes on in the test environment.
  await useMerchantAt(win, (silent.address() as AddressInfo).port);
  await keyPayment(win, { amount: '20' });
  await send(win);
  await expect(win.getByText('Making the connection. Nothing has left yet.')).toBeVisible();
  await win.keyboard.press('Escape');
  await expect(win.getByRole('heading', { name: 'Not sent. The card was not charged.' })).toBeVisible();
  await expect(win.getByText('It was cancelled before anything left.')).toBeVisible();
  for (const socket of sockets) socket.destroy();
  silent.close();
});
