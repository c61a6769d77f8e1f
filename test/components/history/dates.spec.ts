/** The date field, shown in the filters of History: typing, the calendar by keyboard, what it refuses. */
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attempt, detailsOf, listed } from '#test/fixtures/shown/attempts.ts';

const written = { en: '20 Nov 2026', es: '20/11/2026' } as const;

inOneLook('en', (look, t) => {
  const scene = { role: 'supervisor', screen: 'history', settings: look } as const;

  test.describe(`a date field, ${look.language}, ${look.theme}`, () => {
    test.beforeEach(async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [listed(attempt())], more: false });
      main.history.show.answers(detailsOf(attempt()));
      await show(scene);
      await page.getByRole('button', { name: t('history:filter.label') }).click();
    });

    test('takes a day without separators, and writes it in the order of the language', async ({ page, main }) => {
      const field = page.getByRole('textbox', { name: t('dates:from') });
      const query = await main.history.search.by(field.fill('20112026'), ({ from }) => from !== null);
      expect(query.from).toBe('2026-11-20T05:00:00.000Z');
      await field.press('Tab');
      await expect(field).toHaveValue(written[look.language]);
    });

    test('says how to type a day, and searches for none meanwhile', async ({ page, main }) => {
      const field = page.getByRole('textbox', { name: t('dates:from') });
      await field.fill('31/4/2026');
      await field.press('Tab');
      await expect(field).toHaveAccessibleDescription(/20|2026/);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      expect(main.history.search.inputs.every(({ from }) => from === null)).toBe(true);
      await field.fill('');
      await expect(field).not.toHaveAttribute('aria-invalid', 'true');
    });

    test('opens a calendar that the arrow keys walk, and has the focus again afterwards', async ({ page, main }) => {
      const field = page.getByRole('textbox', { name: t('dates:from') });
      await field.fill('20/11/2026');
      await field.press('ArrowDown');
      const calendar = page.getByRole('dialog', { name: t('dates:calendar') });
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      await expect.poll(focused).toBe('20');
      for (const [key, date] of [
        ['ArrowRight', '21'],
        ['ArrowUp', '14'],
        ['PageUp', '14'],
        ['End', look.language === 'es' ? '17' : '18'],
        ['Home', look.language === 'es' ? '11' : '12'],
      ] as const) {
        await page.keyboard.press(key);
        await expect.poll(focused).toBe(date);
      }
      const chosen = look.language === 'es' ? '2026-10-11T05:00:00.000Z' : '2026-10-12T05:00:00.000Z';
      await main.history.search.by(page.keyboard.press('Enter'), ({ from }) => from === chosen);
      await expect(calendar).toBeHidden();
      await expect(field).toBeFocused();
      await field.press('ArrowDown');
      await expect(calendar).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(calendar).toBeHidden();
      await expect(field).toBeFocused();
    });
  });
});
