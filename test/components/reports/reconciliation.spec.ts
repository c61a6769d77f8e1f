/** Days at the service: asked by hand, progress, what arrives, what needs somebody, and why there is no answer. */
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';
import { attempt, idOf, listed, now } from '#test/fixtures/shown/attempts.ts';
import { busyFigures, closeOf, reportOf } from '#test/fixtures/shown/report.ts';
import { comparison } from '#test/fixtures/shown/reconciliation.ts';
import { merchantOf, merchantView } from '#test/fixtures/shown/seat.ts';
import { shownWork } from '#test/fixtures/shown/works.ts';

const merchant = merchantView({ ...merchantOf('training'), recordsUrl: 'https://records.example.com' });

const summary = { at: now, whole: false, differences: 2, claims: 1, net: 111_04, currencySign: 'B/.' } as const;
const figures = (main: MockedMain, reconciled: 'not-compared' | typeof summary | null): void =>
  main.reports.figures.answers(reportOf([busyFigures], { reconciled }));

inOneLook('es', (look, t) => {
  const clerk = { role: 'back-office', operatorName: 'Beto', screen: 'reports', settings: look } as const;
  const scene = { ...clerk, merchants: [merchant] } as const;

  test.describe(`reports at the service, ${look.language}, ${look.theme}`, () => {
    test('ask by hand, show what arrives and needs somebody, and lead to the payment', async ({ show, page, main }) => {
      figures(main, 'not-compared');
      main.reports.exportJournal.answers(null);
      main.reports.reconcile.answers(comparison(['2026-11-21'], 4));
      await show(scene);
      await page.getByText(t('reports:service.tab'), { exact: true }).click();
      await expect(page.getByText(t('reports:service.none'))).toBeVisible();
      await main.reports.reconcile.by(
        page.getByRole('button', { name: t('reports:service.action') }).click(),
        ({ first, merchantId }) => first === '2026-11-21' && merchantId === 'training',
      );
      await expect(page.getByRole('alert')).toContainText(t('reports:service.claims', { count: 1 }));
      await expect(page.getByText(t('reports:service.differs', { count: 8 }))).toBeVisible();
      const lines = page.getByRole('region', { name: t('reports:service.lines') });
      await expect(lines.getByRole('listitem')).toHaveCount(8);
      await expect(lines.getByRole('listitem').filter({ hasText: /[-−]30\.00/ })).toContainText(
        t('history:service.types.REVERSE_CAPTURE'),
        { ignoreCase: true },
      );
      for (const next of [
        'ask-operator',
        'resolve-found',
        'amount',
        'there-voided',
        'refunded-elsewhere',
        'made-elsewhere',
        'unseen',
      ] as const)
        await expect(lines.getByText(t(`reports:service.next.${next}`)).first()).toBeVisible();
      const ends = lines.locator('li > :nth-child(3)');
      await expect(ends).toHaveCount(8);
      const rights = await ends.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
      expect(new Set(rights).size).toBe(1);
      await lines.getByRole('combobox').selectOption('matched');
      await expect(lines.getByRole('listitem')).toHaveCount(5);
      await lines.getByRole('combobox').selectOption('step');
      await expect(lines.getByRole('listitem')).toContainText(t('history:service.types.3DS'));
      await lines.getByRole('combobox').selectOption('toLookAt');
      // What is printed and exported is what is shown.
      await main.reports.exportJournal.by(
        page.keyboard.press('ControlOrMeta+Shift+E'),
        ({ id, format }) => id === idOf(900) && format === 'csv',
      );
      await page.getByText(t('reports:service.differs', { count: 8 })).scrollIntoViewIfNeeded();
    });

    test('keep a comparison that ends during a visit to another screen', async ({ show, page, main }) => {
      figures(main, 'not-compared');
      main.history.search.answers({ attempts: [], more: false });
      const pending = main.reports.reconcile.waits();
      await show(scene);
      await page.getByText(t('reports:service.tab'), { exact: true }).click();
      await main.reports.reconcile.by(page.getByRole('button', { name: t('reports:service.action') }).click());
      await page.keyboard.press('Control+3');
      await expect(page.getByRole('heading', { level: 1, name: t('nav.history') })).toBeVisible();
      pending.answers(comparison(['2026-11-21'], 4));
      await page.keyboard.press('Control+4');
      await expect(page.getByText(t('reports:service.differs', { count: 8 }))).toBeVisible();
    });

    test('lead from a line to its payment', async ({ show, page, main }) => {
      figures(main, 'not-compared');
      main.history.search.answers({ attempts: [listed(attempt({ id: idOf(1) }))], more: false });
      main.reports.reconcile.answers(comparison(['2026-11-21'], 0));
      await show(scene);
      // By keyboard alone.
      await expect(page.getByRole('button', { name: t('reports:close.action') })).toBeEnabled();
      await page.keyboard.press('ControlOrMeta+k');
      const action = t('reports:service.action');
      await page.keyboard.type(action);
      await page.getByRole('option', { selected: true }).filter({ hasText: action }).waitFor();
      await page.keyboard.press('Enter');
      const lines = page.getByRole('region', { name: t('reports:service.lines') });
      await lines
        .getByRole('button', { name: t('reports:service.open') })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: t('nav.history') })).toBeVisible();
    });

    test('of a busy month has a line a day, and says which isn’t proved whole', async ({ show, page, main }) => {
      figures(main, 'not-compared');
      const days = Array.from({ length: 21 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`);
      main.reports.reconcile.answers(comparison(days, 1000, { unusual: false, whole: false }));
      await show(scene);
      await page.getByRole('button', { name: t('dates:preset.month') }).click();
      await page.getByText(t('reports:service.tab'), { exact: true }).click();
      await page.getByRole('button', { name: t('reports:service.action') }).click();
      await expect(page.getByRole('table', { name: t('reports:service.days') }).getByRole('row')).toHaveCount(22);
      await expect(page.getByText(t('reports:service.agrees'))).toContainText('21');
      const lines = page.getByRole('region', { name: t('reports:service.lines') });
      await expect(lines.getByRole('listitem')).toHaveCount(50);
      await lines.getByRole('button', { name: t('action.showMore') }).click();
      await expect(lines.getByRole('listitem')).toHaveCount(100);
    });

    test('show how far they are, and why there is no answer', async ({ show, page, main }) => {
      figures(main, 'not-compared');
      main.work.current.answers([shownWork('reconcile', { step: { done: 300, total: 1000 } })]);
      main.reports.reconcile.answers({ kind: 'no-answer', why: 'not-allowed', code: '530', text: 'NO PRIVILEGES' });
      await show(scene);
      await page.getByText(t('reports:service.tab'), { exact: true }).click();
      await expect(page.getByRole('progressbar', { name: t('work:running.reconcile') })).toBeVisible();
      await expect(page.getByText(t('work:amount.records', { done: '300', total: '1,000' }))).toBeVisible();
      await page.getByRole('button', { name: t('reports:service.action') }).click();
      await expect(page.getByText(t('history:service.noAnswer.not-allowed'))).toBeVisible();
      await expect(page.getByText('530 NO PRIVILEGES')).toBeVisible();
      await page.getByRole('button', { name: t('dates:preset.month') }).click();
      await page.getByRole('textbox', { name: t('dates:from') }).fill('01/09/2026');
      await page.keyboard.press('Tab');
      await expect(page.getByText(t('reports:tooLong', { count: 31 }))).toBeVisible();
      await expect(page.getByRole('button', { name: t('reports:service.action') })).toHaveCount(0);
    });

    test('are part of the close, which says what was compared and waits for nothing', async ({ show, page, main }) => {
      figures(main, summary);
      const closed = closeOf(reportOf([busyFigures], { reconciled: summary }).figures);
      main.reports.closes.answers({ closes: [closed], changed: [] });
      await show(scene);
      await expect(page.getByRole('button', { name: t('reports:close.again') })).toBeEnabled();
      await page.keyboard.press('F9');
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(
        t('reports:service.close.differs', { count: 2, moment: '' }).split(':').at(-1) ?? '',
      );
      await expect(dialog).toContainText(t('reports:service.close.incomplete'));
      await expect(dialog.getByRole('button', { name: t('reports:close.again') })).toBeEnabled();
      await page.keyboard.press('Escape');
      figures(main, 'not-compared');
      await page.getByRole('button', { name: t('reports:previous') }).click();
      await expect(page.getByRole('button', { name: t('reports:close.again') })).toBeEnabled();
      await page.keyboard.press('F9');
      await expect(page.getByRole('dialog')).toContainText(
        `${t('reports:service.close.none')} ${t('reports:service.close.notAwaited')}`,
      );
    });

    test('are not offered where the merchant has no address of the records', async ({ show, page, main }) => {
      figures(main, null);
      await show({ ...scene, merchants: [merchantView({ ...merchantOf('training'), recordsUrl: null })] });
      await expect(page.getByText(t('reports:sum.charged'), { exact: true }).first()).toBeVisible();
      await expect(page.getByText(t('reports:service.tab'), { exact: true })).toHaveCount(0);
    });
  });
});
