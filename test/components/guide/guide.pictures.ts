/** The pictures of README and of the user's guides, in both languages, as the program shows itself. */
import path from 'node:path';
import { picturesOfDocuments } from '#build/pictures-report.ts';
import { keyForm, review, sendPayment } from '#test/components/stage/keyed-form.ts';
import { wordsOf } from '#test/components/stage/looks.ts';
import { test } from '#test/components/stage/test.ts';
import { attemptOf } from '#test/fixtures/shown/attempts.ts';
import { hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { busyFigures, reportOf } from '#test/fixtures/shown/report.ts';

const holds = [5, 20, 33, 61, 90, 108].map((hoursLeft, index) => hold(index + 1, hoursLeft));

for (const language of ['en', 'es'] as const) {
  const t = wordsOf(language);
  const settings = { language, theme: 'light' } as const;
  const cashier = { role: 'cashier', operatorName: 'Ana', settings } as const;
  const office = { role: 'back-office', operatorName: 'Beto', settings } as const;

  test.describe(language, () => {
    test.afterEach(async ({ page }, { title }) => {
      await page.setViewportSize({ width: 1093, height: 614 });
      await page.screenshot({
        path: path.join(picturesOfDocuments, `${title}.${language}.png`),
        animations: 'disabled',
      });
    });

    test('sign-in', async ({ show, page }) => {
      await show({ settings, access: { kind: 'signed-out', names: ['Ana', 'Beto', 'Celia'] } });
      await page.getByRole('heading', { name: t('signIn:title') }).waitFor();
    });

    test('charge', async ({ show, page }) => {
      await show(cashier);
      await keyForm(page);
      await page.getByRole('complementary').getByText('mj.castillero@example.com').waitFor();
    });

    test('review', async ({ show, page }) => {
      await show(cashier);
      await keyForm(page);
      await review(page);
    });

    test('unconfirmed', async ({ show, page, main }) => {
      main.payments.sell.answers(attemptOf('sell', 'unknown'));
      await show(cashier);
      await sendPayment(page);
      await page.getByRole('button', { name: t('charge:title') }).waitFor();
    });

    test('holds', async ({ show, page, main }) => {
      main.holds.list.answers(holdsPage(holds));
      await show({ ...office, screen: 'holds' });
      await page.getByRole('grid').getByRole('row').nth(holds.length).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: t('fields:description.label') }).waitFor();
    });

    test('reports', async ({ show, page, main }) => {
      main.reports.figures.answers(reportOf([busyFigures]));
      await show({ ...office, screen: 'reports' });
      await page.getByRole('button', { name: t('reports:close.action') }).waitFor();
    });
  });
}
