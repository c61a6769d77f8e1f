/** Maintenance of the ledger on the screens: purges after an export, and restored backups, both in the audit trail. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { storeAged } from '#test/e2e/stage/aged-ledger.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { callBridge, visa } from '#test/e2e/stage/keyed-payment.ts';
import { makeHold, makeSale, orderFault } from '#test/e2e/stage/made-payments.ts';

async function openRecord(win: Page): Promise<void> {
  await win.keyboard.press('Control+5');
  await win.getByRole('tab', { name: 'Payment database' }).click();
}

/** Makes the system's dialogs return these files. */
const chooses = (app: ElectronApplication, save: string, open: string): Promise<void> =>
  app.evaluate(
    ({ dialog }, files) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: files.save });
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [files.open] });
    },
    { save, open },
  );

const found = async (win: Page): Promise<readonly { readonly id: string }[]> =>
  ((await callBridge(win, 'history', 'search', {})) as { value: { attempts: { id: string }[] } }).value.attempts;

test('a purge removes nothing without its export, else old payments but open ones, and is in the audit trail', async ({
  win,
  app,
  startApp,
  userData,
  kept,
}) => {
  const old = await makeSale(win, { amount: 1_500, lastName: 'Vieja' });
  const held = await makeHold(win, { amount: 2_500 });
  await orderFault(win, { kind: 'lost-answer' }, 1);
  const unknown = await makeSale(win, { amount: 3_500 });
  await app.close();
  storeAged(path.join(userData, 'ledger.db'), 30 * 24);

  const again = await startApp();
  const page = await firstWindow(again);
  const young = await makeSale(page, { amount: 4_500 });
  const file = path.join(kept, 'removed.csv');
  await openRecord(page);
  const remove = async (): Promise<void> => {
    await page
      .getByRole('textbox', { name: 'Before', exact: true })
      .fill(new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10));
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    expect(existsSync(file)).toBe(false);
    await page.getByRole('dialog').getByRole('button', { name: 'Export and remove' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const showCopies = async (): Promise<void> => {
    await page.getByRole('tab', { name: 'Audit trail' }).click();
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Exports and copies');
  };
  // Nothing is removed when the dialog is cancelled or the export can't be written.
  await again.evaluate(({ dialog }) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' });
  });
  await remove();
  await chooses(again, path.join(kept, 'no-such-folder', 'removed.csv'), '');
  await remove();
  await expect(page.getByRole('alert')).toContainText('The file could not be used.');
  expect(await found(page)).toHaveLength(4);
  await showCopies();
  await expect(page.getByText('No entry fits')).toBeVisible();

  await chooses(again, file, '');
  await openRecord(page);
  await remove();
  await expect(page.getByText(`1 payment removed. It was exported to ${path.basename(file)}`)).toBeVisible();

  const exported = readFileSync(file, 'utf8');
  for (const { id } of [old, held, unknown]) expect(exported).toContain(id);
  expect(exported).toContain('Vieja');
  expect(exported).not.toContain(young.id);
  expect(exported).not.toContain(visa);
  expect((await found(page)).map(({ id }) => id).toSorted()).toEqual([held.id, unknown.id, young.id].toSorted());
  await showCopies();
  const entries = page.getByRole('table', { name: 'Entries, newest first' }).getByRole('row');
  // The first row has the headings.
  await expect(entries).toHaveCount(3);
  await expect(entries.nth(1)).toContainText(/1 payment from before .* removed, after the export/);
  await expect(entries.nth(2)).toContainText('3 payments');
});

test('a restored backup replaces the ledger, which is set aside, and gets what the seat has done since', async ({
  win,
  app,
  userData,
  kept,
}) => {
  const copy = path.join(kept, 'copy.db');
  await chooses(app, copy, copy);
  const before = await makeSale(win, { amount: 1_500 });
  await openRecord(win);
  await win.getByRole('button', { name: 'Back up now' }).click();
  await expect(win.getByText(`1 payment saved to ${path.basename(copy)}`)).toBeVisible();
  await expect(win.getByText(copy, { exact: true })).toBeVisible();
  const since = await makeSale(win, { amount: 2_500 });
  await win.getByRole('button', { name: 'Restore a backup' }).click();
  await win.getByRole('dialog').getByRole('button', { name: 'Choose the backup' }).click();
  await expect(win.getByText(`1 payment restored from ${path.basename(copy)}`)).toBeVisible();
  // By the banner of every screen, and beside the button by which a supervisor agrees.
  await expect(win.getByText('One payment was missing there and was written again.')).toHaveCount(2);
  expect(await found(win)).toMatchObject([{ id: since.id, state: 'approved' }, { id: before.id }]);
  expect(readdirSync(userData).some((name) => name.startsWith('ledger.db.kept-'))).toBe(true);
  await win.getByRole('tab', { name: 'Audit trail' }).click();
  const entries = win.getByRole('table', { name: 'Entries, newest first' });
  await expect(entries).toContainText(`Backup with 1 payment restored from ${copy}`);
  await expect(entries).toContainText(`Backup of 1 payment saved to ${copy}`);
  expect((await makeSale(win, { amount: 3_500 })).state).toBe('approved');
});

/** Moves the schedule of a closed program back by two days, as if that time had passed. */
function twoDaysLater(userData: string, change: object = {}): void {
  const file = path.join(userData, 'backups.json');
  const since = new Date(Date.now() - 2 * 86_400_000).toISOString();
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), since, ...change }));
}

test('a due backup is made automatically, and Settings shows its time; a failed one is reported on every screen until one is made elsewhere', async ({
  win,
  app,
  startApp,
  userData,
  kept,
}) => {
  await makeSale(win, { amount: 1_500 });
  await openRecord(win);
  await expect(win.getByText('No backup was made yet.')).toBeVisible();
  await win.getByRole('combobox', { name: 'Backups kept' }).selectOption('14');
  await expect.poll(() => readFileSync(path.join(userData, 'backups.json'), 'utf8')).toMatch(/"keep":\s*14/);
  await app.close();
  twoDaysLater(userData);
  const second = await startApp();
  const page = await firstWindow(second);
  await openRecord(page);
  await expect(page.getByText(/^Last backup: .*, 1 payment, checked\.$/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('combobox', { name: 'Backups kept' })).toHaveValue('14');
  const files = readdirSync(path.join(userData, 'backups'));
  expect(files).toHaveLength(1);
  expect(readFileSync(path.join(userData, 'backups', files[0] ?? '')).includes(visa)).toBe(false);
  await second.close();

  const blocked = path.join(kept, 'no-folder');
  writeFileSync(blocked, '');
  twoDaysLater(userData, { folder: blocked, done: null });
  const third = await startApp();
  const later = await firstWindow(third);
  const banner = later.getByText('The last backup of the payment database failed.');
  await expect(banner).toBeVisible({ timeout: 60_000 });
  expect((await makeSale(later, { amount: 1_600 })).state).toBe('approved');
  const folder = path.join(kept, 'usb');
  mkdirSync(folder);
  await chooses(third, '', folder);
  await openRecord(later);
  await later.getByRole('button', { name: 'Choose a folder' }).click();
  await expect(later.getByText(folder, { exact: true })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
