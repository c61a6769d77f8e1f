/** The void of a hold: who is offered it, the reason it needs, each outcome, and what another seat did meanwhile. By keyboard. */
import type { Page } from '@playwright/test';
import { inOneLook } from '#test/components/stage/looks.ts';
import { keySupervisor, pressTwice } from '#test/components/stage/keyed-form.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, detailsOf, hoursFromNow, idOf, listed, paymentOf } from '#test/fixtures/shown/attempts.ts';
import { hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';

const titles = {
  approved: 'Anulado. No se cobró nada.',
  unknown: 'Aún no se sabe si la preautorización se anuló. No la capture ni la anule de nuevo.',
} as const;

/** Opens the dialog, and keys a reason. */
async function keyVoid(page: Page, t: Translate): Promise<void> {
  await openVoid(page, t);
  await page.keyboard.type('Not wanted');
}

/** Opens the dialog by its key, once the hold is shown. */
async function openVoid(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: t('reversals:void.open') }).waitFor();
  await page.keyboard.press('Control+Shift+x');
  await expect(page.getByRole('textbox', { name: t('label.reason') })).toBeFocused();
}

inOneLook('es', (look, t) => {
  const clerk = { role: 'back-office', operatorName: 'Beto', screen: 'holds', settings: look } as const;
  const scene = { ...clerk, merchant: { allowVoids: true } } as const;

  test.describe(`the void of a hold, ${look.language}, ${look.theme}`, () => {
    test.beforeEach(({ main }) => main.holds.list.answers(holdsPage([hold(1, 100)])));

    test('is sent once with its reason, by another key than the one that opened it', async ({ show, page, main }) => {
      const pending = main.holds.void.waits();
      await show(scene);
      await openVoid(page, t);
      const dialog = page.getByRole('dialog', { name: t('reversals:void.title') });
      const reason = dialog.getByRole('textbox', { name: t('label.reason') });
      await expect(dialog).toContainText('120.00');
      await expect(dialog).toContainText(t('reversals:void.consequence'));
      await page.keyboard.press('Control+Shift+x');
      await page.keyboard.press('F9');
      await expect(reason).toHaveAccessibleDescription(new RegExp(t('reversals:reasonEmpty')));
      await page.keyboard.type('4059310181757001');
      await page.keyboard.press('F9');
      await expect(reason).toHaveAccessibleDescription(new RegExp(t('charge:issue.card-number-here').slice(0, 20)));
      expect(main.holds.void.inputs).toEqual([]);
      await reason.fill('Not wanted');
      const sent = await main.holds.void.by(pressTwice(page));
      expect(sent).toEqual({ holdId: idOf(1), description: 'Not wanted' });
      await expect(dialog.getByRole('status')).toContainText(t('reversals:waiting'));
      await page.keyboard.press('Escape');
      pending.answers(attemptOf('void', 'approved', { id: idOf(50) }));
      await expect(dialog.getByRole('heading', { level: 2, name: titles.approved })).toBeFocused();
      expect(main.holds.void.inputs).toHaveLength(1);
      main.holds.list.answers(holdsPage([]));
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('body')).not.toBeFocused();
    });

    // The words of every outcome are unit tests.
    for (const outcome of ['approved', 'unknown'] as const) {
      test(`states the money for the outcome ${outcome}, and leads to its record`, async ({ show, page, main }) => {
        const answered = attemptOf('void', outcome, { id: idOf(50) });
        main.holds.void.answers(answered);
        main.history.search.answers({ attempts: [], more: false });
        main.history.show.answers(detailsOf(answered));
        await show(scene);
        await keyVoid(page, t);
        // The queue is read again with the answer, before main tells of it.
        await main.holds.list.by(page.keyboard.press('F9'));
        const title = titles[outcome];
        await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeFocused();
        if (outcome !== 'approved') return;
        await page.keyboard.press('Control+g');
        await expect(page.getByRole('complementary')).toContainText(title);
      });
    }

    test('leaves the focus in the list, on the hold that follows', async ({ show, page, main }) => {
      const holds = [1, 2, 3].map((index) => hold(index, 100));
      main.holds.list.answers(holdsPage(holds));
      const answered = attemptOf('void', 'approved', { id: idOf(50) });
      main.holds.void.answers(answered);
      main.history.search.answers({ attempts: [listed(answered)], more: false });
      main.history.show.answers(detailsOf(answered));
      await show(scene);
      const grid = page.getByRole('grid');
      await grid.focus();
      await page.keyboard.press('ArrowDown');
      await keyVoid(page, t);
      main.holds.list.answers(holdsPage(holds.filter(({ id }) => id !== idOf(2))));
      await main.holds.list.by(page.keyboard.press('F9'));
      await page.getByRole('heading', { level: 2, name: titles.approved }).waitFor();
      const active = grid.locator('[data-active="true"]');
      await expect(active).toHaveAttribute('aria-rowindex', '3');
      await page.keyboard.press('F4');
      await page.getByRole('dialog', { name: t('printing:title.receipt') }).waitFor();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('grid', { name: t('history:list') })).toBeFocused();
      await page.keyboard.press('Control+2');
      await expect(active).toHaveAttribute('aria-rowindex', '3');
    });

    test('keeps the reason when another seat has captured the hold, and says so', async ({ show, page, main }) => {
      main.holds.void.fails({ kind: 'hold-not-open', state: 'captured' });
      await show(scene);
      await keyVoid(page, t);
      await page.keyboard.press('F9');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('alert')).toContainText(t('failures:hold-not-open.captured'));
      const reason = dialog.getByRole('textbox', { name: t('label.reason') });
      await expect(reason).toHaveValue('Not wanted');
      await expect(reason).toBeFocused();
    });

    test('is refused while another seat has captured the hold, and keeps the reason', async ({ show, page, main }) => {
      const { authorization } = hold(1, 100);
      const captured = attemptOf('capture', 'approved', { id: idOf(51), holdId: authorization.id });
      const becomes = (payment: ShownAttempt['payment']) => {
        main.history.show.answers(detailsOf(authorization, { payment }));
        return main.emit('history.changed', { attemptIds: [authorization.id, captured.id] });
      };
      main.history.show.answers(detailsOf(authorization, { payment: paymentOf(authorization, 'open') }));
      await show(scene);
      await keyVoid(page, t);
      await becomes(paymentOf(authorization, 'captured', captured));
      const dialog = page.getByRole('dialog', { name: t('reversals:void.title') });
      await expect(dialog.getByRole('alert')).toContainText(t('failures:hold-not-open.captured'));
      await page.keyboard.press('F9');
      await expect(dialog.getByRole('button', { name: /^Anular B/ })).toBeDisabled();
      const reason = dialog.getByRole('textbox', { name: t('label.reason') });
      await expect(reason).toHaveValue('Not wanted');
      await becomes(paymentOf(authorization, 'open'));
      await expect(dialog.getByRole('alert')).toHaveCount(0);
      expect(main.holds.void.inputs).toEqual([]);
      main.holds.void.answers(attemptOf('void', 'approved', { id: idOf(50) }));
      const sent = await main.holds.void.by(page.keyboard.press('F9'));
      expect(sent).toEqual({ holdId: idOf(1), description: 'Not wanted' });
    });

    test('of a hold that expires in the dialog says so, and is sent all the same', async ({ show, page, main }) => {
      main.holds.list.answers(holdsPage([hold(1, 1)]));
      main.holds.void.answers(attemptOf('void', 'approved', { id: idOf(50) }));
      await show(scene);
      await keyVoid(page, t);
      const dialog = page.getByRole('dialog', { name: t('reversals:void.title') });
      await expect(dialog.getByRole('status')).toHaveCount(0);
      await page.clock.setSystemTime(hoursFromNow(1));
      await page.clock.runFor(1_000);
      await expect(dialog.getByRole('status')).toHaveText(t('reversals:void.past'));
      const sent = await main.holds.void.by(page.keyboard.press('F9'));
      expect(sent).toEqual({ holdId: idOf(1), description: 'Not wanted' });
    });

    test('outlasts a lock with what was typed, and tells its outcome then', async ({ show, change, page, main }) => {
      const locked = { ...scene, access: { kind: 'locked', name: 'Beto', names: ['Beto'] } } as const;
      const lock = async (): Promise<void> => {
        await change(locked);
        await page.getByRole('heading', { level: 1, name: t('signIn:locked.title') }).waitFor();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.getByLabel(t('signIn:passcode'))).toBeFocused();
        await page.keyboard.press('F9');
      };
      await show(scene);
      await keyVoid(page, t);
      await lock();
      await change(scene);
      await expect(page.getByRole('textbox', { name: t('label.reason') })).toHaveValue('Not wanted');
      expect(main.holds.void.inputs).toEqual([]);
      const pending = main.holds.void.waits();
      await main.holds.void.by(page.keyboard.press('F9'));
      await lock();
      pending.answers(attemptOf('void', 'approved', { id: idOf(50) }));
      await change(scene);
      await expect(page.getByRole('heading', { level: 2, name: titles.approved })).toBeFocused();
      expect(main.holds.void.inputs).toHaveLength(1);
    });

    test('goes with a supervisor’s passcode, and by no lock over it', async ({ show, change, page, main }) => {
      main.holds.void.fails({ kind: 'step-up-needed', act: 'reversal', subject: 'void', own: false });
      await show(scene);
      await keyVoid(page, t);
      await page.keyboard.press('F9');
      const stepUp = page.getByRole('dialog', { name: t('signIn:stepUp.title') });
      await expect(stepUp).toContainText(t('signIn:stepUp.act.reversal'));
      await expect(stepUp.getByLabel(t('role.supervisor'))).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(stepUp).toHaveCount(0);
      const reason = page.getByRole('textbox', { name: t('label.reason') });
      await expect(reason).toHaveValue('Not wanted');
      await expect(reason).toBeFocused();
      await expect(page.getByRole('alert')).toContainText(t('failures:step-up-needed.sent'));
      await page.keyboard.press('F9');
      await stepUp.waitFor();
      await change({ ...scene, access: { kind: 'locked', name: 'Beto', names: ['Beto'] } });
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByLabel(t('signIn:passcode'))).toBeFocused();
      await change(scene);
      await expect(reason).toHaveValue('Not wanted');
      await expect(page.getByRole('alert')).toContainText(t('failures:step-up-needed.sent'));
      expect(main.holds.void.inputs).toHaveLength(2);
      await page.keyboard.press('F9');
      main.operators.approve.answers({ approvalId: idOf(7) });
      await stepUp.getByLabel(t('role.supervisor')).and(page.locator(':focus')).waitFor();
      await keySupervisor(page);
      main.holds.void.answers(attemptOf('void', 'approved', { id: idOf(50) }));
      const sent = await main.holds.void.by(page.keyboard.press('Enter'));
      expect(sent).toEqual({ holdId: idOf(1), description: 'Not wanted', approvalId: idOf(7) });
      await expect(page.getByRole('heading', { level: 2, name: titles.approved })).toBeFocused();
    });

    for (const [who, change, family, words] of [
      [
        'a merchant that does not void',
        { merchant: { allowVoids: false } },
        'json',
        'failures:not-offered.merchant.void',
      ],
      ['the form interface', {}, 'form', 'failures:not-offered.family.void'],
      ['a cashier', { role: 'cashier', operatorName: 'Ana' }, 'json', null],
    ] as const) {
      test(`is not offered to ${who}`, async ({ show, page, main }) => {
        main.holds.list.answers(holdsPage([hold(1, 100, {}, { family })]));
        await show({ ...scene, ...change });
        const summary = page.getByRole('complementary');
        await expect(summary).toContainText('120.00');
        await expect(summary.getByRole('button', { name: t('reversals:void.open') })).toHaveCount(0);
        if (words !== null) await expect(summary).toContainText(t(words));
        await page.keyboard.press('Control+Shift+x');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });
    }

    test(`is found in the palette by what a caller says`, async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [], more: false });
      await show(scene);
      await expect(page.getByRole('button', { name: t('reversals:void.open') })).toBeVisible();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('cancelar');
      const entry = page.getByRole('option', { name: t('reversals:void.open') });
      await expect(entry).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: t('reversals:void.title') })).toBeVisible();
      await expect(page.getByRole('textbox', { name: t('label.reason') })).toBeFocused();
    });
  });
});
