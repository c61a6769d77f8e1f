/** Long work on the screens: its progress, the way to stop it, its end, and the mark in the rail while one is elsewhere. */
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { idOf, now } from '#test/fixtures/shown/attempts.ts';
import { doneWork, shownWork } from '#test/fixtures/shown/works.ts';

inOneLook('en', (look, t) => {
  const scene = { role: 'supervisor', operatorName: 'Celia', screen: 'settings', settings: look } as const;
  const ledgerTab = { name: t('settings:sections.ledger') };
  const file = '/home/celia/Documents/caja-history.csv';

  test.describe(`long work, ${look.language}, ${look.theme}`, () => {
    test('tells rows, percent and time, and what is left only after two seconds', async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [], more: false });
      await show({ ...scene, screen: 'history' });
      const begun = shownWork('export-history', { step: { done: 6_200, total: 100_000 } });
      await main.emit('work.progress', [begun]);
      const block = page.getByRole('region', { name: t('work:running.export-history') });
      await expect(block).toContainText(t('work:percent', { percent: 6 }));
      const left = new RegExp(t('work:left.seconds', { amount: 7 }).replace('7', '\\d+'));
      await expect(block.getByRole('timer')).toHaveText(/^0:\d\d$/);
      // As if it had begun just now, however slow the page is.
      const since = new Date(await page.evaluate(() => Date.now() + 60_000)).toISOString();
      await main.emit('work.progress', [{ ...begun, step: { ...begun.step, since } }]);
      await expect(block).not.toContainText(left);
      const earlier = new Date(await page.evaluate(() => Date.now() - 5_000)).toISOString();
      await main.emit('work.progress', [{ ...begun, step: { ...begun.step, since: earlier, done: 20_000 } }]);
      await expect(block).toContainText(left);
      await expect(block).toContainText(t('work:amount.payments', { done: '20,000', total: '100,000' }));
    });

    test('speaks at the start, at half and at the end, and not of each row', async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [], more: false });
      await show({ ...scene, screen: 'history' });
      const at = (done: number) => shownWork('export-history', { step: { done, total: 100 } });
      const spoken = page.getByRole('main').getByRole('status');
      await main.emit('work.progress', [at(10)]);
      await expect(spoken.filter({ hasText: t('work:running.export-history') })).toBeAttached();
      await main.emit('work.progress', [at(49)]);
      await expect(spoken.filter({ hasText: /10|49/ })).toHaveCount(0);
      await main.emit('work.progress', [at(50)]);
      const half = t('work:half', { work: t('work:kind.export-history') });
      await expect(spoken.filter({ hasText: half })).toBeAttached();
      await main.emit('work.progress', [doneWork('export-history', { count: 100, file })]);
      const words = t('work:done.export-history', { count: 100, path: 'caja-history.csv' });
      await expect(spoken.filter({ hasText: words })).toBeVisible();
    });

    test('is cancelled by Escape inside it, and says what that left', async ({ show, page, main }) => {
      main.work.cancel.answers(undefined);
      await show(scene);
      await page.getByRole('tab', ledgerTab).click();
      const running = shownWork('backup', { step: { done: 30_000_000, total: 120_000_000 } });
      await main.emit('work.progress', [running]);
      const cancel = page.getByRole('button', { name: t('action.cancel') });
      await cancel.focus();
      const asked = await main.work.cancel.by(page.keyboard.press('Escape'));
      expect(asked).toEqual({ id: idOf(900) });
      await main.emit('work.progress', [{ ...running, cancel: 'asked' }]);
      await expect(page.getByText(t('work:cancelling'))).toBeVisible();
      await expect(cancel).toBeFocused();
      await main.emit('work.progress', [{ ...running, cancel: 'asked', end: { kind: 'cancelled' } }]);
      await expect(page.getByRole('status').filter({ hasText: t('work:cancelled.backup') })).toBeVisible();
    });

    test('shows its file through main, which knows the path', async ({ show, page, main }) => {
      main.work.showFile.answers(undefined);
      main.work.current.answers([doneWork('backup', { count: 1_200, file: '/home/celia/copy.db' })]);
      await show(scene);
      await page.getByRole('tab', ledgerTab).click();
      await expect(page.getByText('/home/celia/copy.db')).toBeVisible();
      const asked = await main.work.showFile.by(page.getByRole('button', { name: t('work:show') }).click());
      expect(asked).toEqual({ id: idOf(900) });
    });

    test('of a purge says until when it can be cancelled, and no longer offers it', async ({ show, page, main }) => {
      await show(scene);
      await page.getByRole('tab', ledgerTab).click();
      await main.emit('work.progress', [shownWork('purge', { step: { done: 10, total: 40 } })]);
      const block = page.getByRole('region', { name: t('work:running.purge') });
      await expect(block).toContainText(t('work:untilRemoval'));
      const step = { name: 'remove', at: 3, done: 20, total: 40 } as const;
      await main.emit('work.progress', [shownWork('purge', { cancel: 'too-late', step })]);
      await expect(block).toContainText(t('work:tooLate.purge'));
      await expect(block).toContainText(t('work:stepOf', { number: 3, of: 3, step: t('work:step.remove') }));
      await expect(block.getByRole('button')).toHaveCount(0);
    });

    test('is refused politely while other work is under way', async ({ show, page, main }) => {
      main.ledger.backUp.fails({ kind: 'work-under-way', work: 'export-history' });
      await show(scene);
      await page.getByRole('tab', ledgerTab).click();
      await page.getByRole('button', { name: t('settings:ledger.backUp'), exact: true }).click();
      const alert = page.getByRole('alert').filter({ hasText: t('failures:work-under-way.title') });
      await expect(alert).toContainText(t('work:kind.export-history'));
    });

    test('is shown again when one returns, and stands in the rail meanwhile', async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [], more: false });
      await show({ ...scene, screen: 'charge' });
      await main.emit('work.progress', [shownWork('export-history', { step: { done: 250, total: 1_000 } })]);
      const work = t('work:kind.export-history');
      const mark = page.getByRole('navigation').getByRole('button', { name: t('work:open', { work, percent: 25 }) });
      await mark.click();
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
      await expect(mark).toBeHidden();
    });

    test('of the program is only visible', async ({ show, page, main }) => {
      main.work.current.answers([
        shownWork('scheduled-backup', { startedBy: null, cancel: 'not-permitted', startedAt: now }),
      ]);
      await show(scene);
      await page.getByRole('tab', ledgerTab).click();
      const block = page.getByRole('region', { name: t('work:running.scheduled-backup') });
      await expect(block.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow', /./);
      await expect(block.getByRole('button')).toHaveCount(0);
    });
  });
});
