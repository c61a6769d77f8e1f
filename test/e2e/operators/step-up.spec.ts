/** A supervisor's passcode at the seat, by keyboard: a payment above a limit, and a removal of payments. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { storeAged } from '#test/e2e/stage/aged-ledger.ts';
import { callBridge, keyPayment, send } from '#test/e2e/stage/keyed-payment.ts';
import { passcodes, signIn, staffing, workAs } from '#test/e2e/stage/staffed-seat.ts';

test('a payment above a limit and a removal of payments pass by a supervisor’s passcode @thorough', async ({
  startApp,
  userData,
  kept,
}) => {
  const app = await startApp(await staffing(userData));
  const win = await firstWindow(app);
  const { keyboard } = win;
  await workAs(win, 'Rosa');
  await keyboard.press('Control+5');
  await win.getByRole('tab', { name: 'Operators' }).click();
  const limit = win.getByRole('form', { name: 'Limits: Cashier' }).getByRole('textbox', { name: 'A payment' });
  await limit.focus();
  await keyboard.type('50');
  await keyboard.press('Enter');
  await win.getByLabel('Passcode').and(win.locator(':focus')).waitFor();
  await keyboard.type(passcodes.Rosa);
  await keyboard.press('Enter');
  await expect(win.getByText('Saved', { exact: true })).toBeVisible();

  await workAs(win, 'Beto');
  await keyPayment(win, { amount: '60' });
  await expect(win.getByText('Above your limit of B/. 50.00: a supervisor has to approve it.')).toBeVisible();
  await send(win);
  await expect(win.getByText('Your limit is B/. 50.00 a payment.')).toBeVisible();
  expect(await callBridge(win, 'training', 'status', undefined)).toMatchObject({ value: { received: 0 } });
  expect(await callBridge(win, 'history', 'search', {})).toMatchObject({ value: { attempts: [] } });
  await win.getByRole('textbox', { name: 'Supervisor' }).and(win.locator(':focus')).waitFor();
  await keyboard.type('Beto');
  await keyboard.press('Tab');
  await keyboard.type(passcodes.Beto);
  await keyboard.press('Enter');
  await expect(win.getByText('This needs a supervisor.')).toBeVisible();
  await win.getByRole('textbox', { name: 'Supervisor' }).fill('Rosa');
  await win.getByLabel('Passcode').focus();
  await keyboard.type(passcodes.Rosa);
  await keyboard.press('Enter');
  await win.getByRole('button', { name: 'Charge B/. 60.00' }).and(win.locator(':focus')).waitFor();
  await keyboard.press('F9');
  await win.getByRole('heading', { name: /^Charged/ }).waitFor();
  await expect(win.getByRole('banner')).toContainText('Beto · Cashier');
  await app.close();

  storeAged(path.join(userData, 'ledger.db'), 30 * 24);
  const again = await startApp();
  const page = await firstWindow(again);
  const file = path.join(kept, 'removed.csv');
  await again.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await signIn(page, 'Rosa', passcodes.Rosa);
  await page.getByRole('banner').getByText('Rosa').waitFor();
  await page.keyboard.press('Control+5');
  await page.getByRole('tab', { name: 'Payment database' }).click();
  const remove = page.getByRole('button', { name: 'Remove', exact: true });
  const askToRemove = async (): Promise<void> => {
    await page
      .getByRole('textbox', { name: 'Before', exact: true })
      .fill(new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Export and remove' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Passcode').and(page.locator(':focus')).waitFor();
  };
  await askToRemove();
  await page.keyboard.press('Escape');
  await expect(page.getByText('It needs your passcode once more.')).toBeVisible();
  await expect(remove).toBeFocused();
  expect(existsSync(file)).toBe(false);
  await askToRemove();
  await page.keyboard.type(passcodes.Rosa);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`1 payment removed. It was exported to ${path.basename(file)}`)).toBeVisible();
  expect(readFileSync(file, 'utf8')).toContain('60.00');

  const { value } = (await callBridge(page, 'ledger', 'events', {})) as {
    value: { events: { operatorName: string; deed: { kind: string } }[] };
  };
  const deeds = value.events.map(({ operatorName, deed }) => ({ by: operatorName, ...deed }));
  for (const deed of [
    { by: 'Rosa', kind: 'amount-limits', role: 'cashier', payment: 50_00, day: null, reversal: null, again: null },
    { by: 'Beto', kind: 'step-up-refused', act: 'amount', operator: 'Beto', name: 'Beto' },
    { by: 'Rosa', kind: 'step-up', act: 'amount', operator: 'Beto' },
    { by: 'Rosa', kind: 'step-up', act: 'purge', operator: 'Rosa' },
    { by: 'Rosa', kind: 'signed-in', unlocked: false },
  ]) {
    expect(deeds).toContainEqual(deed);
  }
});
