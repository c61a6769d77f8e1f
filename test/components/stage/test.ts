/** Base fixture of the component specs: a page of the built program, a mocked main, and `show` for the initial state. */
import { test as base, expect } from '@playwright/test';
import { picturesVariable } from '#build/pictures-report.ts';
import type { MerchantView } from '#shared/seat/merchant.ts';
import type { ScreenName } from '#renderer/session/navigation.tsx';
import { now } from '#test/fixtures/shown/attempts.ts';
import { holdsPage } from '#test/fixtures/shown/holds.ts';
import { shownSeat, type SeatOptions, type ShownSeat } from '#test/fixtures/shown/seat.ts';
import { times } from '#test/support/thorough.ts';
import { accessibilityFindings } from './accessibility.ts';
import type { MockedMain } from './mocked-main.ts';
import { takePictures } from './pictures.ts';
import { readAs, type Look } from './looks.ts';
import { otherLook, textsOfAnother, turnTo } from './other-look.ts';
import { findingsAt, findingsOfState } from './pixels/findings.ts';
import { Stage } from './stage.ts';

export { expect };

export interface Scene extends SeatOptions {
  /** Charge by default. */
  readonly screen?: ScreenName;
  /** The merchants of the seat. Only the active one by default. */
  readonly merchants?: readonly MerchantView[];
}

interface Fixtures {
  /** Plays main. Calls that the frame makes by itself have answers already. */
  readonly main: MockedMain;
  /** Shows the page for this seat, with nothing left of the previous state. Arrange the answers first. */
  readonly show: (scene?: Scene) => Promise<void>;
  /** Changes the seat in main and notifies the page. */
  readonly change: (options: SeatOptions) => Promise<void>;
}

/** File of the damaged state shown between two tests, which clears everything of a screen. */
const between = 'between-two-tests.json';

export const test = base.extend<Fixtures, { readonly stage: Stage }>({
  stage: [
    async ({}, use) => {
      const stage = await Stage.open();
      await use(stage);
      await stage.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ stage }, use) => {
    await use(stage.page);
  },
  main: [
    async ({ stage }, use, info) => {
      const { main } = await stage.takeOver();
      answerFrame(main);
      await use(main);
      if (info.status !== info.expectedStatus) stage.spoil();
      else {
        await takePictures(stage.page, info);
        const turned = inspectsAll || stage.isInspected ? await inspect(stage, main) : null;
        if (turned !== null) await takePictures(stage.page, info, turned);
      }
      expect(stage.faults(), 'calls without an answer, refused shapes, complaints of the page').toEqual([]);
    },
    { auto: true },
  ],
  show: async ({ stage, main }, use) => {
    await use(async ({ screen = 'charge', merchants, ...options } = {}) => {
      const { page } = stage;
      const seat = shownSeat(options);
      main.merchants.list.answers([...(merchants ?? [seat.merchant])]);
      await page.clock.setSystemTime(now);
      if (stage.fresh) {
        answerSeat(stage, main, seat);
        await stage.load();
      } else {
        answerSeat(stage, main, shownSeat({ ...options, access: { kind: 'damaged', file: between } }));
        await main.emit('session.changed', { anew: false });
        await page.getByText(between).waitFor();
        await stage.forgetFormer();
        answerSeat(stage, main, seat);
        await tellSeat(main, seat);
      }
      if (seat.session.operator === null) return;
      await page.getByRole('navigation').waitFor();
      if (screen !== 'charge') await main.emit('menu.command', { command: screen });
    });
  },
  change: async ({ stage, main }, use) => {
    await use(async (options) => {
      const seat = shownSeat(options);
      answerSeat(stage, main, seat);
      await tellSeat(main, seat);
    });
  },
});

/**
 * An inspection takes longer than most specs, so only `npm run test:thorough` and `npm run screenshots` inspect every state.
 * `npm test` inspects every second one of the gallery, whose states stand for all screens.
 */
const inspectsAll = times(false, true) || process.env[picturesVariable] !== undefined;

/** Inspects the last state in its own look, and after a turn in the other one, so that no spec needs to run in both. */
async function inspect({ page, settings, turnedSizes }: Stage, main: MockedMain): Promise<Look | null> {
  const look = settings === null ? null : await otherLook(page);
  if (settings === null || look === null) return null;
  expect.soft(await accessibilityFindings(page, 'contrast'), 'contrast of the last state').toEqual([]);
  expect.soft(await findingsOfState(page), 'what can’t be read in the last state').toEqual([]);
  await turnTo(page, main, settings, look);
  expect.soft(await findingsOfState(page), 'what can’t be read in the last state, turned').toEqual([]);
  expect.soft(await findingsAt(page, turnedSizes), 'what can’t be read at other sizes, turned').toEqual([]);
  expect.soft(await accessibilityFindings(page), 'findings of axe in the last state').toEqual([]);
  expect.soft(await textsOfAnother(page, look), 'texts that stayed in the former language').toEqual([]);
  return look;
}

function answerSeat(stage: Stage, main: MockedMain, seat: ShownSeat): void {
  stage.settings = seat.settings;
  readAs(seat.session);
  main.session.current.answers(seat.session);
  main.seat.settings.answers(seat.settings);
  main.seat.program.answers(seat.program);
  main.seat.policy.answers(seat.policy);
  main.seat.waitingProvisioning.answers(null);
  main.merchants.active.answers(seat.merchant);
  main.ledger.status.answers(seat.ledger);
  main.ledger.backups.answers(seat.backups);
  main.answers.waiting.answers(seat.answers);
  main.vault.status.answers(seat.vault);
  main.seat.damagedFiles.answers(seat.damagedFiles);
}

/** Makes the page read the seat again. Resolves when it has asked for everything, so that nothing of the former seat is shown. */
async function tellSeat(main: MockedMain, { session }: ShownSeat): Promise<void> {
  const always = [main.seat.settings, main.seat.waitingProvisioning, main.merchants.active];
  const working = [
    main.ledger.status,
    main.ledger.backups,
    main.answers.waiting,
    main.vault.status,
    main.seat.damagedFiles,
  ];
  const reads = session.operator === null ? always : [...always, ...working];
  await Promise.all([
    ...reads.map(async (read) => {
      await read.expect();
    }),
    main.emit('session.changed', { anew: true }),
  ]);
}

/** Answers of the calls that the frame makes on every screen and a screen makes when it opens. */
function answerFrame(main: MockedMain): void {
  main.session.keepAwake.answers(undefined);
  // The screens of the test before may read these once more.
  main.merchants.active.answers(shownSeat().merchant);
  main.merchants.list.answers([]);
  main.history.reach.answers('all');
  main.vault.status.answers(shownSeat().vault);
  main.seat.damagedFiles.answers([]);
  main.payments.warm.answers({ connection: 'stands' });
  main.seat.cardOnScreen.answers(undefined);
  main.seat.printable.answers(undefined);
  main.payments.lookalikes.answers({ kind: 'none' });
  main.payments.forgetCard.answers(undefined);
  main.payments.keepCard.answers(null);
  main.payments.customers.answers([]);
  main.payments.keepDraft.answers(undefined);
  main.payments.keptDraft.answers(null);
  main.payments.dropDraft.answers(undefined);
  main.payments.waitingOrder.answers(null);
  main.payments.dropOrder.answers(undefined);
  main.holds.list.answers(holdsPage([]));
  main.holds.unseenBatches.answers([]);
  main.holds.check.answers([]);
  main.holds.dismissBatch.answers(undefined);
  main.history.unknowns.answers([]);
  main.history.sums.answers({ count: 0, more: false, sums: [] });
  // Asked by the result of an unknown payment, for a resolution that comes while it is shown.
  main.history.show.fails({ kind: 'not-found' });
  main.history.operators.answers(['Ana', 'Celia']);
  main.history.views.answers([]);
  main.work.current.answers([]);
  main.updates.state.answers({ kind: 'off', why: 'no-key' });
  main.reports.closes.answers({ closes: [], changed: [] });
}
