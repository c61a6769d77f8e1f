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

test('a capture that the service refuses says what happened to the money', async ({ win }) => {
  await emptyQueue(win);
  await makeHold(win, { amount: 5_512 });
  for (const [code, words] of [
    [620, 'Not captured. Nothing was charged.'],
    [622, 'Already charged by an earlier capture.'],
  ] as const) {
    await orderFault(win, { kind: 'header-status', code }, 1);
    await openQueue(win);
    await expect(win.getByRole('button', { name: 'Review the capture' })).toBeVisible();
    await win.keyboard.press('Enter');
    await expect(win.getByRole('textbox', { name: 'Description' })).toBeFocused();
    await win.keyboard.press('F9');
    await expect(win.getByRole('heading', { name: words })).toBeVisible();
    await expect(win.getByText(new RegExp(`^The service refused the request: .+ \\(${code}\\)\\.$`))).toBeVisible();
    await win.keyboard.press('Escape');
  }
});

test('several holds are captured together: total, progress, a result for each, and unsent rows offered again', async ({
  win,
}) => {
  await emptyQueue(win);
  for (const amount of [1_000, 2_000, 3_000, 4_000]) await makeHold(win, { amount });
  await openQueue(win);
  await win.keyboard.press('Control+a');
  await expect(win.getByText('4 holds selected')).toBeVisible();
  await expect(win.getByText(/^B\/\.\s100\.00$/).first()).toBeVisible();
  await orderFault(win, { kind: 'tls-1.2' }, null);
  await win.keyboard.press('Enter');
  await win.keyboard.press('F9');
  await expect(win.getByRole('heading', { name: 'This batch charged nothing.' })).toBeFocused();
  await expect(win.getByText('The batch has ended.')).toBeVisible();
  await expect(results(win).getByText('Not sent')).toHaveCount(4);
  const again = win.getByRole('button', { name: /^Select the 4 that were not sent$/ });
  await expect(again).toBeVisible();
  await orderFault(win, { kind: 'none' }, null);
  await again.click();
  await expect(win.getByText('4 holds selected')).toBeVisible();
  await win.keyboard.press('Enter');
  await win.keyboard.press('F9');
  await expect(win.getByText(/ · 4 of 4$/)).toBeVisible();
  await expect(win.getByRole('heading', { name: 'All 4 were charged.' })).toBeFocused();
  await expect(win.getByRole('button', { name: /^Select the/ })).toHaveCount(0);
  await win.keyboard.press('Escape');
  await expect(win.getByText('No holds are waiting')).toBeVisible();
});

test('a stopped batch finishes the sent rows and starts no more', async ({ win }) => {
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

test('a capture without an answer prevents another capture of its hold', async ({ win }) => {
  await emptyQueue(win);
  await makeHold(win, { amount: 6_512 });
  await orderFault(win, { kind: 'lost-answer' }, 1);
  await openQueue(win);
  await win.keyboard.press('Enter');
  await win.keyboard.press('F9');
  await expect(
    win.getByRole('heading', { name: 'We don’t know yet whether it was charged. Do not charge again.' }),
  ).toBeVisible();
  await win.keyboard.press('Escape');
  await expect(rows(win)).toContainText('Unconfirmed');
  await win.keyboard.press('Enter');
  await expect(win.getByText(/^A capture was sent and its answer did not come/)).toBeVisible();
  await expect(win.getByRole('button', { name: /^Capture B/ })).toHaveCount(0);
});

test('a batch interrupted by a crash is reported with every row, and only unsent rows are offered again', async ({
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
