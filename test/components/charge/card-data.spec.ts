/** Card data on the Charge screen: it can't be copied, main knows that it is there, and nothing of the screen is printed. */
import { inOneLook } from '#test/components/stage/looks.ts';
import { fieldOf, keyForm } from '#test/components/stage/keyed-form.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { emptyReport } from '#test/fixtures/shown/report.ts';

inOneLook('en', (look, t) => {
  const scene = { role: 'back-office', operatorName: 'Ana', settings: look } as const;

  test.describe(`card data on the screen, ${look.language}, ${look.theme}`, () => {
    test('can’t be copied, cut, dragged or reached by a menu, and a screen reader says so', async ({ show, page }) => {
      await show(scene);
      await keyForm(page);
      const prevented = (name: string, event: string): Promise<boolean> =>
        fieldOf(page, name).evaluate(
          (field, type) => !field.dispatchEvent(new Event(type, { bubbles: true, cancelable: true })),
          event,
        );
      for (const name of ['cardNumber', 'securityCode']) {
        for (const event of ['copy', 'cut', 'dragstart', 'contextmenu'])
          expect(await prevented(name, event)).toBe(true);
        for (const event of ['paste', 'drop']) expect(await prevented(name, event)).toBe(false);
      }
      expect(await prevented('concept', 'copy')).toBe(false);
      await expect(page.getByRole('status').filter({ hasText: t('charge:notCopied') })).toHaveCount(2);
    });

    test('is announced to main when it appears and when it leaves', async ({ show, page, main }) => {
      await show(scene);
      const { cardOnScreen } = main.seat;
      await Promise.all([fieldOf(page, 'cardNumber').fill('4'), cardOnScreen.expect(({ shown }) => shown)]);
      await fieldOf(page, 'securityCode').fill('123');
      await fieldOf(page, 'cardNumber').fill('');
      const told = cardOnScreen.inputs.length;
      await Promise.all([fieldOf(page, 'securityCode').fill(''), cardOnScreen.expect(({ shown }) => !shown)]);
      expect(cardOnScreen.inputs.length).toBe(told + 1);
      await Promise.all([fieldOf(page, 'securityCode').fill('1'), cardOnScreen.expect(({ shown }) => shown)]);
      // The Charge screen keeps its form, but shows it no more.
      await Promise.all([main.emit('menu.command', { command: 'holds' }), cardOnScreen.expect(({ shown }) => !shown)]);
      await expect(page.getByRole('heading', { level: 1, name: t('nav.holds') })).toBeVisible();
    });

    test('is not printed, nor anything else of the screen', async ({ show, page, main }) => {
      main.reports.figures.answers(emptyReport);
      await show(scene);
      await keyForm(page);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText(t('notPrinted'))).toBeVisible();
      await expect(fieldOf(page, 'cardNumber')).toBeHidden();
      await expect(page.getByRole('main')).toBeHidden();
      await expect(page.getByRole('complementary')).toBeHidden();
      // Not even a screen whose document can be printed: main prints that from data.
      await main.seat.printable.by(main.emit('menu.command', { command: 'reports' }), ({ printable }) => printable);
      await expect(page.getByText(t('notPrinted'))).toBeVisible();
      await expect(page.getByRole('main')).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
      await expect(page.getByText(t('notPrinted'))).toBeHidden();
    });
  });
});
