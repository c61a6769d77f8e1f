/** Every screen at the sizes of 200 % and of 400 %, and parts of them at others: nothing is cut off, covered or out of reach. */
import type { Locator, Page } from '@playwright/test';
import { accessibilityFindings } from '#test/components/stage/accessibility.ts';
import { fieldOf, keyForm, review, keySupervisor } from '#test/components/stage/keyed-form.ts';
import { inOneLook, looks, wordsOf } from '#test/components/stage/looks.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, detailsOf, hoursFromNow, idOf, listed } from '#test/fixtures/shown/attempts.ts';
import { busyFigures, reportOf } from '#test/fixtures/shown/report.ts';
import { hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { operatorOf } from '#test/fixtures/shown/seat.ts';
import type { ScreenName } from '#renderer/session/navigation.tsx';
import { noLimits } from '#shared/seat/operators.ts';

const usual = { width: 1280, height: 720 };
const sizes = [
  { width: 640, height: 360 },
  { width: 320, height: 256 },
] as const;

const customer = { firstName: 'Guadalupe', lastName: 'Montenegro Vallarino' } as const;
const numbers = Array.from({ length: 30 }, (_, index) => index + 1);
/** Usual amounts, and the largest one that a payment may have. */
const amountOf = (number: number): number => (number === 2 ? 999_999_999_99 : number * 98_765_43);
const payments = numbers.map((number) =>
  attemptOf('sell', 'approved', { id: idOf(number), amount: amountOf(number), ...customer }),
);
const holds = numbers.map((number) => hold(number, number * 5, {}, { amount: amountOf(number), ...customer }));

function arrange(main: MockedMain): void {
  main.holds.list.answers(holdsPage(holds));
  main.history.search.answers({ attempts: payments.map((each) => listed(each)), more: false });
  main.history.show.answers(({ id }) =>
    detailsOf(payments.find((known) => known.id === id) ?? attemptOf('sell', 'approved')),
  );
  const sums = [
    { key: 'charged', count: 3120, amount: 12_960_209_12 },
    { key: 'held', count: 1253, amount: 1_255_575_20 },
    { key: 'refunded', count: 9, amount: 260_50 },
    { key: 'released', count: 3, amount: 145_00 },
  ] as const;
  main.reports.figures.answers(reportOf([{ ...busyFigures, sums: [...sums] }]));
}

/** Names what reaches beyond the sides of the window, and pairs of controls that lie over one another. */
const misplaced = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()} “${(element.textContent.trim() || element.getAttribute('aria-label') || element.id).slice(0, 40)}”`;
    // The closed sheet keeps its content for the keyboard, and lies over the page on purpose.
    const shown = [...document.querySelectorAll('h1, h2, label, dt, dd, button, input, select, textarea, [role="tab"]')]
      .filter((element) => element.closest('[data-sheet="closed"] > :last-child') === null && element.checkVisibility())
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const beyond = shown
      .filter(({ box }) => box.left < -1 || box.right > innerWidth + 1)
      .map(({ element }) => `beyond the sides: ${nameOf(element)}`);
    const controls = shown.filter(({ element }) =>
      element.matches('button, select, textarea, input:not([type="radio"])'),
    );
    const over = controls.flatMap((one, index) =>
      controls
        .slice(index + 1)
        .filter(({ element, box }) => {
          const wide = Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left);
          const high = Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top);
          // A button inside a field belongs to it.
          const within = one.element.parentElement?.contains(element) || element.parentElement?.contains(one.element);
          return wide > 1 && high > 1 && within !== true;
        })
        .map((other) => `over one another: ${nameOf(one.element)} and ${nameOf(other.element)}`),
    );
    const page = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
    return [...page, ...beyond, ...over];
  });

/** Where a part of the page ends. Parts that are not shown end nowhere. */
async function bottomOf(part: Locator): Promise<number> {
  const { y = Infinity, height = 0 } = (await part.boundingBox()) ?? {};
  return y + height;
}

test.afterEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: null });
  await page.setViewportSize(usual);
});

/** Scrolls the page to each height in turn, and names what is then over something else. */
async function misplacedWhileScrolled(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (let top = 0; top <= 480; top += 24) {
    await page.evaluate((height) => scrollTo({ top: height, behavior: 'instant' }), top);
    found.push(...(await misplaced(page)).map((finding) => `at ${top} px: ${finding}`));
  }
  return found;
}

inOneLook('es', (look, t) => {
  const scene = { role: 'supervisor', operatorName: 'Celia', environment: 'training', settings: look } as const;

  for (const size of sizes) {
    const mark = size.width === 320 ? '' : ' @thorough';
    test.describe(`in a window of ${size.width} × ${size.height}${mark}`, () => {
      /** Axe looks once at each screen, where it is laid out most unlike the gallery's. */
      const isWellPlaced = async (page: Page): Promise<void> => {
        expect(await misplaced(page)).toEqual([]);
        if (size.width === 320) expect(await accessibilityFindings(page)).toEqual([]);
      };

      test.beforeEach(async ({ page, main }) => {
        await page.setViewportSize(size);
        arrange(main);
      });

      test('a payment can be keyed and reviewed', async ({ show, page }) => {
        await show(scene);
        await keyForm(page);
        await isWellPlaced(page);
        await expect(fieldOf(page, 'amount')).toHaveValue('120.00');
        // The click scrolls as a person would, and fails on a covered button.
        await page
          .getByRole('button', { name: t('charge:summary.review') })
          .first()
          .click();
        await expect(page.locator('#charge-read-back').getByText('120.00').first()).toBeInViewport();
        expect(await misplaced(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(fieldOf(page, 'amount')).toBeVisible();
      });

      for (const screen of ['holds', 'history'] as const) {
        test(`the list of ${screen} keeps amount and customer @thorough`, async ({ show, page }) => {
          await show({ ...scene, screen });
          for (const written of ['98,765.43', '999,999,999.99']) {
            const row = page.getByRole('grid').getByRole('row').filter({ hasText: written });
            await row.scrollIntoViewIfNeeded();
            const name = row.getByTitle('Guadalupe Montenegro Vallarino');
            await expect(name).toBeInViewport();
            const amount = row.getByRole('gridcell').filter({ hasText: written });
            await expect(amount).toBeInViewport({ ratio: 0.9 });
            expect(await amount.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
            expect(await name.evaluate((text) => text.parentElement?.clientWidth)).toBeGreaterThan(70);
          }
          await isWellPlaced(page);
        });
      }

      test('the day close and the settings are within its sides @thorough', async ({ show, page }) => {
        await show({ ...scene, screen: 'reports' });
        await expect(page.getByText('12,960,209.12')).toBeVisible();
        const next = page.getByRole('button', { name: t('reports:next') });
        await expect(next).toBeDisabled();
        await expect(next).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
        if (size.width === 640) {
          const left = async (of: Locator) => Math.round((await of.boundingBox())?.x ?? 0);
          const merchant = page.getByRole('combobox', { name: t('label.merchant') });
          expect(await left(merchant)).toBe(await left(page.getByRole('button', { name: t('reports:previous') })));
        }
        await isWellPlaced(page);
        await page
          .getByRole('navigation', { name: t('nav.label') })
          .getByRole('button')
          .last()
          .click();
        await page.getByRole('tab', { name: t('settings:sections.seat') }).click();
        await expect(page.getByRole('textbox', { name: t('settings:seat.name') })).toBeVisible();
        await isWellPlaced(page);
      });

      test('the sign-in is within its sides @thorough', async ({ show, page }) => {
        await show({ settings: look, access: { kind: 'signed-out', names: ['Ana'] } });
        await page.getByRole('button', { name: t('signIn:title') }).click({ trial: true });
        await isWellPlaced(page);
      });
    });
  }
});

test('letters and fields grow with a large screen @thorough', async ({ show, page }) => {
  await show();
  const height = async (width: number): Promise<number> => {
    await page.setViewportSize({ width, height: (width * 9) / 16 });
    return (await fieldOf(page, 'concept').boundingBox())?.height ?? 0;
  };
  const usualHeight = await height(1280);
  const ratios = [await height(1920), await height(2560), await height(3840)].map((one) => one / usualHeight);
  expect(ratios).toEqual([1.125, 1.375, 2]);
});

for (const scene of [{}, { vault: { reason: 'locked-now' } }] as const)
  test(`in 800 × 600 more fields are in sight${'vault' in scene ? ' below a banner' : ''} @thorough`, async ({
    show,
    page,
  }) => {
    await page.setViewportSize({ width: 800, height: 600 });
    for (const look of looks) {
      await show({ settings: look, ...scene });
      if ('vault' in scene) await page.getByRole('status').first().waitFor();
      const more = page.getByRole('button', { name: wordsOf(look.language)('charge:more.show') });
      await expect(more).toBeInViewport({ ratio: 1 });
      await more.click({ trial: true });
      const strip = (await page.getByRole('complementary').boundingBox())?.y ?? 0;
      expect(await bottomOf(more)).toBeLessThanOrEqual(strip);
      await page.keyboard.press('F7');
      for (const name of ['description', 'taxAmount']) await expect(fieldOf(page, name)).toBeInViewport({ ratio: 1 });
    }
  });

test('in 1093 × 614 more fields leave the amount in sight while it is keyed @thorough', async ({ show, page }) => {
  await page.setViewportSize({ width: 1093, height: 614 });
  await show({ environment: 'test' });
  await page.keyboard.type('120');
  await page.keyboard.press('F7');
  for (const name of ['amount', 'description', 'taxAmount'])
    await expect(fieldOf(page, name)).toBeInViewport({ ratio: 1 });
});

test('a window that gets small keeps the focus of the summary in sight, and what is typed there', async ({
  show,
  page,
  main,
}) => {
  const earlier = [listed(attemptOf('sell', 'unknown'))];
  main.payments.lookalikes.answers({ kind: 'found', earlier, count: 1, needs: 'supervisor' });
  await show({ role: 'cashier', operatorName: 'Ana' });
  await Promise.all([keyForm(page), main.payments.lookalikes.expect()]);
  const reason = page.getByRole('textbox', { name: wordsOf('en')('charge:duplicate.reason') });
  await reason.waitFor();
  await page.keyboard.press('Enter');
  await expect(reason).toBeFocused();
  await page.keyboard.type('A second order');
  for (const [width, height] of [
    [1093, 614],
    [800, 600],
    [640, 360],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(reason).toBeFocused();
    await expect(reason).toHaveValue('A second order');
    await expect(reason).toBeInViewport({ ratio: 1 });
    await reason.click({ trial: true });
  }
});

test('the menu of the saved views shows the one with the focus, and in 3840 × 1080 ends above the bottom of the window @thorough', async ({
  show,
  page,
  main,
}) => {
  const none = { operation: null, state: null, environment: null, operatorName: null, merchantId: null };
  const filters = { text: 'Ana', days: { kind: 'preset', preset: 'today' }, order: 'newest', ...none } as const;
  main.history.search.answers({ attempts: [], more: false });
  main.history.views.answers(
    Array.from({ length: 20 }, (_, index) => ({ name: `View ${index}`, ...filters, text: `Ana ${index}` })),
  );
  await page.setViewportSize({ width: 3840, height: 1080 });
  await show({ screen: 'history' });
  const open = page.getByRole('button', { name: /^Views?\b/ });
  await open.click();
  expect(await bottomOf(page.getByRole('menu'))).toBeLessThan(1080);
  const last = page.getByRole('menuitem', { name: 'View 19', exact: true });
  await last.click();
  await page.setViewportSize({ width: 1280, height: 720 });
  await open.click();
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 0.9 });
});

test('in 3840 × 1080 the menu of earlier customers and the list of unconfirmed payments take their share of the window @thorough', async ({
  show,
  page,
  main,
}) => {
  const known = { firstName: 'María', lastName: 'Núñez', email: 'maria@hotel.example', address: null, againId: null };
  const customers = numbers.map((number) => ({ ...known, phone: `5076020${1000 + number}`, lastAt: hoursFromNow(-1) }));
  main.payments.customers.answers(customers.slice(0, 8));
  main.history.unknowns.answers(numbers.map((number) => attemptOf('sell', 'unknown', { id: idOf(number) })));
  await page.setViewportSize({ width: 3840, height: 1080 });
  await show();
  const height = async (): Promise<number> => (await page.getByRole('listbox').boundingBox())?.height ?? Infinity;
  await page.keyboard.press('F5');
  await page.keyboard.insertText('6020-1');
  await page.clock.runFor(200);
  await page.getByRole('option').nth(7).waitFor();
  expect(await height()).toBeLessThan(0.41 * 1080);
  await page.keyboard.press('Escape');
  await page.keyboard.press('F10');
  await page.getByRole('listbox').and(page.locator(':focus')).waitFor();
  expect(await height()).toBeLessThan(0.57 * 1080);
});

test('in 2560 × 1440 dialogs end above the bottom of the window @thorough', async ({ show, page, main }) => {
  main.history.search.answers({ attempts: [], more: false });
  await page.setViewportSize({ width: 2560, height: 1440 });
  await show({ role: 'supervisor' });
  const bottom = () => bottomOf(page.getByRole('dialog'));
  await page.keyboard.press('F1');
  await page.getByRole('tab', { name: wordsOf('en')('help:tabs.guide') }).click();
  await expect.poll(bottom).toBeLessThan(1440);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('a');
  await expect(page.getByRole('option').nth(20)).toBeAttached();
  expect(await bottom()).toBeLessThan(1300);
});

test('with a banner in 640 × 360, the amount is in sight and no bar lies over a field, wherever the page is scrolled @thorough', async ({
  show,
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await show({ vault: { reason: 'locked-now' } });
  await expect(fieldOf(page, 'amount')).toBeInViewport({ ratio: 1 });
  await keyForm(page);
  expect(await misplacedWhileScrolled(page)).toEqual([]);
  await expect(page.getByRole('button', { name: wordsOf('en')('charge:summary.review') }).first()).toBeInViewport();
  await expect(page.getByRole('complementary').getByText('120.00').first()).toBeInViewport();
});

test('in forced colours the primary button, the selected screen, tab and row, and fields in error are told from the others', async ({
  show,
  page,
  main,
}) => {
  arrange(main);
  main.history.show.answers(detailsOf(attemptOf('sell', 'approved', { overrideReason: 'A second drill' })));
  await page.emulateMedia({ forcedColors: 'active' });
  await show({ screen: 'history', role: 'supervisor' });
  const styleOf = (selector: string, name: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  await expect(page.getByRole('row', { selected: true })).toBeVisible();
  expect(await styleOf('aside [data-tone="unknown"] > svg', 'color')).toBe(await styleOf('aside h2', 'color'));
  expect(await styleOf('[data-row][data-active="true"]', 'outline-style')).toBe('solid');
  expect(await styleOf('[data-row][data-active="false"]', 'outline-style')).toBe('none');
  expect(await styleOf('nav [aria-current="page"]', 'border-top-style')).toBe('solid');
  const tabLine = (active: boolean) =>
    styleOf(`[role="tab"]${active ? '[data-active]' : ':not([data-active])'}`, 'border-bottom-color');
  expect(await tabLine(true)).not.toBe(await tabLine(false));
  const secondary = await styleOf('main .mantine-Button-root[data-variant="default"]', 'background-color');
  await main.emit('menu.command', { command: 'charge' });
  await expect(fieldOf(page, 'amount')).toBeVisible();
  expect(await styleOf('aside .mantine-Button-root[data-variant="filled"]', 'background-color')).not.toBe(secondary);
  await page.keyboard.press('Enter');
  expect(await styleOf('[aria-invalid="true"]:not(:focus)', 'outline-style')).toBe('dashed');
  expect(await styleOf('#charge-amount', 'outline-style')).toBe('solid');
  expect(await accessibilityFindings(page)).toEqual([]);
});

inOneLook('es', (look, words) => {
  const scene = { role: 'supervisor', settings: look } as const;

  test('in 800 × 600 the closed sheet of a result names its payment @thorough', async ({ show, page, main }) => {
    await page.setViewportSize({ width: 800, height: 600 });
    main.payments.sell.answers(attemptOf('sell', 'approved'));
    await show(scene);
    await keyForm(page);
    await review(page);
    await page.keyboard.press('F9');
    await expect(page.getByRole('button', { name: words('charge:title') })).toBeVisible();
    await expect(page.getByRole('complementary').getByText(/120\.00 · \S/)).toBeInViewport({ ratio: 1 });
  });

  test('in 800 × 600 the open sheet of a hold names its payment @thorough', async ({ show, page, main }) => {
    await page.setViewportSize({ width: 800, height: 600 });
    main.holds.list.answers(holdsPage([hold(1, 100)]));
    await show({ ...scene, screen: 'holds', merchant: { allowSmallerCapture: true, allowVoids: true } });
    const sheet = page.getByRole('complementary');
    await sheet
      .getByRole('button', { name: words('holds:review.open') })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('textbox', { name: words('holds:review.amount') })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(sheet.getByRole('textbox', { name: words('fields:description.label') })).toBeFocused();
    await expect(sheet.getByText(/120\.00 · /)).toBeInViewport({ ratio: 1 });
  });

  for (const [width, height] of [
    [1093, 614],
    [640, 360],
  ] as const) {
    test(`in ${width} × ${height} the longest hold has buttons below its field @thorough`, async ({
      show,
      page,
      main,
    }) => {
      await page.setViewportSize({ width, height });
      const concept = 'Three nights in a double room with a view of the sea, breakfast for two and a late check-out';
      const operatorName = 'Maximiliano Buenaventura Arosemena';
      main.holds.list.answers(holdsPage([hold(1, 5, {}, { ...customer, concept, operatorName, amount: amountOf(2) })]));
      const merchant = { allowSmallerCapture: true, allowVoids: true };
      await show({ ...scene, screen: 'holds', vault: { reason: 'locked-now' }, merchant });
      const summary = page.getByRole('complementary');
      const opens = summary.getByRole('button', { name: words('holds:review.open') });
      await expect(opens.first()).toBeVisible();
      // A small window is one page, with the summary at its end.
      if (height > 440) await expect(opens).toBeInViewport({ ratio: 1 });
      const largest = page.locator('[data-size="hero"]').filter({ hasText: '999,999,999.99', visible: true });
      const right = await largest.evaluate((amount) => {
        const written = document.createRange();
        written.selectNodeContents(amount);
        return written.getBoundingClientRect().right;
      });
      expect(right).toBeLessThan(width - 8);
      await page.keyboard.press('Enter');
      const sends = summary.getByRole('button', { name: '999,999,999.99' });
      for (const name of [words('holds:review.amount'), words('fields:description.label')]) {
        const field = summary.getByRole('textbox', { name });
        await expect(field).toBeFocused();
        await expect(sends).toBeInViewport({ ratio: 1 });
        await expect(summary.getByText(words('holds:review.consequence'))).toBeInViewport({ ratio: 1 });
        expect(await bottomOf(field)).toBeLessThan((await sends.boundingBox())?.y ?? 0);
        await page.keyboard.press('Tab');
      }
    });
  }

  test('a list has the columns of its width before it is first drawn @thorough', async ({ show, page, main }) => {
    await page.setViewportSize({ width: 640, height: 360 });
    main.holds.list.answers(holdsPage([hold(1, 20.5)]));
    await show(scene);
    const countAtFirst = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new MutationObserver((_changes, observer) => {
            const grid = document.querySelector('[role="grid"]');
            if (grid === null) return;
            observer.disconnect();
            resolve(grid.querySelectorAll('[role="columnheader"]').length);
          }).observe(document.body, { childList: true, subtree: true });
        }),
    );
    await main.emit('menu.command', { command: 'holds' });
    await expect(page.getByRole('columnheader', { name: /^(Time|Tiempo)/ })).toBeInViewport();
    await expect(page.getByRole('columnheader')).toHaveCount(await countAtFirst);
  });

  test(`in 1920 × 1080 History writes the names of operators out @thorough`, async ({ show, page, main }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    const names = ['María Fernanda Castillo', 'Maximiliano Arosemena Vallarino'];
    const attempts = names.map((operatorName, index) =>
      attemptOf('sell', 'approved', { id: idOf(index + 1), operatorName }),
    );
    main.history.search.answers({ attempts: attempts.map((each) => listed(each)), more: false });
    main.history.show.answers(detailsOf(attempts[0] ?? attemptOf('sell', 'approved')));
    await show({ ...scene, screen: 'history' });
    for (const name of names) {
      const cell = page.getByRole('gridcell', { name, exact: true });
      await expect(cell).toBeVisible();
      const hidden = (element: Element): readonly number[] => [
        element.scrollWidth - element.clientWidth,
        element.scrollHeight - element.clientHeight,
      ];
      expect(await cell.evaluate(hidden), name).toEqual([0, 0]);
    }
  });

  test('in 1920 × 1080 History breaks no concept within a word @thorough', async ({ show, page, main }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    const reserved = attemptOf('sell', 'approved', { concept: 'Reservation' });
    main.history.search.answers({ attempts: [listed(reserved)], more: false });
    main.history.show.answers(detailsOf(reserved));
    await show({ ...scene, screen: 'history' });
    const cell = page.getByRole('gridcell', { name: 'Reservation', exact: true });
    expect((await cell.boundingBox())?.height).toBeLessThan(30);
  });

  test(`names of customers take one line where the list has room @thorough`, async ({ show, page, main }) => {
    const four = { firstName: 'Guadalupe del Carmen', lastName: 'Villarreal Ábrego' };
    const attempts = [attemptOf('sell', 'approved', four)];
    main.history.search.answers({ attempts: attempts.map((each) => listed(each)), more: false });
    main.history.show.answers(detailsOf(attemptOf('sell', 'approved', four)));
    main.holds.list.answers(holdsPage([hold(1, 20.006, {}, four), hold(2, 90, {}, customer)]));
    const linesOf = (name: string) =>
      page.getByRole('gridcell', { name, exact: true }).evaluate((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await show({ ...scene, screen: 'history' });
    expect.soft(await linesOf('Guadalupe del Carmen Villarreal Ábrego')).toBe(1);
    await page.keyboard.press('Control+2');
    expect.soft(await linesOf('Guadalupe del Carmen Villarreal Ábrego')).toBe(1);
    await page.setViewportSize(usual);
    // The list takes a moment to take the new width.
    await expect.poll(() => linesOf('Guadalupe Montenegro Vallarino')).toBe(1);
  });
});

test('a name of four words is whole in Holds, also in a small window, and the longest ends in an ellipsis @thorough', async ({
  show,
  page,
  main,
}) => {
  const name = { firstName: 'Guadalupe del Carmen', lastName: 'Guerra Castillero' };
  const longest = { firstName: 'Guadalupe del Carmen '.repeat(5).trim(), lastName: 'Guerra '.repeat(9).trim() };
  main.holds.list.answers(holdsPage([hold(1, 5, {}, name), hold(2, 6, {}, longest)]));
  await show({ role: 'supervisor', screen: 'holds' });
  const list = page.getByRole('grid');
  const cell = (of: typeof name) => list.getByRole('gridcell', { name: `${of.firstName} ${of.lastName}`, exact: true });
  for (const [width, height] of [
    [720, 600],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => cell(name).evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThan(4);
    await expect(cell(longest)).toHaveCSS('-webkit-line-clamp', '2');
  }
});

interface Opened {
  readonly screen: ScreenName;
  readonly opens: (page: Page) => Promise<unknown>;
  readonly safe: string;
  readonly sends: string | RegExp;
}
const t = wordsOf('en');
const dialogs: Readonly<Record<string, Opened>> = {
  'the refund': {
    screen: 'history',
    opens: async (page) => {
      await page.getByRole('button', { name: t('reversals:refund.open') }).waitFor();
      await page.keyboard.press('Control+Shift+x');
    },
    safe: t('action.cancel'),
    sends: /^Refund /,
  },
  'the void of a hold whose time is over': {
    screen: 'holds',
    opens: async (page) => {
      await page.getByRole('button', { name: t('reversals:void.open') }).waitFor();
      await page.keyboard.press('Control+Shift+x');
      await page.getByText(t('reversals:void.past')).waitFor();
    },
    safe: t('action.cancel'),
    sends: /^Void /,
  },
  'the close of a day': {
    screen: 'reports',
    opens: async (page) => {
      await page.getByText('12,960,209.12').waitFor();
      await page.keyboard.press('F9');
    },
    safe: t('action.cancel'),
    sends: t('reports:close.action'),
  },
  'the resolution': {
    screen: 'charge',
    opens: async (page) => {
      await page.keyboard.press('F10');
      await page.getByRole('listbox').and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
    },
    safe: t('history:resolve.cancel'),
    sends: t('history:resolve.submit'),
  },
  'an operator': {
    screen: 'settings',
    opens: async (page) => {
      await page.getByRole('tab', { name: t('settings:sections.operators') }).click();
      await page.getByRole('button', { name: t('settings:operators.edit', { name: 'Ana' }) }).click();
    },
    safe: t('action.cancel'),
    sends: t('settings:save'),
  },
  'a saved view': {
    screen: 'history',
    opens: async (page) => {
      await page.getByRole('button', { name: t('dates:preset.month'), exact: true }).click();
      await page.keyboard.press('Control+s');
      await page.getByRole('textbox', { name: t('history:views.name') }).fill('Mis ventas');
    },
    safe: t('action.cancel'),
    sends: t('history:views.save'),
  },
  'a supervisor’s passcode': {
    screen: 'history',
    opens: async (page) => {
      await page.getByRole('button', { name: t('history:export.label') }).click();
      await page.getByRole('menuitem').first().click();
      await page.getByLabel(t('role.supervisor')).and(page.locator(':focus')).waitFor();
      await keySupervisor(page);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('alert').waitFor();
    },
    safe: t('action.cancel'),
    sends: t('signIn:stepUp.submit'),
  },
};
for (const [turn, [name, { screen, opens, safe, sends }]] of Object.entries(dialogs).entries()) {
  const mark = turn === 0 ? '' : ' @thorough';
  test(`in 640 × 360 ${name} shows buttons below its fields, and the screen waits${mark}`, async ({
    show,
    page,
    main,
  }) => {
    await page.setViewportSize({ width: 640, height: 360 });
    arrange(main);
    main.history.unknowns.answers([attemptOf('sell', 'unknown', { id: idOf(1) })]);
    const operators = [operatorOf(1, { name: 'Ana' })];
    main.operators.list.answers({ idleMinutes: 10, limits: noLimits, operators });
    main.holds.list.answers(holdsPage([hold(1, -30)]));
    main.history.export.fails({ kind: 'step-up-needed', act: 'export', subject: 'one', own: false });
    main.operators.approve.fails({ kind: 'wrong-passcode', left: 4 });
    await show({ screen, role: 'supervisor', merchant: { allowRefunds: true, allowVoids: true } });
    await opens(page);
    const dialog = page.getByRole('dialog').last();
    const cancel = dialog.getByRole('button', { name: safe, exact: true });
    for (const button of [cancel, dialog.getByRole('button', { name: sends })])
      await expect(button).toBeInViewport({ ratio: 1 });
    const foot = (await cancel.boundingBox())?.y ?? 0;
    const focused = dialog.locator('input:focus, textarea:focus');
    for (const field of [...(await focused.all()), ...(await dialog.getByRole('textbox').all())]) {
      if (!(await field.evaluate((element) => element === document.activeElement))) await field.focus();
      expect(await bottomOf(field)).toBeLessThan(foot);
    }
    const at = page.getByRole('heading', { level: 1, includeHidden: true }).filter({ visible: true });
    const before = await at.textContent();
    for (const key of ['Control+1', 'Control+3', 'Control+5', 'F2']) await page.keyboard.press(key);
    for (const command of ['charge', 'holds', 'new-payment'] as const)
      await main.emit('menu.command', { command, byKey: true });
    await page.evaluate(() => new Promise<void>((done) => window.nextFrame?.(() => done())));
    await expect(dialog).toBeVisible();
    await expect(at).toHaveText(before ?? '');
  });
}

for (const access of [{ kind: 'first-supervisor' }, { kind: 'new-passcode', name: 'Ana', why: 'known' }] as const)
  test(`in 640 × 360 the button of ${access.kind} is in sight @thorough`, async ({ show, page }) => {
    await page.setViewportSize({ width: 640, height: 360 });
    await show({ access });
    const submit = page.getByRole('button', {
      name: t(access.kind === 'new-passcode' ? 'signIn:fresh.submit' : 'signIn:first.submit'),
    });
    await page.locator('input:focus').waitFor();
    for (const field of await page.locator('form input').all()) {
      await field.focus();
      await expect(submit).toBeInViewport({ ratio: 1 });
      expect(await bottomOf(field)).toBeLessThan((await submit.boundingBox())?.y ?? 0);
    }
  });
