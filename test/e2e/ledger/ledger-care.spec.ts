/** Maintenance of the ledger on the screens: a backup is made and restored. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from '#test/e2e/stage/fixture.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';
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

test('a restored backup replaces the ledger, which is set aside, and gets what the seat has done since @thorough', async ({
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
