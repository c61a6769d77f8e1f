/** Several holds at once: the selection and its warnings, a running batch, a finished one, an interrupted one. */
import { looks, wordsOf } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, idOf } from '#test/fixtures/shown/attempts.ts';
import { batch, batchRow, hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { skipReasons } from '#shared/ledger/holds.ts';

const three = [hold(1, 100), hold(2, 100), hold(3, 100)] as const;

for (const look of looks) {
  const t = wordsOf(look.language);
  const scene = { role: 'back-office', operatorName: 'Beto', screen: 'holds', settings: look } as const;

  test.describe(`several holds, ${look.language}, ${look.theme}`, () => {
    test.beforeEach(({ main }) => main.holds.list.answers(holdsPage(three)));

    test('are selected with the space bar, counted and summed', async ({ show, page }) => {
      await show(scene);
      await page.getByRole('grid').focus();
      for (const key of [' ', 'ArrowDown', ' ']) await page.keyboard.press(key);
      const summary = page.getByRole('complementary');
      await expect(summary.getByText(t('holds:batch.selected', { count: 2 }))).toBeVisible();
      await expect(summary).toContainText('240.00');
      await summary.getByRole('button', { name: t('holds:batch.clear') }).click();
      await expect(summary.getByText(t('holds:batch.selected', { count: 2 }))).toBeHidden();
    });

    const warnings = [
      ['urgent', [hold(1, 10), hold(2, 100)], t('holds:batch.urgent', { count: 1 })],
      ['expired', [hold(1, -10), hold(2, 100)], t('holds:batch.expired', { count: 1 })],
      ['mixed currencies', [hold(1, 100), hold(2, 100, {}, { currencySign: 'US$' })], t('holds:batch.currencies')],
    ] as const;
    for (const [name, holds, words] of warnings) {
      test(`cause a warning before their capture: ${name}`, async ({ show, page, main }) => {
        main.holds.list.answers(holdsPage(holds));
        await show(scene);
        await page.getByRole('grid').focus();
        await page.keyboard.press('Control+a');
        await expect(page.getByRole('complementary').getByText(words)).toBeVisible();
        const review = page.getByRole('button', { name: t('holds:review.open') });
        await (name === 'mixed currencies' ? expect(review).toBeHidden() : expect(review).toBeVisible());
      });
    }

    test('are captured in one batch, whose rows appear as they end', async ({ show, page, main }) => {
      const pending = main.holds.captureMany.waits();
      main.holds.stopBatch.answers(undefined);
      await show(scene);
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+a');
      await page.getByRole('button', { name: t('holds:review.open') }).click();
      await expect(page.getByRole('textbox', { name: t('holds:batch.description') })).toBeFocused();
      const [, sent] = await Promise.all([page.keyboard.press('F9'), main.holds.captureMany.expect()]);
      expect(sent.captures.map(({ holdId }) => holdId)).toEqual([idOf(1), idOf(2), idOf(3)]);
      await expect(page.getByRole('heading', { level: 2, name: t('holds:batch.running') })).toBeFocused();
      const [first, second, third] = three;
      const rows = [
        batchRow(first, { status: 'done', attempt: attemptOf('capture', 'approved', { id: idOf(11) }) }),
        batchRow(second, { status: 'sending' }),
        batchRow(third),
      ];
      await main.emit('holds.batch', batch(rows, false, sent.batchId));
      const panel = page.getByRole('region', { name: t('holds:batch.label') });
      await expect(panel.getByRole('status')).toContainText(t('holds:batch.progress', { done: 1, total: 3 }));
      await expect(panel.getByText(t('holds:batch.row.sending'))).toBeVisible();
      await expect(panel.getByText(t('holds:batch.row.waiting'))).toBeVisible();
      await Promise.all([
        page.getByRole('button', { name: t('holds:batch.stop') }).click(),
        main.holds.stopBatch.expect(),
      ]);
      await expect(page.getByText(t('holds:batch.stopping'))).toBeVisible();
      pending.answers(
        batch(
          [
            ...rows.slice(0, 1),
            batchRow(second, { status: 'done', attempt: attemptOf('capture', 'declined', { id: idOf(12) }) }),
            batchRow(third, { status: 'skipped', skipReason: 'stopped' }),
          ],
          true,
          sent.batchId,
        ),
      );
      await expect(page.getByRole('heading', { level: 2, name: t('holds:batch.stopped') })).toBeFocused();
      await expect(panel.getByText(t('holds:batch.row.stopped'))).toBeVisible();
    });

    test('can end in all outcomes, and rows that were never sent can be selected again', async ({
      show,
      page,
      main,
    }) => {
      const rows = (['approved', 'declined', 'rejected', 'not-sent', 'unknown'] as const).map((outcome, index) =>
        batchRow(hold(index + 1, 100), {
          status: 'done',
          attempt: attemptOf('capture', outcome, { id: idOf(20 + index) }),
        }),
      );
      main.holds.interruptedBatches.answers([batch(rows, true)]);
      main.holds.find.answers([hold(4, 100)]);
      await show(scene);
      await page.getByRole('button', { name: t('holds:batch.show') }).click();
      await expect(page.getByRole('heading', { level: 2, name: t('holds:batch.finished') })).toBeFocused();
      const counts = page.getByRole('region', { name: t('holds:batch.label') }).getByRole('status');
      for (const outcome of ['approved', 'declined', 'rejected', 'not-sent', 'unknown'] as const) {
        await expect(counts).toContainText(t(`holds:batch.summary.${outcome}`, { count: 1 }));
      }
      const [, asked] = await Promise.all([
        page.getByRole('button', { name: t('holds:batch.retry', { count: 1 }) }).click(),
        main.holds.find.expect(),
      ]);
      expect(asked.ids).toEqual([idOf(4)]);
      await expect(page.getByText(t('holds:batch.selected', { count: 1 }))).toBeVisible();
    });

    test('show the reason of a row that was not started', async ({ show, page, main }) => {
      const rows = [null, ...skipReasons].map((skipReason, index) =>
        batchRow(hold(index + 1, 100), { status: skipReason === null ? 'waiting' : 'skipped', skipReason }),
      );
      main.holds.interruptedBatches.answers([batch(rows, true)]);
      await show(scene);
      await page.getByRole('button', { name: t('holds:batch.show') }).click();
      const list = page.getByRole('region', { name: t('holds:batch.rows') });
      for (const reason of ['interrupted', ...skipReasons] as const) {
        await expect(list.getByText(t(`holds:batch.row.${reason}`))).toBeAttached();
      }
    });

    test('are reported as interrupted after a restart until that is dismissed', async ({ show, page, main }) => {
      main.holds.interruptedBatches.answers([batch([batchRow(three[0])], false)]);
      main.holds.dismissBatch.answers(undefined);
      await show(scene);
      await expect(page.getByText(t('holds:batch.interruptedText', { count: 1 }))).toBeVisible();
      main.holds.interruptedBatches.answers([]);
      const close = page.getByRole('main').getByRole('button', { name: t('action.close') });
      const [, dismissed] = await Promise.all([close.click(), main.holds.dismissBatch.expect()]);
      expect(dismissed.batchId).toBe(idOf(800));
      await expect(close).toBeHidden();
    });

    test('are reported as not started when the ledger is unavailable', async ({ show, page, main }) => {
      main.holds.captureMany.fails({ kind: 'ledger', reason: 'read-only', detail: '' });
      await show(scene);
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+a');
      await page.getByRole('button', { name: t('holds:review.open') }).click();
      await page.keyboard.press('F9');
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+a');
      await expect(page.getByRole('alert').filter({ hasText: t('failures:ledger.read-only') })).toBeVisible();
    });
  });
}
