/** The queue of holds in the running program: captured one by one and together, by keyboard, with every outcome in words. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';
import { emptyQueue, makeHold, orderFault } from '#test/e2e/stage/made-payments.ts';

// One program serves all but what ends it, because a start costs more than what a spec does with it.
test.use({ sharing: true });
test.describe.configure({ mode: 'default' });

const rows = (win: Page) => win.getByRole('grid').locator('[role="row"][aria-selected]');

/** Rows of a batch, one for each hold. */
const results = (win: Page) => win.getByRole('grid', { name: 'Result of each hold' });

/** Opens the queue by its shortcut, which focuses the list. */
async function openQueue(win: Page): Promise<void> {
  await win.keyboard.press('Control+2');
  await expect(win.getByRole('grid', { name: /^Holds/ })).toBeFocused();
}

test('the queue sums up its holds and opens them by mouse, and one is captured by keyboard and leaves it', async ({
  win,
}) => {
  await emptyQueue(win);
  await makeHold(win, { amount: 4_512, lastName: 'Chiari Arosemena' });
  await makeHold(win, { amount: 9_900, lastName: 'Him González' });
  await win.keyboard.press('Control+2');
  await expect(win.getByText(/^B\/\.\s144\.12$/).first()).toBeVisible();
  await rows(win).nth(1).click();
  await expect(win.getByRole('complementary').getByText('Guadalupe Him González')).toBeVisible();
  await rows(win).nth(0).locator('[data-mark]').click();
  await expect(win.getByText('1 hold selected')).toBeVisible();
  await win.getByRole('columnheader', { name: 'Selected' }).click();
  await expect(win.getByText('2 holds selected')).toBeVisible();
  await win.getByRole('columnheader', { name: 'Selected' }).click();
  await win.keyboard.press('Control+1');
  await openQueue(win);
  await expect(rows(win)).toHaveCount(2);
  await win.keyboard.press('ArrowDown');
  await win.keyboard.press('Enter');
  await expect(win.getByRole('textbox', { name: 'Description' })).toBeFocused();
  await expect(win.getByRole('textbox', { name: 'Description' })).toHaveValue('Repuestos');
  // Enter does not charge, not even twice.
  await win.keyboard.press('Enter');
  await expect(rows(win)).toHaveCount(2);
  await win.keyboard.press('F9');
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeFocused();
  await expect(win.getByRole('region', { name: 'Charged.' })).toContainText(/B\/\.\s99\.00/);
  await expect(rows(win)).toHaveCount(1);
  await expect(rows(win)).toContainText('Chiari Arosemena');
  await win.keyboard.press('Escape');
  await expect(win.getByRole('grid')).toBeFocused();
});

test('a stopped batch finishes the sent rows and starts no more @thorough', async ({ win }) => {
  const processed = async () =>
    ((await callBridge(win, 'training', 'status', undefined)) as { value: { processed: number } }).value.processed;
  await emptyQueue(win);
  for (let amount = 1_101; amount < 1_113; amount++) await makeHold(win, { amount });
  const before = await processed();
  await openQueue(win);
  await orderFault(win, { kind: 'delay', milliseconds: 5_000 }, null);
  await win.keyboard.press('Control+a');
  await win.keyboard.press('Enter');
  await win.keyboard.press('F9');
  await expect(win.getByRole('heading', { name: 'Capturing' })).toBeVisible();
  await expect(results(win).getByText('Sending').first()).toBeVisible();
  await win.keyboard.press('Control+.');
  await expect(win.getByText('The batch was stopped.')).toBeVisible();
  await expect(results(win).getByText('The batch was stopped before its turn.').first()).toBeVisible();
  await orderFault(win, { kind: 'none' }, null);
  const captured = (await processed()) - before;
  const charged = await win.getByRole('heading', { name: /^\d+ of 12 charged\.$/ }).textContent();
  // As many captures as the screen states.
  expect(captured).toBe(Number(charged?.split(' ')[0]));
  expect(captured).toBeLessThan(12);
});

test('a batch interrupted by a crash is reported with every row, and only unsent rows are offered again @thorough', async ({
  startApp,
  kept,
}) => {
  const userData = path.join(kept, 'user-data-of-a-crash');
  const app = await startApp({ userData });
  const win = await firstWindow(app);
  for (let amount = 1_000; amount < 1_010; amount++) await makeHold(win, { amount });
  await openQueue(win);
  await orderFault(win, { kind: 'delay', milliseconds: 120_000 }, null);
  await win.keyboard.press('Control+a');
  await win.keyboard.press('Enter');
  await win.keyboard.press('F9');
  // A row is shown as sending before its request leaves. The service has them all when the power fails.
  const sending = 4;
  const received = async () => {
    const status = (await callBridge(win, 'training', 'status', undefined)) as { value: { received: number } };
    return status.value.received;
  };
  await expect.poll(received).toBe(10 + sending);
  await expect(results(win).getByText('Sending')).toHaveCount(sending);
  const ended = new Promise((resolve) => app.process().once('exit', resolve));
  app.process().kill('SIGKILL');
  await ended;
  const again = await firstWindow(await startApp({ userData }));
  await openQueue(again);
  await expect(again.getByText('An earlier batch was interrupted.')).toBeVisible();
  await again.getByRole('button', { name: 'Show the results' }).click();
  // Rows in flight are unknown. Rows that had not begun were certainly never sent.
  await expect(again.getByRole('heading', { name: `0 of 10 charged, ${sending} unconfirmed.` })).toBeVisible();
  await expect(again.getByText('The batch was interrupted: the program ended while it ran.')).toBeVisible();
  await expect(again.getByRole('button', { name: `Select the ${10 - sending} that were not sent` })).toBeVisible();
  await again.getByRole('button', { name: /^Select the/ }).click();
  await expect(again.getByText(`${10 - sending} holds selected`)).toBeVisible();
  await again.getByText('An earlier batch was interrupted.').waitFor();
  await again.getByRole('button', { name: 'Show the results' }).click();
  await again.getByRole('button', { name: 'I have seen this: remove the notice' }).click();
  await expect(again.getByRole('grid')).toBeVisible();
  await expect(again.getByText('An earlier batch was interrupted.')).toHaveCount(0);
});
