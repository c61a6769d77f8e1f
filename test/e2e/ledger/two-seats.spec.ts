/** Two seats on one shared ledger: each captures the holds of the other once, and neither sends without the ledger. */
import { aSeat } from '#test/fixtures/seat-settings.ts';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { MerchantView } from '#shared/seat/merchant.ts';
import { end, expect, firstWindow, freshFolder, start, test as base } from '#test/e2e/stage/fixture.ts';
import { callBridge, keyPayment, send } from '#test/e2e/stage/keyed-payment.ts';
import { makeSale } from '#test/e2e/stage/made-payments.ts';
import { merchant, setStage, type SharedStage } from '#test/e2e/stage/two-seats-stage.ts';

interface Standing {
  readonly stage: SharedStage;
  /** The seats Front desk and Back office, provisioned from the shared file. */
  readonly pages: readonly [Page, Page];
}

interface Seats {
  readonly stage: SharedStage;
  readonly desk: Page;
  readonly office: Page;
  /** Opens one more seat of this name, provisioned from the shared file. */
  readonly openSeat: (name: string) => Promise<Page>;
}

const nameSeat = (win: Page, name: string): Promise<unknown> => callBridge(win, 'seat', 'save', aSeat({ seat: name }));

/** Loads the page anew, so that nothing of the spec before is on it. */
async function anew(win: Page): Promise<Page> {
  await win.reload();
  await win.getByRole('heading').first().waitFor();
  return win;
}

// Two programs, a database and a gateway serve all, because their start costs more than what a spec does with them.
const test = base.extend<Seats, { readonly standing: Standing }>({
  standing: [
    async ({}, use, { workerIndex }) => {
      const kept = freshFolder(`two-seats-${workerIndex}`);
      const stage = await setStage(path.join(kept, 'rolled-out'));
      const open = async (name: string) => {
        const userData = path.join(kept, name.replaceAll(' ', '-'));
        const started = await start(kept, [], { userData, args: ['--provision', stage.file] });
        const win = await firstWindow(started.app);
        await nameSeat(win, name);
        return { started, win };
      };
      const [desk, office] = await Promise.all([open('Front desk'), open('Back office')]);
      await use({ stage, pages: [desk.win, office.win] });
      await Promise.all([end(kept, desk.started), end(kept, office.started)]);
      await stage.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  stage: ({ standing }, use) => use(standing.stage),
  desk: async ({ standing }, use) => use(await anew(standing.pages[0])),
  office: async ({ standing }, use) => use(await anew(standing.pages[1])),
  openSeat: async ({ kept, stage, startApp }, use) => {
    await use(async (name) => {
      const userData = path.join(kept, name.replaceAll(' ', '-'));
      const win = await firstWindow(await startApp({ userData, args: ['--provision', stage.file] }));
      await nameSeat(win, name);
      return win;
    });
  },
});

test.describe.configure({ mode: 'default', timeout: 300_000 });

const rows = (win: Page) => win.getByRole('grid').locator('[role="row"][aria-selected]');
const banner = (win: Page) => win.getByText('No payment can be sent: the payment database can’t be written.');

async function activeMerchantId(win: Page): Promise<string> {
  const { value } = (await callBridge(win, 'merchants', 'list', undefined)) as { value: readonly MerchantView[] };
  const active = value.find((view) => view.active);
  expect(active?.merchant.name).toBe(merchant);
  return active?.merchant.id ?? '';
}

test('a hold of one seat appears on the other, is captured there, and is shown as captured on the first', async ({
  stage,
  desk,
  office,
}) => {
  expect(await activeMerchantId(desk)).toBe(await activeMerchantId(office));
  await office.keyboard.press('Control+2');
  await expect(office.getByText('No holds are waiting')).toBeVisible();

  await keyPayment(desk, { amount: '125.50', hold: true });
  await send(desk);
  await expect(desk.getByRole('heading', { name: 'Held. The card was not charged.' })).toBeVisible();

  await expect(rows(office)).toHaveCount(1);
  await expect(rows(office)).toContainText('Castillero');
  await desk.keyboard.press('Control+2');
  await expect(rows(desk)).toHaveCount(1);

  await office.getByRole('grid', { name: /^Holds/ }).focus();
  await office.keyboard.press('Enter');
  await office.getByRole('textbox', { name: 'Description' }).and(office.locator(':focus')).waitFor();
  await office.keyboard.press('F9');
  await expect(office.getByRole('heading', { name: 'Charged.' })).toBeFocused();

  await expect(desk.getByText('No holds are waiting')).toBeVisible();
  await desk.keyboard.press('Control+3');
  await expect(rows(desk)).toHaveCount(1);
  await expect(rows(desk).first()).toContainText('Captured');
  await desk.getByRole('grid').focus();
  await desk.keyboard.press('End');
  await expect(desk.getByRole('heading', { name: 'Charged.' })).toBeVisible();
  expect((await stage.processed()).map(({ operation, amount }) => [operation, amount])).toEqual([
    ['AUTH', '125.50'],
    ['CAPTURE', '125.50'],
  ]);
});

test('both seats report an outage of the shared ledger, send nothing, and recover by themselves', async ({
  stage,
  desk,
  office,
}) => {
  const before = await stage.received();
  await keyPayment(desk, { amount: '75' });
  await stage.postgres.pause();
  await expect(banner(desk)).toBeVisible();
  await expect(banner(office)).toBeVisible();
  await send(desk);
  await expect(desk.getByText('Nothing was sent. The payment database can’t be written.')).toBeVisible();
  expect(await stage.received()).toBe(before);

  await stage.postgres.resume();
  await expect(banner(desk)).toBeHidden({ timeout: 60_000 });
  await expect(banner(office)).toBeHidden({ timeout: 60_000 });
  const merchantId = await activeMerchantId(office);
  expect((await makeSale(office, { amount: 7_500, merchantId })).state).toBe('approved');
  await desk.keyboard.press('Control+3');
  await expect(rows(desk).filter({ hasText: '75.00' })).toHaveCount(1);
  expect(await stage.received()).toBe(before + 1);
});

test('a seat provisioned during an outage of the ledger waits for it and records nothing elsewhere @thorough', async ({
  stage,
  openSeat,
}) => {
  const before = await stage.received();
  await stage.postgres.pause();
  const selectedLedger = await openSeat('Late desk');
  await expect(banner(selectedLedger)).toBeVisible();
  await keyPayment(selectedLedger, { amount: '76' });
  await send(selectedLedger);
  await expect(selectedLedger.getByText('Nothing was sent. The payment database can’t be written.')).toBeVisible();
  await stage.postgres.resume();
  await expect(banner(selectedLedger)).toBeHidden({ timeout: 60_000 });
  expect(await stage.received()).toBe(before);
});
