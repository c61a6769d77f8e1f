/** Checks that a payment's outcome is aligned with its row, and its buttons with each other. */
import type { Locator } from '@playwright/test';
import { looks, wordsOf } from '#test/components/stage/looks.ts';
import { lastLinesOf } from '#test/components/stage/pixels/last-lines.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { keyForm, review, sendPayment } from '#test/components/stage/keyed-form.ts';
import { attempt, attemptOf, detailsOf, listed } from '#test/fixtures/shown/attempts.ts';
import { hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { emptyReport } from '#test/fixtures/shown/report.ts';

const scene = { role: 'supervisor', screen: 'history', settings: looks[1], merchant: { allowRefunds: true } } as const;
const t = wordsOf(scene.settings.language);

/** Top of each element's last text and width of its box, in px. */
const boxesOf = (elements: Locator): Promise<readonly { readonly top: number; readonly width: number }[]> =>
  elements.evaluateAll((all) =>
    all.map((element) => {
      let text: Node = element;
      while (text.lastChild !== null) text = text.lastChild;
      const range = document.createRange();
      range.selectNodeContents(text);
      return { top: Math.round(range.getBoundingClientRect().top), width: element.getBoundingClientRect().width };
    }),
  );

test('a payment’s outcome and its customer are on the line of its time, and its buttons are of one width @thorough', async ({
  show,
  page,
  main,
}) => {
  main.history.search.answers({ attempts: [listed(attempt())], more: false });
  main.history.show.answers(detailsOf(attempt()));
  await show(scene);
  const row = page.getByRole('row', { selected: true });
  await row.waitFor();
  for (const width of [1920, 1280, 1093]) {
    await page.setViewportSize({ width, height: 614 });
    // The list measures itself once more after the window has changed.
    await expect(async () => {
      const [time] = await boxesOf(row.getByRole('gridcell'));
      for (const name of [/^María José/, /Cobrado/]) {
        const [cell] = await boxesOf(row.getByRole('gridcell', { name }));
        expect(cell?.top, `${name} ${width}`).toBe(time?.top);
      }
    }).toPass();
  }
  const buttons = page.getByRole('complementary').getByRole('tabpanel').getByRole('button');
  await buttons.first().waitFor();
  const widths = new Set((await boxesOf(buttons)).map(({ width }) => width));
  expect([...widths]).toHaveLength(1);
});

test('the heads of a review and of what is beside it stand level @thorough', async ({ show, page }) => {
  await show({ role: 'cashier', settings: looks[0] });
  await keyForm(page);
  await review(page);
  for (const height of [614, 720]) {
    await page.setViewportSize({ width: 1093, height });
    const tops = (await boxesOf(page.locator('main h1, aside h2'))).map(({ top }) => top);
    expect(tops, `${height}`).toEqual([tops[0], tops[0]]);
  }
});

test('in a narrow window the heads of the second line stand level @thorough', async ({ show, page, main }) => {
  main.holds.list.answers(holdsPage([hold(1, 20.5)]));
  await page.setViewportSize({ width: 640, height: 360 });
  await show({ ...scene, screen: 'holds' });
  const heads = page.getByRole('columnheader', { name: /^(Tiempo|Tarjeta)/ });
  await heads.first().waitFor();
  const tops = await heads.evaluateAll((all) =>
    all.map((head) => {
      const range = document.createRange();
      range.selectNodeContents(document.createTreeWalker(head, NodeFilter.SHOW_TEXT).nextNode() ?? head);
      return Math.round(range.getBoundingClientRect().top);
    }),
  );
  expect(tops).toHaveLength(2);
  expect(new Set(tops).size).toBe(1);
});

test.describe('a receipt @thorough', () => {
  test.beforeEach(async ({ show, page, main }) => {
    main.history.search.answers({ attempts: [listed(attempt())], more: false });
    main.history.show.answers(detailsOf(attempt()));
    await show(scene);
    await page.getByRole('complementary').getByText('F4').waitFor();
    await page.keyboard.press('F4');
  });

  test('has buttons that end with its dialog', async ({ page }) => {
    const dialog = page.getByRole('dialog');
    const rightOf = async (element: Locator): Promise<number> => {
      const { x = 0, width = 0 } = (await element.boundingBox()) ?? {};
      return Math.round(x + width);
    };
    const languages = dialog.getByRole('radiogroup').first();
    await languages.waitFor();
    expect(await rightOf(dialog.getByRole('button').last())).toBe(await rightOf(languages));
  });

  test('is sent by equally wide buttons', async ({ page }) => {
    const ways = (['copyText', 'mail.open', 'whatsapp.open'] as const).map((way) =>
      page.getByRole('dialog').getByRole('button', { name: t(`printing:${way}`) }),
    );
    const boxes = await Promise.all(ways.map((way) => way.boundingBox()));
    expect(new Set(boxes.map((box) => box?.width)).size).toBe(1);
  });
});

test('the arrows beside the days stay on their line in a narrow window @thorough', async ({ show, page, main }) => {
  main.reports.figures.answers(emptyReport);
  await page.setViewportSize({ width: 420, height: 720 });
  await show({ ...scene, screen: 'reports' });
  const arrows = (['previous', 'next'] as const).map((way) =>
    page.getByRole('button', { name: t(`reports:${way}`), exact: true }),
  );
  const boxes = await Promise.all(arrows.map((arrow) => arrow.boundingBox()));
  expect(boxes[1]?.y).toBe(boxes[0]?.y);
});

test('a merchant with a long name is said to be in use on one line @thorough', async ({ show, page }) => {
  await page.setViewportSize({ width: 1093, height: 614 });
  const name = 'Ferretería y Materiales de Construcción Castillero, Sucursal David Centro';
  await show({ ...scene, screen: 'settings', environment: 'production', merchant: { name } });
  const words = page.getByRole('main').getByText(t('settings:merchants.active'), { exact: true });
  expect((await words.boundingBox())?.height).toBeLessThan(25);
  // As wide as the fields below it.
  const [box, field] = await Promise.all([
    words.locator('..').boundingBox(),
    page.getByRole('textbox', { name: t('settings:fields.name') }).boundingBox(),
  ]);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeCloseTo((field?.x ?? 0) + (field?.width ?? 0), 0);
});

test('at 175 % no last line of a result or a button has one word alone, and the first sign-in is seen whole @thorough', async ({
  show,
  page,
  main,
}) => {
  await page.setViewportSize({ width: 1097, height: 617 });
  main.payments.sell.answers(attemptOf('sell', 'unknown'));
  await show({ ...scene, screen: 'charge', settings: looks[0] });
  for (const look of looks) {
    await show({ ...scene, screen: 'charge', settings: look });
    for (const operation of ['sell', 'authorize'] as const) {
      const meaning = page.getByText(wordsOf(look.language)(`charge:meaning.${operation}`), { exact: true }).first();
      expect((await meaning.boundingBox())?.height).toBeLessThan(20);
      const [words, box] = await Promise.all(
        [meaning.locator('..'), page.locator('label').filter({ has: meaning })].map((part) => part.boundingBox()),
      );
      const middles = [words, box].map((part) => (part?.y ?? 0) + (part?.height ?? 0) / 2);
      expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0))).toBeLessThan(2);
    }
  }
  await show({ ...scene, screen: 'charge', settings: looks[0] });
  await sendPayment(page);
  const headline = page.getByRole('heading', { level: 2 }).and(page.locator(':focus'));
  await headline.waitFor();
  const email = page.getByRole('complementary').getByRole('definition').filter({ hasText: '@' });
  expect(await lastLinesOf(headline.or(email))).toEqual([expect.stringMatching(/\S \S/), '@example.com']);
  main.history.search.answers({ attempts: [listed(attempt())], more: false });
  main.history.show.answers(detailsOf(attempt()));
  await show({ ...scene, merchant: { allowChargeAgain: true, taxRates: [700] } });
  const again = page.getByRole('button', { name: t('history:again.open') }).locator('.mantine-Button-label');
  await again.waitFor();
  expect(await lastLinesOf(again)).toEqual([expect.stringMatching(/\S \S/)]);
  await show({ settings: looks[1], environment: 'production', access: { kind: 'first-supervisor' } });
  await expect(page.getByRole('radiogroup', { name: t('language') })).toBeInViewport({ ratio: 1 });
});
