/** The shared ledger fails between a request and its answer: the answer is spooled on this machine and finally written. */
import { once } from 'node:events';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { waitingIn } from '#test/fixtures/ledger/journal-in.ts';
import { expect, firstWindow, test as base } from '#test/e2e/stage/fixture.ts';
import { keyPayment, mastercard, send, visa } from '#test/e2e/stage/keyed-payment.ts';
import { setStage, type SharedStage } from '#test/e2e/stage/two-seats-stage.ts';

const test = base.extend<{ readonly stage: SharedStage }>({
  stage: async ({ kept }, use) => {
    const stage = await setStage(path.join(kept, 'rolled-out'));
    await use(stage);
    await stage.close();
  },
});

const soon = { timeout: 30_000 };
const journalOf = (userData: string): string => path.join(userData, 'journal.db');
const answersIn = (userData: string): readonly string[] => waitingIn(journalOf(userData), 'answer');
const notRecorded = (win: Page) => win.getByText('The answer came and can’t be written yet. Do not charge again.');

/** Sends a hold of the amount that the gateway answers late, and stops the database before the answer. */
async function loseTheRecord(win: Page, stage: SharedStage, card: string): Promise<void> {
  const before = await stage.received();
  await keyPayment(win, { amount: '908.00', hold: true, card });
  await send(win);
  await expect.poll(stage.received, soon).toBe(before + 1);
  await stage.postgres.pause();
  await expect(notRecorded(win)).toBeVisible(soon);
}

/** Opens the queue and waits until it shows this many holds. */
async function seeHolds(win: Page, count: number): Promise<void> {
  await win.keyboard.press('Control+2');
  const holds = win.getByRole('grid', { name: /^Holds/ }).locator('[role="row"][aria-selected]');
  await expect(holds.filter({ hasText: 'Castillero' })).toHaveCount(count);
}

test('an answer during an outage of the ledger is shown, marked as safe, and written afterwards, also by a program that was killed and restarted', async ({
  stage,
  startApp,
  userData,
}) => {
  const app = await startApp({ args: ['--provision', stage.file] });
  const win = await firstWindow(app);
  await loseTheRecord(win, stage, visa);
  await expect(win.getByText('It is kept safely on this machine')).toBeVisible();
  await expect(win.getByRole('heading', { name: 'Held. The card was not charged.' })).toBeVisible();
  const waits = win.getByText('The service’s answer to one payment waits safely on this machine');
  await expect(waits).toBeVisible();
  expect(answersIn(userData)).toHaveLength(1);
  await stage.postgres.resume();
  await expect(waits).toBeHidden({ timeout: 60_000 });
  await expect.poll(() => answersIn(userData), soon).toEqual([]);
  await seeHolds(win, 1);
  expect(await stage.received()).toBe(1);

  await win.keyboard.press('Control+1');
  await win.keyboard.press('F2');
  await loseTheRecord(win, stage, mastercard);
  const ended = once(app.process(), 'exit');
  app.process().kill('SIGKILL');
  await ended;
  expect(answersIn(userData)).toHaveLength(1);
  await stage.postgres.resume();
  const again = await firstWindow(await startApp());
  await seeHolds(again, 2);
  await expect(again.getByText('We don’t know yet whether a payment went through.')).toBeHidden();
  expect(answersIn(userData)).toEqual([]);
  expect((await stage.processed()).map(({ operation }) => operation)).toEqual(['AUTH', 'AUTH']);
});
