/** The queue of holds: empty, loading, failed, rows of each urgency and state, and the notes on one hold. */
import { inOneLook, wordsOf } from '#test/components/stage/looks.ts';
import { findingsAt, sizes } from '#test/components/stage/pixels/findings.ts';
import { expectNoCardSought } from '#test/components/stage/card-search.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, hoursFromNow } from '#test/fixtures/shown/attempts.ts';
import { hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { holdStates, recordedHoldStateSchema, type RecordedHoldState } from '#shared/payments/hold-state.ts';
import { times } from '#test/support/thorough.ts';

inOneLook('en', (look, t) => {
  const scene = { role: 'back-office', operatorName: 'Beto', screen: 'holds', settings: look } as const;

  test.describe(`the queue of holds, ${look.language}, ${look.theme}`, () => {
    test('says that a search found nothing, and searches for no card number', async ({ show, page, main }) => {
      await test.step('says that a search found nothing', async () => {
        main.holds.list.answers(({ text }) => holdsPage(text === '' ? [hold(1, 100)] : []));
        await show(scene);
        await main.holds.list.by(
          page.getByRole('textbox', { name: t('holds:filter.label') }).fill('nobody'),
          ({ text }) => text === 'nobody',
        );
        await expect(page.getByText(t('holds:empty.filteredTitle'))).toBeVisible();
        const box = page.getByRole('textbox', { name: t('holds:filter.label') });
        await page.getByRole('button', { name: t('history:search.clear') }).click();
        await expect(box).toBeFocused();
        await page.keyboard.type('a');
        await box.press('Escape');
        await page.keyboard.press('/');
        await expect(box).toHaveValue('');
        const list = page.getByRole('grid', { name: t('holds:list') });
        await list.focus();
        await page.keyboard.press('/');
        await expect(box).toBeFocused();
      });
      await test.step('searches for no card number nor the beginning of one, and says what to do', async () => {
        main.holds.list.answers(holdsPage([hold(1, 100)]));
        const box = page.getByRole('textbox', { name: t('holds:filter.label') });
        await expectNoCardSought(box, page.getByText(t('searchByCard')), main.holds.list);
      });
    });

    test('shows the holds of a sum at risk, and the whole queue again', async ({ show, page, main }) => {
      const soon = hold(1, 20);
      main.holds.list.answers(({ part }) => ({
        ...holdsPage([soon, hold(2, 100)]),
        holds: part === null ? [soon, hold(2, 100)] : [soon],
      }));
      await show(scene);
      const list = page.getByRole('grid', { name: t('holds:list') });
      await expect(list.getByRole('row')).toHaveCount(3);
      const sum = page.getByRole('button', { name: t('holds:totals.within24h') });
      await main.holds.list.by(sum.click(), ({ part }) => part === 'within24h');
      await expect(sum).toHaveAttribute('aria-pressed', 'true');
      await expect(list.getByRole('row')).toHaveCount(2);
      await sum.click();
      await expect(list.getByRole('row')).toHaveCount(3);
    });

    test('says that it is loading, or that it can’t be read, and can be read again', async ({ show, page, main }) => {
      const pending = main.holds.list.waits();
      await show(scene);
      await expect(page.getByText(t('wait.loading'))).toBeVisible();
      await expect(page.getByRole('grid')).toBeHidden();
      pending.fails({ kind: 'ledger', reason: 'disconnected', detail: 'The shared ledger is away.' });
      const alert = page.getByRole('alert').filter({ hasText: t('failures:ledger.disconnected') });
      await expect(alert).toBeVisible();
      // It was read, and something may have been sent before.
      await expect(alert).toContainText(t('failures:ledger.reading'));
      await expect(alert).not.toContainText(t('failures:ledger.title'));
      await expect(alert).not.toContainText('away');
      main.holds.list.answers(holdsPage([hold(1, 100)]));
      await page.getByRole('button', { name: t('action.tryAgain') }).click();
      await expect(page.getByRole('grid', { name: t('holds:list') })).toBeVisible();
      await expect(alert).toBeHidden();
    });

    test('marks what somebody has to look at in one colour, and cuts no state', async ({ show, page, main }) => {
      const each = recordedHoldStateSchema.options.map((state, index) => hold(index + 1, 100 + index, { state }));
      main.holds.list.answers(holdsPage(each));
      await show({ ...scene, settings: { ...look, language: 'es' } });
      const inSpanish = wordsOf('es');
      const mark = (state: RecordedHoldState) => page.getByRole('grid').getByText(inSpanish(`holds:states.${state}`));
      const colour = await mark('capture-unknown')
        .first()
        .evaluate((shown) => getComputedStyle(shown).color);
      for (const state of ['void-unknown', 'doubtful', 'altered', 'unlisted'] as const) {
        await expect(mark(state).first()).toHaveCSS('color', colour);
      }
      await expect(mark('capturing')).not.toHaveCSS('color', colour);
      expect(await findingsAt(page, sizes.slice(0, times(1, sizes.length)))).toEqual([]);
    });

    test('shows the urgency of each hold, and sums the amounts at risk', async ({ show, page, main }) => {
      main.holds.list.answers(holdsPage([hold(1, -30), hold(2, 0.01), hold(3, 20.5), hold(4, 40.5), hold(5, 100.5)]));
      await show(scene);
      const rows = page.getByRole('grid', { name: t('holds:list') }).getByRole('row');
      await expect(rows).toHaveCount(6);
      const urgencies = [
        ['time.past', t('holds:time.expired', { ago: t('holds:time.onlyHours', { hours: 30 }) })],
        ['time.under24h', t('unconfirmed:moment')],
        ['time.under24h', t('unconfirmed:hours', { hours: 20, minutes: '30' })],
        ['time.under48h', t('unconfirmed:days', { days: 1, hours: 16 })],
        ['columns.timeLeft', t('unconfirmed:days', { days: 4, hours: 4 })],
      ] as const;
      for (const [index, [urgency, left]] of urgencies.entries()) {
        await expect(rows.nth(index + 1).getByRole('img', { name: t(`holds:${urgency}`) })).toBeVisible();
        await expect(rows.nth(index + 1)).toContainText(left.slice(0, 4));
      }
      await expect(page.getByLabel(t('holds:totals.label'))).toContainText('480.00');
      await expect(page.getByRole('navigation').getByText(t('nav.openHolds', { count: 4 }))).toBeAttached();
    });

    test('marks what has probably expired under its own sum alone', async ({ show, page, main }) => {
      const queue = [hold(1, -30), hold(2, -20), hold(3, 20), hold(4, 100)];
      main.holds.list.answers(({ part }) => ({
        ...holdsPage(queue),
        holds: part === 'expired' ? queue.slice(0, 2) : queue,
      }));
      await show(scene);
      await page.getByText(t('holds:filter.all'), { exact: true }).click();
      const grid = page.getByRole('grid', { name: t('holds:list') });
      await grid.focus();
      const marked = grid.locator('[role=row][aria-selected=true]');
      for (const [keys, count] of [
        ['Shift+End', 2],
        ['Control+A', 0],
        ['Control+A', 2],
      ] as const) {
        await page.keyboard.press(keys);
        await expect(marked).toHaveCount(count);
      }
      await page.keyboard.press('Home');
      await page.keyboard.press('Space');
      await expect(page.getByRole('alert').filter({ hasText: t('holds:review.markExpired') })).toBeVisible();
      await page.getByRole('button', { name: t('holds:totals.expired') }).click();
      await expect(grid.getByRole('row')).toHaveCount(3);
      await grid.focus();
      await page.keyboard.press('Control+A');
      await expect(marked).toHaveCount(2);
    });

    test('keeps a short concept to one line beside long names', async ({ show, page, main }) => {
      const names = { firstName: 'José Luis', lastName: 'Rodríguez de la Guardia' };
      main.holds.list.answers(holdsPage([hold(1, 100, {}, { ...names, concept: 'Pedido 4471' })]));
      await show({ ...scene, settings: { ...look, language: 'es' } });
      await page.setViewportSize({ width: 1280, height: 720 });
      for (const words of ['Pedido 4471', 'José Luis Rodríguez de la Guardia']) {
        const shown = page.getByRole('gridcell').getByText(words);
        expect(await shown.evaluate((text) => text.getClientRects().length), words).toBe(1);
      }
    });

    test('says what did nothing in the language that is shown now', async ({ show, change, page, main }) => {
      main.holds.list.answers(holdsPage([hold(1, 100), hold(2, 100, { state: 'capturing' })]));
      await show(scene);
      const said = page.getByRole('complementary').getByRole('alert');
      const inSpanish = wordsOf('es');
      await page.getByRole('grid').focus();
      for (const [keys, words] of [
        [['F9'], 'holds:review.first'],
        [['ArrowDown', 'Space'], 'holds:review.why.capturing'],
      ] as const) {
        await change(scene);
        for (const key of keys) await page.keyboard.press(key);
        await expect(said).toContainText(t(words));
        await change({ ...scene, settings: { ...look, language: 'es' } });
        await expect(said).toContainText(inSpanish(words));
      }
    });

    test('keeps the active hold in view beside a banner, else where it was scrolled', async ({ show, page, main }) => {
      const queue = Array.from({ length: 60 }, (_, index) => hold(index + 1, 100 + index));
      main.holds.list.answers(holdsPage(queue));
      await show(scene);
      const list = page.getByRole('grid', { name: t('holds:list') });
      await expect(list).toBeFocused();
      await page.keyboard.press('End');
      const last = list.locator('[aria-rowindex="61"]');
      await expect(last).toBeInViewport({ ratio: 1 });
      const { width = 0, height = 0 } = page.viewportSize() ?? {};
      await page.setViewportSize({ width, height: height - 120 });
      await expect(last).toBeInViewport({ ratio: 1 });
      await list.evaluate((box) => box.scrollTo({ top: 0 }));
      await expect(last).not.toBeInViewport();
      await page.setViewportSize({ width, height: height - 160 });
      await expect(list.locator('[aria-rowindex="2"]')).toBeInViewport({ ratio: 1 });
    });

    test('is read again with the answer of a capture, and takes the focus from the last hold', async ({
      show,
      page,
      main,
    }) => {
      await test.step('is read again with the answer of a capture, before main tells of it', async () => {
        main.holds.list.answers(holdsPage([hold(1, 100)]));
        const answer = main.holds.capture.waits();
        await show(scene);
        await page.getByRole('grid').focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('textbox', { name: t('fields:description.label') })).toBeFocused();
        await page.keyboard.press('F9');
        main.holds.list.answers(holdsPage([hold(1, 100, { state: 'capturing' })]));
        await main.holds.list.by(main.emit('history.changed', { attemptIds: null }));
        main.holds.list.answers(holdsPage([hold(1, 100)]));
        answer.answers(attemptOf('capture', 'declined'));
        await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(page.getByText(t('holds:review.why.capturing'))).toBeHidden();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('textbox', { name: t('fields:description.label') })).toBeFocused();
      });
      await test.step('keeps the focus off the page when the last hold has been captured', async () => {
        main.holds.capture.answers(attemptOf('capture', 'approved'));
        await expect(page.getByRole('textbox', { name: t('fields:description.label') })).toBeFocused();
        main.holds.list.answers(holdsPage([]));
        await main.holds.capture.by(page.keyboard.press('F9'));
        await main.emit('history.changed', { attemptIds: null });
        await expect(page.getByText(t('holds:empty.title'))).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('status').filter({ hasText: t('holds:empty.title') })).toBeFocused();
      });
    });

    test('marks a range by Shift with keys and clicks, shrinks it, and counts it', async ({ show, page, main }) => {
      main.holds.list.answers(
        holdsPage([1, 2, 3, 4, 5].map((id) => hold(id, 100, id === 3 ? { state: 'capturing' } : {}))),
      );
      await show(scene);
      const grid = page.getByRole('grid', { name: t('holds:list') });
      const marked = async () =>
        (await grid.locator('[role=row][aria-selected=true]').all()).reduce(
          async (list, row) => [...(await list), Number(await row.getAttribute('aria-rowindex')) - 1],
          Promise.resolve<readonly number[]>([]),
        );
      await grid.focus();
      await page.keyboard.press('Shift+End');
      await expect(page.getByRole('status').filter({ hasText: t('rows.marked', { count: 4 }) })).toBeAttached();
      // Announced once, though the summary shows it too.
      const summed = t('holds:batch.selected', { count: 4 });
      await expect(page.getByText(summed)).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: summed })).toHaveCount(0);
      expect(await marked()).toEqual([1, 2, 4, 5]);
      for (const _each of [1, 2, 3]) await page.keyboard.press('Shift+ArrowUp');
      await expect.poll(marked).toEqual([1, 2]);
      await grid.getByRole('row').nth(5).click();
      await grid
        .getByRole('row')
        .nth(4)
        .click({ modifiers: ['Shift'] });
      await expect.poll(marked).toEqual([1, 2, 4, 5]);
    });

    test('is sorted by its heads and keeps its marks, and is captured by time left', async ({ show, page, main }) => {
      // More than a screen of them, so that the next page is not read yet.
      const byTime = Array.from({ length: 120 }, (_each, index) => hold(1 + index, 100 + index));
      main.holds.list.answers(({ order }) => ({
        ...holdsPage(order === 'amount' ? byTime.toReversed() : byTime),
        more: true,
      }));
      await show(scene);
      const grid = page.getByRole('grid');
      const head = (of: 'holds:columns.timeLeft' | 'label.amount' | 'label.customer') =>
        page.getByRole('columnheader', { name: t(of) });
      await expect(head('holds:columns.timeLeft')).toHaveAttribute('aria-sort', 'ascending');
      await main.holds.list.by(
        head('label.amount').getByRole('button').press('Enter'),
        ({ order }) => order === 'amount',
      );
      await expect(head('label.amount')).toHaveAttribute('aria-sort', 'descending');
      await expect(grid).toHaveAccessibleName(t('holds:listBy.amount'));
      await page.keyboard.press('Control+2');
      await expect(grid).toBeFocused();
      await page.keyboard.press('Control+a');
      await main.holds.list.by(head('label.customer').getByRole('button').click(), ({ order }) => order === 'customer');
      await expect(head('label.customer')).toHaveAttribute('aria-sort', 'ascending');
      await expect(page.getByRole('status').filter({ hasText: t('rows.marked', { count: 120 }) })).toBeAttached();
      const checked = () => main.holds.check.inputs.at(-1)?.captures.map(({ holdId }) => holdId);
      await expect.poll(checked).toEqual(byTime.map(({ id }) => id));
      await page.keyboard.press('Control+p');
      await expect(page.getByText(t('printing:mostHolds', { max: '5,000' }))).toBeVisible();
    });

    test('is read on by scrolling and its last key, and marked whole by a second key', async ({ show, page, main }) => {
      const queue = Array.from({ length: 210 }, (_each, index) => hold(index + 1, 100 + index));
      main.holds.list.answers(({ after, limit, text }) => {
        const rest = queue.slice(after == null ? 0 : queue.findIndex(({ id }) => id === after.id) + 1);
        const holds = text === '' ? rest.slice(0, limit) : queue.slice(-1);
        return { ...holdsPage(queue, rest.length > limit), holds };
      });
      const grid = page.getByRole('grid', { name: t('holds:list') });
      const summary = page.getByRole('complementary');
      await show(scene);
      await expect(grid).toHaveAttribute('aria-rowcount', '-1');
      await grid.evaluate((list) => list.scrollTo(0, list.scrollHeight));
      await expect(grid).toHaveAttribute('aria-rowcount', '211');

      await show(scene);
      await grid.focus();
      await page.keyboard.press('End');
      await expect(summary.getByText('Castillero 200')).toBeVisible();
      await expect(grid).toHaveAttribute('aria-rowcount', '211');
      await page.keyboard.press('End');
      await expect(summary.getByText('Castillero 210')).toBeVisible();
      await expect(grid.getByRole('row').filter({ hasText: 'Castillero 210' })).toBeInViewport();

      await show(scene);
      await grid.focus();
      await page.keyboard.press('Control+a');
      await expect(summary.getByText(t('holds:batch.selected', { count: 200 }))).toBeVisible();
      await expect(summary.getByText(t('holds:batch.unread'))).toBeVisible();
      const rest = page.getByRole('button', { name: t('holds:batch.markUnread') });
      // The key that selected what had been read goes on; the box above the column takes the marks away.
      await expect(rest.locator('kbd')).toHaveText('Ctrl+A');
      await page.keyboard.press('Control+a');
      await expect(summary.getByText(t('holds:batch.selected', { count: 210 }))).toBeVisible();
      await expect(summary.getByText(t('holds:batch.unread'))).toBeHidden();
      await page.keyboard.press('Control+f');
      await page.keyboard.type('Castillero 210');
      await expect(summary.getByText(t('holds:batch.notShown', { count: 209 }))).toBeVisible();
    });

    test('keeps the marks of one search through the key that marks all of another', async ({ show, page, main }) => {
      const queue = [1, 2, 3, 4].map((number) => hold(number, 100));
      main.holds.list.answers(({ text }) => holdsPage(text === '' ? queue : queue.slice(2)));
      const summary = page.getByRole('complementary');
      await show(scene);
      await page.getByRole('grid').focus();
      for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
      await page.keyboard.press('Control+f');
      await page.keyboard.type('Castillero');
      await expect(summary.getByText(t('holds:batch.notShown', { count: 2 }))).toBeVisible();
      await page.keyboard.press('Enter');
      for (const count of [4, 2]) {
        await page.keyboard.press('Control+a');
        await expect(summary.getByText(t('holds:batch.selected', { count }))).toBeVisible();
      }
    });

    const notes = {
      open: 'holds:review.estimateNote',
      capturing: 'holds:review.why.capturing',
      'capture-unknown': 'holds:review.why.capture-unknown',
      voiding: 'holds:review.why.voiding',
      'void-unknown': 'holds:review.why.void-unknown',
      voided: 'holds:review.why.voided',
    } as const;
    test('lets a cashier look but not capture', async ({ show, page, main }) => {
      main.holds.list.answers(holdsPage([hold(1, 100)]));
      await show({ ...scene, role: 'cashier', operatorName: 'Ana' });
      await expect(page.getByText(t('holds:review.notAllowed'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('holds:review.open') })).toBeHidden();
      await expect(page.getByRole('columnheader', { name: t('holds:columns.select') })).toHaveCount(0);
      await expect(page.getByLabel(t('holds:keys.label'))).toBeHidden();
    });

    test('follows every change of the history that main reports', async ({ show, page, main }) => {
      await test.step('can be empty, and is read again when main reports a change of the history', async () => {
        await show(scene);
        await expect(page.getByText(t('holds:empty.title'))).toBeVisible();
        await expect(page.getByText(t('holds:none.title'))).toBeVisible();
        main.holds.list.answers(holdsPage([hold(1, 100, { expiresAt: hoursFromNow(100) })]));
        await main.emit('history.changed', { attemptIds: null });
        await expect(page.getByRole('grid', { name: t('holds:list') })).toBeVisible();
      });
      await test.step('never adds amounts of different currencies', async () => {
        main.holds.list.answers(holdsPage([hold(1, 100), hold(2, 100, {}, { currencySign: 'US$' })]));
        await main.emit('history.changed', { attemptIds: null });
        await expect(page.getByLabel(t('holds:totals.label'))).toContainText(t('holds:totals.count', { count: 2 }));
        await expect(page.getByLabel(t('holds:totals.label'))).not.toContainText('240.00');
      });
      await test.step('explains each state of a hold', async () => {
        const summary = page.getByRole('complementary');
        const open = summary.getByRole('button', { name: t('holds:review.open') });
        for (const state of holdStates) {
          const capture = state === 'captured' ? attemptOf('capture', 'approved') : null;
          main.holds.list.answers(holdsPage([hold(1, 100, { state, capture })]));
          await main.emit('history.changed', { attemptIds: null });
          await expect(summary.getByText(t(`holds:states.${state}`), { exact: true }).first()).toBeVisible();
          if (state === 'captured') await expect(summary.getByText(t('holds:review.lastTry.capture'))).toBeVisible();
          else await expect(summary.getByText(t(notes[state]))).toBeVisible();
          await (state === 'open' ? expect(open).toBeVisible() : expect(open).toBeHidden());
        }
      });
      await test.step('warns of an expired hold, by our estimate or by the service’s rule', async () => {
        const ago = t('holds:time.onlyHours', { hours: 30 });
        for (const [expiryIsEstimate, key] of [
          [true, 'holds:review.expired'],
          [false, 'holds:review.expiredForm'],
        ] as const) {
          main.holds.list.answers(holdsPage([hold(1, -30, { expiryIsEstimate })]));
          await main.emit('history.changed', { attemptIds: null });
          await expect(page.getByRole('complementary').getByText(t(key, { ago }))).toBeVisible();
        }
      });
    });
  });
});
