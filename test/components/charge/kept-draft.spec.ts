/** What was typed before a restart: kept without the card in a pause of typing, offered and never filled in by itself. */
import { fieldOf, keyForm, sendPayment } from '#test/components/stage/keyed-form.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf } from '#test/fixtures/shown/attempts.ts';

const draft = {
  operation: 'authorize',
  texts: { amount: '75.50', firstName: 'María', lastName: 'Núñez' },
  customFields: [],
} as const;
const keptAt = '2026-11-20T14:05:00.000Z';

inOneLook('es', (look, t) => {
  const scene = { role: 'cashier', operatorName: 'Ana', settings: look } as const;
  const notice = /B\/\.\u00a075\.50 · María Núñez/;

  test.describe(`a kept draft, ${look.language}, ${look.theme}`, () => {
    test('is offered at the start, and filled in when it is continued', async ({ show, page, main }) => {
      main.payments.keptDraft.answers({ keptAt, draft });
      await show(scene);
      await expect(page.getByRole('status').filter({ hasText: notice })).toBeVisible();
      await expect(fieldOf(page, 'amount')).toHaveValue('');
      await page.getByRole('button', { name: t('charge:draft.goOn') }).click();
      await expect(fieldOf(page, 'amount')).toHaveValue('75.50');
      await expect(fieldOf(page, 'lastName')).toHaveValue('Núñez');
      await expect(page.locator('input[type="radio"][value="authorize"]')).toBeChecked();
      await expect(page.getByText(notice)).toHaveCount(0);
    });

    test('names its customer by e-mail or telephone before there is a name', async ({ show, page, main }) => {
      const texts = { amount: '75.50', phone: '50760201236' };
      main.payments.keptDraft.answers({ keptAt, draft: { ...draft, texts } });
      await show(scene);
      await expect(page.getByRole('status').filter({ hasText: 'B/.\u00a075.50 · +507 6020-1236' })).toBeVisible();
    });

    test('is offered no more once three other payments went past it', async ({ show, page, main }) => {
      main.payments.keptDraft.answers({ keptAt, draft });
      main.payments.sell.answers(attemptOf('sell', 'approved'));
      await show(scene);
      for (const payment of [1, 2, 3]) {
        await sendPayment(page);
        await page.getByRole('button', { name: t('charge:title') }).waitFor();
        await page.keyboard.press('F2');
        await expect(fieldOf(page, 'amount')).toBeFocused();
        await expect(page.getByText(notice)).toHaveCount(payment < 3 ? 1 : 0);
      }
      expect(main.payments.dropDraft.inputs.length).toBeGreaterThan(0);
    });

    test('is discarded only when somebody says so, and is not replaced meanwhile', async ({ show, page, main }) => {
      main.payments.keptDraft.answers({ keptAt, draft });
      await show(scene);
      const goOn = page.getByRole('button', { name: t('charge:draft.goOn') });
      await expect(goOn).toHaveAttribute('data-variant', 'filled');
      await fieldOf(page, 'amount').fill('9.00');
      await page.clock.runFor(1_000);
      await expect(page.getByText(notice)).toContainText(t('charge:order.replaces'));
      await expect(goOn).toHaveAttribute('data-variant', 'default');
      expect(main.payments.keepDraft.inputs).toEqual([]);
      // The amount typed beside the offer is kept once the offer is gone.
      const kept = main.payments.keepDraft.expect();
      const discard = page.getByRole('button', { name: t('charge:draft.discard') });
      const dropped = await main.payments.dropDraft.by(discard.click());
      expect(dropped).toEqual({ merchantId: 'training' });
      await expect(page.getByText(notice)).toHaveCount(0);
      await expect(fieldOf(page, 'amount')).toHaveValue('9.00');
      await page.clock.runFor(1_000);
      expect(await kept).toMatchObject({ draft: { texts: { amount: '9.00' } } });
    });
  });
});

test.describe('a draft', () => {
  const scene = { role: 'cashier', operatorName: 'Ana' } as const;

  test('is kept after a pause without the card, and dropped when the payment is sent', async ({ show, page, main }) => {
    main.payments.sell.answers(attemptOf('sell', 'approved'));
    await show(scene);
    await keyForm(page);
    const kept = await main.payments.keepDraft.by(page.clock.runFor(1_000));
    expect(kept).toMatchObject({
      merchantId: 'training',
      draft: { texts: { amount: '120.00', phone: '+507 6020-1236' } },
    });
    expect(JSON.stringify(kept)).not.toMatch(/4059|09\/30/);
    await main.payments.dropDraft.by(sendPayment(page));
    await page.clock.runFor(1_000);
    expect(main.payments.keepDraft.inputs).toHaveLength(1);
  });

  test('is dropped when the form is cleared', async ({ show, page, main }) => {
    await show(scene);
    await fieldOf(page, 'firstName').fill('María');
    await main.payments.keepDraft.by(page.clock.runFor(1_000));
    await page.keyboard.press('Control+Shift+Backspace');
    await main.payments.dropDraft.by(page.clock.runFor(1_000));
  });
});
