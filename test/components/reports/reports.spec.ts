/** Reports: loading, failed, an empty day, figures, refusals alone, several currencies, ranges, and the close of a day. */
import { inOneLook, wordsOf } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { busyFigures, closeOf, emptyReport, reportOf } from '#test/fixtures/shown/report.ts';
import { attemptOf, idOf } from '#test/fixtures/shown/attempts.ts';
import { merchantOf, merchantView } from '#test/fixtures/shown/seat.ts';
import { noFigure, type CurrencyFigures, type ListedPayment } from '#shared/reports/figures.ts';

const payment: ListedPayment = {
  id: idOf(1),
  startedAt: '2026-11-21T15:20:00.000Z',
  operation: 'sell',
  amount: 120_00,
  currencySign: 'B/.',
  operatorName: 'Ana',
  brand: 'VISA',
  lastFour: '7001',
  customer: 'María González',
};
const withUnknown: CurrencyFigures = {
  ...busyFigures,
  byState: [...busyFigures.byState, { key: 'unknown', count: 1, amount: 120_00 }],
};
const refusals: CurrencyFigures = {
  ...busyFigures,
  sums: [],
  byOperation: [],
  byBrand: [],
  byOperator: [],
  byPart: [],
  byState: [{ key: 'declined', count: 2, amount: 40_00 }],
  opened: { open: noFigure, expired: noFigure },
};

test('the built-in merchant has its Spanish name in the list of merchants', async ({ show, page, main }) => {
  main.reports.figures.answers(emptyReport);
  await show({ role: 'back-office', screen: 'reports', settings: { language: 'es' } });
  await expect(page.getByRole('combobox', { name: wordsOf('es')('label.merchant') })).toHaveText('Práctica');
});

inOneLook('en', (look, t) => {
  const scene = { role: 'back-office', operatorName: 'Beto', screen: 'reports', settings: look } as const;

  test.describe(`reports, ${look.language}, ${look.theme}`, () => {
    test('are kept from a cashier whom menu or key lead there, and say who may see them', async ({ show, page }) => {
      await show({ ...scene, role: 'cashier', operatorName: 'Ana' });
      const told = page.getByText(t('reports:notYours.title'));
      await expect(told).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.keyboard.press('Control+1');
      await expect(told).toBeHidden();
      await page.keyboard.press('Control+4');
      await expect(told).toBeVisible();
    });

    test('keep their days over a visit to another screen, and begin anew on the next day', async ({
      show,
      page,
      main,
    }) => {
      main.reports.figures.answers(emptyReport);
      main.history.search.answers({ attempts: [], more: false });
      await show(scene);
      const visit = async () => {
        await page.keyboard.press('Control+3');
        await expect(page.getByRole('heading', { level: 1, name: t('nav.history') })).toBeVisible();
        await page.keyboard.press('Control+4');
        await expect(page.getByRole('heading', { level: 1, name: t('nav.reports') })).toBeVisible();
      };
      await page.getByRole('button', { name: t('dates:preset.week') }).click();
      const days = page.getByRole('heading', { level: 2 }).first();
      const range = await days.textContent();
      await visit();
      await expect(days).toHaveText(range ?? '');
      await page.clock.setSystemTime('2026-11-22T15:00:00.000Z');
      await visit();
      await expect(days).toContainText('22 November 2026');
      await expect(days).not.toContainText('–');
    });

    test('show that they are loading, or say that they can’t be read', async ({ show, page, main }) => {
      const pending = main.reports.figures.waits();
      await show(scene);
      await expect(page.getByRole('heading', { level: 1, name: t('nav.reports') })).toBeVisible();
      await expect(page.getByText(t('wait.loading'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('reports:close.action') })).toBeDisabled();
      pending.fails({ kind: 'ledger', reason: 'other', detail: '' });
      await expect(page.getByRole('alert').filter({ hasText: t('failures:ledger.other') })).toBeVisible();
    });

    test('of an empty day have no chart and no table, and lead to other days', async ({ show, page, main }) => {
      await test.step('of an empty day have a sentence, but no chart and no table', async () => {
        main.reports.figures.answers(emptyReport);
        await show(scene);
        await expect(page.getByText(t('reports:empty.title'))).toBeVisible();
        await expect(page.getByText(t('reports:unconfirmedNone'))).toBeVisible();
        await expect(page.getByText(t('reports:openHoldsNone'))).toBeVisible();
        await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
      });
      await test.step('lead to other days by keys, buttons and presets, but not beyond today', async () => {
        await expect(page.getByRole('button', { name: t('reports:next') })).toBeDisabled();
        await main.reports.figures.by(
          page.keyboard.press('Alt+ArrowLeft'),
          ({ first, last }) => first === '2026-11-20' && last === '2026-11-20',
        );
        await main.reports.figures.by(
          page.getByRole('button', { name: t('dates:preset.week') }).click(),
          ({ first, last }) => first === '2026-11-15' && last === '2026-11-21',
        );
        await expect(page.getByRole('button', { name: t('reports:close.action') })).toHaveCount(0);
        await main.reports.figures.by(
          page.keyboard.press('Alt+ArrowLeft'),
          ({ first, last }) => first === '2026-11-08' && last === '2026-11-14',
        );
      });
      await test.step('keep the focus on the key that has reached today', async () => {
        await page.getByRole('button', { name: t('dates:preset.today') }).click();
        await page.getByRole('button', { name: t('reports:previous') }).press('Enter');
        const next = page.getByRole('button', { name: t('reports:next') });
        await next.press('Enter');
        await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('21 November');
        await expect(next).toBeDisabled();
        await expect(next).toBeFocused();
      });
    });

    test('show captures apart, the hours, and bars by outcome, brand and operator', async ({ show, page, main }) => {
      const sums = [
        ...busyFigures.sums,
        { key: 'refunded', count: 2, amount: 60_50 },
        { key: 'released', count: 1, amount: 45_00 },
      ] as const;
      main.reports.figures.answers(reportOf([{ ...busyFigures, sums: [...sums] }]));
      await show(scene);
      const report = page.getByRole('main');
      await expect(report.getByText('1,360.00').first()).toBeVisible();
      for (const [label, amount] of [
        [t('reports:sum.refunded'), /[-−]60\.50/],
        [t('reports:sum.net'), '1,299.50'],
        [t('reports:sum.released'), '45.00'],
        [t('reports:export.sections.waiting'), /^B\/\.\s*210\.002 holdsBesides, 1 has expired: B\/\.\s75\.00$/],
      ] as const) {
        const term = report.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) });
        await expect(term.locator('xpath=following-sibling::dd')).toContainText(amount);
      }
      await expect(report.getByRole('listitem').filter({ hasText: t('operation.capture') })).toContainText('1,000.00');
      await expect(report.getByRole('listitem').filter({ hasText: t('operation.sell') })).toContainText('360.00');
      for (const key of ['outcomes', 'brands', 'operators'] as const) {
        const table = report.getByRole('table', { name: t(`reports:export.sections.${key}`) });
        await expect(table).toBeVisible();
        // The bars are as long as the amounts in their rows say.
        const shown = await table.getByRole('row').evaluateAll((rows) =>
          rows.slice(1).map((row) => ({
            amount: Number(row.lastElementChild?.textContent.replace(/B\/\.|[^\d.]/g, '')),
            width: row.querySelector('[style*="--share"]')?.getBoundingClientRect().width ?? 0,
          })),
        );
        const most = Math.max(...shown.map(({ amount }) => amount));
        const widest = Math.max(...shown.map(({ width }) => width));
        for (const { amount, width } of shown) expect(width / widest).toBeCloseTo(amount / most, 1);
      }
      const hours = report.getByRole('table', { name: t('reports:byHour') });
      await expect(hours.getByRole('row', { name: /^09:00/ })).toContainText('1,000.00');
      // The hours of today that have not come are left out.
      await expect(hours.getByRole('row').last()).toContainText('11:00');
      await expect(report.getByText('460.00', { exact: false })).toContainText(t('reports:compare.soFar'));
    });

    test('keep a sum of ten digits in its place at each width @thorough', async ({ show, page, main }) => {
      const sums = [
        { key: 'charged', count: 3, amount: 9_876_543_210_98 },
        { key: 'refunded', count: 2, amount: 60_50 },
      ] as const;
      main.reports.figures.answers(reportOf([{ ...busyFigures, sums: [...sums] }]));
      await show(scene);
      for (const width of [640, 1093, 1280]) {
        await page.setViewportSize({ width, height: 614 });
        const sum = await page.getByText('9,876,543,210.98').first().boundingBox();
        const place = await page.getByRole('definition').first().boundingBox();
        const end = (place?.x ?? 0) + (place?.width ?? 0);
        expect((sum?.x ?? Infinity) + (sum?.width ?? 0), String(width)).toBeLessThanOrEqual(end);
        expect(sum?.height, String(width)).toBeGreaterThan(20);
      }
    });

    test('leave no hole beside what was charged @thorough', async ({ show, page, main }) => {
      const sums = [...busyFigures.sums, { key: 'refunded', count: 2, amount: 60_50 } as const];
      main.reports.figures.answers(reportOf([{ ...busyFigures, sums }]));
      await show(scene);
      await page.setViewportSize({ width: 1093, height: 614 });
      const placeOf = async (term: string) =>
        (await page
          .getByRole('term')
          .filter({ hasText: new RegExp(`^${term}$`) })
          .locator('..')
          .boundingBox()) ?? { x: 0, y: 0, height: 0 };
      const [charged, refunded, unconfirmed] = [
        await placeOf(t('reports:sum.charged')),
        await placeOf(t('reports:sum.refunded')),
        await placeOf(t('reports:unconfirmed')),
      ];
      expect(unconfirmed.y).toBeGreaterThan(refunded.y);
      expect(unconfirmed.y).toBeLessThan(charged.y + charged.height);
    });

    test('say that payments were removed, and have true marks at the axis', async ({ show, page, main }) => {
      main.reports.figures.answers(reportOf([busyFigures], { purgedBefore: '2026-11-21T12:00:00.000Z' }));
      await show(scene);
      const [, told = ''] = t('reports:purged', { moment: '|' }).split('|');
      await expect(page.getByText(told)).toBeVisible();
      await expect(page.getByRole('figure').locator('ol').first().locator('li')).toHaveText([
        '0',
        '500',
        '1,000',
        'B/. 1,500',
      ]);
    });

    for (const [hours, isWritten] of [
      [['10', '11'], true],
      [Array.from({ length: 12 }, (_, hour) => String(hour).padStart(2, '0')), false],
    ] as const) {
      test(`write the values of ${hours.length} hours over no other bar @thorough`, async ({ show, page, main }) => {
        const byPart = hours.map((part) => ({ part, operation: 'sell', count: 1, amount: 2_118_97 }) as const);
        const report = reportOf([{ ...busyFigures, byPart }]);
        const [before] = report.comparison?.currencies ?? [];
        if (before === undefined) throw new Error('nothing to compare with');
        // The first hour was better than before.
        const former = {
          ...before,
          byPart: hours.map((key, index) => ({ key, count: 1, amount: index === 0 ? 1_000_00 : 3_000_00 })),
        };
        main.reports.figures.answers({ ...report, comparison: { ...report.comparison, currencies: [former] } });
        await show(scene);
        const chart = page.getByRole('figure');
        await expect(chart.getByText('10:00').first()).toBeVisible();
        await expect(chart.getByText('2,118.97', { exact: true })).toHaveCount(isWritten ? hours.length : 0);
        const covered = chart
          .locator('ol')
          .last()
          .evaluate((parts) => {
            const boxes = (found: readonly Element[]) =>
              found.map((each) => ({ each, box: each.getBoundingClientRect() }));
            const bars = boxes([...parts.querySelectorAll('li > span:has(span), li > span[data-series]')]);
            const values = boxes([...parts.querySelectorAll('li > span > span:not([data-series])')]);
            return values.filter(({ each, box }) =>
              bars.some(
                (bar) =>
                  !bar.each.contains(each) &&
                  bar.box.left < box.right - 1 &&
                  bar.box.right > box.left + 1 &&
                  bar.box.top < box.bottom - 1,
              ),
            ).length;
          });
        expect(await covered).toBe(0);
        if (!isWritten) return;
        const better = chart.getByText('2,118.97', { exact: true }).first();
        const [value, bar] = await Promise.all([better.boundingBox(), better.locator('..').boundingBox()]);
        const middles = [value, bar].map((box) => (box?.x ?? 0) + (box?.width ?? 0) / 2);
        expect(middles[0]).toBeCloseTo(middles[1] ?? 0, 0);
      });
    }

    test('of a day with refusals alone have no chart, and no heading without a table', async ({ show, page, main }) => {
      main.reports.figures.answers(reportOf([refusals]));
      await show(scene);
      await expect(page.getByText(t('reports:refusedOnly'))).toBeVisible();
      await expect(page.getByRole('main').getByRole('table')).toHaveCount(1);
    });

    test('list the unconfirmed payments with who, when and how much', async ({ show, page, main }) => {
      main.reports.figures.answers(reportOf([withUnknown], { unconfirmed: [payment] }));
      await show(scene);
      const listed = page.getByRole('listitem').filter({ hasText: 'María González' });
      await expect(listed).toContainText('120.00');
      await expect(listed).toContainText(t('unconfirmed:by', { operator: 'Ana' }));
      await expect(listed.getByRole('button', { name: t('action.openInHistory') })).toBeVisible();
    });

    test('let a supervisor resolve an unconfirmed payment in place', async ({ show, page, main }) => {
      const unknown = attemptOf('sell', 'unknown', { id: payment.id });
      main.reports.figures.answers(reportOf([withUnknown], { unconfirmed: [payment] }));
      main.history.unknowns.answers([unknown]);
      await show({ ...scene, role: 'supervisor', operatorName: 'Sol' });
      const listed = page.getByRole('listitem').filter({ hasText: 'María González' });
      await listed.getByRole('button', { name: t('unconfirmed:resolve') }).click();
      await expect(page.getByRole('dialog', { name: t('history:resolve.title') })).toContainText('120.00');
      await page.keyboard.press('Escape');
      await expect(listed.getByRole('button', { name: t('unconfirmed:resolve') })).toBeFocused();
    });

    test('never add amounts of different currencies', async ({ show, page, main }) => {
      const dollars = { ...busyFigures, sign: 'US$', sums: [{ key: 'charged', count: 1, amount: 7_00 }] } as const;
      main.reports.figures.answers(reportOf([busyFigures, dollars]));
      await show(scene);
      await expect(page.getByText('1,360.00').first()).toBeVisible();
      await page.getByRole('radiogroup').getByText('US$', { exact: true }).click();
      await expect(page.getByText('7.00', { exact: false }).first()).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText('1,367.00');
    });

    test('follow the merchant into another environment', async ({ show, change, page, main }) => {
      const [practice, live] = [merchantView(merchantOf('training')), merchantView(merchantOf('test'))];
      main.reports.figures.answers(emptyReport);
      await show({ ...scene, merchants: [practice, live] });
      await page.getByText(t('reports:empty.title')).waitFor();
      const asked = main.reports.figures.expect(({ environment }) => environment === 'test');
      await change({ ...scene, environment: 'test' });
      expect((await asked).merchantId).toBe(live.merchant.id);
      await expect(page.getByRole('combobox', { name: t('label.merchant') })).toHaveValue(live.merchant.id);
      await expect(page.getByRole('heading', { level: 2, name: live.merchant.name })).toBeVisible();
    });

    test('take the focus of their key on the first control of the days', async ({ show, page, main }) => {
      main.reports.figures.answers(emptyReport);
      await show({ ...scene, screen: 'charge' });
      await page.keyboard.press('Control+4');
      await expect(page.getByRole('button', { name: t('reports:previous') })).toBeFocused();
    });

    test('close the day by a choice, never by a key twice, and warn of the unsettled', async ({ show, page, main }) => {
      const report = reportOf([withUnknown], { unconfirmed: [payment] });
      main.reports.figures.answers(report);
      main.reports.close.answers(closeOf(report.figures));
      await show(scene);
      await expect(page.getByText('1,360.00').first()).toBeVisible();
      await page.keyboard.press('F9');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading', { name: t('reports:close.title') })).toHaveCSS('font-weight', '600');
      await expect(dialog).toContainText('Saturday, 21 November 2026 · Training');
      await expect(dialog).toContainText(t('reports:close.unconfirmed', { count: 1 }));
      await expect(dialog).toContainText(t('reports:close.notOver'));
      await page.keyboard.press('F9');
      await expect(dialog.getByRole('button', { name: t('action.cancel') })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
      expect(main.reports.close.inputs).toEqual([]);
      await expect(page.getByRole('button', { name: t('reports:close.action') })).toBeFocused();
      await page.keyboard.press('F9');
      await page.keyboard.press('Tab');
      await main.reports.close.by(
        page.keyboard.press('Enter'),
        ({ day, merchantId }) => day === '2026-11-21' && merchantId === 'training',
      );
      await expect(dialog).toHaveCount(0);
    });

    test('keep the focus on the button of a close that failed', async ({ show, page, main }) => {
      main.reports.figures.answers(reportOf([busyFigures]));
      const pending = main.reports.close.waits();
      await show(scene);
      await expect(page.getByRole('button', { name: t('reports:close.action') })).toBeEnabled();
      await page.keyboard.press('F9');
      const close = page.getByRole('dialog').getByRole('button', { name: t('reports:close.action') });
      await page.keyboard.press('Tab');
      await main.reports.close.by(page.keyboard.press('Enter'));
      // The browser takes the focus from a disabled button.
      await expect(page.locator('body')).toBeFocused();
      // The dialog ignores Escape until the close has ended, because only the dialog reports a failure.
      await page.keyboard.press('Escape');
      pending.fails({ kind: 'ledger', reason: 'disk-full', detail: '' });
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
      await expect(close).toBeFocused();
    });

    test('tell who closed the day, and what has changed since', async ({ show, page, main }) => {
      const closed = reportOf([withUnknown], { unconfirmed: [payment] });
      main.reports.figures.answers(reportOf([busyFigures]));
      main.reports.closes.answers({
        closes: [
          closeOf({ ...closed.figures, reconciled: 'not-compared' }),
          closeOf(closed.figures, { operatorName: 'Beto', seat: 'Back office' }),
        ],
        changed: [
          {
            id: payment.id,
            at: '2026-11-21T18:20:00.000Z',
            what: 'resolved',
            operation: 'sell',
            state: 'declined',
            amount: 120_00,
            currencySign: 'B/.',
            operatorName: 'Sol',
            customer: 'María González',
          },
        ],
      });
      await show(scene);
      const seat = t('reports:close.at', { seat: closeOf(closed.figures).seat });
      await expect(page.getByText(`${seat}. ${t('reports:service.close.none')}`, { exact: true })).toBeVisible();
      await expect(page.getByText(t('reports:close.times', { count: 2 }))).toBeVisible();
      const lines = page.getByRole('table', { name: t('reports:close.changed') });
      await expect(lines.getByRole('row', { name: new RegExp(t('outcomes:state.unknown')) })).toContainText('120.00');
      await expect(page.getByRole('listitem').filter({ hasText: 'María González' })).toContainText('Sol');
      await page.getByRole('button', { name: t('reports:close.again') }).click();
      const dialog = page.getByRole('dialog', { name: t('reports:close.titleAgain') });
      await expect(dialog).toContainText(t('reports:close.by', { operator: 'Rosa', moment: '' }));
      await expect(dialog.getByRole('button', { name: t('reports:close.again') })).toBeVisible();
    });

    test('of three currencies are closed from their day on in a small window', async ({ show, page, main }) => {
      main.reports.figures.answers(reportOf(['B/.', 'USD', 'EUR'].map((sign) => ({ ...busyFigures, sign }))));
      await show(scene);
      await page.setViewportSize({ width: 640, height: 360 });
      await page.getByRole('button', { name: t('reports:close.action') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: t('action.cancel') })).toBeFocused();
      await expect(dialog.getByText('21 November 2026')).toBeInViewport({ ratio: 1 });
    });

    test('of a closed day without its payments show the figures of the close', async ({ show, page, main }) => {
      main.reports.figures.answers(emptyReport);
      main.reports.closes.answers({ closes: [closeOf(reportOf([busyFigures]).figures)], changed: [] });
      await show(scene);
      await expect(page.getByText(t('reports:close.removed'))).toBeVisible();
      await expect(page.getByText('1,360.00').first()).toBeVisible();
    });

    test('of a day closed in another time zone are not compared with its close', async ({ show, page, main }) => {
      const { figures } = reportOf([busyFigures]);
      const hours = { from: '2026-11-21T00:00:00.000Z', until: '2026-11-22T00:00:00.000Z' };
      main.reports.figures.answers(emptyReport);
      main.reports.closes.answers({ closes: [closeOf(figures, hours)], changed: [] });
      await show(scene);
      await expect(
        page.getByRole('note').filter({ hasText: t('reports:close.otherHours', {}).slice(0, 20) }),
      ).toContainText(/19:00.*19:00|7:00.*7:00/);
      await expect(page.getByText(t('reports:close.removed'))).toHaveCount(0);
      await expect(page.getByText('1,360.00')).toHaveCount(0);
    });
  });
});
