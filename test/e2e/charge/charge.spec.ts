/** The Charge screen in the running program: every outcome by keyboard, in the words that the cashier reads out. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { textOfPdf } from '#test/support/pdf-text.ts';
import { callBridge, keyCard, keyPayment, mastercard, pageHolds, send, visa } from '#test/e2e/stage/keyed-payment.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { target } from '#test/e2e/stage/launch-program.ts';
import { failCall } from '#test/e2e/stage/ipc-answers.ts';
import { makeSale } from '#test/e2e/stage/made-payments.ts';
import { draft as callDraft } from '#test/fixtures/call-arguments.ts';

// One program serves all, because a start costs more than what a spec does with it.
test.use({ sharing: true });
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
  startApp,
  kept,
}) => {
  const files = { paper: path.join(kept, 'paper.pdf'), pdf: path.join(kept, 'receipt.pdf') };
  const app = await startApp({
    userData: path.join(kept, 'user-data-with-printer'),
    env: { CAJA_HOST_PRINTER: files.paper },
  });
  const win = await firstWindow(app);
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, files.pdf);
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
  await expect(dialog.getByText(`Saved to ${files.pdf}`)).toBeVisible();
  const [saved = '', ...others] = textOfPdf(readFileSync(files.pdf));
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
    expect(textOfPdf(readFileSync(files.paper))).toEqual([expect.stringContaining('7001')]);
  }
  // The seat remembers the paper.
  await win.keyboard.press('F4');
  await expect(dialog.getByRole('radio', { name: 'Roll, 80 mm' })).toBeChecked();
  await win.keyboard.press('Escape');
  await win.keyboard.press('F2');
  await expect.poll(printItem).toBe(false);
});

test('a hold says that the card was not charged, and states the end of the reservation', async ({ win }) => {
  await keyPayment(win, { amount: '75.5', card: mastercard, hold: true });
  await send(win);
  await expect(win.getByRole('heading', { name: 'Held. The card was not charged.' })).toBeVisible();
  await expect(win.getByText(/^B\/\.\s75\.50 is reserved until about \d/)).toBeVisible();
  await expect(win.getByRole('button', { name: /^Holds\s+1 open hold$/ })).toBeVisible();
});

test('a decline says that nothing was charged, what the bank refused, and leaves the form ready for another card', async ({
  win,
}) => {
  await keyPayment(win, { amount: '901' });
  await send(win);
  await expect(win.getByRole('heading', { name: 'Declined. Nothing was charged.' })).toBeVisible();
  await expect(win.getByText(/The bank refused it: .+ \([0-9A-Z]{2}\)\./)).toBeVisible();
  await win.keyboard.press('F3');
  await expect(win.getByRole('textbox', { name: 'Card number' })).toBeFocused();
  await expect(win.getByRole('textbox', { name: 'Card number' })).toHaveValue('');
  await expect(win.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('901.00');
  await expect(win.getByRole('combobox', { name: 'E-mail' })).toHaveValue('mj.castillero@example.com');
});

test('a rejection with the code of a field points at that field', async ({ win }) => {
  await keyPayment(win, { amount: '904' });
  await send(win);
  await expect(win.getByRole('heading', { name: 'Not accepted. Nothing was charged.' })).toBeVisible();
  await expect(win.getByText('The service refused the request: the card number is not valid (605).')).toBeVisible();
  await win.keyboard.press('F3');
  const card = win.getByRole('textbox', { name: 'Card number' });
  await expect(card).toBeFocused();
  await expect(card).toHaveAccessibleDescription('The service refused it (605). Check it.');
});

test('a lost answer is shown as neither a charge nor a decline, and stays on top until it is resolved', async ({
  win,
}) => {
  await keyPayment(win, { amount: '906' });
  await send(win);
  await expect(
    win.getByRole('heading', { name: 'We don’t know yet whether it was charged. Do not charge again.' }),
  ).toBeVisible();
  await expect(win.getByText(/^The request left/)).toBeVisible();
  // Leaving the question open resolves nothing.
  await win.keyboard.press('F3');
  await expect(win.getByRole('dialog', { name: 'What became of this payment?' })).toBeVisible();
  await win.keyboard.press('Escape');
  await expect(win.getByRole('dialog')).toBeHidden();
  await win.keyboard.press('ControlOrMeta+g');
  await expect(win.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
  await expect(
    win.getByText('We don’t know yet whether a payment went through. Do not charge it again.'),
  ).toBeVisible();
});

test('a payment that could not be sent is reported, and the form keeps all but card number and code', async ({
  win,
}) => {
  await callBridge(win, 'training', 'order', { fault: { kind: 'tls-1.2' }, times: null });
  await keyPayment(win, { amount: '58.20' });
  await send(win);
  await expect(win.getByRole('heading', { name: 'Not sent. The card was not charged.' })).toBeVisible();
  await expect(win.getByText('older than TLS 1.3')).toBeVisible();
  expect(await pageHolds(win, visa)).toBe(false);
  // Main keeps the card for one more try, which fails too, and then no longer.
  await expect(win.getByText(/^The card is kept for \d+ more seconds/)).toBeVisible();
  await win.keyboard.press('F9');
  await expect(win.getByText('The form keeps everything but the card number and the security code.')).toBeVisible();
  await callBridge(win, 'training', 'order', { fault: { kind: 'none' }, times: null });
  await win.keyboard.press('F3');
  await expect(win.getByText('Everything is kept but the card number and the security code.')).toBeVisible();
  await keyCard(win);
  await send(win);
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeVisible();
});

test('an unsent payment is sent by another try without its card, but not after the page was loaded anew', async ({
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

test('a repeated card and amount shows the earlier payment beside the form and is sent with a reason', async ({
  win,
}) => {
  await keyPayment(win, { amount: '64' });
  await send(win);
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeVisible();
  await win.keyboard.press('F2');
  await keyPayment(win, { amount: '64', concept: 'Order 1183' });
  const panel = win.getByRole('region', { name: 'Looks like an earlier payment' });
  await expect(panel.getByRole('listitem').filter({ hasText: 'B/. 64.00' })).toContainText('Charged');
  // A reason is required before it is reviewed.
  await win.keyboard.press('Enter');
  await win.locator('#charge-reason:focus').waitFor();
  await win.keyboard.press('Enter');
  await expect(panel.getByText('Say why it is a new payment.')).toBeVisible();
  await win.keyboard.type('A second order of the same price');
  await win.keyboard.press('Enter');
  await win.getByRole('heading', { name: 'Confirm with the customer' }).waitFor();
  await win.keyboard.press('F9');
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeVisible();
});

test('a payment that the guard refuses at sending goes on with a reason and without its card', async ({ app, win }) => {
  await keyPayment(win, { amount: '65' });
  await send(win);
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeVisible();
  await win.keyboard.press('F2');
  // As when another seat charges the card after the question.
  const answerAgain = await failCall(app, 'payments.lookalikes', { kind: 'busy' });
  await keyPayment(win, { amount: '65', concept: 'Order 1184' });
  await expect(win.getByText('The check comes when the payment is sent.')).toBeVisible();
  await send(win);
  await answerAgain();
  await expect(win.getByText('Nothing was sent. This looks like an earlier payment.')).toBeVisible();
  await win.locator('#charge-reason:focus').waitFor();
  await win.keyboard.type('A third order of the same price');
  await win.keyboard.press('Enter');
  await expect(win.getByText('Reason given: “A third order of the same price”.')).toBeVisible();
  expect(await pageHolds(win, visa)).toBe(false);
  await win.keyboard.press('F9');
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeVisible();
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
