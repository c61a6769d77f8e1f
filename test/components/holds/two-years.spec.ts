/** The lists of a shop of two years, 100,000 payments, 443 waiting holds, 253 of them expired. */
import type { Locator } from '@playwright/test';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, now } from '#test/fixtures/shown/attempts.ts';
import { answerTwoYears, holdsOfTwoYears, reservedOfTwoYears } from '#test/fixtures/shown/two-years.ts';

/** Texts of the rows in view that are wider than their cell. */
const cutTexts = (list: Locator): Promise<readonly string[]> =>
  list.getByRole('gridcell').evaluateAll((cells) =>
    cells
      .flatMap((cell) => [cell, ...cell.querySelectorAll('*')])
      .filter(
        (part) =>
          (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1) &&
          getComputedStyle(part).overflow !== 'visible',
      )
      .map((part) => part.textContent),
  );

inOneLook('es', (look, t) => {
  const money = (units: number): string =>
    new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(units / 100);

  for (const role of ['cashier', 'supervisor'] as const) {
    test(`for a ${role} Holds begins with the next to expire, without expired ones`, async ({ show, page, main }) => {
      answerTwoYears(main);
      main.holds.capture.answers(attemptOf('capture', 'approved'));
      await show({ role, settings: look });
      await page.keyboard.press('Control+2');
      const [next] = holdsOfTwoYears().filter(({ expiresAt }) => expiresAt > now);
      const sums = page.getByLabel(t('holds:totals.label')).locator('dd');
      await expect(sums.first()).toContainText(`${money(reservedOfTwoYears())}190`);
      await expect(sums.nth(3)).toContainText('253');
      await expect(page.getByRole('navigation').getByText(t('nav.openHolds', { count: 190 }))).toBeAttached();
      const list = page.getByRole('grid', { name: t('holds:list') });
      await expect(list.getByRole('row', { selected: true }).or(list.getByRole('row').nth(1)).first()).toContainText(
        next?.authorization.lastName ?? '',
      );
      expect(await cutTexts(list)).toEqual([]);
      await page.keyboard.press('Enter');
      if (role === 'cashier') {
        await expect(page.getByText(t('holds:review.notAllowed')).first()).toBeVisible();
        return;
      }
      const sent = await main.holds.capture.by(page.keyboard.press('F9'));
      expect(sent.holdId).toBe(next?.id);
    });
  }

  test('History reads on by keys, and cuts no name, kind or outcome', async ({ show, page, main }) => {
    answerTwoYears(main);
    await show({ screen: 'history', settings: look });
    const list = page.getByRole('grid', { name: t('history:list') });
    await expect(list.getByRole('row').nth(2)).toBeVisible();
    for (const [width, height] of [
      [1280, 720],
      [1093, 614],
      [800, 600],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(list.getByRole('row').nth(8)).toBeVisible();
      expect(await cutTexts(list)).toEqual([]);
    }
    await list.focus();
    const pages = async (): Promise<number> => {
      await page.keyboard.press('End');
      return main.history.search.inputs.length;
    };
    await expect.poll(pages).toBeGreaterThan(4);
    await expect(list.getByRole('row').last()).toBeVisible();
    expect(await cutTexts(list)).toEqual([]);
  });
});
