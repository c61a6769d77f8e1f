/** A queue longer than one page, with selections, retries and notices. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { newId } from '#shared/new-id.ts';
import { merchantSchema } from '#shared/seat/merchant.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { fillHolds } from '#test/e2e/stage/filled-ledger.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';

const grid = (win: Page) => win.getByRole('grid', { name: /^Holds/ });
const many = Array.from({ length: 300 }, (_, index) => ({ amount: 1_000 + index, lastName: `Arosemena ${index}` }));

// One program with these holds serves all that change none, because a start costs more than what a spec does with it.
let ids: readonly string[] = [];
test.use({ sharing: { prepare: async (userData) => void (ids = await fillHolds(userData, many)) } });
test.describe.configure({ mode: 'default' });

async function openQueue(win: Page): Promise<void> {
  await win.keyboard.press('Control+2');
  await expect(grid(win)).toBeFocused();
}

test('the End key leads to the last loaded hold of the queue, and then to the very last', async ({ win }) => {
  await openQueue(win);
  await win.keyboard.press('End');
  await expect(win.getByRole('complementary').getByText('Arosemena 199')).toBeVisible();
  await expect(grid(win)).toHaveAttribute('aria-rowcount', '301');
  await win.keyboard.press('End');
  await expect(win.getByRole('complementary').getByText('Arosemena 299')).toBeVisible();
  await expect(grid(win).getByRole('row').filter({ hasText: 'Arosemena 299' })).toBeInViewport();
  await win.keyboard.press('Home');
  await expect(win.getByRole('complementary').getByText('Arosemena 0', { exact: false }).first()).toBeVisible();
});

test('the next page of the queue is loaded on scrolling', async ({ win }) => {
  await openQueue(win);
  await expect(grid(win)).toHaveAttribute('aria-rowcount', '-1');
  await grid(win).evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(grid(win)).toHaveAttribute('aria-rowcount', '301');
});

test('select all says that the queue continues, and selects the rest on request', async ({ win }) => {
  await openQueue(win);
  await win.keyboard.press('Control+a');
  await expect(win.getByText('200 holds selected')).toBeVisible();
  await expect(win.getByText('The list goes on: what has not been read yet is not selected.')).toBeVisible();
  const rest = win.getByRole('button', { name: 'Select the rest too' });
  // The key that selected what had been read goes on; the box above the column takes the marks away.
  await expect(rest.locator('kbd')).toHaveText('Ctrl+A');
  await win.keyboard.press('Control+a');
  await expect(win.getByText('300 holds selected')).toBeVisible();
  await expect(win.getByText('The list goes on', { exact: false })).toHaveCount(0);
  // Another search keeps the selection, and shows that.
  await win.keyboard.press('Control+f');
  await win.keyboard.type('Arosemena 299');
  await expect(win.getByText('299 of them are not in the list that is shown.')).toBeVisible();
});

test('rows that a batch left out are selected again wherever they are, and its notice is dismissed', async ({
  win,
}) => {
  const batchId = newId();
  const captures = ids.slice(-3).map((holdId) => ({ holdId, amount: 1_000, description: 'Left out' }));
  await callBridge(win, 'holds', 'stopBatch', { batchId });
  await callBridge(win, 'holds', 'captureMany', { batchId, captures });
  await win.reload();
  await win.getByRole('heading').first().waitFor();
  await openQueue(win);
  await expect(win.getByText('The results of an earlier batch were not closed.')).toBeVisible();
  await win.getByRole('button', { name: 'Show the results' }).click();
  await win.getByRole('button', { name: 'Select the 3 that were not sent' }).click();
  await expect(win.getByText('3 holds selected')).toBeVisible();
  await expect(win.getByText('3 of them are not in the list that is shown.')).toBeVisible();
  await expect(win.getByText('The results of an earlier batch were not closed.')).toHaveCount(0);
});

test('the queue neither shows nor counts holds of another environment, and adds no amounts of several currencies', async ({
  startApp,
  kept,
}) => {
  const userData = path.join(kept, 'user-data-of-merchants');
  const real = merchantSchema.parse({
    id: 'live',
    name: 'Hotel Miramar',
    environment: 'production',
    baseUrl: 'https://127.0.0.1:1',
  });
  const dollars = merchantSchema.parse({
    id: 'dollars',
    name: 'Dollars',
    environment: 'training',
    currencySign: 'USD',
    baseUrl: 'https://localhost:8443',
  });
  await fillHolds(userData, [
    { amount: 77_700, lastName: 'Real', merchant: real },
    { amount: 55_500, lastName: 'Wu', merchant: dollars },
    { amount: 1_000, lastName: 'Practice' },
  ]);
  const win = await firstWindow(await startApp({ userData }));
  await openQueue(win);
  await expect(grid(win)).toContainText('Practice');
  await expect(grid(win)).not.toContainText('Real');
  await expect(win.getByRole('button', { name: /^Holds\s+2 open holds$/ })).toBeVisible();
  await expect(
    win.getByTitle('The amounts are in several currencies (B/., USD) and are not added together.'),
  ).toHaveCount(3);
  await expect(win.getByText('565.00')).toHaveCount(0);
});

test('the first live capture over the form interface asks for the field of the token, and nothing is sent', async ({
  startApp,
  kept,
}) => {
  const userData = path.join(kept, 'user-data-of-a-live-merchant');
  const app = await startApp({ userData });
  const win = await firstWindow(app);
  const saved = (await callBridge(win, 'merchants', 'list', undefined)) as { value: { merchant: object }[] };
  const keyed = {
    ...saved.value[0]?.merchant,
    id: 'live',
    name: 'Hotel Miramar',
    environment: 'production',
    baseUrl: 'https://127.0.0.1:1/',
    extraCa: null,
    captureTokenFieldConfirmed: false,
  };
  const answer = (await callBridge(win, 'merchants', 'save', {
    merchant: keyed,
    secrets: { cclw: 'AB12', apiKey: 'x|y' },
  })) as { value: { merchant: unknown } };
  const merchant = merchantSchema.parse(answer.value.merchant);
  expect(await callBridge(win, 'merchants', 'activate', { merchantId: merchant.id })).toMatchObject({ ok: true });
  await app.close();
  await fillHolds(userData, [{ amount: 55_500, lastName: 'Real', family: 'form', merchant }]);
  const later = await firstWindow(await startApp({ userData }));
  // A live merchant requires an operator.
  await callBridge(later, 'session', 'createSupervisor', { name: 'Rosa', passcode: 'palanca-de-rosa-71' });
  await later.getByRole('heading', { name: 'New payment' }).waitFor();
  await openQueue(later);
  await later.keyboard.press('Enter');
  await expect(later.getByRole('heading', { name: 'Before the first live capture' })).toBeVisible();
  await expect(later.getByRole('button', { name: /^Capture B/ })).toHaveCount(0);
  await later.keyboard.press('F9');
  const keep = later.getByRole('button', { name: 'Keep the confirmation' });
  await expect(keep).toBeDisabled();
  await later.getByRole('checkbox', { name: 'The operator of the service confirmed AuthRefNum' }).check();
  await keep.click();
  await expect(later.getByRole('button', { name: /^Capture B/ })).toBeVisible();
  const found = (await callBridge(later, 'history', 'search', {})) as { value: { attempts: unknown[] } };
  expect(found.value.attempts).toHaveLength(1);
});
