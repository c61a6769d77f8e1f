/** The same card charged again from the details of a payment: nothing leaves without consent, and a repeat needs a reason. By keyboard. */
import type { Locator, Page } from '@playwright/test';
import { inOneLook } from '#test/components/stage/looks.ts';
import { withStoppedClock } from '#test/components/stage/stopped-clock.ts';
import { keySupervisor, pressTwice } from '#test/components/stage/keyed-form.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, detailsOf, earlierCardOf, idOf, listed } from '#test/fixtures/shown/attempts.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';

const sale = attemptOf('sell', 'approved', { id: idOf(1) });
const charged = attemptOf('recharge', 'approved', { id: idOf(50), cardOf: sale.id, amount: 45_50 });

function record(main: MockedMain): void {
  main.history.search.answers({ attempts: [listed(sale)], more: false });
  main.history.show.answers(({ id }) => detailsOf(id === charged.id ? charged : sale));
  main.payments.earlierCard.answers(earlierCardOf(sale));
}

inOneLook('es', (look, t) => {
  const scene = { role: 'back-office', operatorName: 'Beto', screen: 'history', settings: look } as const;
  const allowed = { ...scene, merchant: { allowChargeAgain: true, taxRates: [700] } };

  /** Opens the dialog from the details of the payment. */
  async function open(page: Page): Promise<Locator> {
    await page.getByRole('button', { name: t('history:again.open') }).press('Enter');
    const dialog = page.getByRole('dialog', { name: t('history:again.title') });
    await expect(dialog.getByRole('textbox', { name: t('fields:amount.label') })).toBeFocused();
    return dialog;
  }
  /** Keys an amount that looks like an earlier one, agrees and sends. Enter leads on to what is missing, and never sends. */
  async function sendLikeness(page: Page, main: MockedMain, needs: 'reason' | 'supervisor'): Promise<Locator> {
    main.payments.recharge.fails({ kind: 'duplicate', earlier: [listed(sale)], needs });
    const dialog = await open(page);
    await page.keyboard.type('120');
    for (const key of ['Enter', 'Space', 'F9']) await page.keyboard.press(key);
    return dialog;
  }
  const outcome = (page: Page) =>
    page.getByRole('heading', { level: 2, name: t('outcomes:charged.title') }).and(page.locator(':focus'));

  test.describe(`the same card charged again, ${look.language}, ${look.theme}`, () => {
    test('leaves once, with the consent as it was read, and shows its outcome', async ({ show, page, main }) => {
      record(main);
      const pending = main.payments.recharge.waits();
      await show(allowed);
      const dialog = await open(page);
      await page.keyboard.type('B/. 45.50');
      await expect(dialog.getByRole('textbox', { name: t('fields:taxAmount.heading') })).toHaveValue('2.98');
      await page.keyboard.press('F9');
      const consent = dialog.getByRole('checkbox');
      await expect(consent).toBeFocused();
      await expect(dialog.getByText(t('history:again.consentNeeded'))).toBeVisible();
      expect(main.payments.recharge.inputs).toEqual([]);
      await page.keyboard.press('Space');
      await withStoppedClock(page, async () => {
        const sent = await main.payments.recharge.by(pressTwice(page));
        expect(sent).toMatchObject({ attemptId: sale.id, amount: 45_50, taxAmount: 2_98, concept: sale.concept });
        expect(sent.consent).toMatch(/aceptó por teléfono el .* que se le cobre otra vez \(confirmado por Beto\)$/);
        await page.clock.runFor(4_000);
        await expect(dialog.getByRole('timer')).toHaveText(t('wait.since', { count: 4 }));
      });
      await page.keyboard.press('Escape');
      pending.answers(charged);
      await outcome(page).waitFor();
      await expect(dialog).toContainText('45.50');
      expect(main.payments.recharge.inputs).toHaveLength(1);
      await page.keyboard.press('Control+g');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('complementary')).toContainText('45.50');
    });

    test('asks for a reason beside an earlier payment like it, and loses nothing', async ({ show, page, main }) => {
      record(main);
      await show(allowed);
      const dialog = await sendLikeness(page, main, 'reason');
      await expect(dialog.getByRole('textbox', { name: t('history:again.reason') })).toBeFocused();
      main.payments.recharge.answers(charged);
      await page.keyboard.type('A second room');
      const sent = await main.payments.recharge.by(page.keyboard.press('F9'));
      expect(sent).toMatchObject({ amount: 120_00, override: { reason: 'A second room' } });
      await outcome(page).waitFor();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      expect(new Set(main.payments.recharge.inputs.map(({ draftId }) => draftId)).size).toBe(1);
    });

    test('asks once for a supervisor’s passcode where an earlier payment is unknown', async ({ show, page, main }) => {
      record(main);
      await show(allowed);
      const dialog = await sendLikeness(page, main, 'supervisor');
      const reason = dialog.getByRole('textbox', { name: t('history:again.reason') });
      await expect(reason).toBeFocused();
      await page.keyboard.type('A second room');
      await pressTwice(page);
      const stepUp = page.getByRole('dialog', { name: t('signIn:stepUp.title') });
      const name = stepUp.getByLabel(t('role.supervisor')).and(page.locator(':focus'));
      await name.waitFor();
      await page.keyboard.press('Escape');
      await expect(stepUp).toHaveCount(0);
      await expect(dialog.getByRole('textbox', { name: t('fields:amount.label') })).toBeFocused();
      await page.keyboard.press('F9');
      await name.waitFor();
      main.operators.approve.answers({ approvalId: idOf(7) });
      main.payments.recharge.answers(charged);
      await keySupervisor(page);
      const sent = await main.payments.recharge.by(page.keyboard.press('Enter'));
      expect(sent).toMatchObject({ override: { reason: 'A second room', approvalId: idOf(7) } });
      expect(main.payments.recharge.inputs).toHaveLength(2);
      await outcome(page).waitFor();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });

    test('forgets a card on a confirmation, and says why it can’t charge', async ({ show, change, page, main }) => {
      record(main);
      await show(allowed);
      const dialog = await open(page);
      const forget = dialog.getByRole('button', { name: t('history:again.forget') });
      const question = page.getByRole('dialog', { name: t('history:again.forgetTitle') });
      await forget.press('Enter');
      await question.waitFor();
      // A hasty Enter forgets nothing.
      await expect(question.getByRole('button', { name: t('action.cancel') })).toBeFocused();
      await change({ ...allowed, access: { kind: 'locked', name: 'Beto', names: ['Beto'] } });
      await expect(question).toBeHidden();
      await change(allowed);
      await question.waitFor();
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
      await expect(forget).toBeFocused();
      expect(main.payments.forgetEarlierCard.inputs).toEqual([]);
      await forget.press('Enter');
      main.payments.forgetEarlierCard.answers(undefined);
      main.payments.earlierCard.fails({ kind: 'card-not-chargeable', why: 'forgotten' });
      const confirm = question.getByRole('button', { name: t('history:again.forget') });
      await main.payments.forgetEarlierCard.by(confirm.press('Enter'));
      await expect(dialog).toContainText(t('failures:card-not-chargeable.forgotten'));
      await expect(dialog.locator(':focus')).toHaveCount(1);
    });

    test('is not offered where the merchant does not allow it', async ({ show, page, main }) => {
      record(main);
      await show(scene);
      await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
      await expect(page.getByRole('button', { name: t('history:again.open') })).toBeHidden();
    });
  });
});
