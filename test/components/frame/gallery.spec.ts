/**
 * The gallery: thirty states that stand for all screens. Each is compared with its picture in `test/components/baseline`, and looked
 * at at every fifth size, by turns, and at every size in `npm run test:thorough`; at the small ones in the other language too.
 * `npm test` looks at every second state, and at all that say what happened to money.
 * `npm run screenshots -- --baseline NAME` renews a picture.
 */
import type { Page } from '@playwright/test';
import { ownChromium } from '#test/components/stage/chromium.ts';
import { fieldOf, keyForm, review, sendPayment } from '#test/components/stage/keyed-form.ts';
import { looks, wordsOf, type Look } from '#test/components/stage/looks.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';
import { findingsAt, sizes, type Size } from '#test/components/stage/pixels/findings.ts';
import { expect, test, type Scene } from '#test/components/stage/test.ts';
import { times } from '#test/support/thorough.ts';
import { attemptOf, detailsOf, hoursFromNow, idOf, listed, now } from '#test/fixtures/shown/attempts.ts';
import { batch, batchRow, hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { busyFigures, emptyReport, reportOf } from '#test/fixtures/shown/report.ts';
import { trainingStatus } from '#test/fixtures/shown/seat.ts';
import { outcomes } from '#shared/payments/outcome.ts';

const names = ['Ana', 'Beto', 'Celia'];
const customer = { firstName: 'Guadalupe', lastName: 'Montenegro Vallarino' } as const;
const payments = (['sell', 'authorize', 'capture'] as const).flatMap((operation, row) =>
  outcomes.map((outcome, column) =>
    attemptOf(operation, outcome, {
      id: idOf(row * 10 + column),
      startedAt: hoursFromNow(-row - column / 10),
      amount: (column + 1) * 98_765_43,
      ...(column % 2 === 0 ? customer : {}),
    }),
  ),
);
// A third of a minute more than whole hours, so that a second that passes shows nowhere.
const holds = [2.006, 5.006, 20.006, 33.006, 61.006, 90.006, 108.006].map((hours, index) =>
  hold(index + 1, hours, {}, index % 2 ? customer : {}),
);
const unknowns = [
  attemptOf('sell', 'unknown', { id: idOf(1), startedAt: hoursFromNow(-50), amount: 1_250_50 }),
  attemptOf('capture', 'unknown', { id: idOf(2), startedAt: hoursFromNow(-3), ...customer }),
];

interface Shown {
  readonly page: Page;
  readonly main: MockedMain;
  readonly look: Look;
  readonly show: (scene?: Scene) => Promise<void>;
}

const inHolds =
  (list: typeof holds, keys: readonly string[] = []) =>
  async ({ page, main, look, show }: Shown) => {
    main.holds.list.answers(holdsPage(list));
    await show({ role: 'back-office', operatorName: 'Beto', screen: 'holds', settings: look });
    if (list.length === 0) return;
    await page.getByRole('grid').focus();
    for (const key of keys) await page.keyboard.press(key);
  };

const result = (operation: 'sell' | 'authorize', outcome: (typeof outcomes)[number]) => async (shown: Shown) => {
  const { page, main, look, show } = shown;
  main.payments[operation].answers(attemptOf(operation, outcome));
  await show({ role: 'cashier', operatorName: 'Ana', settings: look });
  await sendPayment(page, operation);
  await page.getByRole('heading', { level: 2 }).and(page.locator(':focus')).waitFor();
};

const inHistory =
  (keys: readonly string[]) =>
  async ({ page, main, look, show }: Shown) => {
    main.history.search.answers({ attempts: payments.map((each) => listed(each)), more: false });
    main.history.show.answers(({ id }) =>
      detailsOf(payments.find((known) => known.id === id) ?? attemptOf('sell', 'approved')),
    );
    await show({ screen: 'history', settings: look });
    await page.getByRole('grid').focus();
    for (const key of keys) await page.keyboard.press(key);
  };

const inSettings = (tab: 'seat' | 'merchants' | 'training') => async (shown: Shown) => {
  const { page, main, look, show } = shown;
  main.training.status.answers(trainingStatus);
  await show({ screen: 'settings', settings: look });
  await page.getByRole('tab', { name: wordsOf(look.language)(`settings:sections.${tab}`) }).click();
};

const access =
  (of: Scene['access']) =>
  async ({ look, show }: Shown) => {
    await show({ settings: look, environment: 'production', ...(of === undefined ? {} : { access: of }) });
  };

const onCharge =
  (steps: (page: Page) => Promise<void>, scene: Scene = {}) =>
  async ({ page, look, show }: Shown) => {
    await show({ role: 'cashier', operatorName: 'Ana', settings: look, ...scene });
    await steps(page);
  };

const states: Readonly<Record<string, (shown: Shown) => Promise<void>>> = {
  'sign-in': access({ kind: 'signed-out', names }),
  'sign-in with many names': access({ kind: 'signed-out', names: [...names, 'Dora', 'Elías', 'Fidel', 'Graciela'] }),
  'locked seat': access({ kind: 'locked', name: 'Ana', names }),
  'first supervisor': access({ kind: 'first-supervisor' }),
  'own passcode': access({ kind: 'new-passcode', name: 'Ana', why: 'known' }),
  'damaged operators': access({ kind: 'damaged', file: '/home/ana/operators.json' }),
  'charge, empty': onCharge(async () => {}),
  'charge, production': onCharge((page) => fieldOf(page, 'cardNumber').fill('5517747952039692'), {
    environment: 'production',
  }),
  'charge, keyed': onCharge((page) => keyForm(page)),
  'charge, fields missing': onCharge((page) => page.keyboard.press('Enter')),
  'charge, more fields': onCharge((page) => page.keyboard.press('F7'), { environment: 'test' }),
  'charge, with a banner': onCharge((page) => page.getByRole('status').first().waitFor(), {
    vault: { reason: 'locked-now' },
  }),
  'charge, read back': onCharge(async (page) => {
    await keyForm(page);
    await review(page);
  }),
  'sale, approved': result('sell', 'approved'),
  'sale, declined': result('sell', 'declined'),
  'sale, unknown': result('sell', 'unknown'),
  'hold, approved': result('authorize', 'approved'),
  'hold, not sent': result('authorize', 'not-sent'),
  holds: inHolds(holds),
  'holds, one to capture': inHolds(holds, ['Enter']),
  'holds, marked': inHolds(holds, ['Control+a']),
  'holds, none': inHolds([]),
  'holds, captured': async (shown) => {
    const rows = holds.slice(0, 3).map((each, index) =>
      index === 2
        ? batchRow(each, { status: 'skipped', skipReason: 'stopped' })
        : batchRow(each, {
            status: 'done',
            attempt: attemptOf('capture', index === 0 ? 'approved' : 'declined', { id: idOf(50 + index) }),
          }),
    );
    shown.main.holds.captureMany.answers(({ batchId }) => batch(rows, true, batchId));
    await inHolds(holds.slice(0, 3), ['Control+a', 'Enter'])(shown);
    await shown.page.getByRole('textbox').last().waitFor();
    await shown.page.keyboard.press('F9');
    await shown.page.getByRole('heading', { level: 2 }).and(shown.page.locator(':focus')).waitFor();
  },
  history: inHistory([]),
  'history, last payment': inHistory(['End']),
  reports: async ({ page, main, look, show }) => {
    main.reports.figures.answers(reportOf([busyFigures]));
    await show({ screen: 'reports', settings: look });
    await page.getByRole('button', { name: wordsOf(look.language)('reports:close.action') }).waitFor();
  },
  'reports, nothing yet': async ({ main, look, show }) => {
    main.reports.figures.answers(emptyReport);
    await show({ screen: 'reports', settings: look });
  },
  'settings, seat': inSettings('seat'),
  'settings, merchant': inSettings('merchants'),
  unconfirmed: async ({ page, main, look, show }) => {
    main.history.unknowns.answers(unknowns);
    await show({ settings: look });
    await page.keyboard.press('F10');
    await page.getByRole('listbox').waitFor();
  },
};

/** Keycaps are drawn in a font of the machine, and rings of the focus only after a key press. Neither is compared. */
const hideWhatVaries = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((hides) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('kbd { color: transparent; } *, ::before, ::after { outline-color: transparent !important; }');
    document.adoptedStyleSheets = hides ? [sheet] : [];
  }, hidden);

for (const [index, [name, shows]] of Object.entries(states).entries()) {
  const look = looks[index % 2 === 0 ? 0 : 1];
  const isOfMoney = /^(?:sale|hold|unconfirmed|charge, production)/.test(name);
  test(`${name}${index % 2 === 0 || isOfMoney ? '' : ' @thorough'}`, async ({ show, page, main, stage }) => {
    await shows({ page, main, look, show });
    await page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor();
    if (ownChromium) {
      await hideWhatVaries(page, true);
      // Draws the time left of holds as of one instant, however long the steps took.
      await page.clock.setFixedTime(now);
      await expect.soft(page).toHaveScreenshot(`${name.replaceAll(/\W+/g, '-')}.png`);
      await hideWhatVaries(page, false);
    }
    // By turns in `npm test`, each size in every fifth state.
    const byTurns = (all: readonly Size[]): readonly Size[] =>
      all.filter((_size, turn) => (index + turn) % times(5, 1) === 0);
    expect.soft(await findingsAt(page, byTurns(sizes))).toEqual([]);
    stage.isInspected = index % 2 === 0;
    stage.turnedSizes = byTurns(sizes.filter(({ width }) => width < 1280));
  });
}
