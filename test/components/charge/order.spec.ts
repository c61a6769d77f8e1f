/** An order from a link: filled into an empty form, offered beside a begun one, told when it is wrong. Never sent by itself. */
import { programName } from '#shared/seat/operators.ts';
import { shownSeat } from '#test/fixtures/shown/seat.ts';
import { fieldOf } from '#test/components/stage/keyed-form.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';

const id = '0193a5c0-0000-7000-8000-000000000001';
const order = { amount: '12.50', concept: 'Order 7', firstName: 'María', lastName: 'Núñez' } as const;
const waiting = { id, read: { kind: 'order', order }, more: 0 } as const;

inOneLook('en', (look, t) => {
  const scene = { role: 'cashier', operatorName: 'Ana', settings: look } as const;

  test('an order fills an empty form, and leaves without what was keyed since', async ({ show, page, main }) => {
    main.payments.waitingOrder.answers(waiting);
    const dropped = await main.payments.dropOrder.by(show(scene));
    expect(dropped).toEqual({ id });
    await expect(page.getByText(t('charge:order.filled'))).toBeVisible();
    await expect(fieldOf(page, 'amount')).toHaveValue('12.50');
    await expect(fieldOf(page, 'lastName')).toHaveValue('Núñez');
    await fieldOf(page, 'email').fill('ana@example.org');
    await page.getByRole('button', { name: t('charge:order.undo') }).click();
    await expect(fieldOf(page, 'amount')).toHaveValue('');
    await expect(fieldOf(page, 'email')).toHaveValue('ana@example.org');
    await expect(page.getByText(t('charge:order.filled'))).toHaveCount(0);
  });

  test('an order waits beside what is keyed until somebody takes it', async ({ show, page, main }) => {
    await show(scene);
    await fieldOf(page, 'amount').fill('9.00');
    main.payments.waitingOrder.answers(waiting);
    await main.emit('payments.orders', {});
    await expect(page.getByText('B/.\u00a012.50 · Order 7 · María Núñez')).toBeVisible();
    await expect(fieldOf(page, 'amount')).toHaveValue('9.00');
    await page.getByRole('button', { name: t('charge:order.take') }).click();
    await expect(fieldOf(page, 'amount')).toHaveValue('12.50');
    await page.getByRole('button', { name: t('charge:order.undo') }).click();
    await expect(fieldOf(page, 'amount')).toHaveValue('9.00');
  });

  for (const [way, amount] of [
    ['take', '12.50'],
    ['discard', '9.00'],
  ] as const) {
    test(`an order that could not be dropped after ${way} says so, and is not filled in twice`, async ({
      show,
      page,
      main,
    }) => {
      await show(scene);
      await fieldOf(page, 'amount').fill('9.00');
      main.payments.waitingOrder.answers(waiting);
      await main.emit('payments.orders', {});
      main.payments.dropOrder.fails({ kind: 'internal', reference: 'A1B2' });
      await page.getByRole('button', { name: t(`charge:order.${way}`) }).click();
      const told = page.getByRole('alert').filter({ hasText: t('charge:order.stuck') });
      await expect(told).toContainText('A1B2');
      const [notice, label] = await Promise.all([
        told.boundingBox(),
        page.locator('label[for="charge-amount"]').boundingBox(),
      ]);
      expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual((label?.y ?? 0) - 8);
      await expect(page.getByRole('button', { name: t('charge:order.take') })).toHaveCount(0);
      await expect(fieldOf(page, 'amount')).toHaveValue(amount);
      main.payments.dropOrder.answers(undefined);
      await main.payments.dropOrder.by(told.getByRole('button').press('Enter'));
      await expect(told).toHaveCount(0);
      await expect(fieldOf(page, 'amount')).toBeFocused();
    });
  }

  test('what is keyed stays, and an order waits, while the first supervisor is made', async ({ show, page, main }) => {
    await show({ ...scene, operatorName: programName, role: 'supervisor', access: { kind: 'open' } });
    await fieldOf(page, 'amount').fill('9.00');
    main.payments.waitingOrder.answers(waiting);
    await main.emit('payments.orders', {});
    await expect(page.getByRole('button', { name: t('charge:order.take') })).toBeVisible();
    const { session } = shownSeat({ ...scene, role: 'supervisor' });
    main.session.current.answers(session);
    await main.emit('session.changed', { anew: true });
    await expect(page.getByText('Ana', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: t('charge:order.take') })).toBeVisible();
    await expect(fieldOf(page, 'amount')).toHaveValue('9.00');
  });

  test('what a first supervisor keyed who is named as the program is not shown to the next one', async ({
    show,
    page,
    main,
  }) => {
    await show({ ...scene, operatorName: programName, role: 'supervisor', access: { kind: 'open' } });
    const { session } = shownSeat({ ...scene, operatorName: programName, role: 'supervisor' });
    main.session.current.answers(session);
    await main.emit('session.changed', { anew: true });
    for (const [operatorName, others] of [
      ['Ana', scene],
      [programName, { ...scene, operatorName: programName }],
    ] as const) {
      await fieldOf(page, 'amount').fill('9.00');
      main.session.current.answers(shownSeat(others).session);
      await main.emit('session.changed', { anew: true });
      await expect(page.getByText(operatorName, { exact: true })).toBeVisible();
      await expect(fieldOf(page, 'amount')).toHaveValue('');
    }
  });

  test('a wrong link is told with its reasons where it would have been filled in', async ({ show, page, main }) => {
    const issues = [{ param: 'amount', reason: 'format' }] as const;
    main.payments.waitingOrder.answers({ id, read: { kind: 'refused', issues }, more: 0 });
    await show(scene);
    await expect(page.getByText(`amount: ${t('charge:order.reason.format')}`)).toBeVisible();
    const close = page.getByRole('button', { name: t('action.close') });
    await main.payments.dropOrder.by(close.click());
    await expect(page.getByText(t('charge:order.refused'))).toHaveCount(0);
  });
});
