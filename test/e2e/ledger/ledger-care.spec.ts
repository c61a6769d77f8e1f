/** Maintenance of the ledger on the screens: backups that are due, and those that are restored. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { callBridge, visa } from '#test/e2e/stage/keyed-payment.ts';
import { makeSale } from '#test/e2e/stage/made-payments.ts';

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

test('a due backup is made automatically by the plan of the seat, and Settings shows its time @thorough', async ({
  win,
  app,
  startApp,
  userData,
}) => {
  await makeSale(win, { amount: 1_500 });
  await openRecord(win);
  await expect(win.getByText('No backup was made yet.')).toBeVisible();
  await win.getByRole('combobox', { name: 'Backups kept' }).selectOption('14');
  await expect.poll(() => readFileSync(path.join(userData, 'backups.json'), 'utf8')).toMatch(/"keep":\s*14/);
  await app.close();
  const plan = path.join(userData, 'backups.json');
  const since = new Date(Date.now() - 2 * 86_400_000).toISOString();
  writeFileSync(plan, JSON.stringify({ ...JSON.parse(readFileSync(plan, 'utf8')), since }));
  const page = await firstWindow(await startApp());
  await openRecord(page);
  await expect(page.getByText(/^Last backup: .*, 1 payment, checked\.$/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('combobox', { name: 'Backups kept' })).toHaveValue('14');
  const files = readdirSync(path.join(userData, 'backups'));
  expect(files).toHaveLength(1);
  expect(readFileSync(path.join(userData, 'backups', files[0] ?? '')).includes(visa)).toBe(false);
});
