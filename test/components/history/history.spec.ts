/** History: empty, nothing found, loading, failed, rows, the details of each outcome, the resolution, the export. */
import { accessibilityFindings } from '#test/components/stage/accessibility.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expectNoCardSought } from '#test/components/stage/card-search.ts';
import { sendPayment } from '#test/components/stage/keyed-form.ts';
import { expect, test } from '#test/components/stage/test.ts';
import {
  attempt,
  attemptOf,
  contradictedAttempt,
  detailsOf,
  hoursFromNow,
  idOf,
  listed,
  paymentOf,
  resolvedAs,
} from '#test/fixtures/shown/attempts.ts';
import { doneWork, shownWork } from '#test/fixtures/shown/works.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { outcomes } from '#shared/payments/outcome.ts';
import { changeOf } from '#shared/ledger/history.ts';
import { historyFilters } from '#shared/ledger/history-filters.ts';
import { mostViews, savedViewSchema, type SavedView } from '#shared/ledger/saved-views.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';

/** Puts the attempts into the mocked history. */
function record(main: MockedMain, ...attempts: readonly Attempt[]): void {
  main.history.search.answers({ attempts: attempts.map((each) => listed(each)), more: false });
  main.history.show.answers(({ id }) => detailsOf(attempts.find((known) => known.id === id) ?? attempt({ id })));
}

inOneLook('es', (look, t) => {
  const scene = { role: 'supervisor', screen: 'history', settings: look } as const;

  test.describe(`the list of payments, ${look.language}, ${look.theme}`, () => {
    test('says that a search found nothing, and searches for no card number', async ({ show, page, main }) => {
      await test.step('says that a search found nothing, and lets it be cleared', async () => {
        main.history.search.answers(({ text }) => ({ attempts: text === '' ? [listed(attempt())] : [], more: false }));
        main.history.show.answers(detailsOf(attempt()));
        await show(scene);
        const box = page.getByRole('textbox', { name: t('history:search.label') });
        await main.history.search.by(box.fill('nobody'), ({ text }) => text === 'nobody');
        await expect(page.getByText(t('history:empty.filteredTitle'))).toBeVisible();
        await expect(page.getByText(t('history:empty.filteredText'))).toBeVisible();
        await page.getByRole('button', { name: t('history:empty.clear') }).click();
        await expect(box).toHaveValue('');
        await expect(page.getByRole('grid', { name: t('history:list') })).toBeVisible();
      });
      await test.step('searches for no card number nor the beginning of one, and says what to do', async () => {
        const box = page.getByRole('textbox', { name: t('history:search.label') });
        await expectNoCardSought(box, page.getByText(t('searchByCard')), main.history.search);
      });
    });

    test('leaves the keys of an input method to it, until its text is in the field', async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [], more: false });
      await show(scene);
      const box = page.getByRole('textbox', { name: t('history:search.label') });
      await main.history.search.by(box.fill('nobody'), ({ text }) => text === 'nobody');
      const session = await page.context().newCDPSession(page);
      for (const key of ['Escape', 'ArrowDown', 'Enter']) {
        await session.send('Input.imeSetComposition', { text: '´', selectionStart: 1, selectionEnd: 1 });
        await page.keyboard.press(key);
        await expect(box, key).toBeFocused();
        await expect(box, key).toHaveValue(/^nobody/);
      }
    });

    test('shows the payment that the palette leads to, also where the list has not read it', async ({
      show,
      page,
      main,
    }) => {
      const [first, older] = [attempt(), attempt({ id: idOf(7), amount: 77_00 })];
      record(main, first);
      main.history.search.answers(({ text }) => ({ attempts: [listed(text === '' ? first : older)], more: false }));
      main.history.show.answers(({ id }) => detailsOf(id === older.id ? older : first));
      await show(scene);
      const grid = page.getByRole('grid', { name: t('history:list') });
      await expect(grid).toBeFocused();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: t('palette:label') }).fill('77');
      await expect(page.getByRole('option', { selected: true })).toContainText('77.00');
      await page.keyboard.press('Enter');
      await expect(grid).toBeFocused();
      await expect(page.getByRole('complementary')).toContainText('77.00');
    });

    test('can be empty, and speaks of words only where some were typed', async ({ show, page, main }) => {
      record(main);
      await show(scene);
      await expect(page.getByText(t('history:empty.title'))).toBeVisible();
      await expect(page.getByText(t('history:none.title'))).toBeVisible();
      await page.getByRole('button', { name: t('dates:preset.yesterday'), exact: true }).click();
      await expect(page.getByText(t('history:empty.filteredTitle'))).toBeVisible();
      await expect(page.getByText(t('history:empty.filteredText'))).toBeHidden();
      await expect(page.getByText(t('history:empty.noWordsText'))).toBeVisible();
    });

    test('is asked rarely for a hundred changes, and keeps its rows on a full disk', async ({ show, page, main }) => {
      const shown = attempt();
      record(main, shown);
      await show(scene);
      const grid = page.getByRole('grid', { name: t('history:list') });
      await expect(grid).toBeVisible();
      const asked = () => main.history.search.inputs.length + main.history.show.inputs.length;
      const before = asked();
      await Promise.all(Array.from({ length: 100 }, () => main.emit('history.changed', { attemptIds: [idOf(7)] })));
      await expect.poll(asked).toBeGreaterThan(before);
      expect(asked() - before).toBeLessThanOrEqual(10);
      const full = { kind: 'ledger', reason: 'full', detail: '' } as const;
      main.history.search.fails(full);
      main.history.show.fails(full);
      await main.emit('history.changed', { attemptIds: null });
      await expect(page.getByRole('alert').filter({ hasText: t('failures:ledger.full') })).toHaveCount(2);
      await expect(grid.getByRole('row')).not.toHaveCount(0);
      const tab = await page.getByRole('tab', { name: t('label.result') }).boundingBox();
      const notice = await page.getByRole('complementary').getByRole('alert').boundingBox();
      expect((tab?.y ?? 0) - (notice?.y ?? 0) - (notice?.height ?? 0), 'room below the notice').toBeGreaterThan(8);
    });

    test('searches for what is typed, also where a key of the list begins', async ({ show, page, main }) => {
      record(main, attempt(), attempt({ id: idOf(2) }));
      await show(scene);
      const grid = page.getByRole('grid');
      const box = page.getByRole('textbox', { name: t('history:search.label') });
      for (const name of ['Perez', 'gomez', 'kjell', '7001']) {
        await grid.focus();
        // At once, so that no pause of a loaded machine ends the name within it.
        await Promise.all([...name].map((key) => page.keyboard.type(key)));
        await expect(page.getByRole('textbox', { name: t('history:jump.label') })).toHaveCount(0);
        await expect(box, name).toBeFocused();
        await expect(box).toHaveValue(name);
        await box.fill('');
      }
      await grid.focus();
      await page.keyboard.type('jj');
      await expect(grid).toBeFocused();
      await expect(box).toHaveValue('');
    });

    test('is filtered and sorted, and its keys lead to filters and back', async ({ show, page, main }) => {
      await test.step('takes the focus to the filters by their key, and back to the list', async () => {
        record(main, attempt());
        await show(scene);
        await page.getByRole('grid').focus();
        await page.keyboard.press('Control+Shift+F');
        const filters = page.getByRole('region', { name: t('history:filter.label') });
        await expect(filters.locator('input').first()).toBeFocused();
        await page.keyboard.press('Control+Shift+F');
        await expect(filters).toHaveCount(0);
        await expect(page.getByRole('grid')).toBeFocused();
      });
      await test.step('gives up a date that is being typed with Escape', async () => {
        const grid = page.getByRole('grid', { name: t('history:list') });
        await grid.focus();
        await page.keyboard.press('g');
        await page.keyboard.type('1811');
        await page.keyboard.press('Escape');
        await expect(grid).toBeFocused();
        await expect(page.getByRole('button', { name: t('history:jump.label') })).toBeVisible();
        expect(main.history.search.inputs.filter(({ until }) => until !== null)).toEqual([]);
      });
      await test.step('is sorted by its headers', async () => {
        const header = (of: 'time' | 'amount') => page.getByRole('columnheader', { name: t(`label.${of}`) });
        await expect(header('time')).toHaveAttribute('aria-sort', 'descending');
        await main.history.search.by(
          header('time').getByRole('button').press('Enter'),
          ({ order }) => order === 'oldest',
        );
        await expect(header('time')).toHaveAttribute('aria-sort', 'ascending');
        await main.history.search.by(
          header('amount').getByRole('button').press('Enter'),
          ({ order }) => order === 'amount',
        );
        await expect(header('amount')).toHaveAttribute('aria-sort', 'descending');
      });
      await test.step('can be filtered, and refuses days in the wrong order', async () => {
        await page.getByRole('button', { name: t('history:filter.label') }).click();
        const filters = page.getByRole('region', { name: t('history:filter.label') });
        await filters.getByLabel(t('dates:from'), { exact: true }).fill('2026-11-20');
        await filters.getByLabel(t('dates:until'), { exact: true }).fill('2026-11-19');
        await expect(filters.getByText(t('dates:backwards'))).toBeVisible();
        const outcome = filters.getByRole('combobox', { name: t('label.outcome') });
        const query = await main.history.search.by(outcome.selectOption('unknown'), ({ state }) => state === 'unknown');
        expect(query.until).toBeNull();
        await expect(page.getByRole('button', { name: t('history:filter.active', { count: 2 }) })).toBeVisible();
        await page.getByRole('button', { name: t('history:filter.clear') }).click();
        await expect(filters.getByLabel(t('dates:from'), { exact: true })).toBeFocused();
        await expect(page.getByRole('button', { name: t('history:filter.label'), exact: true })).toBeVisible();
        await expect(outcome).toHaveValue('');
      });
      await test.step('goes to its search by the slash, from the choice of a filter too', async () => {
        await page.getByRole('combobox', { name: t('label.outcome') }).focus();
        await page.keyboard.press('/');
        await expect(page.getByRole('textbox', { name: t('history:search.label') })).toBeFocused();
      });
    });

    test('cuts no outcome in a narrow window @thorough', async ({ show, page, main }) => {
      const sale = attemptOf('sell', 'approved');
      const told = listed(sale, paymentOf(sale, 'open', null, { expiresAt: hoursFromNow(-1) }));
      main.history.search.answers({
        attempts: [
          { ...listed(sale), refunds: { returned: 1_00, open: 0 } },
          { ...told, id: idOf(2), operation: 'authorize' },
          listed(attemptOf('refund', 'rejected', { id: idOf(3) })),
        ],
        more: false,
      });
      main.history.show.answers(detailsOf(sale));
      await page.setViewportSize({ width: 1093, height: 614 });
      await show(scene);
      for (const words of [
        'history:payment.badge.part-returned',
        'history:payment.badge.expired',
        'outcomes:state.rejected',
      ] as const) {
        const cell = page.getByRole('gridcell').filter({ hasText: t(words) });
        const cut = await cell.evaluate((box) => [
          box.scrollWidth - box.clientWidth,
          box.scrollHeight - box.clientHeight,
        ]);
        expect(cut).toEqual([0, 0]);
      }
      // The operation stands below the words of its outcome, and beside them where there is room.
      const row = page.getByRole('gridcell').filter({ hasText: t('outcomes:state.rejected') });
      const placeOf = async (words: string) =>
        row.getByText(words, { exact: true }).evaluate((element) => {
          const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
          const range = document.createRange();
          range.selectNode(text ?? element);
          const { x, y } = range.getBoundingClientRect();
          return { x: Math.round(x), y: Math.round(y) };
        });
      const outcome = await placeOf(t('outcomes:state.rejected'));
      const operation = await placeOf(t('operation.refund'));
      expect(operation.x).toBe(outcome.x);
      expect(operation.y).toBeGreaterThan(outcome.y + 12);
      await page.setViewportSize({ width: 1280, height: 720 });
      expect((await placeOf(t('operation.refund'))).y).toBe((await placeOf(t('outcomes:state.rejected'))).y);
    });

    test('leaves room beside open filters, and for the largest amount @thorough', async ({ show, page, main }) => {
      const many = Array.from({ length: 30 }, (_each, index) =>
        attempt({ id: idOf(index + 1), amount: 999_999_999_99 }),
      );
      record(main, ...many);
      main.history.sums.answers({ count: 30, more: false, sums: [] });
      await show(scene);
      await page.getByRole('button', { name: t('history:filter.label') }).click();
      await page.getByRole('combobox', { name: t('label.outcome') }).selectOption('approved');
      await page.getByRole('button', { name: t('dates:preset.today') }).click();
      await page.setViewportSize({ width: 1024, height: 768 });
      await expect(page.getByText(t('history:sums.found', { count: 30, shown: '30' }))).toBeVisible();
      const grid = page.getByRole('grid', { name: t('history:list') });
      await expect(
        grid
          .getByRole('row')
          .filter({ has: page.getByRole('gridcell') })
          .nth(4),
      ).toBeInViewport({ ratio: 1 });
      // The button that ends the filters has company on its line.
      await page.setViewportSize({ width: 1920, height: 1080 });
      const lines = page.getByRole('region', { name: t('history:filter.label') }).locator('> *');
      const bottoms = await lines.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
      expect(bottoms.at(-1)).toBe(bottoms.at(-2));
      await page.setViewportSize({ width: 1024, height: 768 });
      const room = page.getByRole('complementary').locator('p', { has: page.locator('[data-size=hero]') });
      expect(await room.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      await page.setViewportSize({ width: 1280, height: 720 });
    });

    test('cuts no name beside the largest amounts of two years @thorough', async ({ show, page, main }) => {
      const names = { firstName: 'José Luis', lastName: 'Rodríguez de la Guardia' };
      const sale = attemptOf('sell', 'approved', { ...names, amount: 9_999_999_99, startedAt: hoursFromNow(-17_000) });
      record(main, sale);
      await show(scene);
      await page.setViewportSize({ width: 1093, height: 614 });
      const head = page.getByRole('columnheader', { name: t('label.amount') });
      await main.history.search.by(head.getByRole('button').press('Enter'), ({ order }) => order === 'amount');
      for (const text of ['Rodríguez de la Guardia', '2024']) {
        const cell = page.getByRole('gridcell').filter({ hasText: text });
        await expect(cell).toBeVisible();
        expect(await cell.evaluate((box) => box.scrollHeight - box.clientHeight), text).toBe(0);
        expect(await cell.evaluate((box) => box.scrollWidth - box.clientWidth), text).toBe(0);
      }
    });

    test('cuts no amount, however long the sign of its currency is', async ({ show, page, main }) => {
      record(main, attempt({ amount: 999_999_999_99, currencySign: 'US$.-' }));
      await show(scene);
      const cell = page.getByRole('gridcell').filter({ hasText: '999,999,999.99' });
      await expect(cell).toBeVisible();
      expect(await cell.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      await page.setViewportSize({ width: 1093, height: 614 });
      await page.getByRole('tab', { name: t('history:details.tabs.entered') }).click();
      const keyed = page.getByRole('definition').filter({ hasText: '999,999,999.99' }).first();
      expect(await keyed.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    });

    test('says that it is loading, or that it can’t be read, and can be read again', async ({ show, page, main }) => {
      const pending = main.history.search.waits();
      await show(scene);
      await expect(page.getByText(t('wait.loading'))).toBeVisible();
      pending.fails({ kind: 'ledger', reason: 'corrupt', detail: 'SQLITE_CORRUPT' });
      await expect(page.getByRole('alert').filter({ hasText: t('failures:ledger.corrupt') })).toBeVisible();
      record(main, attempt());
      await page.getByRole('button', { name: t('action.tryAgain') }).click();
      await expect(page.getByRole('grid', { name: t('history:list') })).toBeVisible();
    });

    test('counts nothing while it can’t be read, and counts when it can', async ({ show, page, main }) => {
      record(main, attempt());
      main.history.sums.fails({ kind: 'ledger', reason: 'busy', detail: '' });
      await show(scene);
      const counting = page.getByText(t('history:sums.counting'));
      await page.getByRole('button', { name: t('dates:preset.yesterday'), exact: true }).click();
      await expect(page.getByText(t('history:sums.failed'))).toBeVisible();
      main.history.search.fails({ kind: 'ledger', reason: 'busy', detail: '' });
      await page.getByRole('button', { name: t('dates:preset.week'), exact: true }).click();
      await expect(page.getByRole('alert').filter({ hasText: t('failures:ledger.reading') })).toBeVisible();
      await expect(counting).toBeHidden();
      record(main, attempt());
      main.history.sums.answers({ count: 1, more: false, sums: [] });
      await page.getByRole('button', { name: t('action.tryAgain') }).click();
      await expect(page.getByText(t('history:sums.found', { count: 1, shown: '1' }))).toBeVisible();
    });

    test('shows the days, count and sums of a preset, and chips that keys take away', async ({ show, page, main }) => {
      record(main, attempt());
      const money = { count: 2, amount: 250_00 };
      const sums = [
        {
          environment: 'training',
          currencySign: 'B/.',
          charged: money,
          held: { count: 1, amount: 40_00 },
          refunded: { count: 1, amount: 12_50 },
          released: { count: 1, amount: 9_00 },
          unclear: { count: 1, amount: 30_00 },
        },
      ] as const;
      main.history.sums.answers({ count: 3, more: false, sums });
      await show(scene);
      const yesterday = page.getByRole('button', { name: t('dates:preset.yesterday'), exact: true });
      const query = await main.history.search.by(yesterday.click(), ({ from }) => from !== null);
      expect([query.from, query.until]).toEqual(['2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z']);
      await expect(yesterday).toHaveAttribute('aria-pressed', 'true');
      const found = page.getByRole('status').filter({ hasText: t('history:sums.found', { count: 3, shown: '3' }) });
      await expect(found).toContainText('250.00');
      await expect(found).toContainText('40.00');
      await expect(found).toContainText(/[-−]12\.50.*237\.50/);
      await expect(found).toContainText(new RegExp(`${t('reports:sum.released')} B/\\.\\s9\\.00`));
      const value = t('dates:preset.yesterday');
      const chip = page.getByRole('button', { name: t('history:filter.remove', { label: t('dates:presets'), value }) });
      await chip.focus();
      await chip.press('Delete');
      await expect(page.getByRole('textbox', { name: t('history:search.label') })).toBeFocused();
      await expect(found).toBeHidden();
      // It does not sum very many.
      main.history.sums.answers({ count: 10_000, more: true, sums: [] });
      await page.getByRole('button', { name: t('dates:preset.week'), exact: true }).click();
      await expect(page.getByText(t('history:sums.more', { shown: '10,000' }))).toBeVisible();
    });

    test('of yesterday is asked again for a change of yesterday alone', async ({ show, page, main }) => {
      record(main, attempt());
      main.history.sums.answers({ count: 1, more: false, sums: [] });
      await show(scene);
      await page.getByRole('button', { name: t('dates:preset.yesterday'), exact: true }).click();
      await expect(page.getByText(t('history:sums.found', { count: 1, shown: '1' }))).toBeVisible();
      const asked = () => main.history.search.inputs.length;
      const before = asked();
      const today = attempt({ startedAt: hoursFromNow(0) });
      const earlier = attempt({ id: idOf(8), startedAt: '2026-11-20T12:00:00.000Z' });
      // The details that are shown are asked for after the list.
      await main.history.show.by(main.emit('history.changed', { ...changeOf(today), by: 'another' }));
      expect(asked()).toBe(before);
      await main.history.search.by(main.emit('history.changed', { ...changeOf(earlier), by: 'another' }));
      expect(asked()).toBe(before + 1);
      // They follow another seat within half a minute.
      await expect(page.getByText(new RegExp(`^${t('history:sums.at', { time: '' })}\\d\\d:`))).toBeVisible();
    });

    test('shows the whole menu of the most views in a small window @thorough', async ({ show, page, main }) => {
      record(main, attempt());
      const none = Object.fromEntries(Object.keys(historyFilters).map((name) => [name, null]));
      const views = Array.from({ length: mostViews }, (_each, number) =>
        savedViewSchema.parse({
          ...none,
          name: `Vista ${number + 1}`,
          text: `${number}`,
          days: { kind: 'range', fromDay: '', untilDay: '' },
          order: 'newest',
        }),
      );
      main.history.views.answers(views);
      await page.setViewportSize({ width: 640, height: 360 });
      await show(scene);
      await page.getByRole('button', { name: t('history:views.label'), exact: true }).click();
      await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
      // The menu takes the focus a moment after it has opened.
      await page.getByRole('menuitem').and(page.locator(':focus')).waitFor();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await expect(page.getByRole('menuitem', { name: t('history:views.save') })).toBeInViewport({ ratio: 1 });
    });

    test('saves a view, opens it again as of today, and takes a deletion back', async ({ show, page, main }) => {
      record(main, attempt());
      const saved: SavedView[] = [];
      const keep = (views: readonly SavedView[]) => [...(saved.splice(0, saved.length, ...views), saved)];
      main.history.saveView.answers(({ view }) => keep([...saved.filter(({ name }) => name !== view.name), view]));
      main.history.removeView.answers(({ name }) => keep(saved.filter((view) => view.name !== name)));
      await show(scene);
      const menu = (name: string) => page.getByRole('button', { name, exact: true });
      await menu(t('history:views.label')).click();
      await expect(page.getByText(t('history:views.none'))).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t('dates:preset.month'), exact: true }).click();
      await page.keyboard.press('Control+s');
      const name = page.getByRole('textbox', { name: t('history:views.name') });
      await name.fill('4111 1111 1111 1111');
      await name.press('Enter');
      await expect(page.getByText(t('charge:issue.card-number-here'))).toBeVisible();
      await name.fill('Mis ventas');
      const { view } = await main.history.saveView.by(name.press('Enter'));
      expect(view).toMatchObject({ name: 'Mis ventas', days: { kind: 'preset', preset: 'month' }, order: 'newest' });
      await expect(name).toBeHidden();
      await page
        .getByRole('list', { name: t('history:filter.label') })
        .getByRole('button')
        .click();
      await page.keyboard.press('Control+1');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: t('palette:label') }).fill('mis ventas');
      await expect(page.getByRole('option').first()).toContainText('Mis ventas');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: t('dates:preset.month'), exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await menu(t('history:views.one', { name: 'Mis ventas' })).click();
      // The menu takes the focus a moment after it has opened.
      await expect(page.getByRole('menuitem', { name: 'Mis ventas', exact: true })).toBeFocused();
      await page.keyboard.press('Delete');
      await expect(page.getByText(t('history:views.removed', { name: 'Mis ventas' }))).toBeVisible();
      expect(saved).toEqual([]);
      await page.getByRole('button', { name: t('action.undo') }).click();
      await expect(menu(t('history:views.one', { name: 'Mis ventas' }))).toBeVisible();
      expect(saved).toEqual([view]);
    });

    test('begins at a date by key, between older and newer ones, under their days', async ({ show, page, main }) => {
      const made = Array.from({ length: 6 }, (_each, index) =>
        listed(attempt({ id: idOf(index + 1), startedAt: hoursFromNow(-24 * index) })),
      );
      main.history.search.answers(({ order, from, until, after }) => {
        const inOrder = order === 'oldest' ? made.toReversed() : made;
        const rest = after === null ? inOrder : inOrder.slice(inOrder.findIndex(({ id }) => id === after.id) + 1);
        const found = rest.filter(
          ({ startedAt }) => (from === null || startedAt >= from) && (until === null || startedAt < until),
        );
        return { attempts: found, more: false };
      });
      main.history.show.answers(({ id }) => detailsOf(attempt({ id })));
      await show(scene);
      const grid = page.getByRole('grid', { name: t('history:list') });
      await grid.focus();
      await page.keyboard.press('g');
      const field = page.getByRole('textbox', { name: t('history:jump.label') });
      await expect(field).toBeFocused();
      const [, newer] = await Promise.all([
        field.fill('18/11/2026'),
        main.history.search.expect(({ order }) => order === 'oldest'),
        main.history.search.expect(({ until }) => until === '2026-11-19T05:00:00.000Z'),
      ]);
      expect(newer.after?.id).toBe(idOf(4));
      await expect(grid).toBeFocused();
      await expect(grid.locator('[aria-selected=true]')).toHaveAttribute('aria-rowindex', '5');
      await page.keyboard.press('ArrowUp');
      await expect(grid.locator('[aria-selected=true]')).toHaveAttribute('aria-rowindex', '4');
      const named = new Intl.DateTimeFormat(look.language === 'es' ? 'es-PA' : 'en-GB', {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      }).format(Date.UTC(2026, 10, 20));
      await expect(grid.getByText(t('history:day.yesterday', { day: named }))).toBeVisible();
    });

    test('keeps search, filters, row and place over visits to other screens, and reads nothing meanwhile', async ({
      show,
      page,
      main,
    }) => {
      const many = Array.from({ length: 300 }, (_each, index) =>
        listed(attempt({ id: idOf(index + 1), startedAt: hoursFromNow(-index / 100), lastName: `Ortega ${index}` })),
      );
      main.history.search.answers(({ text }) => ({ attempts: text === 'ortega' ? many : [], more: false }));
      main.history.show.answers(({ id }) => detailsOf(attempt({ id })));
      await show(scene);
      const box = page.getByRole('textbox', { name: t('history:search.label') });
      await main.history.search.by(box.fill('ortega'), ({ text }) => text === 'ortega');
      await page.getByRole('button', { name: t('dates:preset.today') }).click();
      await page.getByRole('button', { name: t('history:filter.active', { count: 1 }) }).click();
      const outcome = page.getByRole('combobox', { name: t('label.outcome') });
      await main.history.search.by(outcome.selectOption('approved'), ({ state }) => state === 'approved');
      const grid = page.getByRole('grid', { name: t('history:list') });
      await grid.focus();
      for (const key of ['End', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
      const row = grid.locator('[aria-selected=true]');
      await expect(row).toContainText('Ortega 297');
      const place = await grid.evaluate(({ scrollTop }) => scrollTop);
      const visit = async () => {
        await page.keyboard.press('Control+1');
        await expect(grid).toBeHidden();
        const asked = main.history.search.inputs.length;
        await main.emit('history.changed', { attemptIds: null, by: 'another' });
        // Longer than a read that nobody shows is kept.
        await page.clock.runFor(6 * 60_000);
        expect(main.history.search.inputs).toHaveLength(asked);
        await main.history.search.by(page.keyboard.press('Control+3'), ({ state }) => state === 'approved');
      };
      await visit();
      await expect(grid).toBeFocused();
      await expect(box).toHaveValue('ortega');
      await expect(outcome).toHaveValue('approved');
      await expect(row).toContainText('Ortega 297');
      expect(await grid.evaluate(({ scrollTop }) => scrollTop)).toBe(place);
      // It follows the ledger again, and a preset the days.
      await main.history.search.by(main.emit('history.changed', { attemptIds: null, by: 'another' }));
      await page.clock.setSystemTime('2026-11-22T15:00:00.000Z');
      const [, next] = await Promise.all([visit(), main.history.search.expect(({ from }) => from !== null)]);
      expect(next.from).toBe('2026-11-22T05:00:00.000Z');
    });

    for (const [list, chooses] of [
      ['plain', true],
      ['filtered', false],
    ] as const) {
      test(`shows the newest payment to whoever comes back to a ${list} list`, async ({ show, page, main }) => {
        const made = (number: number) => attempt({ id: idOf(number), lastName: `Ortega ${number}` });
        record(main, ...[1, 2, 3].map(made));
        await show(scene);
        const grid = page.getByRole('grid', { name: t('history:list') });
        await grid.focus();
        if (chooses) await page.keyboard.press('ArrowDown');
        else {
          const box = page.getByRole('textbox', { name: t('history:search.label') });
          await main.history.search.by(box.fill('ortega'), ({ text }) => text === 'ortega');
        }
        const row = grid.locator('[aria-selected=true]');
        await expect(row).toContainText(chooses ? 'Ortega 2' : 'Ortega 1');
        await page.keyboard.press('Control+1');
        await expect(grid).toBeHidden();
        record(main, ...[9, 1, 2, 3].map(made));
        await main.emit('history.changed', { attemptIds: null, by: 'this-seat' });
        await page.keyboard.press('Control+3');
        await expect(row).toContainText('Ortega 9');
        await expect(page.getByRole('complementary')).toContainText('Ortega 9');
        // A newer one that comes while it is read is not chosen.
        record(main, ...[10, 9, 1, 2, 3].map(made));
        await main.history.search.by(main.emit('history.changed', { attemptIds: null, by: 'this-seat' }));
        await expect(grid.getByRole('row').nth(1)).toContainText('Ortega 10');
        await expect(row).toContainText('Ortega 9');
      });
    }

    test('leads from a kept search to a payment made since, and says nothing of one that it finds', async ({
      show,
      page,
      main,
    }) => {
      const known = attempt({ id: idOf(1), lastName: 'Ortega' });
      record(main, known);
      await show(scene);
      const box = page.getByRole('textbox', { name: t('history:search.label') });
      await main.history.search.by(box.fill('ortega'), ({ text }) => text === 'ortega');
      const status = page.getByRole('main').getByRole('status');
      const grid = page.getByRole('grid', { name: t('history:list') });
      const payAndReturn = async (made: Attempt) => {
        await page.keyboard.press('Control+1');
        main.payments.sell.answers(made);
        await page.keyboard.press('F2');
        await sendPayment(page);
        await page.getByRole('heading', { level: 2 }).and(page.locator(':focus')).waitFor();
        await main.emit('history.changed', { attemptIds: null, by: 'this-seat' });
        await main.history.search.by(page.keyboard.press('Control+3'), ({ text }) => text === 'ortega');
        await expect(grid).toBeVisible();
      };
      const found = attempt({ id: idOf(2), lastName: 'Ortega', startedAt: hoursFromNow(0.1) });
      record(main, found, known);
      await payAndReturn(found);
      await expect(grid.getByRole('row')).toHaveCount(3);
      const missing = attempt({ id: idOf(3), lastName: 'Castillero', startedAt: hoursFromNow(0.2) });
      await payAndReturn(missing);
      await expect(status.filter({ hasText: t('history:newer', { count: 1 }) })).toBeVisible();
      record(main, missing, found, known);
      await page.getByRole('button', { name: t('history:jump.back') }).click();
      await expect(box).toHaveValue('');
      await expect(grid).toBeFocused();
      await expect(grid.locator('[aria-selected=true]')).toContainText('Castillero');
      await expect(page.getByText(t('history:newer', { count: 1 }))).toBeHidden();
    });
  });

  test.describe(`the details of a payment, ${look.language}, ${look.theme}`, () => {
    // Of the other operations, the words are unit tests.
    for (const [operation, result] of [
      ['sell', 'charged'],
      ['capture', 'captured'],
    ] as const) {
      test(`show each outcome: ${operation}`, async ({ show, page, main }) => {
        const titles = {
          approved: 'outcomes:charged.title',
          declined: `outcomes:declined.title.${result}`,
          rejected: `outcomes:rejected.title.${result}`,
          'not-sent': `outcomes:notSent.title.${result}`,
          unknown: `outcomes:unknown.title.${result}`,
        } as const;
        const attempts = outcomes.map((outcome, index) => attemptOf(operation, outcome, { id: idOf(index + 1) }));
        record(main, ...attempts);
        await show(scene);
        const details = page.getByRole('complementary');
        const resolve = details.getByRole('button', { name: t('unconfirmed:resolve') });
        const ofHold = details.getByRole('button', { name: t('history:details.hold') });
        for (const [index, outcome] of outcomes.entries()) {
          if (index > 0) await page.keyboard.press('ArrowDown');
          await expect(details.getByRole('heading', { level: 2, name: t(titles[outcome]), exact: true })).toBeVisible();
          await (outcome === 'unknown' ? expect(resolve).toBeVisible() : expect(resolve).toBeHidden());
          await (operation === 'capture' ? expect(ofHold).toBeVisible() : expect(ofHold).toBeHidden());
        }
      });
    }

    test('show that it is being sent', async ({ show, page, main }) => {
      record(main, attempt({ state: 'sending', answeredAt: null, service: attemptOf('sell', 'unknown').service }));
      await show(scene);
      await expect(page.getByRole('heading', { level: 2, name: t('outcomes:sending.title.charged') })).toBeVisible();
    });

    test('show the entered values and the raw answer', async ({ show, page, main }) => {
      const custom = [{ id: 'room', nameOrLabel: 'Room', value: '12' }];
      record(main, attempt({ customFieldValues: custom, overrideReason: 'A second drill', batchId: idOf(800) }));
      await show(scene);
      const details = page.getByRole('complementary');
      await expect(details.getByText('A second drill')).toBeVisible();
      await details.getByRole('tab', { name: t('history:details.tabs.entered') }).click();
      await expect(details.getByText('mj.castillero@example.com')).toBeVisible();
      await expect(details.getByText('Room')).toBeVisible();
      await details.getByRole('tab', { name: t('history:details.tabs.answer') }).click();
      await expect(details.getByLabel(t('history:details.tabs.answer'), { exact: true }).last()).toContainText(
        'SANDBOX_QX1K',
      );
    });

    test('say that they can’t be read', async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [listed(attempt())], more: false });
      main.history.show.fails({ kind: 'not-found' });
      await show(scene);
      await expect(page.getByRole('alert').filter({ hasText: t('failures:not-found.body') })).toBeVisible();
    });

    test('show how high its risk is', async ({ show, page, main }) => {
      const levels = [
        ['low', 5],
        ['medium', 50],
        ['high', 95],
        ['unrated', null],
      ] as const;
      const risk = {
        disposition: 'accept',
        dispositionReason: 'default',
        issuer: 'Banco General',
        issuerCountry: 'PA',
        cardKind: 'CREDIT',
        prepaid: true,
        ipCountry: 'PA',
        ipRisk: 12,
        emailHighRisk: true,
      };
      record(main, ...levels.map(([, score], index) => attempt({ id: idOf(index + 1), risk: { ...risk, score } })));
      await show(scene);
      const details = page.getByRole('complementary');
      for (const [index, [level, score]] of levels.entries()) {
        if (index > 0) await page.keyboard.press('ArrowDown');
        await expect(details.getByText(t(`outcomes:risk.${level}`)).first()).toBeVisible();
        await expect(details).toContainText(t('outcomes:risk.kinds.credit'));
        await expect(details).not.toContainText(/accept|default|CREDIT/);
        if (score !== null) await expect(details.getByText(t('outcomes:risk.score', { score }))).toBeVisible();
      }
    });

    test('let only a supervisor resolve it, and say that there was no answer', async ({ show, page, main }) => {
      record(main, attemptOf('sell', 'unknown'));
      await show({ ...scene, role: 'back-office' });
      const readOut = page.getByRole('region', { name: t('unconfirmed:readOut.title') });
      await expect(readOut).toContainText('000-001');
      await expect(readOut).toContainText('120.00');
      await expect(readOut).toContainText('7001');
      await expect(page.getByRole('button', { name: t('unconfirmed:resolve') })).toBeHidden();
      const asks = t('outcomes:unknown.next');
      await expect(page.getByText(asks)).toBeVisible();
      await show(scene);
      await expect(page.getByText(t('outcomes:unknown.next'))).toBeVisible();
      await expect(page.getByText(asks)).toBeHidden();
      await page.getByRole('tab', { name: t('history:details.tabs.answer') }).click();
      await expect(page.getByText(t('history:details.rawNone'))).toBeVisible();
    });
  });

  test.describe(`the resolution of an unknown payment, ${look.language}, ${look.theme}`, () => {
    test('asks for outcome, reference and grounds, also by keys alone', async ({ show, page, main }) => {
      await test.step('asks for outcome, reference and grounds, in this order', async () => {
        const unknown = attemptOf('sell', 'unknown');
        record(main, unknown);
        main.history.resolve.answers(unknown);
        await show(scene);
        await page.getByRole('button', { name: t('unconfirmed:resolve') }).click();
        const dialog = page.getByRole('dialog', { name: t('history:resolve.title') });
        const submit = dialog.getByRole('button', { name: t('history:resolve.submit') });
        await submit.click();
        await expect(dialog.getByText(t('history:resolve.outcomeNeeded'))).toBeVisible();
        await dialog.getByRole('radio', { name: t('history:resolve.declined') }).check();
        await submit.click();
        await expect(dialog.getByRole('textbox', { name: t('label.reference') })).toBeFocused();
        await expect(dialog.getByText(t('history:resolve.referenceNeeded'))).toBeVisible();
        await dialog.getByRole('textbox', { name: t('label.reference') }).fill('R-1');
        await submit.click();
        await expect(dialog.getByText(t('history:resolve.noteNeeded'))).toBeVisible();
        await dialog.getByRole('textbox', { name: t('history:resolve.note') }).fill('Asked the bank');
        const sent = await main.history.resolve.by(submit.click());
        expect(sent.resolution).toEqual({ outcome: 'declined', reference: 'R-1', note: 'Asked the bank', knows: null });
        await expect(dialog).toBeHidden();
      });
      await test.step('is recorded by keys alone, and gives the focus back in every ending', async () => {
        const unknown = attemptOf('sell', 'unknown');
        await page.getByRole('grid').focus();
        await page.keyboard.press('Control+e');
        const dialog = page.getByRole('dialog', { name: t('history:resolve.title') });
        await expect(dialog.getByRole('radio', { name: t('history:resolve.approved') })).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('grid')).toBeFocused();
        const button = page.getByRole('button', { name: t('unconfirmed:resolve') });
        await button.click();
        await page.keyboard.press('2');
        await expect(dialog.getByRole('radio', { name: t('history:resolve.declined') })).toBeChecked();
        await expect(dialog.getByRole('textbox', { name: t('label.reference') })).toBeFocused();
        await page.keyboard.type('R-24');
        await expect(dialog.getByRole('radio', { name: t('history:resolve.declined') })).toBeChecked();
        await page.keyboard.press('Tab');
        await page.keyboard.type('Asked the bank');
        record(main, { ...unknown, resolution: resolvedAs('declined', { reference: 'R-24' }) });
        const sent = await main.history.resolve.by(page.keyboard.press('F9'));
        expect(sent.resolution).toMatchObject({ outcome: 'declined', reference: 'R-24' });
        await expect(dialog).toBeHidden();
        await expect(button).toBeHidden();
        await expect(
          page.getByRole('heading', { level: 2, name: t('outcomes:resolved.title.declined.charged') }),
        ).toBeFocused();
      });
    });

    test('says what was recorded and what was answered, and settles it knowingly', async ({ show, page, main }) => {
      const contradicted = contradictedAttempt();
      record(main, contradicted);
      main.history.resolve.answers(contradicted);
      await show(scene);
      await expect(page.getByRole('complementary')).toContainText('Celia');
      await page.getByRole('button', { name: t('unconfirmed:resolve') }).click();
      const dialog = page.getByRole('dialog', { name: t('history:resolve.titleAgain') });
      await expect(dialog).toContainText('120.00');
      await expect(dialog).toContainText('Celia');
      await expect(dialog).toContainText(t('outcomes:state.declined'));
      await dialog.getByRole('radio', { name: t('history:resolve.approved') }).check();
      await expect(dialog.getByText(t('history:resolve.captureBy.json'))).toBeVisible();
      await expect(dialog.getByRole('textbox', { name: t('label.reference') })).toHaveValue('SANDBOX_QX1K');
      await dialog.getByRole('textbox', { name: t('history:resolve.note') }).fill('Asked the bank');
      const sent = await main.history.resolve.by(
        dialog.getByRole('button', { name: t('history:resolve.submit') }).click(),
      );
      expect(sent.resolution).toMatchObject({ outcome: 'approved', reference: 'SANDBOX_QX1K', knows: 'approved' });
    });

    test('keeps the keyed values when a newer payment comes in', async ({ show, page, main }) => {
      const unknown = attemptOf('sell', 'unknown');
      record(main, unknown);
      await show(scene);
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+e');
      const note = page.getByRole('dialog').getByRole('textbox', { name: t('history:resolve.note') });
      await note.fill('Asked the bank');
      record(main, attempt({ id: idOf(2), lastName: 'Newer' }), unknown);
      await main.emit('history.changed', { attemptIds: [idOf(2)] });
      await expect(page.getByRole('row').filter({ hasText: 'Newer' })).toBeVisible();
      await expect(note).toHaveValue('Asked the bank');
      await expect(note).toBeFocused();
    });

    test('keeps the keyed values when it is refused, and is not left before', async ({ show, page, main }) => {
      record(main, attemptOf('sell', 'unknown'));
      const pending = main.history.resolve.waits();
      await show(scene);
      await page.getByRole('button', { name: t('unconfirmed:resolve') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: t('history:resolve.not-sent') }).check();
      await dialog.getByRole('textbox', { name: t('history:resolve.note') }).fill('Asked the bank');
      const submit = dialog.getByRole('button', { name: t('history:resolve.submit') });
      await main.history.resolve.by(submit.click());
      await expect(submit).toBeDisabled();
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: t('history:resolve.cancel') }).click();
      pending.fails({ kind: 'ledger', reason: 'disk-full', detail: '' });
      const refusal = dialog.getByRole('alert').filter({ hasText: t('failures:ledger.disk-full') });
      // The payment itself may have been sent.
      await expect(refusal).toContainText(t('failures:ledger.recording'));
      await expect(dialog.getByRole('textbox', { name: t('history:resolve.note') })).toHaveValue('Asked the bank');
    });
  });

  test.describe(`the export of the history, ${look.language}, ${look.theme}`, () => {
    test.beforeEach(({ main }) => record(main, attempt()));

    test('runs, and names the file, or says that it failed', async ({ show, page, main }) => {
      await test.step('runs, and names the file', async () => {
        main.history.export.waits();
        main.work.dismiss.answers(undefined);
        await show(scene);
        const button = page.getByRole('button', { name: t('history:export.label') });
        await button.click();
        await page.getByRole('menuitem', { name: t('history:export.xlsx') }).waitFor();
        expect(await accessibilityFindings(page), 'findings of axe in the menu').toEqual([]);
        const asked = await main.history.export.by(
          page.getByRole('menuitem', { name: t('history:export.xlsx') }).click(),
        );
        expect(asked.format).toBe('xlsx');
        const step = { done: 12_400, total: 100_000 };
        await main.emit('work.progress', [shownWork('export-history', { step })]);
        await expect(button).toHaveAccessibleName(t('history:export.label'));
        await expect(page.getByText(t('work:amount.payments', { done: '12,400', total: '100,000' }))).toBeVisible();
        await main.emit('work.progress', [doneWork('export-history', { count: 12, file: '/home/ana/history.xlsx' })]);
        await expect(page.getByText(t('work:done.export-history', { count: 12, path: 'history.xlsx' }))).toBeVisible();
        await main.work.dismiss.by(
          page.getByRole('button', { name: t('work:dismiss') }).click(),
          ({ id }) => id === idOf(900),
        );
        await main.emit('work.progress', []);
        await expect(page.getByText('/home/ana/history.xlsx')).toBeHidden();
      });
      await test.step('says that it failed', async () => {
        main.history.export.fails({ kind: 'file', detail: 'EACCES' });
        await page.getByRole('button', { name: t('history:export.label') }).click();
        await expect(page.getByText(t('history:export.zeros'))).toBeVisible();
        await page.getByRole('menuitem', { name: t('history:export.csv') }).click();
        const told = page.getByRole('alert').filter({ hasText: 'EACCES' });
        await expect(told).toBeVisible();
        await told.getByRole('button', { name: t('work:dismiss') }).click();
        await expect(told).toBeHidden();
      });
    });

    test('says that one failed on another screen, until that is dismissed', async ({ show, page, main }) => {
      const failure = { kind: 'file', detail: 'EACCES' } as const;
      const work = shownWork('export-history', { end: { kind: 'failed', failure } });
      main.work.current.answers([work]);
      main.work.dismiss.answers(undefined);
      await show(scene);
      const told = page.getByRole('alert').filter({ hasText: 'EACCES' });
      await main.work.dismiss.by(
        told.getByRole('button', { name: t('work:dismiss') }).click(),
        ({ id }) => id === work.id,
      );
      await expect(told).toBeHidden();
    });

    test('is not offered to a cashier', async ({ show, page }) => {
      await show({ ...scene, role: 'cashier' });
      await expect(page.getByRole('button', { name: t('history:export.label') })).toBeDisabled();
    });
  });
});
