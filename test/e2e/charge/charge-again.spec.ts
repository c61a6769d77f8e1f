/** The card of an earlier payment charged again in the running program, by keyboard alone: from the caller's name to the record. */
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '#test/e2e/stage/fixture.ts';
import { callBridge, visa } from '#test/e2e/stage/keyed-payment.ts';
import { makeSale } from '#test/e2e/stage/made-payments.ts';

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

test('the card of an earlier customer is charged again by its first payment, without a card number on the wire', async ({
  app,
  win,
}) => {
  const { keyboard } = win;
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
  const status = await callBridge(win, 'training', 'status', undefined);
  expect(status).toMatchObject({ ok: true, value: { received: 3, processed: 3 } });

  await keyboard.press('Control+3');
  const details = win.getByRole('complementary');
  await expect(details).toContainText('12.00');
  await details.getByRole('button', { name: 'Print the receipt' }).waitFor();
  await keyboard.press('F4');
  await expect(win.getByRole('dialog', { name: 'Give the receipt' })).toBeVisible();
});
