/** The banner of an order from a link: on every screen but Charge, where the order itself is shown, taken or discarded. */
import { accessibilityFindings } from '#test/components/stage/accessibility.ts';
import { fieldOf } from '#test/components/stage/keyed-form.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import type { WaitingOrder } from '#shared/payments/entry/order.ts';

const order = { amount: '12.50', concept: 'Order 7', firstName: 'María', lastName: 'Núñez' } as const;
const waiting = { id: '0193a5c0-0000-7000-8000-000000000001', read: { kind: 'order', order }, more: 0 } as const;
const issues = [{ param: 'amount', reason: 'format' }] as const;
const wrong: WaitingOrder = { ...waiting, read: { kind: 'refused', issues } };

// In Spanish, whose words are longer.
inOneLook('es', (look, t) => {
  const scene = { role: 'supervisor', operatorName: 'Ana', settings: look, screen: 'settings' } as const;
  const titles = [t('charge:order.offered'), t('charge:order.refused')] as const;

  test.describe('the banner of an order', () => {
    for (const [state, answer, title] of [
      ['waits', waiting, titles[0]],
      ['was refused', wrong, titles[1]],
    ] as const) {
      test(`says that an order ${state}, without its texts, and leads to it`, async ({ show, page, main }) => {
        await show(scene);
        const banner = page.getByRole('status').filter({ hasText: title });
        await expect(banner).toHaveCount(0);
        main.payments.waitingOrder.answers(answer);
        await main.emit('payments.orders', {});
        await expect(banner).toBeVisible();
        await expect(banner).not.toContainText('Order 7');
        await expect(banner).not.toContainText('12.50');
        const go = banner.getByRole('button', { name: t('charge:order.show') });
        await go.focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('button', { name: t('charge:order.show') })).toHaveCount(0);
        if (answer === wrong) await expect(page.getByText(`amount: ${t('charge:order.reason.format')}`)).toBeVisible();
        else await expect(fieldOf(page, 'amount')).toHaveValue('12.50');
      });
    }

    test('is taken or discarded on Charge by keyboard, in a window of 640×480 too', async ({ show, page, main }) => {
      await page.setViewportSize({ width: 640, height: 480 });
      await show(scene);
      main.payments.waitingOrder.answers(waiting);
      await main.emit('payments.orders', {});
      const go = page.getByRole('status').filter({ hasText: titles[0] }).getByRole('button');
      await expect(go).toBeInViewport({ ratio: 1 });
      await go.press('Enter');
      await expect(fieldOf(page, 'amount')).toHaveValue('12.50');
      await expect(page.getByText(t('charge:order.filled'))).toBeVisible();

      const second = { ...waiting, id: '0193a5c0-0000-7000-8000-000000000002' } as const;
      main.payments.waitingOrder.answers(second);
      await main.emit('payments.orders', {});
      await expect(page.getByText(t('charge:order.replaces'))).toBeVisible();
      const discard = page.getByRole('button', { name: t('charge:order.discard') });
      await discard.scrollIntoViewIfNeeded();
      await expect(discard).toBeInViewport({ ratio: 1 });
      const dropped = await main.payments.dropOrder.by(discard.press('Enter'));
      expect(dropped).toEqual({ id: second.id });
      await expect(fieldOf(page, 'amount')).toBeFocused();
      await expect(fieldOf(page, 'amount')).toHaveValue('12.50');
      expect(await accessibilityFindings(page)).toEqual([]);
    });
  });
});
