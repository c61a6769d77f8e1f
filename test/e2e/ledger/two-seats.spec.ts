/** Two seats on one shared ledger: each captures the holds of the other once, and neither sends without the ledger. */
import { aSeat } from '#test/fixtures/seat-settings.ts';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { MerchantView } from '#shared/seat/merchant.ts';
import { expect, firstWindow, test as base } from '#test/e2e/stage/fixture.ts';
import type { StartOptions } from '#test/e2e/stage/launch-program.ts';
import { callBridge, keyPayment, send } from '#test/e2e/stage/keyed-payment.ts';
import { makeHold, makeSale } from '#test/e2e/stage/made-payments.ts';
import { merchant, setStage, type SharedStage } from '#test/e2e/stage/two-seats-stage.ts';

interface Seats {
  readonly stage: SharedStage;
  /** Opens a seat of this name, provisioned from the shared file. */
  readonly openSeat: (name: string, options?: Pick<StartOptions, 'args'>) => Promise<Page>;
}

const test = base.extend<Seats>({
  stage: async ({ kept }, use) => {
    const stage = await setStage(path.join(kept, 'rolled-out'));
    await use(stage);
    await stage.close();
  },
  openSeat: async ({ kept, stage, startApp }, use) => {
    await use(async (name, options) => {
      const userData = path.join(kept, name.replaceAll(' ', '-'));
      const win = await firstWindow(await startApp({ userData, args: ['--provision', stage.file], ...options }));
      await callBridge(win, 'seat', 'save', aSeat({ seat: name }));
      return win;
    });
  },
});

// Each of these starts two programs, a database and a gateway.
test.describe.configure({ timeout: 300_000 });

const rows = (win: Page) => win.getByRole('grid').locator('[role="row"][aria-selected]');
const banner = (win: Page) => win.getByText('No payment can be sent: the payment database can’t be written.');

async function openQueue(win: Page): Promise<void> {
  await win.keyboard.press('Control+2');
  await win.getByRole('grid', { name: /^Holds/ }).focus();
}

async function activeMerchantId(win: Page): Promise<string> {
  const { value } = (await callBridge(win, 'merchants', 'list', undefined)) as { value: readonly MerchantView[] };
  const active = value.find((view) => view.active);
  expect(active?.merchant.name).toBe(merchant);
  return active?.merchant.id ?? '';
}

test('a hold of one seat appears on the other, is captured there, and is shown as captured on the first', async ({
  stage,
  openSeat,
}) => {
  const [selectedLedger, office] = await Promise.all([openSeat('Front desk'), openSeat('Back office')]);
  expect(await activeMerchantId(selectedLedger)).toBe(await activeMerchantId(office));
  await office.keyboard.press('Control+2');
  await expect(office.getByText('No holds are waiting')).toBeVisible();

  await keyPayment(selectedLedger, { amount: '125.50', hold: true });
  await send(selectedLedger);
  await expect(selectedLedger.getByRole('heading', { name: 'Held. The card was not charged.' })).toBeVisible();

  await expect(rows(office)).toHaveCount(1);
  await expect(rows(office)).toContainText('Castillero');
  await selectedLedger.keyboard.press('Control+2');
  await expect(rows(selectedLedger)).toHaveCount(1);

  await office.getByRole('grid', { name: /^Holds/ }).focus();
  await office.keyboard.press('Enter');
  await office.getByRole('textbox', { name: 'Description' }).and(office.locator(':focus')).waitFor();
  await office.keyboard.press('F9');
  await expect(office.getByRole('heading', { name: 'Charged.' })).toBeFocused();

  await expect(selectedLedger.getByText('No holds are waiting')).toBeVisible();
  await selectedLedger.keyboard.press('Control+3');
  await expect(rows(selectedLedger)).toHaveCount(1);
  await expect(rows(selectedLedger).first()).toContainText('Captured');
  await selectedLedger.getByRole('grid').focus();
  await selectedLedger.keyboard.press('End');
  await expect(selectedLedger.getByRole('heading', { name: 'Charged.' })).toBeVisible();
  expect((await stage.processed()).map(({ operation, amount }) => [operation, amount])).toEqual([
    ['AUTH', '125.50'],
    ['CAPTURE', '125.50'],
  ]);
});

test('the duplicate guard recognises a payment made on another seat', async ({ stage, openSeat }) => {
  const [selectedLedger, office] = await Promise.all([openSeat('Front desk'), openSeat('Back office')]);
  await keyPayment(selectedLedger, { amount: '64' });
  await send(selectedLedger);
  await expect(selectedLedger.getByRole('heading', { name: 'Charged.' })).toBeVisible();
  await keyPayment(office, { amount: '64', concept: 'Order 1183' });
  await expect(office.getByRole('region', { name: 'Looks like an earlier payment' })).toBeVisible();
  await office.keyboard.press('Enter');
  await office.locator('#charge-reason:focus').waitFor();
  await expect(office.getByRole('listitem').filter({ hasText: 'B/. 64.00' })).toContainText('Charged');
  expect(await stage.received()).toBe(1);
});

test('a seat without the merchant of a hold names it and sends nothing', async ({ stage, openSeat }) => {
  const [selectedLedger, hotel] = await Promise.all([
    openSeat('Front desk'),
    openSeat('Hotel desk', { args: ['--provision', stage.fileOfAnother] }),
  ]);
  await makeHold(selectedLedger, { amount: 4_512, merchantId: await activeMerchantId(selectedLedger) });
  await openQueue(hotel);
  await expect(rows(hotel)).toHaveCount(1);
  await hotel.keyboard.press('Enter');
  await hotel.getByRole('textbox', { name: 'Description' }).and(hotel.locator(':focus')).waitFor();
  await hotel.keyboard.press('F9');
  const alert = hotel.getByRole('alert');
  await expect(alert).toContainText('Nothing was sent. This hold belongs to another merchant.');
  await expect(alert).toContainText('It was made for Ferretería El Martillo (Test)');
  expect(await stage.received()).toBe(1);
});

test('two seats that start the same batch at once capture each hold once', async ({ stage, openSeat }) => {
  const [selectedLedger, office] = await Promise.all([openSeat('Front desk'), openSeat('Back office')]);
  const merchantId = await activeMerchantId(selectedLedger);
  const amounts = Array.from({ length: 24 }, (_, index) => 1_000 + index);
  for (const amount of amounts) await makeHold(selectedLedger, { amount, merchantId });
  await Promise.all([openQueue(selectedLedger), openQueue(office)]);
  for (const win of [selectedLedger, office]) {
    await expect(rows(win).first()).toBeVisible();
    await win.keyboard.press('Control+a');
    await expect(win.getByText('24 holds selected')).toBeVisible();
    await win.keyboard.press('Enter');
    await expect(win.getByRole('button', { name: /^Capture/ })).toBeVisible();
  }
  await Promise.all([selectedLedger.keyboard.press('F9'), office.keyboard.press('F9')]);
  for (const win of [selectedLedger, office]) {
    await expect(win.getByText('The batch has ended.')).toBeVisible({ timeout: 60_000 });
  }
  const captured = (await stage.processed()).filter(({ operation }) => operation === 'CAPTURE');
  expect(captured.map(({ amount }) => Math.round(Number(amount) * 100)).sort((one, other) => one - other)).toEqual(
    amounts,
  );
  // The screens match: each hold was charged by one seat and taken for the other.
  const counted = async (win: Page): Promise<number> => {
    const charged = win.locator('[data-money="charged"]');
    return Number((await charged.getByRole('definition').first().textContent())?.trim());
  };
  expect((await counted(selectedLedger)) + (await counted(office))).toBe(24);
  for (const win of [selectedLedger, office]) {
    await win.keyboard.press('Escape');
    await expect(win.getByText('No holds are waiting')).toBeVisible();
  }
});

test('both seats report an outage of the shared ledger, send nothing, and recover by themselves', async ({
  stage,
  openSeat,
}) => {
  const [selectedLedger, office] = await Promise.all([openSeat('Front desk'), openSeat('Back office')]);
  await keyPayment(selectedLedger, { amount: '75' });
  await stage.postgres.pause();
  await expect(banner(selectedLedger)).toBeVisible();
  await expect(banner(office)).toBeVisible();
  await send(selectedLedger);
  await expect(selectedLedger.getByText('Nothing was sent. The payment database can’t be written.')).toBeVisible();
  expect(await stage.received()).toBe(0);

  await stage.postgres.resume();
  await expect(banner(selectedLedger)).toBeHidden({ timeout: 60_000 });
  await expect(banner(office)).toBeHidden({ timeout: 60_000 });
  const merchantId = await activeMerchantId(office);
  expect((await makeSale(office, { amount: 7_500, merchantId })).state).toBe('approved');
  await selectedLedger.keyboard.press('Control+3');
  await expect(rows(selectedLedger)).toHaveCount(1);
  expect(await stage.received()).toBe(1);
});

test('a seat provisioned during an outage of the ledger waits for it and records nothing elsewhere', async ({
  stage,
  openSeat,
}) => {
  await stage.postgres.pause();
  const selectedLedger = await openSeat('Front desk');
  await expect(banner(selectedLedger)).toBeVisible();
  await keyPayment(selectedLedger, { amount: '75' });
  await send(selectedLedger);
  await expect(selectedLedger.getByText('Nothing was sent. The payment database can’t be written.')).toBeVisible();
  await stage.postgres.resume();
  await expect(banner(selectedLedger)).toBeHidden({ timeout: 60_000 });
  expect(await stage.received()).toBe(0);
});

test('earlier payments of a seat are copied into the shared ledger, and the other seat sees them', async ({
  stage,
  openSeat,
}) => {
  const office = await openSeat('Back office');
  const selectedLedger = await openSeat('Front desk', { args: [] });
  for (let amount = 1_000; amount < 1_012; amount++) await makeSale(selectedLedger, { amount });
  await makeHold(selectedLedger, { amount: 4_512, lastName: 'Chiari Arosemena' });
  await selectedLedger.keyboard.press('Control+5');
  await selectedLedger.getByRole('tab', { name: 'Payment database' }).click();
  await selectedLedger.getByRole('radio', { name: 'In a shared PostgreSQL database' }).check();
  const { port, user, password } = stage.postgres.server;
  await selectedLedger
    .getByRole('textbox', { name: 'Address of the database' })
    .fill(`postgres://${user}@localhost:${port}/caja`);
  await selectedLedger.getByLabel('Password', { exact: true }).fill(password);
  await selectedLedger.getByRole('button', { name: 'Use this payment database' }).click();
  await expect(selectedLedger.getByText('This payment database is in use.')).toBeVisible();
  await selectedLedger.getByRole('button', { name: 'Copy', exact: true }).click();
  const done = selectedLedger.getByText('13 payments copied, B/. 165.78 in all. Counts and sums agree.');
  await expect(done).toBeVisible();
  await office.keyboard.press('Control+3');
  await office.getByRole('textbox', { name: 'Search' }).fill('Chiari');
  await expect(rows(office)).toHaveCount(1);
  // A second copy adds nothing.
  await selectedLedger.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(done).toBeVisible();
  await office.getByRole('textbox', { name: 'Search' }).fill('');
  await expect(rows(office)).toHaveCount(13);
});
