/** Actions on the screens by role: none that the calls would refuse. */
import { showTheme } from '#test/e2e/stage/axe.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { fillHolds } from '#test/e2e/stage/filled-ledger.ts';
import { showRole } from '#test/e2e/stage/ipc-answers.ts';

test('a cashier sees the holds, but can’t capture them, export or change a merchant', async ({
  startApp,
  userData,
}) => {
  await fillHolds(userData, [{ amount: 1_000, lastName: 'Him' }]);
  const app = await startApp();
  const win = await firstWindow(app);
  await showRole(app, 'cashier');
  await showTheme(win, 'light');
  await expect(win.getByRole('banner').getByText('Cashier')).toBeVisible();
  await win.keyboard.press('Control+2');
  await expect(win.getByRole('grid')).toContainText('Him');
  await win.keyboard.press('Enter');
  await expect(win.getByRole('button', { name: /^(Capture|Review the capture)/ })).toHaveCount(0);
  await expect(win.getByRole('columnheader', { name: 'Selected' })).toHaveCount(0);
  await win.keyboard.press('Control+3');
  await expect(win.getByRole('grid', { name: /^Payments/ })).toContainText('Him');
  await expect(win.getByRole('button', { name: 'Export' })).toBeDisabled();
  await win.keyboard.press('Control+5');
  await win.getByRole('tab', { name: 'This seat' }).waitFor();
  await expect(win.getByRole('tab', { name: 'Merchants' })).toHaveCount(0);
});

test('the back office captures holds, but can’t resolve unknown payments', async ({ startApp, userData }) => {
  await fillHolds(userData, [{ amount: 1_000, lastName: 'Him' }]);
  const app = await startApp();
  const win = await firstWindow(app);
  await showRole(app, 'back-office');
  await showTheme(win, 'light');
  await expect(win.getByRole('banner').getByText('Back office')).toBeVisible();
  await win.keyboard.press('Control+2');
  await expect(win.getByRole('button', { name: /^Review the capture/ })).toBeVisible();
  await win.keyboard.press('Control+3');
  await expect(win.getByRole('button', { name: 'Export' })).toBeEnabled();
  await win.keyboard.press('Control+5');
  await win.getByRole('tab', { name: 'This seat' }).waitFor();
  await expect(win.getByRole('tab', { name: 'Merchants' })).toHaveCount(0);
});
