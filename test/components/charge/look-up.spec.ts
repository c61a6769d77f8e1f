/** A look-up in the middle of a call: main keeps the card for a minute, the page keeps nothing of it, and the payment goes on. */
import type { Page } from '@playwright/test';
import { fieldOf, keyForm, paste, review } from '#test/components/stage/keyed-form.ts';
import { wordsOf } from '#test/components/stage/looks.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, idOf } from '#test/fixtures/shown/attempts.ts';

const t = wordsOf('en');
const scene = { role: 'cashier', operatorName: 'Ana' } as const;
const handle = idOf(42);

/** Keys a payment, looks at the holds and comes back. Main keeps the card meanwhile. */
async function keyFormAndLookAway(page: Page, main: MockedMain): Promise<void> {
  main.payments.keepCard.answers({ handle, seconds: 60 });
  await keyForm(page);
  await main.payments.keepCard.by(page.keyboard.press('Control+2'));
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('timer')).toBeVisible();
}

test.describe('a card that was keyed before a look-up', () => {
  test('is kept by main and goes with the payment, without a key', async ({ show, page, main }) => {
    main.payments.keepCard.answers({ handle, seconds: 60 });
    main.payments.sell.answers(attemptOf('sell', 'approved'));
    await show(scene);
    await keyForm(page);
    const kept = await main.payments.keepCard.by(page.keyboard.press('Control+2'));
    expect(kept).toEqual({ merchantId: 'training', card: { number: '4059310181757001', securityCode: '123' } });
    await page.getByRole('heading', { level: 1, name: t('nav.holds') }).waitFor();
    expect(await page.content()).not.toContain('4059');
    const asked = await main.payments.lookalikes.by(page.keyboard.press('Control+1'));
    expect(asked).toEqual({ merchantId: 'training', amount: 120_00, handle });
    await expect(fieldOf(page, 'cardNumber')).toHaveValue('•••• •••• •••• 7001');
    await expect(page.getByRole('timer')).toContainText(/Kept for \d+ s/);
    await expect(page.getByRole('complementary')).toContainText('•••• 7001');
    await fieldOf(page, 'phone').focus();
    await review(page);
    const draft = await main.payments.sell.by(page.keyboard.press('F9'));
    expect(draft.card).toEqual({ handle, expMonth: '09', expYear: '30', securityCode: null });
    expect(main.payments.forgetCard.inputs).toEqual([]);
  });

  test('is asked for again once its minute is over, and is wiped by another number', async ({ show, page, main }) => {
    await show(scene);
    await keyFormAndLookAway(page, main);
    await page.clock.runFor(61_000);
    await expect(page.getByText(t('charge:retry.over'))).toBeVisible();
    await expect(fieldOf(page, 'cardNumber')).toHaveValue('');
    await keyFormAndLookAway(page, main);
    await page.keyboard.press('Control+2');
    await page.clock.runFor(61_000);
    await page.keyboard.press('Control+1');
    await expect(fieldOf(page, 'cardNumber')).toBeFocused();
    await keyFormAndLookAway(page, main);
    await main.payments.forgetCard.by(fieldOf(page, 'cardNumber').fill('5517747952039692'));
    await expect(page.getByRole('timer')).toHaveCount(0);
  });

  test('is not asked for by somebody who is back before main has it', async ({ show, page, main }) => {
    const pending = main.payments.keepCard.waits();
    await show(scene);
    await keyForm(page);
    await main.payments.keepCard.by(page.keyboard.press('Control+2'));
    await page.keyboard.press('Control+1');
    await expect(fieldOf(page, 'amount')).toBeFocused();
    pending.answers({ handle, seconds: 60 });
    await expect(fieldOf(page, 'cardNumber')).toHaveValue('•••• •••• •••• 7001');
  });

  test('is forgotten as well when another card is pasted in its place', async ({ show, page, main }) => {
    await show(scene);
    await keyFormAndLookAway(page, main);
    const pasted = paste(page, 'cardNumber', '5517747952039692 09/29 123');
    await main.payments.forgetCard.by(pasted);
    await expect(page.getByRole('timer')).toHaveCount(0);
  });

  test('is asked for again after a lock during a second look-up', async ({ show, change, page, main }) => {
    await show(scene);
    await keyFormAndLookAway(page, main);
    await page.keyboard.press('Control+2');
    await page.getByRole('heading', { level: 1, name: t('nav.holds') }).waitFor();
    await change({ ...scene, access: { kind: 'locked', name: 'Ana', names: ['Ana'] } });
    await page.getByRole('heading', { level: 1, name: t('signIn:locked.title') }).waitFor();
    await change(scene);
    await page.getByRole('heading', { level: 1, name: t('nav.holds') }).waitFor();
    await page.keyboard.press('Control+1');
    await expect(page.getByText(t('charge:kept'))).toBeVisible();
    await expect(page.getByRole('timer')).toHaveCount(0);
    await expect(fieldOf(page, 'cardNumber')).toHaveValue('');
    await expect(fieldOf(page, 'cardNumber')).toBeFocused();
    await expect(fieldOf(page, 'email')).not.toHaveValue('');
  });

  test('is what is keyed next after a lock in the middle of a payment', async ({ show, change, page }) => {
    await show(scene);
    await keyForm(page);
    await change({ ...scene, access: { kind: 'locked', name: 'Ana', names: ['Ana'] } });
    await page.getByRole('heading', { level: 1, name: t('signIn:locked.title') }).waitFor();
    await change(scene);
    await expect(page.getByText(t('charge:kept'))).toBeVisible();
    await expect(fieldOf(page, 'cardNumber')).toBeFocused();
  });
});
