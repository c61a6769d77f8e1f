/** Payments without an answer in the running program: resolved by a person, or by the service's records. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from '#test/e2e/stage/fixture.ts';
import { recordsRefused } from '#shared/seat/training.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';
import { makeSale, orderFault } from '#test/e2e/stage/made-payments.ts';

const rows = (win: Page) => win.getByRole('grid').locator('[role="row"][aria-selected]');

// One program serves all, because a start costs more than what a spec does with it.
test.use({ sharing: true });
test.describe.configure({ mode: 'default' });

async function openHistory(win: Page): Promise<void> {
  await win.keyboard.press('Control+3');
  await win.getByRole('grid', { name: /^Payments/ }).focus();
}

/** Answers the next save dialog. */
const saveTo = (app: ElectronApplication, file: string): Promise<void> =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);

test('a payment without an answer is resolved by a supervisor with outcome, reference and note', async ({ win }) => {
  await orderFault(win, { kind: 'lost-answer' }, 1);
  await makeSale(win, { amount: 4_400, lastName: 'Quintero' });
  await win.getByRole('button', { name: 'Show it' }).click();
  await win.getByRole('dialog').getByText('44.00').first().waitFor();
  await win.keyboard.press('Control+g');
  await expect(
    win.getByRole('heading', { name: 'We don’t know yet whether it was charged. Do not charge again.' }),
  ).toBeVisible();
  await win.keyboard.press('Control+e');
  const dialog = win.getByRole('dialog', { name: 'What became of this payment?' });
  await dialog.getByRole('button', { name: 'Record it' }).click();
  await expect(dialog.getByText('Choose what became of it.')).toBeVisible();
  await expect(dialog.getByText('Write how you know it.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'It was approved' }).check();
  await dialog.getByRole('textbox', { name: 'Reference' }).fill('SANDBOX_4471');
  await dialog.getByRole('textbox', { name: 'How you know' }).fill('Called the service, Ana said so');
  await dialog.getByRole('textbox', { name: 'Reference' }).press('Enter');
  await expect(win.getByRole('heading', { name: 'Resolved: charged.' })).toBeVisible();
  await expect(win.getByRole('button', { name: 'Show it' })).toHaveCount(0);
  await expect(rows(win).first()).toContainText('Charged');
  await expect(win.getByText('Note: Called the service, Ana said so')).toBeVisible();
  await expect(win.getByText('Reference: SANDBOX_4471')).toBeVisible();
});

test('a lost answer settles itself once the service answers about its records, and stays open until then', async ({
  app,
  win,
  kept,
}) => {
  await orderFault(win, { kind: 'lost-answer' }, 1);
  const first = await makeSale(win, { amount: 4_321 });
  expect(first.state).toBe('unknown');
  await openHistory(win);
  const details = win.getByRole('complementary');
  await details.getByRole('button', { name: 'Look it up at the service' }).click();
  await expect(
    details.getByText(/^Still unconfirmed: don’t send it again\. The service has its records switched off/),
  ).toBeVisible();
  await expect(details.getByText(/^530 /)).toBeVisible();
  await win.keyboard.press('Control+5');
  await win.getByRole('tab', { name: 'Training' }).click();
  await win.getByRole('switch', { name: 'The service answers about its records' }).click();
  await expect(win.getByRole('switch', { name: 'The service answers about its records' })).toBeChecked();
  await orderFault(win, { kind: 'lost-answer' }, 1);
  await makeSale(win, { amount: 5_432 });
  await openHistory(win);
  await expect(rows(win).first()).toContainText('Charged');
  // The first payment may still be shown, with the answer about its records.
  await rows(win).first().click();
  await expect(details.getByRole('heading', { name: 'Resolved: charged.' })).toBeVisible();
  await details.getByRole('tab', { name: 'At the service' }).click();
  await expect(details.getByRole('region', { name: 'This payment: sale' })).toContainText(
    /Arrives in the account.*B\/\.\s/,
  );
  // The whole day agrees with what the bank has booked, but for what nobody has resolved.
  await win.keyboard.press('Control+4');
  const report = win.getByRole('main');
  await report.getByText('At the service', { exact: true }).click();
  await report.getByRole('button', { name: 'Compare with the service' }).click();
  const kind = report.getByRole('combobox', { name: 'Payments and records' });
  await expect(kind).toContainText(/Agrees \([1-9]/);
  await expect(kind).not.toContainText(/Only|Another|Unknown/);
  const file = path.join(kept, 'journal.csv');
  await saveTo(app, file);
  await win.keyboard.press('Control+Shift+E');
  await expect(report.getByText(/^Figures saved to/)).toBeVisible();
  const journal = readFileSync(file, 'utf8');
  expect(journal).toMatch(/,Charge,\d+\.\d\d,B\/\.,/);
  expect(journal).toMatch(/,Commission,-\d+\.\d\d,B\/\.,/);
  await win.keyboard.press('F9');
  await expect(win.getByRole('dialog')).toContainText('Compared with the service');
  await win.keyboard.press('Escape');
  await callBridge(win, 'training', 'order', recordsRefused);
});
