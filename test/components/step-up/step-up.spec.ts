/** A supervisor's passcode at the seat: the dialog over any screen, and a payment above a limit. By keyboard. */
import type { Page } from '@playwright/test';
import { expect, test } from '#test/components/stage/test.ts';
import { fieldOf, keyForm, sendPayment, keySupervisor } from '#test/components/stage/keyed-form.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { doneWork } from '#test/fixtures/shown/works.ts';
import { noLimits } from '#shared/seat/operators.ts';
import { attemptOf, hoursFromNow, idOf } from '#test/fixtures/shown/attempts.ts';
import { operatorOf } from '#test/fixtures/shown/seat.ts';
import { hold, holdsPage } from '#test/fixtures/shown/holds.ts';

const before = '2024-01-01T05:00:00.000Z';
const approvalId = idOf(7);
const neededForPurge = { kind: 'step-up-needed', act: 'purge', subject: before, own: true } as const;
const neededForExport = { kind: 'step-up-needed', act: 'export', subject: 'one', own: false } as const;

/** Returns what is left in the page, shown or hidden, in the very turn in which the screen of the locked seat comes. */
const leftByLock = (page: Page, title: string) =>
  page.evaluate(
    (heading) =>
      new Promise<{ readonly dialogs: number; readonly keyed: readonly string[] }>((resolve) => {
        const observer = new MutationObserver(() => {
          if (![...document.querySelectorAll('h1')].some(({ textContent }) => textContent === heading)) return;
          observer.disconnect();
          resolve({
            dialogs: document.querySelectorAll('[role="dialog"]').length,
            keyed: [...document.querySelectorAll('input')].map(({ value }) => value),
          });
        });
        observer.observe(document.body, { subtree: true, childList: true });
      }),
    title,
  );

inOneLook('es', (look, t) => {
  /** Asks to remove old payments, by keyboard from the date on. */
  async function askToPurge(page: Page): Promise<void> {
    await page.getByRole('tab', { name: t('settings:sections.ledger') }).click();
    await page.getByRole('textbox', { name: t('settings:ledger.purgeBefore') }).fill('2024-01-01');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: t('settings:ledger.purgeConfirm') }).focus();
    await page.keyboard.press('Enter');
  }

  test.describe(`the passcode of a signed-in supervisor, ${look.language}, ${look.theme}`, () => {
    const scene = { role: 'supervisor', operatorName: 'Celia', screen: 'settings', settings: look } as const;
    test.beforeEach(({ main }) => {
      main.ledger.purge.fails(neededForPurge);
      main.ledger.events.answers({ events: [], more: false });
    });

    test('is asked in vain, or once more, and the removal goes with the approval', async ({ show, page, main }) => {
      await test.step('is asked in vain: Tab stays inside, and Esc keeps all typed and says so', async () => {
        await show(scene);
        await askToPurge(page);
        const dialog = page.getByRole('dialog', { name: t('signIn:stepUp.own') });
        const passcode = dialog.getByLabel(t('signIn:passcode'));
        await expect(passcode).toBeFocused();
        for (const _stop of ['cancel', 'submit', 'the passcode again']) await page.keyboard.press('Tab');
        await expect(passcode).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(page.getByText(t('failures:step-up-needed.done'))).toBeVisible();
        await expect(page.getByRole('textbox', { name: t('settings:ledger.purgeBefore') })).toHaveValue(
          look.language === 'en' ? '1 Jan 2024' : '01/01/2024',
        );
        await expect(page.getByRole('button', { name: t('settings:remove'), exact: true })).toBeFocused();
        expect([main.ledger.purge.inputs.length, main.operators.approve.inputs.length]).toEqual([1, 0]);
      });
      await test.step('is keyed once more, and the removal then goes with the approval', async () => {
        await askToPurge(page);
        const dialog = page.getByRole('dialog', { name: t('signIn:stepUp.own') });
        await expect(dialog).toContainText(t('signIn:stepUp.act.purge'));
        const passcode = dialog.getByLabel(t('signIn:passcode'));
        await expect(passcode).toBeFocused();
        await expect(dialog.getByLabel(t('role.supervisor'))).toHaveCount(0);

        main.operators.approve.fails({ kind: 'wrong-passcode', left: 4 });
        await page.keyboard.type('not the passcode');
        await page.keyboard.press('Enter');
        await expect(dialog.getByRole('alert')).toContainText(t('signIn:wrong.left', { count: 4, name: 'Celia' }));
        await expect(passcode).toHaveValue('');
        await expect(passcode).toBeFocused();

        main.operators.approve.answers({ approvalId });
        main.ledger.purge.answers({ path: '/home/celia/old.csv', removed: 3 });
        await page.keyboard.type('quiet harbour');
        const [, asked, repeated] = await Promise.all([
          page.keyboard.press('Enter'),
          main.operators.approve.expect(),
          main.ledger.purge.expect(),
        ]);
        expect(asked).toEqual({ act: 'purge', subject: before, name: 'Celia', passcode: 'quiet harbour' });
        expect(repeated).toEqual({ before, approvalId });
        await expect(dialog).toHaveCount(0);
        await main.emit('work.progress', [doneWork('purge', { count: 3, file: '/home/celia/old.csv' })]);
        await expect(page.getByText('/home/celia/old.csv')).toBeVisible();
        await expect(page.getByRole('button', { name: t('settings:remove'), exact: true })).toBeFocused();
      });
    });
  });

  test('a passcode above an operator keeps the focus, and Esc closes it alone', async ({ show, page, main }) => {
    main.operators.list.answers({ idleMinutes: 10, limits: noLimits, operators: [operatorOf(1, { name: 'Ana' })] });
    main.operators.change.fails({ kind: 'step-up-needed', act: 'operators', subject: 'one', own: true });
    await show({ role: 'supervisor', operatorName: 'Celia', screen: 'settings', settings: look });
    await page.getByRole('tab', { name: t('settings:sections.operators') }).click();
    await page.getByRole('button', { name: t('settings:operators.edit', { name: 'Ana' }) }).click();
    const operator = page.getByRole('dialog', { name: t('settings:operators.edit', { name: 'Ana' }) });
    const supervisor = operator.getByRole('radio', { name: t('role.supervisor') });
    await supervisor.check();
    await page.keyboard.press('Enter');
    const asked = page.getByRole('dialog', { name: t('signIn:stepUp.own') });
    const passcode = asked.getByLabel(t('signIn:passcode'));
    await expect(passcode).toBeFocused();
    for (const _stop of [1, 2]) {
      await page.keyboard.press('Tab');
      await expect(asked.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Tab');
    await expect(passcode).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(asked).toHaveCount(0);
    await expect(operator.getByText(t('failures:step-up-needed.done'))).toBeVisible();
    await expect(supervisor).toBeChecked();
    await expect(operator.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(operator).toHaveCount(0);
  });

  test('a passcode above a document keeps the focus, and Esc closes it alone', async ({ show, page, main }) => {
    main.holds.list.answers(holdsPage([hold(1, 20)]));
    main.paper.savePdf.fails({ ...neededForExport, own: true });
    await show({ role: 'supervisor', operatorName: 'Celia', screen: 'holds', settings: look });
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('Control+p');
    const list = page.getByRole('dialog', { name: t('printing:title.holds') });
    await list.locator(':focus').waitFor();
    await page.keyboard.press('Control+Shift+p');
    const asked = page.getByRole('dialog', { name: t('signIn:stepUp.own') });
    const passcode = asked.getByLabel(t('signIn:passcode'));
    await expect(passcode).toBeFocused();
    for (const _stop of [1, 2, 3]) await page.keyboard.press('Tab');
    await expect(passcode).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(asked).toHaveCount(0);
    await expect(list.getByText(t('failures:step-up-needed.done'))).toBeVisible();
    await expect(list.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
  });

  test.describe(`a supervisor’s passcode for somebody else, ${look.language}, ${look.theme}`, () => {
    const scene = { role: 'back-office', operatorName: 'Beto', screen: 'history', settings: look } as const;
    test.beforeEach(({ main }) => {
      main.history.search.answers({ attempts: [], more: false });
      main.history.export.fails(neededForExport);
    });

    async function askToExport(page: Page): Promise<void> {
      await page.getByRole('button', { name: t('history:export.label') }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: t('history:export.csv') }).focus();
      await page.keyboard.press('Enter');
    }

    test('comes with a name, and a lock-out stands beside the fields', async ({ show, page, main }) => {
      main.operators.approve.fails({ kind: 'locked-out', until: hoursFromNow(0.5) });
      await show(scene);
      await askToExport(page);
      const dialog = page.getByRole('dialog', { name: t('signIn:stepUp.title') });
      await expect(dialog.getByLabel(t('role.supervisor'))).toBeFocused();
      await page.keyboard.press('Control+2');
      await expect(page.locator('h1').filter({ visible: true })).toHaveText(t('nav.history'));
      await page.keyboard.press('Enter');
      await expect(dialog.getByText(t('signIn:required')).first()).toBeVisible();
      await keySupervisor(page);
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toContainText(t('failures:locked-out.title'));

      main.operators.approve.answers({ approvalId });
      main.history.export.answers({ path: '/home/beto/all.csv', rows: 2 });
      await page.keyboard.type('quiet harbour');
      const repeated = await main.history.export.by(page.keyboard.press('Enter'));
      expect(repeated).toMatchObject({ format: 'csv', approvalId });
      await main.emit('work.progress', [doneWork('export-history', { count: 2, file: '/home/beto/all.csv' })]);
      await expect(page.getByText('/home/beto/all.csv')).toBeVisible();
      await expect(page.getByRole('button', { name: t('history:export.label') })).toBeFocused();
    });

    test('is asked no more once wrong passcodes have locked the seat', async ({ show, page, main, change }) => {
      await show(scene);
      await askToExport(page);
      const dialog = page.getByRole('dialog', { name: t('signIn:stepUp.title') });
      await expect(dialog.getByLabel(t('role.supervisor'))).toBeFocused();
      await keySupervisor(page);
      const left = leftByLock(page, t('signIn:locked.title'));
      await change({ ...scene, access: { kind: 'locked', name: 'Beto', names: ['Beto'], refused: true } });
      await expect(page.getByText(t('signIn:locked.refused'))).toBeVisible();
      const { dialogs, keyed } = await left;
      expect([dialogs, keyed.includes('Celia'), keyed.includes('quiet harbour')]).toEqual([0, false, false]);
      await change(scene);
      await expect(page.getByRole('button', { name: t('history:export.label') })).toBeVisible();
      await expect(dialog).toHaveCount(0);
      expect(main.history.export.inputs).toHaveLength(1);
    });
  });

  test.describe(`a payment above a limit, ${look.language}, ${look.theme}`, () => {
    const scene = { role: 'cashier', operatorName: 'Ana', paymentLimit: 100_00, settings: look } as const;
    const retry = { handle: '5a1d9f4e-3c1b-4e0a-9d52-6f0b5a7c8e21', seconds: 60 };
    const needed = {
      kind: 'step-up-needed',
      act: 'amount',
      subject: '7001 12000 training',
      own: false,
      limit: { of: 'day', most: 200_00, used: 150_00 },
      retry,
    } as const;

    test('is said beside the amount, and passes with a supervisor’s passcode without keying the card again', async ({
      show,
      page,
      main,
    }) => {
      await test.step('is said beside the amount before it is sent', async () => {
        await show(scene);
        await keyForm(page, { amount: '100.01' });
        const note = page.getByText(t('charge:limit.above', { limit: 'B/. 100.00' }));
        await expect(note).toBeVisible();
        await fieldOf(page, 'amount').fill('100.00');
        await expect(note).toBeHidden();
      });
      await test.step('passes with a supervisor’s passcode and without keying the card again', async () => {
        main.payments.sell.fails(needed);
        main.operators.approve.answers({ approvalId });
        await sendPayment(page);
        await expect(page.getByText(t('charge:limit.day', { most: 'B/. 200.00' }))).toContainText(
          t('charge:limit.used', { used: 'B/. 150.00' }),
        );
        await expect(page.getByLabel(t('role.supervisor'))).toBeFocused();
        await keySupervisor(page);
        const asked = await main.operators.approve.by(page.keyboard.press('Enter'));
        expect(asked).toEqual({ act: 'amount', subject: needed.subject, name: 'Celia', passcode: 'quiet harbour' });
        await expect(page.getByText(t('charge:limit.allowed'))).toBeVisible();
        await expect(page.getByText(t('failures:step-up-needed.other'))).toHaveCount(0);
        const send = page.getByRole('button', { name: t('charge:review.sellButton', { amount: 'B/. 120.00' }) });
        await expect(send).toBeFocused();
        main.payments.tryAgain.answers(attemptOf('sell', 'approved'));
        const again = await main.payments.tryAgain.by(page.keyboard.press('F9'));
        expect(again).toMatchObject({ handle: retry.handle, approvalId });
      });
    });

    test('leads back to the form once the card of an approved one is kept no longer', async ({ show, page, main }) => {
      main.payments.sell.fails(needed);
      main.operators.approve.answers({ approvalId });
      await show(scene);
      await sendPayment(page);
      await expect(page.getByLabel(t('role.supervisor'))).toBeFocused();
      await keySupervisor(page);
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('charge:limit.allowed'))).toBeVisible();
      await page.clock.fastForward(61_000);
      await expect(page.getByText(t('charge:result.cardCleared'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('charge:review.back') })).toBeFocused();
    });

    test('keeps no keyed passcode when the seat is locked', async ({ show, page, main, change }) => {
      main.payments.sell.fails(needed);
      await show(scene);
      await sendPayment(page);
      const passcode = page.getByLabel(t('signIn:passcode'));
      await passcode.fill('quiet harbour');
      const left = leftByLock(page, t('signIn:locked.title'));
      await change({ ...scene, access: { kind: 'locked', name: 'Ana', names: ['Ana'] } });
      expect((await left).keyed).not.toContain('quiet harbour');
      await change(scene);
      await expect(page.getByText(t('charge:limit.day', { most: 'B/. 200.00' }))).toBeVisible();
      await expect(passcode).toHaveValue('');
    });

    test('keeps the approval for the card keyed again, and for no other amount', async ({ show, page, main }) => {
      main.payments.sell.fails({ ...needed, retry: undefined });
      main.operators.approve.answers({ approvalId });
      await show(scene);
      await sendPayment(page);
      await page.getByLabel(t('role.supervisor')).fill('Celia');
      await page.getByLabel(t('signIn:passcode')).fill('quiet harbour');
      await page.keyboard.press('Enter');
      await expect(fieldOf(page, 'cardNumber')).toBeFocused();
      const draft = await main.payments.sell.by(sendPayment(page));
      expect(draft).toMatchObject({ approvalId, amount: 120_00 });
      await expect(page.getByLabel(t('role.supervisor'))).toBeFocused();
      await page.keyboard.type('Celia');
      await page.getByLabel(t('signIn:passcode')).fill('quiet harbour');
      await page.keyboard.press('Enter');
      await expect(fieldOf(page, 'cardNumber')).toBeFocused();
      const another = sendPayment(page, 'sell', { amount: '121.00' });
      const sent = await main.payments.sell.by(another);
      expect(sent).not.toHaveProperty('approvalId');
    });
  });
});
