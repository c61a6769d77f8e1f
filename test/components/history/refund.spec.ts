/** The refund of a charge: whole or in part, never more than is left, each outcome, and what it asks before a second one. By keyboard. */
import type { Page } from '@playwright/test';
import { inOneLook } from '#test/components/stage/looks.ts';
import { keySupervisor, pressTwice, sendPayment } from '#test/components/stage/keyed-form.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, detailsOf, hoursFromNow, idOf, listed, paymentOf } from '#test/fixtures/shown/attempts.ts';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import type { Outcome } from '#shared/payments/outcome.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';

const titles = {
  approved: 'Refunded.',
  unknown: 'We don’t know yet whether it was refunded. Do not refund it again.',
} as const;

const sale = attemptOf('sell', 'approved', { id: idOf(1) });
const refundOf = (outcome: Outcome, amount = 120_00) =>
  attemptOf('refund', outcome, { id: idOf(50), chargeId: sale.id, amount, startedAt: hoursFromNow(0) });

/** Puts one charge of 120.00 into the mocked history. */
function record(main: MockedMain, change: Partial<ShownAttempt> = {}): void {
  main.history.search.answers({ attempts: [listed(sale)], more: false });
  main.history.show.answers(detailsOf(sale, change));
}

inOneLook('en', (look, t) => {
  const clerk = { role: 'back-office', operatorName: 'Beto', screen: 'history', settings: look } as const;
  const scene = { ...clerk, merchant: { allowRefunds: true } } as const;
  const amountIn = (page: Page) => page.getByRole('textbox', { name: t('reversals:refund.amount') });
  const reasonIn = (page: Page) => page.getByRole('textbox', { name: t('label.reason') });

  /** Opens the dialog by its key, once the payment is shown. */
  async function openRefund(page: Page): Promise<void> {
    await page.getByRole('button', { name: t('reversals:refund.open') }).waitFor();
    await page.keyboard.press('Control+Shift+x');
    await amountIn(page).and(page.locator(':focus')).waitFor();
  }

  test.describe(`the refund of a charge, ${look.language}, ${look.theme}`, () => {
    test('offers what is left, and is sent once with cents, a comma and a reason', async ({ show, page, main }) => {
      record(main, { refunds: { returned: 30_00, open: 10_00 } });
      const pending = main.payments.refund.waits();
      await show(scene);
      await openRefund(page);
      await expect(amountIn(page)).toHaveValue('80.00');
      await page.keyboard.type('80.01');
      await expect(amountIn(page)).toHaveAccessibleDescription(/more than is left: B\/\.\s80\.00/);
      await page.keyboard.press('F9');
      await expect(amountIn(page)).toBeFocused();
      await amountIn(page).fill('much');
      await page.keyboard.press('F9');
      await expect(amountIn(page)).toHaveAccessibleDescription(new RegExp(t('reversals:refund.wrong')));
      await amountIn(page).fill('12,50');
      await expect(page.getByRole('button', { name: /^Refund B\/\.\s12\.50$/ })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(reasonIn(page)).toBeFocused();
      await page.keyboard.press('F9');
      await expect(reasonIn(page)).toBeFocused();
      expect(main.payments.refund.inputs).toEqual([]);
      await page.keyboard.type('Broken drill');
      const sent = await main.payments.refund.by(pressTwice(page));
      expect(sent).toMatchObject({ chargeId: sale.id, amount: 12_50, description: 'Broken drill' });
      await expect(page.getByRole('status').filter({ hasText: t('reversals:waiting') })).toBeVisible();
      await page.keyboard.press('Escape');
      const refund = refundOf('approved', 12_50);
      pending.answers(refund);
      await expect(page.getByRole('heading', { level: 2, name: titles.approved, exact: true })).toBeFocused();
      expect(main.payments.refund.inputs).toHaveLength(1);
      main.history.search.answers({ attempts: [listed(refund), listed(sale)], more: false });
      main.history.show.answers(detailsOf(sale, { refunds: { returned: 42_50, open: 0 }, timeline: [sale, refund] }));
      await main.emit('history.changed', { attemptIds: [refund.id, sale.id] });
      const dialog = page.getByRole('dialog', { name: t('reversals:refund.title') });
      const left = { left: 'B/.\u00a077.50', charged: 'B/.\u00a0120.00' };
      await expect(dialog).toContainText(t('reversals:refund.left', left));
      await expect(dialog.getByRole('button', { name: t('printing:receipt') })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const details = page.getByRole('complementary');
      await expect(details).toContainText(t('history:payment.refunds.partReturned'));
      await expect(page.locator('body :focus')).toHaveCount(1);
    });

    test('offers what the service confirmed of a capture, also from its hold, and calls that the whole', async ({
      show,
      page,
      main,
    }) => {
      const authorization = attemptOf('authorize', 'approved', { id: idOf(1) });
      const capture = attemptOf('capture', 'approved', { id: idOf(2), holdId: idOf(1), answeredAmount: 100_00 });
      const payment = paymentOf(authorization, 'captured', capture);
      main.history.search.answers({ attempts: [listed(authorization, payment)], more: false });
      const details = { payment, timeline: [authorization, capture] };
      main.history.show.answers(detailsOf(authorization, details));
      await show(scene);
      await openRefund(page);
      await expect(amountIn(page)).toHaveValue('100.00');
      await page.keyboard.press('Escape');
      main.history.show.answers(detailsOf(authorization, { ...details, refunds: { returned: 100_00, open: 0 } }));
      await main.emit('history.changed', { attemptIds: null });
      await expect(page.getByRole('complementary')).toContainText(t('history:payment.refunds.returned'));
    });

    test('gives the focus to its payment, also where Charge still shows the same one', async ({ show, page, main }) => {
      record(main);
      main.payments.sell.answers(sale);
      main.payments.refund.answers(refundOf('approved'));
      await show({ ...scene, screen: 'charge' });
      await sendPayment(page);
      await expect(page.getByRole('heading', { level: 2, name: 'Charged.' })).toBeFocused();
      await page.keyboard.press('Control+3');
      await page.getByRole('button', { name: t('reversals:refund.open') }).press('Enter');
      await reasonIn(page).fill('Broken drill');
      await page.keyboard.press('F9');
      await expect(page.getByRole('heading', { level: 2, name: titles.approved, exact: true })).toBeFocused();
      const refund = refundOf('approved');
      main.history.show.answers(detailsOf(sale, { refunds: { returned: 120_00, open: 0 }, timeline: [sale, refund] }));
      await main.emit('history.changed', { attemptIds: [refund.id, sale.id] });
      await expect(page.getByRole('button', { name: t('reversals:refund.open'), includeHidden: true })).toHaveCount(0);
      await page.keyboard.press('Escape');
      const told = page.getByRole('region', { name: 'Charged, and refunded.' });
      await expect(told.getByRole('heading', { level: 2 })).toBeFocused();
    });

    test('states the money first, and goes with a supervisor’s passcode above the limit', async ({
      show,
      page,
      main,
    }) => {
      await test.step('states the money first, in what was done and in what is unknown', async () => {
        record(main);
        await show(scene);
        for (const [index, outcome] of (['approved', 'unknown'] as const).entries()) {
          main.payments.refund.answers({ ...refundOf(outcome), id: idOf(60 + index) });
          await openRefund(page);
          await page.keyboard.press('Tab');
          await page.keyboard.type('Broken drill');
          await page.keyboard.press('F9');
          await expect(page.getByRole('heading', { level: 2, name: titles[outcome], exact: true })).toBeFocused();
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toHaveCount(0);
        }
      });
      await test.step('goes with a supervisor’s passcode above the limit', async () => {
        main.payments.refund.fails({ kind: 'step-up-needed', act: 'reversal', subject: 'refund', own: false });
        await openRefund(page);
        await reasonIn(page).fill('Broken drill');
        await page.keyboard.press('F9');
        const stepUp = page.getByRole('dialog', { name: t('signIn:stepUp.title') });
        await stepUp.getByLabel(t('role.supervisor')).and(page.locator(':focus')).waitFor();
        main.operators.approve.answers({ approvalId: idOf(7) });
        main.payments.refund.answers(refundOf('approved'));
        await keySupervisor(page);
        const sent = await main.payments.refund.by(page.keyboard.press('Enter'));
        expect(sent).toMatchObject({ amount: 120_00, description: 'Broken drill', approvalId: idOf(7) });
        await expect(page.getByRole('heading', { level: 2, name: titles.approved, exact: true })).toBeFocused();
      });
    });

    test('says that it was refunded meanwhile, and takes the smaller amount', async ({ show, page, main }) => {
      record(main);
      main.payments.refund.fails({ kind: 'over-refund', left: 20_00, elsewhere: 1_100_00, currencySign: 'B/.' });
      await show(scene);
      await openRefund(page);
      await reasonIn(page).fill('Broken drill');
      await page.keyboard.press('F9');
      const told = page.getByRole('alert');
      await expect(told).toContainText(t('failures:over-refund.title'));
      await expect(told).toContainText(t('failures:over-refund.elsewhere', { amount: 'B/.\u00a01,100.00' }));
      await expect(amountIn(page)).toBeFocused();
      await expect(amountIn(page)).toHaveAccessibleDescription(/more than is left: B\/\.\s20\.00/);
      await expect(reasonIn(page)).toHaveValue('Broken drill');
      await page.keyboard.type('20');
      main.payments.refund.answers(refundOf('approved', 20_00));
      const sent = await main.payments.refund.by(page.keyboard.press('F9'));
      expect(sent).toMatchObject({ amount: 20_00, isConfirmed: false });
    });

    test('keeps what was typed over a lock and another seat’s refund', async ({ show, change, page, main }) => {
      record(main);
      await show(scene);
      await openRefund(page);
      await page.keyboard.type('100,00');
      await reasonIn(page).fill('Broken drill');
      record(main, { refunds: { returned: 60_00, open: 0 } });
      await main.emit('history.changed', { attemptIds: [idOf(49)] });
      await expect(amountIn(page)).toHaveAccessibleDescription(/more than is left: B\/\.\s60\.00/);
      await page.keyboard.press('F9');
      await expect(amountIn(page)).toBeFocused();
      await change({ ...scene, access: { kind: 'locked', name: 'Beto', names: ['Beto'] } });
      await expect(page.getByLabel(t('signIn:passcode'))).toBeFocused();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('F9');
      await change(scene);
      await expect(amountIn(page)).toHaveValue('100,00');
      await expect(reasonIn(page)).toHaveValue('Broken drill');
      expect(main.payments.refund.inputs).toEqual([]);
      await amountIn(page).fill('60');
      main.payments.refund.answers(refundOf('approved', 60_00));
      const sent = await main.payments.refund.by(page.keyboard.press('F9'));
      expect(sent).toMatchObject({ amount: 60_00, description: 'Broken drill' });
    });

    test('beside a new claim says who takes the money, and keeps what was typed', async ({ show, page, main }) => {
      record(main);
      main.payments.refund.fails({ kind: 'open-claim' });
      await show(scene);
      await openRefund(page);
      await page.keyboard.type('30');
      await reasonIn(page).fill('Broken drill');
      await page.keyboard.press('F9');
      await expect(page.getByRole('alert')).toContainText(t('failures:open-claim.title'));
      await expect(amountIn(page)).toHaveValue('30');
      await expect(reasonIn(page)).toHaveValue('Broken drill');
      await expect(reasonIn(page)).toBeFocused();
      expect(main.payments.refund.inputs).toHaveLength(1);
    });

    test('shows an equal refund, and passes an unknown one only with a supervisor', async ({ show, page, main }) => {
      record(main);
      const earlier = attemptOf('refund', 'unknown', { id: idOf(40), chargeId: sale.id, amount: 30_00 });
      main.payments.refund.fails({ kind: 'duplicate', earlier: [listed(earlier)], needs: 'supervisor' });
      await show(scene);
      await openRefund(page);
      await page.keyboard.type('30');
      await reasonIn(page).fill('Broken drill');
      await page.keyboard.press('F9');
      const question = page.getByRole('alert').filter({ hasText: t('reversals:refund.earlier') });
      await expect(question).toContainText('30.00');
      await expect(question).toContainText(t('outcomes:state.unknown'));
      await expect(question).toContainText(t('failures:duplicate.supervisor'));
      const box = page.getByRole('checkbox', { name: t('reversals:refund.again') });
      await expect(box).toBeFocused();
      await page.keyboard.press('F9');
      await expect(question).toContainText(t('reversals:refund.confirm'));
      expect(main.payments.refund.inputs).toHaveLength(1);
      await page.keyboard.press('Space');
      main.payments.refund.fails({ kind: 'step-up-needed', act: 'reversal', subject: 'refund again', own: false });
      const confirmed = await main.payments.refund.by(page.keyboard.press('F9'));
      expect(confirmed).toMatchObject({ amount: 30_00, isConfirmed: true });
      const supervisor = page.getByLabel(t('role.supervisor')).and(page.locator(':focus'));
      await supervisor.waitFor();
      await page.keyboard.press('Escape');
      // Without an approval the earlier refund and its tick stay.
      await expect(page.getByRole('dialog', { name: t('signIn:stepUp.title') })).toHaveCount(0);
      await expect(question).toContainText(t('outcomes:state.unknown'));
      await expect(box).toBeChecked();
      await main.payments.refund.by(page.keyboard.press('F9'));
      await supervisor.waitFor();
      main.operators.approve.answers({ approvalId: idOf(7) });
      main.payments.refund.answers(refundOf('approved', 30_00));
      await keySupervisor(page);
      const sent = await main.payments.refund.by(page.keyboard.press('Enter'));
      expect(sent).toMatchObject({ amount: 30_00, isConfirmed: true, approvalId: idOf(7) });
      expect(new Set(main.payments.refund.inputs.map(({ draftId }) => draftId)).size).toBe(1);
    });

    test('of a captured hold refers to the capture', async ({ show, page, main }) => {
      const hold = attemptOf('authorize', 'approved', { id: idOf(1) });
      const capture = attemptOf('capture', 'approved', { id: idOf(2), holdId: hold.id, amount: 80_00 });
      main.history.search.answers({ attempts: [listed(hold)], more: false });
      main.history.show.answers(detailsOf(hold, { payment: paymentOf(hold, 'captured', capture) }));
      main.payments.refund.answers(refundOf('approved', 80_00));
      await show(scene);
      await openRefund(page);
      await expect(amountIn(page)).toHaveValue('80.00');
      await reasonIn(page).fill('Broken drill');
      const sent = await main.payments.refund.by(page.keyboard.press('F9'));
      expect(sent).toMatchObject({ chargeId: capture.id, amount: 80_00 });
    });

    test('is found in the palette by what a caller says', async ({ show, page, main }) => {
      record(main);
      await show(scene);
      await page.getByRole('button', { name: t('reversals:refund.open') }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('money back');
      const entry = page.getByRole('option', { name: t('reversals:refund.open') });
      await expect(entry).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(amountIn(page)).toBeFocused();
    });

    for (const [what, change, details, words] of [
      ['a merchant that does not refund', { merchant: {} }, sale, () => t('failures:not-offered.merchant.refund')],
      ['the form interface', {}, { ...sale, family: 'form' }, () => t('failures:not-offered.family.refund')],
      ['a cashier', { role: 'cashier', operatorName: 'Ana' }, sale, null],
      ['a refund', {}, refundOf('approved'), null],
      ['a declined sale', {}, attemptOf('sell', 'declined'), null],
    ] as const) {
      test(`is not offered for ${what}`, async ({ show, page, main }) => {
        main.history.search.answers({ attempts: [listed(details)], more: false });
        main.history.show.answers(detailsOf(details));
        await show({ ...scene, ...change });
        const panel = page.getByRole('complementary');
        await expect(panel).toContainText('120.00');
        if (words !== null) await expect(panel).toContainText(words());
        await expect(panel.getByRole('button', { name: t('reversals:refund.open') })).toHaveCount(0);
        await page.keyboard.press('Control+Shift+x');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });
    }
  });
});
