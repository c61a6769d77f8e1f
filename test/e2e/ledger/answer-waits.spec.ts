/** The shared ledger fails between a request and its answer: the answer is spooled on this machine and finally written. */
import { once } from 'node:events';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { noReserve } from '#test/fixtures/ledger/answers-in.ts';
import { journalIn, waitingIn } from '#test/fixtures/ledger/journal-in.ts';
import { openAnswerSpool } from '#electron/ledger/journal/answer-spool.ts';
import { approved } from '#test/fixtures/examples.ts';
import { expect, firstWindow, test as base } from '#test/e2e/stage/fixture.ts';
import { keyPayment, send } from '#test/e2e/stage/keyed-payment.ts';
import { setStage, type SharedStage } from '#test/e2e/stage/two-seats-stage.ts';

const test = base.extend<{ readonly stage: SharedStage; readonly app: ElectronApplication; readonly win: Page }>({
  stage: async ({ kept }, use) => {
    const stage = await setStage(path.join(kept, 'rolled-out'));
    await use(stage);
    await stage.close();
  },
  app: async ({ startApp, stage }, use) => {
    await use(await startApp({ args: ['--provision', stage.file] }));
  },
});

// Each of these starts a program, a database and a gateway.
test.describe.configure({ timeout: 120_000 });

const soon = { timeout: 30_000 };
const journalOf = (userData: string): string => path.join(userData, 'journal.db');
const answersIn = (userData: string): readonly string[] => waitingIn(journalOf(userData), 'answer');
const notRecorded = (win: Page) => win.getByText('The answer came and can’t be written yet. Do not charge again.');

/** Sends a hold of the amount that the gateway answers late, and stops the database before the answer. */
async function loseTheRecord(win: Page, stage: SharedStage): Promise<void> {
  await keyPayment(win, { amount: '908.00', hold: true });
  await send(win);
  await expect.poll(stage.received, soon).toBe(1);
  await stage.postgres.pause();
  await expect(notRecorded(win)).toBeVisible(soon);
}

test('an answer during an outage of the ledger is shown, marked as safe, and written afterwards', async ({
  stage,
  win,
  userData,
}) => {
  await loseTheRecord(win, stage);
  await expect(win.getByText('It is kept safely on this machine')).toBeVisible();
  await expect(win.getByRole('heading', { name: 'Held. The card was not charged.' })).toBeVisible();
  const waits = win.getByText('The service’s answer to one payment waits safely on this machine');
  await expect(waits).toBeVisible();
  expect(answersIn(userData)).toHaveLength(1);

  await stage.postgres.resume();
  await expect(waits).toBeHidden({ timeout: 60_000 });
  await expect.poll(() => answersIn(userData), soon).toEqual([]);
  await win.keyboard.press('Control+2');
  await expect(win.getByRole('grid', { name: /^Holds/ })).toContainText('Castillero');
  expect(await stage.received()).toBe(1);
});

test('an answer during an outage of the ledger is written after the program was killed and restarted', async ({
  stage,
  app,
  win,
  userData,
  startApp,
}) => {
  await loseTheRecord(win, stage);
  const ended = once(app.process(), 'exit');
  app.process().kill('SIGKILL');
  await ended;
  expect(answersIn(userData)).toHaveLength(1);
  await stage.postgres.resume();
  const again = await firstWindow(await startApp());
  await again.keyboard.press('Control+2');
  await expect(again.getByRole('grid', { name: /^Holds/ })).toContainText('Castillero');
  await expect(again.getByText('We don’t know yet whether a payment went through.')).toBeHidden();
  expect(answersIn(userData)).toEqual([]);
  expect((await stage.processed()).map(({ operation }) => operation)).toEqual(['AUTH']);
});

test('an answer that this seat has not kept is reported with its file, and changes no payment', async ({
  startApp,
  userData,
}) => {
  const file = journalOf(userData);
  const journal = journalIn(file);
  const id = '019c2f6e-0000-7000-8000-000000000001';
  await openAnswerSpool(journal, noReserve, console.error).keep({
    payment: { id, operation: 'sell', amount: 12_550, currencySign: 'B/.', startedAt: '2026-11-20T14:00:00.000Z' },
    answer: approved(),
    answeredAt: '2026-11-20T14:00:02.000Z',
  });
  await journal.close();
  const win = await firstWindow(await startApp());
  await expect(win.getByText('The service’s answer to one payment can’t be read here.')).toBeVisible();
  await expect(win.getByText(file)).toBeVisible();
  // It survives a start, because it may be the only trace of a payment.
  expect(answersIn(userData)).toEqual([id]);
});
