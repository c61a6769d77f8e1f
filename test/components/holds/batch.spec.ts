/** Several holds at once: the selection and its warnings, a running batch, a finished one, an interrupted one. */
import type { Locator, Page } from '@playwright/test';
import { doneWork } from '#test/fixtures/shown/works.ts';
import { pressTwice } from '#test/components/stage/keyed-form.ts';
import { inOneLook, looks, wordsOf } from '#test/components/stage/looks.ts';
import { findingsAt } from '#test/components/stage/pixels/findings.ts';
import { expectOnTop } from '#test/components/stage/pixels/on-top.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, detailsOf, idOf, listed, paymentOf } from '#test/fixtures/shown/attempts.ts';
import { batch, batchRow, hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { skipReasons, type BatchRow } from '#shared/ledger/holds.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { outcomes, type Outcome } from '#shared/payments/outcome.ts';
import { times } from '#test/support/thorough.ts';

const three = [hold(1, 100), hold(2, 100), hold(3, 100)] as const;

/** The row of a hold whose capture has ended. */
const ended = (
  number: number,
  outcome: Outcome,
  change: Partial<Attempt> = {},
  unrecorded: BatchRow['unrecorded'] = null,
) =>
  batchRow(hold(number, 100, {}, change), {
    status: 'done',
    attempt: attemptOf('capture', outcome, { id: idOf(10 + number), ...change }),
    unrecorded,
  });

/** Returns whether a row lies within its list and this height, exactly: an intersection observer rounds what it clips. */
async function isInSight(row: Locator, list: Locator, height = Infinity): Promise<boolean> {
  const [box, of] = await Promise.all([row.boundingBox(), list.boundingBox()]);
  if (box === null || of === null) return false;
  const [top, bottom] = [Math.max(0, of.y), Math.min(height, of.y + of.height)];
  return box.y >= top && box.y + box.height <= bottom;
}

/** Marks every hold of the list, and presses further keys. */
async function markAll(page: Page, ...keys: readonly string[]): Promise<void> {
  await page.getByRole('grid').focus();
  for (const key of ['Control+a', ...keys]) await page.keyboard.press(key);
}

inOneLook('es', (look, t) => {
  const scene = { role: 'back-office', operatorName: 'Beto', screen: 'holds', settings: look } as const;

  test.describe(`several holds, ${look.language}, ${look.theme}`, () => {
    test.beforeEach(({ main }) => main.holds.list.answers(holdsPage(three)));

    test('are selected with the space bar, and not captured by F9 before a review', async ({ show, page }) => {
      await test.step('are selected with the space bar, counted and summed', async () => {
        await show(scene);
        await page.getByRole('grid').focus();
        for (const key of [' ', 'ArrowDown', ' ']) await page.keyboard.press(key);
        const summary = page.getByRole('complementary');
        await expect(summary.getByText(t('holds:batch.selected', { count: 2 }))).toBeVisible();
        await expect(summary).toContainText('240.00');
        await summary.getByRole('button', { name: t('holds:batch.clear') }).click();
        await expect(summary.getByText(t('holds:batch.selected', { count: 2 }))).toBeHidden();
      });
      await test.step('are not captured by F9 before a review, and the word on that has room below it', async () => {
        await page.getByRole('grid').focus();
        await page.keyboard.press('F9');
        const word = page.getByRole('alert').filter({ hasText: t('holds:review.first') });
        const { y = 0, height = 0 } = (await word.boundingBox()) ?? {};
        const amount = page.getByRole('complementary').locator('[data-size="hero"]').first();
        expect((await amount.boundingBox())?.y).toBeGreaterThan(y + height + 12);
      });
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
        // What has probably expired is marked under its own sum.
        if (name === 'expired') await page.getByRole('button', { name: t('holds:totals.expired') }).click();
        await markAll(page);
        await expect(page.getByRole('complementary').getByText(words)).toBeVisible();
        const review = page.getByRole('button', { name: t('holds:review.open') });
        await (name === 'mixed currencies' ? expect(review).toBeHidden() : expect(review).toBeVisible());
      });
    }

    test('stay marked and described when History leads to one hold', async ({ show, page, main }) => {
      const { authorization } = three[2];
      const payment = paymentOf(authorization, 'open');
      main.history.search.answers({ attempts: [listed(authorization, payment)], more: false });
      main.history.show.answers(detailsOf(authorization, { payment }));
      main.holds.find.answers([three[2]]);
      await show(scene);
      await page.getByRole('grid').focus();
      for (const key of [' ', 'ArrowDown', ' ']) await page.keyboard.press(key);
      await page.getByRole('button', { name: t('holds:review.open') }).click();
      const description = page.getByRole('textbox', { name: t('holds:batch.description') });
      await description.fill('Counter 3');
      await page.keyboard.press('Control+3');
      await page.getByRole('button', { name: t('outcomes:next.captureNow') }).waitFor();
      await page.keyboard.press('F3');
      await expect(page.getByRole('complementary')).toContainText('Castillero 3');
      await expect(
        page.getByRole('button', { name: t('holds:review.submit', { amount: 'B/.\u00a0120.00' }) }),
      ).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByText(t('holds:batch.selected', { count: 2 }))).toBeVisible();
      await page.getByRole('button', { name: t('holds:review.open') }).click();
      await expect(description).toHaveValue('Counter 3');
    });

    test('are followed while they are sent, also in a narrow window of higher rows', async ({ show, page, main }) => {
      const many = Array.from({ length: 30 }, (_, index) => hold(index + 1, 100));
      const sending = (at: number) =>
        batch(
          many.map((each, index) => batchRow(each, index === at ? { status: 'sending' } : {})),
          false,
        );
      main.holds.list.answers(holdsPage(many));
      // Its results begin with the row under way, while the height of the rows is not known yet.
      main.holds.unseenBatches.answers([sending(12)]);
      await page.setViewportSize({ width: 640, height: 480 });
      await show(scene);
      const list = page.getByRole('grid', { name: t('holds:batch.rows') });
      const row = list.getByRole('row').filter({ hasText: t('holds:batch.result.sending') });
      for (const at of [12, 22, 29, 5]) {
        if (at !== 12) await main.emit('holds.batch', sending(at));
        await expect(row).toContainText(`Castillero ${at + 1}`);
        await expect.poll(() => isInSight(row, list)).toBe(true);
      }
    });

    test('are captured in one batch, whose rows appear as they end', async ({ show, page, main }) => {
      const pending = main.holds.captureMany.waits();
      main.holds.stopBatch.answers(undefined);
      await show(scene);
      await markAll(page);
      await page.getByRole('button', { name: t('holds:review.open') }).click();
      await expect(page.getByRole('textbox', { name: t('holds:batch.description') })).toBeFocused();
      const sent = await main.holds.captureMany.by(pressTwice(page));
      expect(main.holds.captureMany.inputs).toHaveLength(1);
      expect(sent.captures.map(({ holdId }) => holdId)).toEqual([idOf(1), idOf(2), idOf(3)]);
      await expect(page.getByRole('heading', { level: 2, name: t('holds:states.capturing') })).toBeFocused();
      const [, second, third] = three;
      const rows = [ended(1, 'approved'), batchRow(second, { status: 'sending' }), batchRow(third)];
      await main.emit('holds.batch', batch(rows, false, sent.batchId));
      const list = page.getByRole('grid', { name: t('holds:batch.rows') });
      const progress = page.getByRole('status').filter({ hasText: t('holds:batch.progress', { done: 1, total: 3 }) });
      await expect(progress).toHaveAttribute('aria-live', 'off');
      await expect(list.getByRole('row', { name: 'Castillero 2' })).toContainText(t('holds:batch.result.sending'));
      await expect(list.getByRole('row', { name: 'Castillero 3' })).toContainText(t('holds:batch.result.waiting'));
      await main.holds.stopBatch.by(page.getByRole('button', { name: t('holds:batch.stop') }).click());
      await expect(page.getByText(t('holds:batch.stopping'))).toBeVisible();
      pending.answers(
        batch(
          [...rows.slice(0, 1), ended(2, 'declined'), batchRow(third, { status: 'skipped', skipReason: 'stopped' })],
          true,
          sent.batchId,
        ),
      );
      const some = t('holds:batch.headline.some', { count: 1, total: 3 });
      await expect(page.getByRole('heading', { level: 2, name: some })).toBeFocused();
      await expect(page.getByText(t('holds:batch.ending.stopped'))).toHaveAttribute('aria-live', 'polite');
      await expect(list.getByText(t('holds:batch.why.stopped'))).toBeVisible();
      // The arrows go through the rows from the words of the end.
      await page.keyboard.press('ArrowDown');
      await expect(list).toBeFocused();
      await expect(list.getByRole('row', { selected: true })).toContainText('Castillero 3');
      await page.keyboard.press('ArrowUp');
      await expect(list.getByRole('row', { selected: true })).toContainText('Castillero 2');
    });

    test('show what is in doubt first once they have ended, also among many', async ({ show, page, main }) => {
      const many = Array.from({ length: 60 }, (_, index) => hold(index + 1, 100));
      main.holds.list.answers(holdsPage(many));
      main.holds.captureMany.waits();
      await show(scene);
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Enter');
      await page
        .getByRole('textbox', { name: t('holds:batch.description') })
        .and(page.locator(':focus'))
        .waitFor();
      const [, { batchId }] = await Promise.all([page.keyboard.press('F9'), main.holds.captureMany.expect()]);
      const outcomeAt = (index: number) => (index === 20 ? 'declined' : index === 40 ? 'unknown' : 'approved');
      const rows = many.map((each, index) =>
        batchRow(each, {
          status: 'done',
          attempt: attemptOf('capture', outcomeAt(index), { id: idOf(100 + index) }),
        }),
      );
      await main.emit('holds.batch', batch(rows, true, batchId));
      const list = page.getByRole('grid', { name: t('holds:batch.rows') });
      await expect(list.getByRole('row').filter({ hasText: 'Castillero 41' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('main')).toContainText(t('outcomes:unknown.title.captured'));
    });

    test('can end in all outcomes, and what was never sent can be selected again', async ({ show, page, main }) => {
      const rows = outcomes.map((outcome, index) => ended(index + 1, outcome));
      main.holds.unseenBatches.answers([batch(rows, true)]);
      main.holds.find.answers([hold(4, 100)]);
      await show(scene);
      await page.getByRole('button', { name: t('holds:batch.show') }).press('Enter');
      const title = t('holds:batch.headline.unknown', { count: 1, total: 5, unknown: 1 });
      const headline = page.getByRole('heading', { level: 2, name: title });
      await expect(headline).toBeFocused();
      await expect(headline).toHaveCSS('outline-style', 'none');
      const panel = page.getByRole('region', { name: t('holds:batch.label') });
      const sums = [
        ['charged', '1', '120.00'],
        ['notCharged', '3', '360.00'],
        ['unknown', '1', '120.00'],
      ] as const;
      for (const [money, count, amount] of sums) {
        const sum = panel.locator(`[data-money="${money}"]`);
        await expect(sum).toContainText(t(`holds:batch.money.${money}`));
        await expect(sum).toContainText(count);
        await expect(sum).toContainText(amount);
      }
      await expect(panel.getByText(t('holds:batch.unknownNote'))).toBeVisible();
      main.holds.unseenBatches.answers([]);
      const [, asked, dismissed] = await Promise.all([
        page.getByRole('button', { name: t('holds:batch.retry', { count: 1 }) }).click(),
        main.holds.find.expect(),
        main.holds.dismissBatch.expect(),
      ]);
      expect(asked.ids).toEqual([idOf(4)]);
      expect(dismissed.batchId).toBe(idOf(800));
      await expect(page.getByText(t('holds:batch.selected', { count: 1 }))).toBeVisible();
    });

    test('name each customer, and say why a row was not sent, and of its money', async ({ show, page, main }) => {
      const rows = skipReasons.map((skipReason, index) =>
        batchRow(hold(index + 1, 100), { status: 'skipped', skipReason, amount: 999_999_999_99 }),
      );
      main.holds.unseenBatches.answers([batch(rows, true)]);
      await show(scene);
      await page.getByRole('button', { name: t('holds:batch.show') }).click();
      const list = page.getByRole('grid', { name: t('holds:batch.rows') });
      const row = page.getByRole('region', { name: t('holds:batch.row') });
      await list.focus();
      await page.keyboard.press('Home');
      for (const [index, reason] of skipReasons.entries()) {
        await expect(row).toContainText(`Castillero ${index + 1}`);
        const amount = list.getByRole('gridcell').filter({ hasText: '999,999,999.99' }).nth(index);
        expect(await amount.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
        await expect(row).toContainText(t(`holds:batch.why.${reason}`));
        await expect(row.getByText(/^(Not sent|No se envió|No se envió aquí)/)).toBeVisible();
        await page.keyboard.press('ArrowDown');
      }
      expect(await findingsAt(page, [{ width: 1093, height: 614 }])).toEqual([]);
    });

    test('are in sight at 800 × 600 with their headline and the button of their end @thorough', async ({
      show,
      page,
      main,
    }) => {
      await page.setViewportSize({ width: 800, height: 600 });
      main.holds.unseenBatches.answers([batch([batchRow(three[0], { status: 'sending' }), batchRow(three[1])], false)]);
      await show(scene);
      const rows = page.getByRole('grid', { name: t('holds:batch.rows') }).getByRole('row', { name: 'Castillero' });
      const areInSight = async (button: 'stop' | 'close') => {
        const seen = [page.locator('h2:focus'), rows.nth(0), rows.nth(1)];
        for (const each of [...seen, page.getByRole('button', { name: t(`holds:batch.${button}`) }).first()])
          await expect(each).toBeInViewport({ ratio: 1 });
      };
      await areInSight('stop');
      await main.emit('holds.batch', batch([ended(1, 'approved'), ended(2, 'approved')], true));
      await areInSight('close');
    });

    test('show names and reasons whole, and counts aligned, in small windows @thorough', async ({
      show,
      page,
      main,
    }) => {
      await page.setViewportSize({ width: 1093, height: 614 });
      const name = { firstName: 'Guadalupe', lastName: 'Montenegro Vallarino', amount: 9_999_999_99 };
      const said620 = { ...attemptOf('capture', 'rejected').service, code: '620', text: 'INVALID RELATED TX' };
      const refused = attemptOf('capture', 'rejected', { service: said620 });
      const rows = [
        ended(1, 'approved', name),
        ended(2, 'declined'),
        batchRow(hold(3, 100), { status: 'done', attempt: refused }),
        ended(4, 'not-sent'),
      ];
      main.holds.unseenBatches.answers([batch(rows, true)]);
      await show(scene);
      await page.getByRole('button', { name: t('holds:batch.show') }).click();
      const cell = page.getByRole('gridcell', { name: 'Guadalupe Montenegro Vallarino' });
      const cut = (box: Element) => [box.scrollWidth - box.clientWidth > 0, box.scrollHeight - box.clientHeight > 3];
      for (const width of [1093, 420]) {
        await page.setViewportSize({ width, height: width === 420 ? 800 : 614 });
        expect(await cell.evaluate(cut), `${width}`).toEqual([false, false]);
        for (const words of ['(51)', '(620)', t('outcomes:state.not-sent')])
          expect(await page.getByRole('gridcell', { name: words }).evaluate(cut), words).toEqual([false, false]);
      }
      const counts = page.getByRole('region', { name: t('holds:batch.label') }).locator('dt + dd');
      const ends = await counts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
      expect(new Set(ends).size).toBe(1);
      await page.setViewportSize({ width: 1280, height: 720 });
    });

    test('keep the active row in sight when the window gets smaller', async ({ show, page, main }) => {
      const rows = Array.from({ length: 40 }, (_, index) => ended(index + 1, 'approved'));
      main.holds.unseenBatches.answers([batch(rows, true)]);
      await show(scene);
      await page.getByRole('button', { name: t('holds:batch.show') }).click();
      const list = page.getByRole('grid', { name: t('holds:batch.rows') });
      await list.press('PageDown');
      await page.keyboard.press('PageDown');
      const looked = page.getByRole('row', { selected: true });
      for (const [width, height] of [
        [1093, 614],
        [800, 600],
        [640, 480],
      ] as const) {
        await page.setViewportSize({ width, height });
        // The smallest window is one page, in which the list has a place.
        await list.evaluate((box) => box.scrollIntoView({ block: 'center' }));
        await expect.poll(() => isInSight(looked, list, height), `${width} × ${height}`).toBe(true);
      }
      await page.setViewportSize({ width: 1280, height: 720 });
    });

    test('are reported as interrupted, with names and sums, until somebody saw it', async ({ show, page, main }) => {
      const [, , third] = three;
      const rows = [
        ended(1, 'approved'),
        ended(2, 'unknown', { unknownCause: 'crash' }),
        batchRow(third, { status: 'skipped', skipReason: 'interrupted' }),
      ];
      main.holds.unseenBatches.answers([batch(rows, true)]);
      await show(scene);
      const notice = page.getByRole('status').filter({ hasText: t('holds:batch.interrupted') });
      for (const word of [
        `${t('holds:batch.money.charged')} 1`,
        `${t('holds:batch.money.unknown')} 1`,
        `${t('holds:batch.money.unknown')}: María José Castillero 2.`,
        `${t('holds:batch.money.notCharged')}: María José Castillero 3.`,
      ]) {
        await expect(notice).toContainText(word);
      }
      await notice.getByRole('button', { name: t('holds:batch.show') }).click();
      await expect(page.getByText(t('holds:batch.ending.interrupted'))).toBeVisible();
      // Leaving the results is not enough.
      await page.keyboard.press('Escape');
      await expect(notice).toBeVisible();
      await notice.getByRole('button', { name: t('holds:batch.show') }).click();
      main.holds.unseenBatches.answers([]);
      const dismissed = await main.holds.dismissBatch.by(
        page.getByRole('button', { name: t('holds:batch.dismiss') }).click(),
      );
      expect(dismissed.batchId).toBe(idOf(800));
      await expect(page.getByRole('grid', { name: t('holds:list') })).toBeVisible();
      await expect(notice).toBeHidden();
    });

    test('that are refused say so beside the button, and keep marks and description', async ({ show, page, main }) => {
      main.holds.captureMany.fails({ kind: 'ledger', reason: 'read-only', detail: '' });
      await show(scene);
      await markAll(page, 'Enter');
      await page.keyboard.type('Feria de mayo');
      await page.keyboard.press('F9');
      await expect(page.getByRole('alert').filter({ hasText: t('failures:ledger.read-only') })).toBeVisible();
      await expect(page.getByRole('alert').getByText(t('holds:batch.notSubmitted'))).toBeVisible();
      await expect(page.getByText(t('holds:batch.selected', { count: 3 }))).toBeVisible();
      await expect(page.getByRole('textbox', { name: t('holds:batch.description') })).toHaveValue('Feria de mayo');
      await expect(page.getByRole('row', { selected: true })).toHaveCount(3);
    });

    test('that are refused show their total above the notice, below two banners', async ({ show, page, main }) => {
      main.holds.captureMany.fails({ kind: 'ledger', reason: 'read-only', detail: '' });
      main.history.unknowns.answers([attemptOf('sell', 'unknown', { id: idOf(60) })]);
      const failed = { at: '2026-11-21T13:00:00.000Z', detail: 'ENOSPC: no space left on device' };
      await show({ ...scene, backups: { failed } });
      await page.setViewportSize({ width: 1093, height: 614 });
      await markAll(page, 'Enter');
      await page.keyboard.type('Feria de mayo');
      await page.keyboard.press('F9');
      const notice = page.getByRole('alert').filter({ hasText: t('failures:ledger.read-only') });
      const total = page.getByRole('complementary').locator('[data-size="hero"]');
      const button = page.getByRole('button', { name: t('holds:batch.submit', { count: 3 }) });
      await expect(notice).toBeVisible();
      await expectOnTop(notice, total, button);
    });

    test('keep their marks and the description during a visit to another screen', async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [], more: false });
      await show(scene);
      await markAll(page, 'Enter');
      await page.keyboard.type('Feria de mayo');
      await page.keyboard.press('Control+3');
      await expect(page.getByRole('heading', { level: 1, name: t('nav.history') })).toBeVisible();
      await page.keyboard.press('Control+2');
      const description = page.getByRole('textbox', { name: t('holds:batch.description') });
      await expect(description).toBeFocused();
      await expect(description).toHaveValue('Feria de mayo');
      await expect(page.getByRole('row', { selected: true })).toHaveCount(3);
    });

    test('tell before which of them can’t be captured, and leave those marked', async ({ show, page, main }) => {
      main.holds.check.answers([{ holdId: idOf(2), reason: 'merchant-missing' }]);
      await show(scene);
      await markAll(page);
      const summary = page.getByRole('complementary');
      await expect(summary.getByText(t('holds:batch.blocked.title', { count: 1 }))).toBeVisible();
      await expect(summary.getByText(t('holds:batch.why.merchant-missing'))).toBeVisible();
      await expect(summary).toContainText('240.00');
      await page.keyboard.press('Enter');
      const button = page.getByRole('button', { name: t('holds:batch.submitSome', { sendable: 2, count: 3 }) });
      await expect(button).toBeVisible();
      const pending = main.holds.captureMany.waits();
      const sent = await main.holds.captureMany.by(page.keyboard.press('F9'));
      const [, second, third] = three;
      pending.answers(
        batch(
          [
            ended(1, 'approved'),
            batchRow(second, { status: 'skipped', skipReason: 'merchant-missing' }),
            ended(3, 'declined'),
          ],
          true,
          sent.batchId,
        ),
      );
      const list = page.getByRole('grid', { name: t('holds:batch.rows') });
      await expect(list.getByRole('row', { name: 'Castillero 2' })).toContainText(
        t('holds:batch.why.merchant-missing'),
      );
      const sums = page.getByRole('region', { name: t('holds:batch.label') });
      await expect(sums.locator('[data-money="notCharged"]')).toContainText('240.00');
      main.holds.list.answers(holdsPage([second, third]));
      await main.holds.dismissBatch.by(page.keyboard.press('Escape'));
      await expect(page.getByText(t('holds:batch.selected', { count: 1 }))).toBeVisible();
      await expect(page.getByRole('row', { selected: true })).toContainText('Castillero 2');
    });

    test('leave no review of a single hold behind when their marks are taken away', async ({ show, page, main }) => {
      main.holds.check.answers(three.map(({ id }) => ({ holdId: id, reason: 'merchant-missing' as const })));
      await show(scene);
      await markAll(page, 'Enter');
      const description = page.getByRole('textbox', { name: t('holds:batch.description') });
      await expect(description).toBeFocused();
      await page.getByRole('button', { name: t('holds:batch.blocked.unmark') }).click();
      await expect(description).toBeHidden();
      await page.keyboard.press('F9');
      await expect(page.getByRole('complementary').getByRole('alert')).toHaveText(t('holds:review.first'));
      await page.getByRole('grid').focus();
      await page.keyboard.press('Space');
      await expect(page.getByText(t('holds:batch.selected', { count: 1 }))).toBeVisible();
      await expect(description).toBeHidden();
      expect(main.holds.capture.inputs).toEqual([]);
    });

    test('leave a dialog above them its keys when they end', async ({ show, page, main }) => {
      main.holds.unseenBatches.answers([batch([batchRow(three[0], { status: 'sending' })], false)]);
      await show(scene);
      await page.getByRole('heading', { level: 2, name: t('holds:states.capturing') }).waitFor();
      await page.keyboard.press('F1');
      const tab = page.getByRole('dialog').getByRole('tab', { name: t('help:tabs.keys') });
      await expect(tab).toBeFocused();
      await main.emit('holds.batch', batch([ended(1, 'approved')], true));
      await expect(page.getByText(t('holds:batch.ending.finished'))).toBeVisible();
      await expect(tab).toBeFocused();
    });

    test('have ended after a look at another screen without their last event', async ({ show, page, main }) => {
      const running = batch([batchRow(three[0], { status: 'sending' })], false);
      main.holds.unseenBatches.answers([running]);
      main.history.search.answers({ attempts: [], more: false });
      await show(scene);
      await main.emit('holds.batch', running);
      await expect(page.getByRole('heading', { level: 2, name: t('holds:states.capturing') })).toBeVisible();
      await page.keyboard.press('Control+3');
      await expect(page.getByRole('heading', { level: 1, name: t('nav.history') })).toBeVisible();
      const done = batch([ended(1, 'approved')], true);
      main.holds.unseenBatches.answers([done]);
      await main.emit('holds.batch', done);
      await page.keyboard.press('Control+2');
      await expect(page.getByText(t('holds:batch.ending.finished'))).toBeVisible();
    });

    test('say which answers are not on the record', async ({ show, page, main }) => {
      const rows = [ended(1, 'approved', {}, 'on-disk'), ended(2, 'approved', {}, 'in-memory')];
      main.holds.unseenBatches.answers([batch(rows, true)]);
      await show(scene);
      await page.getByRole('button', { name: t('holds:batch.show') }).click();
      await expect(page.getByText(t('holds:batch.unrecordedCount', { count: 2 }))).toBeVisible();
      const row = page.getByRole('region', { name: t('holds:batch.row') });
      await expect(row.getByText(t('holds:batch.unrecorded.on-disk'))).toBeVisible();
      await page.getByRole('grid').focus();
      await page.keyboard.press('ArrowDown');
      await expect(row.getByText(t('holds:batch.unrecorded.in-memory'))).toBeVisible();
    });

    test('are exported and printed', async ({ show, page, main }) => {
      const rows = [ended(1, 'approved'), batchRow(three[1], { status: 'skipped', skipReason: 'vault' })];
      main.holds.unseenBatches.answers([batch(rows, true)]);
      main.holds.exportBatch.waits();
      await show(scene);
      await page.getByRole('button', { name: t('holds:batch.show') }).click();
      await page.getByRole('button', { name: t('history:export.label') }).click();
      const asked = await main.holds.exportBatch.by(
        page.getByRole('menuitem', { name: t('history:export.csv') }).click(),
      );
      expect(asked).toEqual({ batchId: idOf(800), format: 'csv' });
      await main.emit('work.progress', [doneWork('export-batch', { count: 2, file: '/home/beto/batch.csv' })]);
      await expect(page.getByText(t('work:done.export-batch', { count: 2, path: 'batch.csv' }))).toBeVisible();
      main.paper.print.answers({ printed: true });
      await page.keyboard.press('ControlOrMeta+P');
      const dialog = page.getByRole('dialog', { name: t('printing:title.batch') });
      await expect(dialog.getByRole('button', { name: t('printing:print') })).toBeFocused();
      const ordered = await main.paper.print.by(page.keyboard.press('Enter'));
      const document = { kind: 'batch', batchId: idOf(800), size: 'letter' };
      expect(ordered).toEqual({ document, language: look.language });
      await expect(dialog).toBeHidden();
    });

    test('that were charged are never said not to be sent when they can’t be closed', async ({ show, page, main }) => {
      main.holds.unseenBatches.answers([batch([ended(1, 'approved')], true)]);
      main.holds.dismissBatch.fails({ kind: 'ledger', reason: 'disk-full', detail: '' });
      await show(scene);
      await page.getByRole('button', { name: t('holds:batch.show') }).click();
      // The key is the results' own once they have the focus.
      await expect(page.locator('h2:focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      const alert = page.getByRole('alert').filter({ hasText: t('failures:ledger.disk-full') });
      await expect(alert).toBeVisible();
      await expect(alert).not.toContainText(t('failures:ledger.title'));
    });

    test('keep running when they can’t be stopped, and say so', async ({ show, page, main }) => {
      const running = batch([batchRow(three[0], { status: 'sending' })], false);
      main.holds.unseenBatches.answers([running]);
      main.holds.stopBatch.fails({ kind: 'not-permitted', needs: 'back-office' });
      await show(scene);
      // A batch that runs already is followed, whoever began it.
      await expect(page.getByRole('heading', { level: 2, name: t('holds:states.capturing') })).toBeVisible();
      const stop = page.getByRole('button', { name: t('holds:batch.stop') });
      await stop.press('Enter');
      const alert = page.getByRole('alert').filter({ hasText: t('failures:not-permitted.back-office') });
      await expect(alert).toContainText(t('holds:batch.stopFailed'));
      await expect(stop).toBeFocused();
      main.holds.stopBatch.waits();
      await main.holds.stopBatch.by(page.keyboard.press('Enter'));
      await expect(page.getByText(t('holds:batch.stopping'))).toBeVisible();
      await expect(stop).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+.');
      expect(main.holds.stopBatch.inputs).toHaveLength(2);
    });

    test('whose end can’t be read say so, beside what is known of them', async ({ show, page, main }) => {
      const answer = main.holds.captureMany.waits();
      await show(scene);
      await markAll(page, 'Enter');
      const { batchId } = await main.holds.captureMany.by(page.keyboard.press('F9'));
      await main.emit(
        'holds.batch',
        batch([ended(1, 'approved'), batchRow(three[1], { status: 'sending' })], false, batchId),
      );
      main.holds.unseenBatches.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
      answer.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
      await expect(page.getByRole('alert')).toContainText(t('holds:batch.cutOff'));
      await expect(page.getByRole('grid')).toContainText(t('outcomes:badge.captured'));
    });

    test('of another operator keep no cashier from the queue', async ({ show, page, main }) => {
      await show({ ...scene, role: 'cashier', operatorName: 'Ana' });
      const list = page.getByRole('grid', { name: t('holds:list') });
      await list.waitFor();
      for (const finished of [false, true]) {
        await main.emit('holds.batch', batch([ended(1, 'approved')], finished));
        await main.holds.list.by(main.emit('history.changed', { attemptIds: null }));
        await expect(list).toBeVisible();
      }
    });

    test('of another state are not marked in silence', async ({ show, page, main }) => {
      main.holds.list.answers(holdsPage([hold(1, 100, { state: 'capture-unknown' })]));
      await show(scene);
      await page.getByRole('grid').focus();
      const said = page.getByRole('complementary').getByRole('alert');
      await page.keyboard.press(' ');
      await expect(said).toContainText(t('holds:review.why.capture-unknown'));
      await page.keyboard.press('Control+a');
      await expect(said).toHaveText(t('holds:review.nothingToMark'));
      for (const key of ['Enter', 'F9']) {
        await page.keyboard.press(key);
        await expect(said).toHaveText(t('holds:review.cant'));
      }
      await expect(page.getByRole('complementary').getByText(t('holds:review.why.capture-unknown'))).toBeVisible();
      main.holds.list.answers(holdsPage([hold(1, 100)]));
      await main.emit('history.changed', { attemptIds: null });
      await expect(said).toBeHidden();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: t('fields:description.label') })).toBeFocused();
    });
  });
});

/** The most that a batch may have. A tenth of them is more than a screen as well. */
const count = times(100, 1000);
test(`${count} holds are marked, sent and listed together, and only the rows in view are rendered`, async ({
  show,
  page,
  main,
}) => {
  const holds = Array.from({ length: count }, (_, index) => hold(index + 1, 100));
  main.holds.list.answers(holdsPage(holds));
  const pending = main.holds.captureMany.waits();
  await show({ role: 'back-office', operatorName: 'Beto', screen: 'holds', settings: looks[0] });
  await markAll(page, 'Enter');
  const sent = await main.holds.captureMany.by(page.keyboard.press('F9'));
  expect(sent.captures).toHaveLength(count);
  const rows = holds.map((_each, index) => ended(index + 1, index % 7 === 0 ? 'declined' : 'approved'));
  pending.answers(batch(rows, true, sent.batchId));
  const panel = page.getByRole('region', { name: wordsOf('en')('holds:batch.label') });
  await expect(panel.locator('[data-money="charged"]')).toContainText(String(count - Math.ceil(count / 7)));
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('grid').getByText(`Castillero ${count}`)).toBeVisible();
  // Only what is in view is rendered, however long the batch.
  expect(await page.getByRole('grid').getByRole('row').count()).toBeLessThan(60);
});
