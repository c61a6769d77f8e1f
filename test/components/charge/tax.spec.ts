/** ITBMS: nothing is computed by a rate that nobody chose, one key goes through the rates, and the effect is said. */
import { decimalText, taxWithin, withheldOf } from '#shared/payments/money.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { fieldOf, keyForm, review } from '#test/components/stage/keyed-form.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf } from '#test/fixtures/shown/attempts.ts';
import { merchantOf, merchantView } from '#test/fixtures/shown/seat.ts';

inOneLook('es', (look, t) => {
  const unchosen = { environment: 'production', merchant: { taxRates: null }, settings: look } as const;
  const money = (amount: number): string => `B/.\u00a0${decimalText(amount)}`;

  test.describe(`the ITBMS of a payment, ${look.language}, ${look.theme}`, () => {
    test('is keyed where no rate is chosen, and tells a cashier to call a supervisor', async ({ show, page, main }) => {
      main.payments.sell.answers(attemptOf('sell', 'approved'));
      await show({ ...unchosen, role: 'cashier' });
      const notice = page.getByRole('status').filter({ hasText: t('charge:tax.askSupervisor') });
      await expect(notice).toContainText('La Esquina, S. A.');
      await expect(notice).not.toContainText('..');
      await expect(page.getByRole('button', { name: t('charge:tax.openSettings') })).toBeHidden();
      await keyForm(page);
      await expect(page.getByRole('complementary')).not.toContainText('7.85');
      // Enter leads from the last field to the one that is missing.
      await page.keyboard.press('Enter');
      await expect(fieldOf(page, 'taxAmount')).toBeFocused();
      await expect(fieldOf(page, 'taxAmount')).toHaveValue('');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: t('charge:summary.review') }).click();
      await expect(fieldOf(page, 'taxAmount')).toHaveAccessibleDescription(t('fields:taxAmount.required'));
      expect(main.payments.sell.inputs).toEqual([]);
      await page.keyboard.type('0');
      await review(page);
      await page.keyboard.press('F9');
      await expect.poll(() => main.payments.sell.inputs).toMatchObject([{ amount: 12_000, taxAmount: 0 }]);
    });

    test('leads a supervisor to Settings, where the question needs an answer', async ({ show, page, main }) => {
      const view = merchantView(merchantOf('production', { taxRates: null }));
      main.merchants.save.answers(view);
      await show({ ...unchosen, merchants: [view] });
      await page.getByRole('button', { name: t('charge:tax.openSettings') }).click();
      await expect(page.getByText(t('settings:tax.notChosen'))).toBeVisible();
      const rates = page.getByRole('group', { name: t('settings:fields.taxRates') }).last();
      const [total, tax] = [107_00, taxWithin(107_00, 700)];
      await expect(
        page.getByText(
          t('settings:tax.effect', {
            total: money(total),
            percent: '7',
            tax: money(tax),
            withheld: money(withheldOf(tax)),
          }),
        ),
      ).toBeVisible();
      for (const rate of ['0 %', '7 %', '10 %', '15 %']) {
        await expect(page.getByRole('checkbox', { name: rate, exact: true })).not.toBeChecked();
      }
      await page.keyboard.press('Control+s');
      await expect(page.getByText(t('settings:issues.taxRates'))).toBeVisible();
      expect(main.merchants.save.inputs).toEqual([]);
      await page.getByRole('checkbox', { name: '0 %', exact: true }).check();
      await expect(page.getByText(t('settings:tax.none'))).toBeVisible();
      await page.getByRole('checkbox', { name: '7 %', exact: true }).check();
      const usual = page.getByRole('combobox', { name: t('settings:tax.usual') });
      await usual.selectOption('7 %');
      await expect(rates).toBeVisible();
      const input = await main.merchants.save.by(page.keyboard.press('Control+s'));
      expect(input).toMatchObject({ merchant: { taxRates: [700, 0] } });
    });

    test('goes through the merchant’s rates by one key, and shows what is withheld', async ({ show, page, main }) => {
      main.payments.sell.answers(attemptOf('sell', 'approved'));
      await show({ ...unchosen, role: 'cashier', merchant: { taxRates: [700, 0, 1500] } });
      await keyForm(page);
      const summary = page.getByRole('complementary');
      const seen = (tax: number, rate: string) => expect(summary).toContainText(`${money(tax)} (${rate} %)`);
      await seen(7_85, '7');
      await page.keyboard.press('F7');
      await expect(fieldOf(page, 'taxAmount')).toHaveAccessibleDescription(
        t('charge:tax.withheld', { withheld: money(3_93) }),
      );
      await page.keyboard.press('Control+i');
      await seen(0, '0');
      await page.keyboard.press('Control+i');
      await seen(15_65, '15');
      // It follows the amount.
      await fieldOf(page, 'amount').fill('115000');
      await expect(summary).toContainText('B/.\u00a015,000.00 (15 %)');
      await fieldOf(page, 'amount').fill('115');
      await seen(15_00, '15');
      await page.getByRole('combobox', { name: t('charge:field.taxRate') }).selectOption('0 %');
      await seen(0, '0');
      await fieldOf(page, 'amount').focus();
      await review(page);
      await page.keyboard.press('F9');
      await expect.poll(() => main.payments.sell.inputs).toMatchObject([{ amount: 11_500, taxAmount: 0 }]);
    });

    test('is shown as a practice rate in training, without a question', async ({ show, page }) => {
      await show({ settings: look, role: 'cashier', merchant: { taxRates: [700, 0, 1000, 1500] } });
      await page.keyboard.press('F7');
      await fieldOf(page, 'amount').fill('107');
      await expect(fieldOf(page, 'taxAmount')).toHaveAccessibleDescription(
        t('charge:tax.practice', { withheld: money(3_50) }),
      );
      await expect(page.getByText(t('charge:tax.openSettings'))).toBeHidden();
    });
  });
});
