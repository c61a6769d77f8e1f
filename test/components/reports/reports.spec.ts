/** The day close: loading, failed, an empty day, figures, payments without an answer, several currencies, other days. */
import { looks, wordsOf } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, idOf } from '#test/fixtures/shown/attempts.ts';
import { emptyDay } from '#test/fixtures/shown/day-close.ts';
import type { DayClose } from '#shared/ledger/history.ts';

const busyDay: DayClose = {
  ...emptyDay,
  charged: { count: 3, amount: 1_360_00 },
  held: { count: 1, amount: 90_00 },
  byOperation: [
    { key: 'sell', count: 2, amount: 360_00 },
    { key: 'capture', count: 1, amount: 1_000_00 },
    { key: 'authorize', count: 1, amount: 90_00 },
  ],
  byOperator: [{ key: 'Ana', count: 4, amount: 1_450_00 }],
  byBrand: [{ key: 'VISA', count: 4, amount: 1_450_00 }],
  byState: [
    { key: 'charged', count: 2, amount: 360_00 },
    { key: 'captured', count: 1, amount: 1_000_00 },
    { key: 'held', count: 1, amount: 90_00 },
    { key: 'declined', count: 1, amount: 20_00 },
  ],
  byHour: [{ hour: 9, count: 3, amount: 1_360_00 }],
  openHolds: { count: 2, amount: 210_00 },
  currencySigns: ['B/.'],
};

for (const look of looks) {
  const t = wordsOf(look.language);
  const scene = { role: 'back-office', operatorName: 'Beto', screen: 'reports', settings: look } as const;

  test.describe(`the day close, ${look.language}, ${look.theme}`, () => {
    test('shows that it is loading', async ({ show, page, main }) => {
      main.history.dayClose.waits();
      await show(scene);
      await expect(page.getByRole('heading', { level: 1, name: t('reports:title') })).toBeVisible();
      await expect(page.getByText(t('wait.loading'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('reports:print') })).toBeDisabled();
    });

    test('says that it can’t be read', async ({ show, page, main }) => {
      main.history.dayClose.fails({ kind: 'ledger', reason: 'other', detail: '' });
      await show(scene);
      await expect(page.getByRole('alert').filter({ hasText: t('failures:ledger.other') })).toBeVisible();
    });

    test('can be empty', async ({ show, page, main }) => {
      main.history.dayClose.answers(emptyDay);
      await show(scene);
      await expect(page.getByText(t('reports:empty.title'))).toBeVisible();
      await expect(page.getByText(t('reports:noUnknowns'))).toBeVisible();
      await expect(page.getByText(t('reports:openHoldsNone'))).toBeVisible();
    });

    test('shows the sums, the hours and the tables', async ({ show, page, main }) => {
      main.history.dayClose.answers(busyDay);
      await show(scene);
      const paper = page.getByRole('main');
      await expect(paper.getByText('1,360.00').first()).toBeVisible();
      for (const key of ['byState', 'byOperation', 'byOperator', 'byBrand'] as const) {
        await expect(paper.getByRole('table', { name: t(`reports:${key}`) })).toBeVisible();
      }
      const kinds = paper.getByRole('table', { name: t('reports:byOperation') });
      await expect(kinds.getByRole('row', { name: new RegExp(t('operation.capture')) })).toContainText('1,000.00');
      await expect(paper.getByRole('table', { name: t('reports:byHour') })).toBeAttached();
      await expect(paper.getByText(t('reports:noUnknowns'))).toBeVisible();
    });

    test('lists the payments without an answer first', async ({ show, page, main }) => {
      const unknowns = [attemptOf('sell', 'unknown'), attemptOf('capture', 'unknown', { id: idOf(2) })];
      main.history.dayClose.answers({ ...busyDay, unknowns });
      await show(scene);
      await expect(page.getByText(t('reports:unknownsText'))).toBeVisible();
      await expect(page.getByRole('main').getByText('240.00').first()).toBeVisible();
    });

    test('never adds amounts of different currencies', async ({ show, page, main }) => {
      main.history.dayClose.answers({ ...busyDay, currencySigns: ['B/.', 'US$'] });
      await show(scene);
      await expect(page.getByText(t('reports:severalSigns', { signs: 'B/., US$' }))).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText('1,360.00');
      await expect(page.getByRole('table', { name: t('reports:byHour') })).toBeHidden();
    });

    test('leads to the previous day, but not beyond today', async ({ show, page, main }) => {
      main.history.dayClose.answers(emptyDay);
      await show(scene);
      await expect(page.getByRole('button', { name: t('reports:next') })).toBeDisabled();
      await Promise.all([
        page.getByRole('button', { name: t('reports:previous') }).click(),
        main.history.dayClose.expect(({ from }) => from === '2026-11-20T05:00:00.000Z'),
      ]);
      await page.getByLabel(t('reports:day'), { exact: true }).fill('2026-11-30');
      await expect(page.getByText(t('reports:future'))).toBeVisible();
    });
  });
}
