/** A payment told from its latest state: rows, details, timeline and receipts after captures, and details that load slowly. */
import { looks, wordsOf } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, detailsOf, idOf, listed } from '#test/fixtures/shown/attempts.ts';

for (const look of looks) {
  const t = wordsOf(look.language);
  const scene = { role: 'supervisor', screen: 'history', settings: look } as const;

  test.describe(`the details of a chosen payment, ${look.language}, ${look.theme}`, () => {
    const charged = attemptOf('sell', 'approved', { id: idOf(1) });
    const declined = attemptOf('sell', 'declined', { id: idOf(2) });

    test('never stand beside another row while they load or fail', async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [listed(charged), listed(declined)], more: false });
      main.history.show.answers(detailsOf(charged));
      await show(scene);
      const details = page.getByRole('complementary');
      await expect(details.getByRole('heading', { level: 2, name: t('outcomes:charged.title') })).toBeVisible();
      const pending = main.history.show.waits();
      await page.getByRole('grid').focus();
      await Promise.all([main.history.show.expect(({ id }) => id === declined.id), page.keyboard.press('ArrowDown')]);
      await expect(details.getByText(t('wait.loading'))).toBeVisible();
      await expect(details.getByRole('heading', { level: 2 })).toHaveCount(0);
      await expect(details.getByRole('button')).toHaveCount(0);
      pending.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
      await expect(details.getByRole('alert')).toBeVisible();
      main.history.show.answers(detailsOf(charged));
      await page.keyboard.press('ArrowUp');
      await expect(details.getByRole('heading', { level: 2, name: t('outcomes:charged.title') })).toBeVisible();
      await expect(details.getByRole('alert')).toHaveCount(0);
    });
  });
}
