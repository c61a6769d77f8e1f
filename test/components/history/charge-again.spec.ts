/** The same card charged again from the details of a payment: nothing leaves without consent, and a repeat needs a reason. By keyboard. */
import { inOneLook, wordsOf } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, detailsOf, idOf, listed } from '#test/fixtures/shown/attempts.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';

const sale = attemptOf('sell', 'approved', { id: idOf(1) });
const { startedAt, firstName, lastName, email, phone, concept, amount } = sale;
const charged = attemptOf('recharge', 'approved', { id: idOf(50), cardOf: sale.id, amount: 45_50 });

function record(main: MockedMain): void {
  main.history.search.answers({ attempts: [listed(sale)], more: false });
  main.history.show.answers(({ id }) => detailsOf(id === charged.id ? charged : sale));
  const card = sale.card ?? { brand: 'VISA', lastFour: '7001' };
  main.payments.earlierCard.answers({
    attemptId: sale.id,
    card,
    startedAt,
    firstName,
    lastName,
    email,
    phone,
    concept,
    amount,
  });
}

inOneLook('en', (look) => {
  const t = wordsOf(look.language);
  const scene = { role: 'back-office', operatorName: 'Beto', screen: 'history', settings: look } as const;
  const allowed = { ...scene, merchant: { allowChargeAgain: true, taxRates: [700] } };

  test.describe(`the same card charged again, ${look.language}, ${look.theme}`, () => {
    test('leaves once, with the consent as it was read, and shows its outcome', async ({ show, page, main }) => {
      record(main);
      main.payments.recharge.answers(charged);
      await show(allowed);
      await page.getByRole('button', { name: t('history:again.open') }).press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('textbox', { name: t('fields:amount.label') })).toBeFocused();
      await page.keyboard.type('45.50');
      await expect(dialog.getByRole('textbox', { name: t('fields:taxAmount.heading') })).toHaveValue('2.98');
      await page.keyboard.press('F9');
      const consent = dialog.getByRole('checkbox');
      await expect(consent).toBeFocused();
      await expect(dialog.getByText(t('history:again.consentNeeded'))).toBeVisible();
      expect(main.payments.recharge.inputs).toEqual([]);
      await page.keyboard.press('Space');
      const [, sent] = await Promise.all([page.keyboard.press('F9'), main.payments.recharge.expect()]);
      expect(sent).toMatchObject({ attemptId: sale.id, amount: 45_50, taxAmount: 2_98, concept });
      expect(sent.consent).toMatch(/agreed on the telephone on .* \(confirmed by Beto\)$/);
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('complementary')).toContainText('45.50');
      expect(main.payments.recharge.inputs).toHaveLength(1);
    });

    test('asks for a reason where it looks like an earlier payment, and loses nothing typed', async ({
      show,
      page,
      main,
    }) => {
      record(main);
      main.payments.recharge.fails({ kind: 'duplicate', earlier: [listed(sale)], needs: 'reason' });
      await show(allowed);
      await page.getByRole('button', { name: t('history:again.open') }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: t('fields:amount.label') }).fill('120');
      await dialog.getByRole('checkbox').check();
      await page.keyboard.press('F9');
      const reason = dialog.getByRole('textbox', { name: t('history:again.reason') });
      await reason.waitFor();
      await page.keyboard.press('F9');
      await expect(reason).toBeFocused();
      main.payments.recharge.answers(charged);
      await page.keyboard.type('A second room');
      const [, sent] = await Promise.all([page.keyboard.press('F9'), main.payments.recharge.expect()]);
      expect(sent).toMatchObject({ amount: 120_00, override: { reason: 'A second room' } });
      expect(new Set(main.payments.recharge.inputs.map(({ draftId }) => draftId)).size).toBe(1);
    });

    test('says why a card can’t be charged again, and forgets one', async ({ show, page, main }) => {
      record(main);
      await show(allowed);
      await page.getByRole('button', { name: t('history:again.open') }).press('Enter');
      main.payments.forgetEarlierCard.answers(undefined);
      main.payments.earlierCard.fails({ kind: 'card-not-chargeable', why: 'forgotten' });
      const forget = page.getByRole('button', { name: t('history:again.forget') });
      await Promise.all([forget.click(), main.payments.forgetEarlierCard.expect()]);
      await expect(page.getByRole('dialog')).toContainText(t('failures:card-not-chargeable.forgotten'));
    });

    test('is not offered where the merchant does not allow it', async ({ show, page, main }) => {
      record(main);
      await show(scene);
      await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
      await expect(page.getByRole('button', { name: t('history:again.open') })).toBeHidden();
    });
  });
});
