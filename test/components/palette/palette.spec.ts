/** The command palette and the help: by keyboard, in both languages. */
import { practiceAmounts } from '#shared/seat/training.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attempt, detailsOf, idOf, listed } from '#test/fixtures/shown/attempts.ts';
import { hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { merchantOf, merchantView } from '#test/fixtures/shown/seat.ts';

inOneLook('es', (look, t) => {
  const scene = { role: 'supervisor', environment: 'test', settings: look } as const;

  test.describe(`the palette, ${look.language}, ${look.theme}`, () => {
    test.beforeEach(({ main }) => {
      main.history.search.answers({ attempts: [listed(attempt())], more: false });
      main.history.show.answers(detailsOf(attempt()));
    });

    test('leaves words and a way back where it has a fault, and no empty window', async ({ show, page, stage }) => {
      await show(scene);
      await page.evaluate(() => {
        const { scrollIntoView } = Element.prototype;
        Element.prototype.scrollIntoView = () => {
          Element.prototype.scrollIntoView = scrollIntoView;
          throw new Error('a fault of the test');
        };
      });
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('alert')).toContainText(t('crash.body'));
      await page.getByRole('button', { name: t('crash.reload') }).click();
      await expect(page.getByRole('navigation')).toBeVisible();
      stage.forgive();
    });

    test('acts by Enter or Ctrl+P on what was typed, not on a former text', async ({ show, page, main }) => {
      await show(scene);
      const box = page.getByRole('combobox', { name: t('palette:label') });
      for (const [key, number] of [
        ['Enter', 45],
        ['Control+p', 46],
      ] as const) {
        const sought = attempt({ id: idOf(number), amount: number * 100 });
        main.history.search.answers({ attempts: [listed(attempt())], more: false });
        main.history.show.answers(({ id }) => detailsOf(id === sought.id ? sought : attempt()));
        await page.keyboard.press('Control+k');
        await page
          .getByRole('option', { selected: true })
          .filter({ hasText: t('palette:receipt') })
          .waitFor();
        const search = main.history.search.waits();
        await box.fill(`${number}`);
        await main.history.search.by(page.keyboard.press(key), ({ text }) => text === `${number}`);
        await expect(box, key).toBeVisible();
        search.answers({ attempts: [listed(sought)], more: false });
        await expect(box, key).toBeHidden();
        await expect(page.getByRole('complementary'), key).toContainText(`${number}.00`);
        await expect(page.getByRole('dialog'), key).toHaveCount(key === 'Enter' ? 0 : 1);
        await page.keyboard.press('Escape');
      }
    });

    test('takes what is typed before it is read: letters, arrows, Enter and Escape', async ({ stage, show, page }) => {
      const neverIdle = await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
      for (const [keys, opened] of [
        [['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter'], t('charge:title')],
        [[...t('nav.settings'), 'Enter'], t('nav.settings')],
        [['x', 'Escape'], t('nav.history')],
      ] as const) {
        const { promise: read, resolve: readIt } = Promise.withResolvers<undefined>();
        await page.route(/palette-[^/]*\.js$/, async (route) => {
          await read;
          await route.continue();
        });
        stage.spoil();
        await show({ ...scene, screen: 'history' });
        await page.getByRole('grid').waitFor();
        await page.keyboard.press('Control+k');
        await page
          .getByRole('textbox', { name: t('palette:label') })
          .and(page.locator(':focus'))
          .waitFor();
        for (const key of keys) await page.keyboard.press(key);
        readIt(undefined);
        await expect(page.locator('main h1:visible')).toHaveText(opened);
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.unrouteAll();
      }
      await neverIdle.dispose();
      stage.spoil();
    });

    test('opens screens and payments by a few letters, which reach no screen', async ({ show, page, main }) => {
      await test.step('opens with last payments and screens, and marks what Enter takes', async () => {
        await show(scene);
        await page.keyboard.press('Control+k');
        const groups = page.getByRole('listbox').getByRole('group');
        await expect(groups.first()).toHaveAccessibleName(t('palette:payments'));
        await expect(groups.nth(1)).toHaveAccessibleName(t('nav.label'));
        await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
        await expect(page.getByRole('option').filter({ hasText: 'F2' })).toHaveText(new RegExp(t('charge:title')));
        const rows = page.getByRole('option');
        await rows.nth(2).hover();
        await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
        const [chosen, pointed] = await Promise.all(
          [rows.first(), rows.nth(2)].map((row) => row.evaluate((element) => getComputedStyle(element).boxShadow)),
        );
        expect(pointed).toBe('none');
        expect(chosen).not.toBe('none');
        await page.getByRole('combobox', { name: t('palette:label') }).fill(t('nav.settings'));
        await page.keyboard.press('Control+p');
        await expect(page.getByText(t('palette:noReceipt'))).toBeVisible();
      });
      await test.step('keeps the keys of the screen behind it quiet', async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('combobox', { name: t('palette:label') })).toBeFocused();
        await page.keyboard.press('Control+3');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('combobox', { name: t('palette:label') })).toBeHidden();
        await expect(page.getByRole('heading', { level: 1, name: t('charge:title') })).toBeVisible();
      });
      await test.step('opens a screen by a few letters and Enter', async () => {
        await page.keyboard.press('Control+k');
        const box = page.getByRole('combobox', { name: t('palette:label') });
        await expect(box).toBeFocused();
        await box.fill(t('nav.settings').slice(0, 4).toUpperCase());
        await expect(page.getByRole('option').first()).toContainText(t('nav.settings'));
        await expect(page.getByRole('group', { name: t('nav.label') })).toContainText('Ctrl+5');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('heading', { level: 1, name: t('nav.settings') })).toBeVisible();
        await expect(box).toBeHidden();
      });
      await test.step('offers the last payments, and opens the chosen one in History', async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: t('palette:label') }).fill('7001');
        const payment = page.getByRole('option').filter({ hasText: '7001' });
        await expect(payment).toBeVisible();
        await main.history.show.by(page.keyboard.press('Enter'), ({ id }) => id === attempt().id);
      });
    });

    test('says that payments can’t be read, and offers the rest', async ({ show, page, main }) => {
      main.history.search.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
      await show(scene);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('status').filter({ hasText: t('palette:unread') })).toBeVisible();
      await expect(page.getByRole('option').first()).toBeVisible();
    });

    test('leads from words of callers to the payment and to a page of the help', async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [], more: false });
      await show(scene);
      await page.keyboard.press('Control+k');
      const box = page.getByRole('combobox', { name: t('palette:label') });
      const options = page.getByRole('option');
      const asked = {
        es: [
          ['reembolso cancelar anular devolver', 'refund'],
          ['whatsapp correo', 'receipt'],
          ['contracargo', 'dispute'],
          ['propina', 'tip'],
        ],
        en: [
          ['refund cancel void', 'refund'],
          ['whatsapp email', 'receipt'],
          ['chargeback dispute', 'dispute'],
          ['tip', 'tip'],
        ],
      } as const;
      for (const [words, topic] of asked[look.language].flatMap(([all, of]) =>
        all.split(' ').map((word) => [word, of] as const),
      )) {
        await box.fill(words);
        await expect(options.filter({ hasText: t(`help:topics.${topic}.title`) }).first(), words).toBeVisible();
        const payment = options.filter({ hasText: t('palette:openPayment') });
        await expect(payment, words).toHaveCount(topic === 'tip' ? 0 : 1);
      }
      await box.fill('zzzz');
      await expect(options, 'no entry of a former search').toHaveCount(0);
    });

    test('leads from “same card” to the marked payment, else to a search or History', async ({ show, page, main }) => {
      main.holds.list.answers(holdsPage([hold(1, 120)]));
      await show({ ...scene, environment: 'training', merchant: { allowChargeAgain: true, allowVoids: true } });
      const box = page.getByRole('combobox', { name: t('palette:label') });
      const first = page.getByRole('option', { selected: true });
      for (const [key, shown, name] of [
        ['Control+1', t('fields:amount.label'), t('charge:customers.find')],
        ['Control+2', t('reversals:void.open'), t('history:again.open')],
        ['Control+3', t('history:again.open'), t('history:again.open')],
        ['Control+5', t('nav.settings'), t('palette:openPayment')],
      ] as const) {
        await page.keyboard.press(key);
        await page.getByText(shown).filter({ visible: true }).first().waitFor();
        await page.keyboard.press('Control+k');
        for (const words of ['cobrar de nuevo', 'la misma tarjeta']) {
          await box.fill(words);
          await expect(first, words).toContainText(name);
        }
        await page.keyboard.press('Escape');
      }
    });

    test('asks before it switches the merchant, and switches with three keys', async ({ show, page, main }) => {
      const other = merchantView(merchantOf('production', { id: 'perno', name: 'Taller El Perno' }), { active: false });
      main.merchants.activate.answers(other);
      await show({ ...scene, merchants: [merchantView(merchantOf('test')), other] });
      await page.keyboard.press('Control+Shift+M');
      await expect(page.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('settings:merchants.useConfirm.production'))).toBeVisible();
      await main.merchants.activate.by(page.keyboard.press('Enter'), ({ merchantId }) => merchantId === 'perno');
    });

    test('switches the language with one key', async ({ show, page, main }) => {
      await show(scene);
      const next = look.language === 'en' ? 'es' : 'en';
      main.seat.save.answers((settings) => settings);
      await main.seat.save.by(page.keyboard.press('Control+Shift+L'), ({ language }) => language === next);
    });
  });

  test.describe(`the help, ${look.language}, ${look.theme}`, () => {
    test('has the guide in the language of the screen, found by its words', async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [], more: false });
      await show(scene);
      await page.keyboard.press('Control+k');
      await page.keyboard.type(look.language === 'en' ? 'reference call back' : 'referencia llamara');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: t('help:title') });
      await expect(dialog.getByRole('tab', { selected: true })).toHaveText(t('help:tabs.guide'));
      await expect(dialog.locator(':focus').getByRole('listitem')).toHaveCount(4);
      await expect(dialog.getByRole('table').first()).toContainText(t('outcomes:badge.held'));
      await expect(dialog).not.toContainText('**');
      await page.keyboard.press('Escape');
    });

    test('is found by the palette, by a word of its text, and gives the focus back', async ({ show, page, main }) => {
      main.history.search.answers({ attempts: [], more: false });
      await show(scene);
      const amount = page.getByRole('textbox', { name: t('fields:amount.label'), exact: true });
      await expect(amount).toBeFocused();
      await page.keyboard.press('Control+k');
      await page.keyboard.type(look.language === 'en' ? 'e-mail pdf' : 'correo pdf');
      const title = t('help:topics.receipt.title');
      await expect(page.getByRole('option')).toHaveText([title, title]);
      await page.keyboard.press('Enter');
      const topic = page.getByRole('dialog', { name: t('help:title') }).locator(':focus');
      await expect(topic).toContainText(t('help:topics.receipt.text'));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(amount).toBeFocused();
    });

    test('is searched, and has the documents for administrators for them alone', async ({ show, page }) => {
      await show({ ...scene, role: 'cashier' });
      await page.keyboard.press('F1');
      const dialog = page.getByRole('dialog', { name: t('help:title') });
      await expect(dialog.getByRole('tab', { name: t('help:tabs.administrators') })).toHaveCount(0);
      await dialog.getByRole('textbox', { name: t('help:search') }).fill(look.language === 'en' ? 'tip' : 'propina');
      const found = dialog.getByRole('region', { name: t('help:found') });
      await expect(found.getByRole('term')).toHaveText(t('help:topics.tip.title'));
      await expect(found).not.toContainText(t('help:topics.phone.title'));
      await dialog.getByRole('textbox', { name: t('help:search') }).fill('zzzz');
      await expect(found.getByRole('status')).toHaveText(t('palette:none'));
    });

    test('opens at the keys of what is shown, by F1 and by ? outside a field', async ({ show, page }) => {
      await test.step('types a question mark where text is typed', async () => {
        await show(scene);
        const concept = page.getByRole('textbox', { name: t('fields:concept.label') });
        await concept.fill('');
        await concept.press('?');
        await expect(concept).toHaveValue('?');
        await expect(page.getByRole('dialog')).toBeHidden();
      });
      await test.step('opens at the keys of what is shown, by F1 and by ?', async () => {
        await page.keyboard.press('F1');
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('tab', { selected: true })).toHaveText(t('help:tabs.keys'));
        await expect(dialog.getByRole('row', { name: t('seat.lock') })).toContainText('Ctrl+L');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: t('seat.lock') }).focus();
        await page.keyboard.press('?');
        await expect(dialog).toBeVisible();
      });
    });

    test('leads from the first steps to their places', async ({ show, page }) => {
      await show({ ...scene, environment: 'training' });
      await page.getByRole('button', { name: t('common:firstSteps') }).click();
      await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(practiceAmounts.length + 1);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('settings:sections.seat') })
        .click();
      await expect(page.getByRole('tab', { name: t('settings:sections.seat'), selected: true })).toBeVisible();
    });
  });
});
