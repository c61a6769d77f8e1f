/** Words of a list that found nothing, by how far the operator sees: nobody may take a colleague's payment for one never made. */
import { recentDays } from '#shared/seat/reach.ts';
import { fieldOf } from '#test/components/stage/keyed-form.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';

const days = { days: recentDays };

inOneLook('es', (look, t) => {
  const table = [
    { who: 'a cashier', scene: { role: 'cashier' }, reach: 'recent' },
    { who: 'a cashier whom a merchant limits', scene: { role: 'cashier' }, reach: 'own' },
    { who: 'back office', scene: { role: 'back-office' }, reach: null },
  ] as const;

  test.describe(`an empty list says what it covers, ${look.language}`, () => {
    for (const { who, scene, reach } of table) {
      const words = (part: 'title' | 'filteredTitle' | 'text') =>
        reach === null
          ? part === 'text'
            ? null
            : t(`history:empty.${part}`)
          : t(`history:reach.${reach}.${part}`, days);

      test(`for ${who}, in History, its search, the palette and among customers`, async ({ show, page, main }) => {
        main.history.reach.answers(reach ?? 'all');
        main.history.search.answers({ attempts: [], more: false });
        main.history.sums.answers({ count: 0, more: false, sums: [] });
        main.payments.customers.answers([]);
        await show({ ...scene, settings: look });
        await page.keyboard.press('F5');
        const name = fieldOf(page, 'firstName');
        await main.payments.customers.by(name.pressSequentially('Guada'));
        const nobody = reach === null ? '' : t(`charge:customers.none.${reach}`, days);
        await expect(name).toHaveAccessibleDescription(nobody);
        await main.emit('menu.command', { command: 'history' });
        const screen = page.getByRole('main');
        const said = async (title: string | null): Promise<void> => {
          await expect(screen.getByText(title ?? '', { exact: true })).toBeVisible();
          for (const each of ['recent', 'own'] as const)
            await expect(screen.getByText(t(`history:reach.${each}.text`, days))).toHaveCount(each === reach ? 1 : 0);
        };
        await said(words('title'));
        await page.getByRole('textbox', { name: t('history:search.label') }).fill('ortega');
        await said(words('filteredTitle'));
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: t('palette:label') }).fill('ortega');
        const palette = page.getByRole('dialog');
        await expect(palette.getByText(t('palette:none'))).toBeVisible();
        if (reach === null) await expect(palette.getByRole('status')).toHaveCount(1);
        else await expect(palette.getByText(words('text') ?? '')).toBeVisible();
      });
    }
  });
});
