/** The Charge form: empty, filled, issues of each field, the review. */
import { looks, wordsOf } from '#test/components/stage/looks.ts';
import { chooseOperation, fieldOf, keyForm, review } from '#test/components/stage/keyed-form.ts';
import { expect, test } from '#test/components/stage/test.ts';

for (const look of looks) {
  const t = wordsOf(look.language);
  const scene = { role: 'cashier', operatorName: 'Ana', settings: look } as const;

  test.describe(`the Charge form, ${look.language}, ${look.theme}`, () => {
    test('is empty at first, with the caret in the amount', async ({ show, page }) => {
      await show(scene);
      await expect(page.getByRole('heading', { level: 1, name: t('charge:title') })).toBeVisible();
      await expect(page.getByRole('textbox', { name: t('fields:amount.label'), exact: true })).toBeFocused();
      await expect(page.locator('html')).toHaveAttribute('lang', look.language === 'en' ? 'en-GB' : 'es-PA');
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look.theme);
    });

    test('repeats the keyed values in the summary, of the card only the last four digits', async ({ show, page }) => {
      await show(scene);
      await keyForm(page);
      const summary = page.getByRole('complementary');
      await expect(summary.getByRole('heading', { name: t('charge:summary.title') })).toBeVisible();
      await expect(summary).toContainText('•••• 7001');
      await expect(summary).toContainText('María José Castillero');
      await expect(summary).toContainText('7.85');
      await expect(summary).not.toContainText('4059');
    });

    test('names the missing fields when it is empty, and focuses the first one', async ({ show, page }) => {
      await show(scene);
      await page.getByRole('button', { name: t('charge:summary.review') }).click();
      await expect(page.getByRole('alert').filter({ hasText: t('charge:fix', { count: 10 }) })).toBeVisible();
      await expect(fieldOf(page, 'amount')).toBeFocused();
      const missing = {
        amount: t('fields:amount.required'),
        cardNumber: t('charge:issue.required.cardNumber'),
        expiry: t('charge:issue.required.expiry'),
        securityCode: t('charge:issue.required.securityCode'),
        firstName: t('fields:firstName.required'),
        email: t('fields:email.required'),
      };
      for (const [name, words] of Object.entries(missing)) {
        await expect(fieldOf(page, name)).toHaveAccessibleDescription(words);
        await expect(fieldOf(page, name)).toHaveAttribute('aria-invalid', 'true');
      }
    });

    const issues = [
      ['amount', 'abc', t('charge:issue.amount.not-a-number')],
      ['amount', '-5', t('charge:issue.amount.negative')],
      ['amount', '0', t('charge:issue.amount.zero')],
      ['amount', '1.234', t('charge:issue.amount.too-many-decimals')],
      ['amount', '1000000000.00', t('charge:issue.amount.too-large')],
      ['cardNumber', '4059 3101 8175 7002', t('charge:issue.cardNumber.luhn')],
      ['cardNumber', '4059', t('charge:issue.cardNumber.length')],
      ['cardNumber', '378282246310005', t('charge:issue.cardNumber.other-brand')],
      ['expiry', '13/30', t('charge:issue.expiry.month')],
      ['expiry', '09/20', t('charge:issue.expiry.past')],
      ['expiry', '0', t('charge:issue.expiry.format')],
      ['securityCode', '12', t('charge:issue.securityCode')],
      ['firstName', '4059310181757001', t('charge:issue.cardNumberHere')],
      ['lastName', '4059 3101 8175 7001', t('charge:issue.cardNumberHere')],
      ['email', 'castillero', t('charge:issue.email')],
      ['phone', 'six', t('charge:issue.phone')],
      ['phone', '4059310181757001', t('charge:issue.cardNumberHere')],
      ['taxAmount', '200.00', t('charge:issue.taxOverAmount')],
      ['concept', '4059310181757001', t('charge:issue.cardNumberHere')],
      ['description', 'x'.repeat(1000), null],
    ] as const;
    for (const [name, text, words] of issues) {
      test(`refuses the value “${text.slice(0, 20)}” of ${name} and keeps it`, async ({ show, page, main }) => {
        await show(scene);
        await keyForm(page, { [name]: text });
        await page.keyboard.press('Enter');
        await expect(fieldOf(page, name)).toHaveAttribute('aria-invalid', 'true');
        await expect(fieldOf(page, name)).toBeFocused();
        if (words !== null) await expect(fieldOf(page, name)).toHaveAccessibleDescription(words);
        await expect(page.getByRole('heading', { name: t('charge:review.title') })).toBeHidden();
        expect(main.payments.sell.inputs).toEqual([]);
      });
    }

    for (const [name, text, words] of [
      ['ipCheck', '300.1.1.1', t('charge:issue.ipCheck')],
      ['address', '4059310181757001', t('charge:issue.cardNumberHere')],
    ] as const) {
      test(`refuses a value of ${name} and opens the optional fields`, async ({ show, page }) => {
        await show(scene);
        await page.keyboard.press('F7');
        await keyForm(page, { [name]: text });
        await page.keyboard.press('Enter');
        await expect(fieldOf(page, name)).toHaveAccessibleDescription(words);
        await expect(page.getByRole('button', { name: t('charge:more.hide'), expanded: true })).toBeVisible();
      });
    }

    test('suggests the meaning of an amount typed with separators', async ({ show, page }) => {
      await show(scene);
      await fieldOf(page, 'amount').fill('1,234.50');
      await fieldOf(page, 'firstName').focus();
      await expect(fieldOf(page, 'amount')).toHaveAttribute('aria-invalid', 'true');
      await page.keyboard.press('F6');
      await expect(fieldOf(page, 'amount')).toHaveValue('1234.50');
      await expect(fieldOf(page, 'cardNumber')).toBeFocused();
    });

    test('shows the custom fields of the merchant among the optional ones', async ({ show, page }) => {
      const customFields = [{ id: 'room', nameOrLabel: 'Room number', value: '12' }];
      await show({ ...scene, merchant: { customFields } });
      await page.keyboard.press('F7');
      await expect(page.getByRole('textbox', { name: 'Room number' })).toHaveValue('12');
    });

    for (const operation of ['authorize', 'sell'] as const) {
      test(`shows a review before it sends: ${operation}`, async ({ show, page, main }) => {
        await show(scene);
        await chooseOperation(page, operation);
        await keyForm(page);
        await review(page);
        const summary = page.getByRole('complementary');
        await expect(summary.getByRole('heading', { name: t('charge:review.title') })).toBeVisible();
        const words = { amount: 'B/.\u00a0120.00', card: '', merchant: '' };
        await expect(summary.getByRole('button', { name: t(`charge:review.${operation}Button`, words) })).toBeVisible();
        await expect(fieldOf(page, 'amount')).toBeDisabled();
        await page.keyboard.press('Escape');
        await expect(fieldOf(page, 'amount')).toBeEnabled();
        expect(main.payments.sell.inputs).toEqual([]);
        expect(main.payments.authorize.inputs).toEqual([]);
      });
    }

    test('warns of an amount below the merchant’s minimum without refusing it', async ({ show, page }) => {
      await show({ ...scene, merchant: { warnBelow: 200_00 } });
      await keyForm(page);
      await review(page);
      await expect(page.getByRole('complementary').getByRole('alert')).toContainText(
        t('charge:review.belowMinimum', { minimum: 'B/.\u00a0200.00' }),
      );
    });
  });
}

test.describe('the line about a collector', () => {
  const t = wordsOf('en');
  const scene = { role: 'cashier', operatorName: 'Ana' } as const;
  const line = t('charge:collector', { host: 'fraud.example.com' });

  test('names the host that receives data about this computer', async ({ show, page }) => {
    await show({ ...scene, merchant: { collectorUrl: 'https://fraud.example.com/collect.js?m=1' } });
    await expect(page.getByText(line)).toBeVisible();
  });

  test('is absent where no collector runs', async ({ show, page }) => {
    const families = { authorize: 'form', sell: 'json' } as const;
    await show({ ...scene, merchant: { collectorUrl: 'https://fraud.example.com/collect.js', families } });
    await expect(page.getByRole('button', { name: t('charge:summary.review') })).toBeVisible();
    await expect(page.getByText(line)).toBeHidden();
  });
});
