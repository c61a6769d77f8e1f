/**
 * Voids and refunds in the running program, against the training gateway: by keyboard, and never more than was charged. The witness is
 * the bank's own book: what it was asked, and what it did.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { newId } from '#shared/new-id.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';
import { makeHold, makeSale, orderFault } from '#test/e2e/stage/made-payments.ts';

/** Every request that the bank understood, in order: its type, what it did or refused, and the transaction that it is about. */
function bookOf(userData: string): readonly string[] {
  const lines = readFileSync(path.join(userData, 'training.jsonl'), 'utf8').trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as Readonly<Record<string, string | number | boolean | null>>);
  const place = (codOper: unknown): number => entries.findIndex((entry) => entry['codOper'] === codOper);
  return entries
    .filter(({ what }) => what !== 'started')
    .map(({ what, kind, declined, amount, related }) =>
      [what, kind, declined, amount, related == null ? null : `of ${String(entries[place(related)]?.['kind'])}`]
        .filter((part) => part !== null)
        .join(' '),
    );
}

/** Opens the dialog by its key, once its button is there. */
async function open(win: Page, button: string): Promise<void> {
  await win.getByRole('button', { name: button }).waitFor();
  await win.keyboard.press('Control+Shift+X');
  await win.getByRole('dialog').getByRole('textbox').first().and(win.locator(':focus')).waitFor();
}

test('a void and a refund whose answers are lost are found at the service after a restart, and no sale is refunded beyond its amount @thorough', async ({
  startApp,
  userData,
}) => {
  const first = await startApp();
  const before = await firstWindow(first);
  const [hold, sale] = [await makeHold(before, { amount: 4_512 }), await makeSale(before, { amount: 7_000 })];
  await orderFault(before, { kind: 'lost-answer' }, 2);
  const asked = { description: 'Order withdrawn' };
  const refund = { draftId: newId(), chargeId: sale.id, amount: 2_500, isConfirmed: false, ...asked };
  for (const lost of [
    await callBridge(before, 'holds', 'void', { holdId: hold.id, ...asked }),
    await callBridge(before, 'payments', 'refund', refund),
  ])
    expect(lost).toMatchObject({ ok: true, value: { state: 'unknown' } });
  const done = [
    'booked AUTH 4512',
    'booked AUTH_CAPTURE 7000',
    'booked REVERSE_AUTH 4512 of AUTH',
    'booked REVERSE_CAPTURE 2500 of AUTH_CAPTURE',
  ];
  expect(bookOf(userData)).toEqual(done);
  await first.close();

  const win = await firstWindow(await startApp());
  const still = (await callBridge(win, 'history', 'unknowns', undefined)) as { readonly value: readonly Attempt[] };
  expect(still.value.map(({ operation }) => operation).toSorted()).toEqual(['refund', 'void']);
  await callBridge(win, 'training', 'order', { fault: { kind: 'none' }, times: null, of: 'records' });
  for (const { id } of still.value)
    expect(await callBridge(win, 'history', 'lookUp', { id })).toMatchObject({ value: { proof: 'found' } });
  await win.keyboard.press('Control+3');
  const rows = win.getByRole('grid').locator('[role="row"][aria-selected]');
  await expect(rows.filter({ hasText: '25.00' })).toContainText('Refunded');
  await expect(rows.filter({ hasText: '70.00' })).toContainText('Partly refunded');
  await expect(rows.filter({ hasText: '45.12' })).toContainText('Voided');
  expect(bookOf(userData)).toEqual(done);

  await test.step('a sale is refunded in two parts, and nothing beyond it', async () => {
    const parted = await makeSale(win, { amount: 4_513 });
    await win.reload();
    await win.getByRole('navigation').waitFor();
    await win.keyboard.press('Control+3');
    for (const [offered, typed, state] of [
      ['45.13', '12,50', 'Charged, and refunded in part.'],
      ['32.63', '32.63', 'Charged, and refunded.'],
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
    const over = { draftId: newId(), chargeId: parted.id, amount: 1, description: 'One cent more' };
    expect(await callBridge(win, 'payments', 'refund', { ...over, isConfirmed: true })).toMatchObject({
      ok: false,
      failure: { kind: 'over-refund', left: 0 },
    });
    expect(bookOf(userData).slice(done.length)).toEqual([
      'booked AUTH_CAPTURE 4513',
      'booked REVERSE_CAPTURE 1250 of AUTH_CAPTURE',
      'booked REVERSE_CAPTURE 3263 of AUTH_CAPTURE',
    ]);
  });
});
