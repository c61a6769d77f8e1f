/** Voids and refunds in the running program, against the training gateway: by keyboard, and never more than was charged. */
import type { Page } from '@playwright/test';
import { newId } from '#shared/new-id.ts';
import { expect, test } from '#test/e2e/stage/fixture.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';
import { makeHold, makeSale } from '#test/e2e/stage/made-payments.ts';

/** Opens the dialog by its key, once its button is there. */
async function open(win: Page, button: string): Promise<void> {
  await win.getByRole('button', { name: button }).waitFor();
  await win.keyboard.press('Control+Shift+X');
  await win.getByRole('dialog').getByRole('textbox').first().and(win.locator(':focus')).waitFor();
}

test('a hold is voided and leaves the queue without a charge', async ({ win }) => {
  await makeHold(win, { amount: 4_512 });
  await win.keyboard.press('Control+2');
  await open(win, 'Void…');
  await win.keyboard.type('Order withdrawn');
  await win.keyboard.press('F9');
  await expect(win.getByRole('heading', { name: 'Voided. Nothing was charged.' })).toBeFocused();
  await win.keyboard.press('Escape');
  await expect(win.getByRole('grid').locator('[role="row"][aria-selected]')).toHaveCount(0);
});

test('a sale is refunded in two parts, and nothing beyond it', async ({ win }) => {
  const sale = await makeSale(win, { amount: 4_512 });
  await win.keyboard.press('Control+3');
  for (const [offered, typed, state] of [
    ['45.12', '12,50', 'Charged, and refunded in part.'],
    ['32.62', '32.62', 'Charged, and refunded.'],
  ] as const) {
    await open(win, 'Refund…');
    const amount = win.getByRole('textbox', { name: 'Amount to refund' });
    await expect(amount).toHaveValue(offered);
    await win.keyboard.type(typed);
    await win.keyboard.press('Tab');
    await win.keyboard.type('Broken drill');
    await win.keyboard.press('F9');
    await expect(win.getByRole('heading', { name: 'Refunded.', exact: true })).toBeFocused();
    await win.keyboard.press('Escape');
    await expect(win.getByRole('heading', { name: state, exact: true })).toBeVisible();
  }
  await expect(win.getByRole('button', { name: 'Refund…' })).toHaveCount(0);
  const draft = { draftId: newId(), chargeId: sale.id, amount: 1, description: 'One cent more' };
  expect(await callBridge(win, 'payments', 'refund', { ...draft, isConfirmed: true })).toMatchObject({
    ok: false,
    failure: { kind: 'over-refund', left: 0 },
  });
});
