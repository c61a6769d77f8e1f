/** Training survives a restart of the program: an earlier hold is captured, its receipt opens. */
import { training } from '#shared/locales/en/settings/training.ts';
import { capture } from '#build/demo/screens.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { callBridge, keyPayment, send } from '#test/e2e/stage/keyed-payment.ts';

test('a training hold made before a restart of the program is captured afterwards', async ({ startApp }) => {
  const first = await startApp();
  const before = await firstWindow(first);
  await keyPayment(before, { amount: '75.50', hold: true });
  await send(before);
  await before.getByRole('heading', { name: 'Held. The card was not charged.' }).waitFor();
  const codOper = await before.locator('[data-reference="codOper"] code').textContent();
  await first.close();

  const second = await startApp();
  const after = await firstWindow(second);
  await after.locator('#charge-amount:focus').waitFor();
  await capture(after, 'Castillero');
  await expect(after.getByRole('heading', { name: 'Charged.' })).toBeVisible();
  await expect(after.getByRole('region', { name: 'Charged.' })).toContainText(/B\/\.\s75\.50/);

  // The receipt link of the authorization is from the previous start. Receipts are in the language of the program.
  const opened = second.waitForEvent('window');
  const found = (await callBridge(after, 'history', 'search', { operation: 'authorize' })) as {
    readonly value: { readonly attempts: readonly { readonly id: string }[] };
  };
  expect(await callBridge(after, 'history', 'openReceipt', { id: found.value.attempts[0]?.id })).toEqual({
    ok: true,
    value: undefined,
  });
  const receipt = await opened;
  await expect(receipt.getByText(training.receipt.captured)).toBeVisible();
  await expect(receipt.getByText(codOper ?? 'codOper')).toBeVisible();
});
