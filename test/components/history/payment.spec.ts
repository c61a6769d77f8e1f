/** A payment told from its latest state: rows, details, timeline and receipts after captures, and details that load slowly. */
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import type { PaymentState } from '#shared/ledger/listed-attempt.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';
import { attemptOf, detailsOf, hoursFromNow, idOf, listed, paymentOf } from '#test/fixtures/shown/attempts.ts';

const receiptUrl = 'https://localhost:8443/receipt/1';
const hold = attemptOf('authorize', 'approved', { id: idOf(1), startedAt: hoursFromNow(-30), receiptUrl });
const captureOf = (outcome: Parameters<typeof attemptOf>[1], number: number, change: Partial<Attempt> = {}): Attempt =>
  attemptOf('capture', outcome, {
    id: idOf(number),
    holdId: hold.id,
    operatorName: 'Beto',
    startedAt: hoursFromNow(number - 10),
    ...change,
  });

/** Puts one payment into the mocked history: its attempts, oldest first, and its latest state. */
function record(main: MockedMain, payment: PaymentState, ...timeline: readonly Attempt[]): void {
  main.history.search.answers({ attempts: timeline.toReversed().map((each) => listed(each, payment)), more: false });
  main.history.show.answers(({ id }) =>
    detailsOf(timeline.find((each) => each.id === id) ?? hold, { payment, timeline }),
  );
}

inOneLook('es', (look, t) => {
  const scene = { role: 'supervisor', screen: 'history', settings: look } as const;

  test.describe(`the details of a chosen payment, ${look.language}, ${look.theme}`, () => {
    const charged = attemptOf('sell', 'approved', { id: idOf(1) });
    const declined = attemptOf('sell', 'declined', { id: idOf(2) });

    test('never stand beside another row while they load or fail', async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [listed(charged), listed(declined)], more: false });
      main.history.show.answers(detailsOf(charged));
      await show(scene);
      const details = page.getByRole('complementary');
      await expect(details.getByRole('heading', { level: 2, name: t('outcomes:charged.title') })).toBeVisible();
      const pending = main.history.show.waits();
      await page.getByRole('grid').focus();
      await main.history.show.by(page.keyboard.press('ArrowDown'), ({ id }) => id === declined.id);
      await expect(details.getByText(t('wait.loading'))).toBeVisible();
      await expect(details.getByRole('heading', { level: 2 })).toHaveCount(0);
      await expect(details.getByRole('button')).toHaveCount(0);
      pending.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
      await expect(details.getByRole('alert')).toBeVisible();
      main.history.show.answers(detailsOf(charged));
      await page.keyboard.press('ArrowUp');
      await expect(details.getByRole('heading', { level: 2, name: t('outcomes:charged.title') })).toBeVisible();
      await expect(details.getByRole('alert')).toHaveCount(0);
    });
  });

  test('a payment that a server had lost says that it was written again', async ({ show, page, main }) => {
    const restored = { ...hold, restoredAt: hoursFromNow(-1) };
    const lostCapture = captureOf('unknown', 3, { unknownCause: 'settled-elsewhere', restoredAt: hoursFromNow(-1) });
    record(main, paymentOf(restored, 'captured', captureOf('approved', 4)), restored, lostCapture);
    await show(scene);
    const timeline = page.getByRole('region', { name: t('history:timeline.title') });
    await expect(timeline.getByText(t('history:timeline.restoredBody'))).toHaveCount(2);
    await expect(timeline).toContainText(t('outcomes:unknown.cause.settled-elsewhere'));
  });

  test('a receipt that left the program is a step of the timeline', async ({ show, page, main }) => {
    const sale = attemptOf('sell', 'approved');
    const sent = [{ at: hoursFromNow(0), operatorName: 'Ana', by: 'whatsapp', to: '+5076…36' }] as const;
    main.history.search.answers({ attempts: [listed(sale)], more: false });
    main.history.show.answers(detailsOf(sale, { sent }));
    await show(scene);
    const steps = page.getByRole('region', { name: t('history:timeline.title') }).getByRole('listitem');
    await expect(steps.last()).toContainText(t('history:timeline.sent.whatsapp'));
    await expect(steps.last()).toContainText(t('history:timeline.sentTo', { to: '+5076…36', operator: 'Ana' }));
  });

  test.describe(`a captured payment, ${look.language}, ${look.theme}`, () => {
    const declined = captureOf('declined', 2);
    const charge = captureOf('approved', 3, { amount: 80_00, receiptUrl });
    const payment = paymentOf(hold, 'captured', charge);

    test('has one timeline, and never calls its hold uncharged', async ({ show, page, main }) => {
      await test.step('has one timeline, with the shown attempt marked', async () => {
        record(main, payment, hold, declined, charge);
        await show(scene);
        const timeline = page.getByRole('region', { name: t('history:timeline.title') });
        const steps = timeline.getByRole('listitem');
        await expect(steps).toHaveCount(3);
        await expect(steps.nth(0)).toContainText(`${t('operation.authorize')}: ${t('outcomes:badge.held')}`);
        await expect(steps.nth(1)).toContainText(`${t('operation.capture')}: ${t('outcomes:state.declined')}`);
        await expect(steps.nth(1)).toContainText(t('service:issuer.51'));
        await expect(steps.nth(2)).toHaveAttribute('aria-current', 'step');
        await expect(steps.nth(2)).toContainText('80.00');
        await steps
          .nth(1)
          .getByRole('button', { name: new RegExp(`^${t('history:timeline.show')}:`) })
          .click();
        await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step');
        await expect(
          page.getByRole('heading', { level: 2, name: t('history:payment.later.charged'), exact: true }),
        ).toBeVisible();
      });
      await test.step('never calls its hold uncharged, and leads to the capture and its receipt', async () => {
        main.history.openReceipt.answers(undefined);
        const rows = page.getByRole('grid').locator('[role="row"][aria-selected]');
        await expect(rows.nth(2)).toContainText(t('outcomes:badge.captured'));
        await expect(rows.nth(2)).not.toContainText(t('outcomes:badge.held'));
        await expect(rows.nth(1).getByText(t('operation.capture'))).toBeVisible();
        await page.setViewportSize({ width: 1600, height: 720 });
        await expect(rows.nth(1).getByText(t('operation.capture')).filter({ visible: true })).toHaveCount(1);
        await page.setViewportSize({ width: 1280, height: 720 });
        await expect(rows.nth(2).getByTitle(t('history:payment.counted'))).toContainText('120.00');
        await expect(rows.nth(0).getByTitle(t('history:payment.counted'))).toHaveCount(0);
        await page.getByRole('grid').focus();
        await page.keyboard.press('End');
        const details = page.getByRole('complementary');
        await expect(
          details.getByRole('heading', { level: 2, name: t('history:payment.captured.title') }),
        ).toBeVisible();
        await expect(details).not.toContainText(t('outcomes:held.next'));
        await expect(details.locator('[data-size=hero]')).toContainText('80.00');
        await expect(details.getByRole('button', { name: t('history:details.receiptOfHold') })).toBeVisible();
        const receipt = details.getByRole('button', { name: t('history:details.receiptOfCapture') });
        const opened = await main.history.openReceipt.by(receipt.click());
        expect(opened.id).toBe(charge.id);
        await details.getByRole('button', { name: t('history:details.settlement') }).click();
        await expect(details.getByRole('heading', { level: 2, name: t('outcomes:charged.title') })).toBeVisible();
        await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true');
      });
    });

    test('has a receipt of its void or refund, called so and not that of a hold', async ({ show, page, main }) => {
      record(main, payment, hold, charge);
      await show(scene);
      const details = page.getByRole('complementary');
      for (const [operation, of] of [
        ['void', { holdId: hold.id }],
        ['refund', { chargeId: charge.id }],
      ] as const) {
        const back = attemptOf(operation, 'approved', { id: idOf(operation === 'void' ? 4 : 5), receiptUrl, ...of });
        main.history.search.answers({ attempts: [listed(back, payment)], more: false });
        main.history.show.answers(detailsOf(back, { payment, timeline: [hold, charge, back] }));
        await main.emit('history.changed', { attemptIds: null });
        await expect(details.locator('[aria-current="step"]')).toContainText(t(`operation.${operation}`));
        await expect(details.getByRole('button', { name: t('printing:receipt') }), operation).toBeVisible();
        await expect(details.getByRole('button', { name: t('printing:hold') }), operation).toHaveCount(0);
        await expect(details.getByRole('button', { name: t('outcomes:receipt') }), operation).toBeVisible();
      }
    });

    test('is told anew when another seat captures its hold', async ({ show, page, main }) => {
      record(main, paymentOf(hold, 'open'), hold);
      await show(scene);
      const held = page.getByRole('heading', { level: 2, name: t('outcomes:held.title') });
      await expect(held).toBeVisible();
      await expect(page.getByRole('grid')).toContainText(t('outcomes:badge.held'));
      record(main, payment, hold, charge);
      await page.getByRole('grid').locator('[role="row"][aria-selected]').first().click();
      await main.emit('history.changed', { attemptIds: [charge.id] });
      await expect(page.getByRole('heading', { level: 2, name: t('history:payment.captured.title') })).toBeVisible();
      await expect(held).toHaveCount(0);
      await expect(page.getByRole('grid')).not.toContainText(t('outcomes:badge.held'));
    });
  });

  test.describe(`the next step of a hold, ${look.language}, ${look.theme}`, () => {
    const declined = captureOf('declined', 2);

    test('is offered from any of its rows, and leads to its capture', async ({ show, page, main }) => {
      record(main, paymentOf(hold, 'open', declined), hold, declined);
      main.holds.find.answers([
        {
          id: hold.id,
          state: 'open',
          authorization: hold,
          expiresAt: hoursFromNow(48),
          expiryIsEstimate: true,
          capture: declined,
        },
      ]);
      await show({ ...scene, role: 'back-office' });
      const capture = page.getByRole('button', { name: t('outcomes:next.captureNow') });
      await expect(capture).toBeVisible();
      await page.getByRole('grid').focus();
      await page.keyboard.press('End');
      await expect(page.getByRole('heading', { level: 2, name: t('outcomes:held.title') })).toBeVisible();
      await expect(capture).toBeVisible();
      await expect(page.getByRole('region', { name: t('history:timeline.title') })).toContainText(
        t('history:timeline.said', { words: 'Insufficient funds · 200' }),
      );
      await page.keyboard.press('F3');
      await expect(page.getByRole('region', { name: t('holds:review.label') })).toBeVisible();
    });

    test('is not offered once it is captured, in doubt, or of another environment', async ({ show, page, main }) => {
      record(main, paymentOf(hold, 'open'), hold);
      await show(scene);
      const capture = page.getByRole('button', { name: t('outcomes:next.captureNow') });
      const shows = page.getByRole('button', { name: t('outcomes:next.showHold'), exact: true });
      for (const [name, payment, change] of [
        ['captured', paymentOf(hold, 'captured', captureOf('approved', 3)), {}],
        ['without a sure answer', paymentOf(hold, 'capture-unknown', captureOf('unknown', 3)), {}],
        ['in doubt', paymentOf(hold, 'doubtful'), {}],
        ['of another environment', paymentOf(hold, 'open'), { environment: 'test' }],
      ] as const) {
        record(main, paymentOf(hold, 'open'), hold);
        await main.emit('history.changed', { attemptIds: null });
        await expect(capture, `before ${name}`).toBeVisible();
        record(main, payment, { ...hold, ...change });
        await main.emit('history.changed', { attemptIds: null });
        await expect(capture, name).toHaveCount(0);
        await expect(shows, name).toHaveCount(0);
      }
    });
  });

  test.describe(`a hold that was not captured, ${look.language}, ${look.theme}`, () => {
    test('has probably run out once its time is over, also while it is shown', async ({ show, page, main }) => {
      record(main, paymentOf(hold, 'open', null, { expiresAt: hoursFromNow(1) }), hold);
      await show(scene);
      const row = page.getByRole('grid').locator('[role="row"][aria-selected]');
      await expect(row).toContainText(t('outcomes:badge.held'));
      await page.clock.setSystemTime(hoursFromNow(2));
      await expect(row).toContainText(t('history:payment.badge.expired'));
      await expect(page.getByRole('heading', { level: 2, name: t('history:payment.expired.title') })).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: t('history:timeline.expired') })).toBeVisible();
    });

    test('is never captured again while a capture is unknown', async ({ show, page, main }) => {
      const lost = captureOf('unknown', 2);
      record(main, paymentOf(hold, 'capture-unknown', lost), hold, lost);
      await show(scene);
      await page.getByRole('grid').focus();
      await page.keyboard.press('End');
      const details = page.getByRole('complementary');
      await expect(details.getByRole('heading', { level: 2, name: t('history:payment.unknown.title') })).toBeVisible();
      await expect(details).not.toContainText(t('outcomes:held.next'));
      await expect(details.getByRole('button', { name: t('history:details.settlement') })).toBeVisible();
    });
  });
});
