/** The queue of unconfirmed payments over a screen: its keys, and what each role can do in it. */
import type { Page } from '@playwright/test';
import { keyForm, review } from '#test/components/stage/keyed-form.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { withStoppedClock } from '#test/components/stage/stopped-clock.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, contradictedAttempt, detailsOf, hoursFromNow, idOf } from '#test/fixtures/shown/attempts.ts';

const first = attemptOf('sell', 'unknown', { id: idOf(1), startedAt: hoursFromNow(-50), amount: 1_250_50 });
const second = attemptOf('capture', 'unknown', { id: idOf(2), startedAt: hoursFromNow(-3), operatorName: 'Beto' });
const third = contradictedAttempt({
  id: idOf(3),
  startedAt: hoursFromNow(-0.2),
  lastName: 'Montenegro',
  operatorName: 'Ana Lucía de Montenegro',
});

/** Opens the queue by its key, and the resolution of its first payment. */
async function openResolution(page: Page): Promise<void> {
  await page.keyboard.press('F10');
  await expect(page.getByRole('listbox')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('radio').first().and(page.locator(':focus')).waitFor();
}

inOneLook('en', (look, t) => {
  const supervisor = { role: 'supervisor', operatorName: 'Celia', settings: look } as const;
  const cashier = { role: 'cashier', operatorName: 'Ana', settings: look } as const;

  test.describe(`the queue of unconfirmed payments, ${look.language}, ${look.theme}`, () => {
    test('lists each with its age, oldest first, and moves by keys', async ({ show, page, main }) => {
      const fresh = attemptOf('sell', 'unknown', { id: idOf(4), startedAt: hoursFromNow(0) });
      main.history.unknowns.answers([first, second, third, fresh]);
      await show(supervisor);
      await page.keyboard.press('F10');
      const options = page.getByRole('listbox', { name: t('unconfirmed:list') }).getByRole('option');
      await expect(options).toHaveCount(4);
      await expect(options.nth(0)).toContainText('1,250.50');
      await expect(options.nth(0)).toContainText(
        t('unconfirmed:age', { age: t('unconfirmed:days', { days: 2, hours: 2 }) }),
      );
      await expect(options.nth(1)).toContainText(t('operation.capture'));
      await expect(options.nth(1)).toContainText(t('unconfirmed:by', { operator: 'Beto' }));
      await expect(options.nth(2)).toContainText(t('unconfirmed:contradicted'));
      await expect(options.nth(3)).toContainText('less than 1 min');
      const reference = options.nth(2).getByText('000-003');
      // The name has the line end within the reference, which somebody reads out.
      expect(await reference.evaluate((words) => words.getClientRects().length)).toBe(1);
      await page.keyboard.press('j');
      await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect(options.nth(3)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('k');
      await page.keyboard.press('Home');
      await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
    });

    test('calls no payment confirmed before they are read, or while they can’t be', async ({ show, page, main }) => {
      const reading = main.history.unknowns.waits();
      await show(supervisor);
      await page.keyboard.press('F10');
      const dialog = page.getByRole('dialog', { name: t('unconfirmed:title') });
      await expect(dialog).toBeVisible();
      await expect(dialog.getByText(t('unconfirmed:empty'))).toHaveCount(0);
      reading.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
      await expect(dialog.getByRole('alert')).toBeVisible();
      await expect(dialog.getByText(t('unconfirmed:empty'))).toHaveCount(0);
      main.history.unknowns.answers([first]);
      await main.emit('history.changed', { attemptIds: null });
      await expect(page.getByRole('listbox', { name: t('unconfirmed:list') })).toBeFocused();
    });

    test('keeps what was typed over a lock, and closes once it is recorded', async ({ show, change, page, main }) => {
      const locked = { ...supervisor, access: { kind: 'locked', name: 'Celia', names: ['Celia'] } } as const;
      main.history.unknowns.answers([first]);
      await show(supervisor);
      await openResolution(page);
      await page.keyboard.press('1');
      await page.keyboard.type('0123456789012');
      const note = page.getByRole('textbox', { name: t('history:resolve.note') });
      await note.fill('In the portal');
      await change(locked);
      await expect(page.getByLabel(t('signIn:passcode'))).toBeFocused();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('F9');
      await change(supervisor);
      await expect(note).toHaveValue('In the portal');
      await expect(note).toBeFocused();
      expect(main.history.resolve.inputs).toEqual([]);
      const recorded = main.history.resolve.waits();
      const sent = await main.history.resolve.by(page.keyboard.press('F9'));
      expect(sent.resolution).toMatchObject({ reference: '0123456789012', note: 'In the portal' });
      await change(locked);
      await expect(page.getByLabel(t('signIn:passcode'))).toBeFocused();
      main.history.unknowns.answers([]);
      recorded.answers(first);
      await change(supervisor);
      await expect(note).toHaveCount(0);
      await expect(page.getByText(t('unconfirmed:empty'))).toBeVisible();
    });

    test('keeps the keys of the screen behind it, and has a cashier call a supervisor', async ({
      show,
      page,
      main,
    }) => {
      await test.step('keeps the keys of the screen behind it: nothing is sent', async () => {
        main.history.unknowns.answers([first]);
        await show(cashier);
        await keyForm(page);
        await review(page);
        await page.keyboard.press('F10');
        await expect(page.getByRole('listbox')).toBeFocused();
        await page.keyboard.press('F9');
        await page.keyboard.press('Control+Enter');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.getByRole('region', { name: t('charge:readBack.label') })).toBeVisible();
        expect(main.payments.sell.inputs).toEqual([]);
      });
      await test.step('has a cashier call a supervisor, and leads to the record by another key', async () => {
        main.history.search.answers({ attempts: [], more: false });
        main.history.show.answers(detailsOf(first));
        await page.keyboard.press('F10');
        const readOut = page.getByRole('region', { name: t('unconfirmed:readOut.title') });
        for (const words of ['000-001', '1,250.50', '7001']) await expect(readOut).toContainText(words);
        await expect(page.getByRole('button', { name: t('unconfirmed:resolve') })).toHaveCount(0);
        await page.context().grantPermissions(['clipboard-write']);
        await withStoppedClock(page, async () => {
          await page.keyboard.press('Enter');
          await expect(readOut.getByRole('status')).toHaveText(t('action.copied'));
        });
        await expect(readOut.getByRole('button')).not.toHaveAttribute('data-variant', 'default');
        const shown = await main.history.show.by(page.keyboard.press('Control+g'));
        expect(shown.id).toBe(idOf(1));
        await expect(page.getByRole('heading', { level: 1, name: t('nav.history') })).toBeVisible();
      });
    });

    test('says that nothing waits, or of a refund not to repeat it', async ({ show, page, main }) => {
      await test.step('says that nothing waits', async () => {
        await show(cashier);
        await page.keyboard.press('F10');
        await expect(page.getByText(t('unconfirmed:emptyText'))).toBeVisible();
      });
      await test.step('has a cashier not repeat a refund, and says no word of charging it', async () => {
        main.history.unknowns.answers([attemptOf('refund', 'unknown', { chargeId: idOf(9) })]);
        await main.emit('history.changed', { attemptIds: null });
        const readOut = page.getByRole('region', { name: t('unconfirmed:readOut.title') });
        await expect(readOut).toContainText(t('unconfirmed:readOut.nextReversal'));
        await expect(readOut).not.toContainText(t('unconfirmed:readOut.next'));
      });
    });
  });
});
