/** History in the running program: payments found by one box, shown in full, exported, resolved. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { recordsRefused } from '#shared/seat/training.ts';
import { callBridge, visa } from '#test/e2e/stage/keyed-payment.ts';
import { makeHold, makeSale, orderFault } from '#test/e2e/stage/made-payments.ts';

const rows = (win: Page) => win.getByRole('grid').locator('[role="row"][aria-selected]');

// One program serves all, because a start costs more than what a spec does with it.
test.use({ sharing: true });
test.describe.configure({ mode: 'default' });

async function openHistory(win: Page): Promise<void> {
  await win.keyboard.press('Control+3');
  await win.getByRole('grid', { name: /^Payments/ }).focus();
}

/** Searches by keyboard from any focus. */
async function search(win: Page, text: string): Promise<void> {
  await win.keyboard.press('Control+f');
  await win.keyboard.press('Control+a');
  await win.keyboard.type(text);
}

/** Answers the next save dialog. */
const saveTo = (app: ElectronApplication, file: string): Promise<void> =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);

test('a payment is found by last four, by codOper and by name', async ({ win }) => {
  const sale = await makeSale(win, { amount: 2_050, firstName: 'Yariela', lastName: 'Quintero' });
  await makeSale(win, { amount: 3_100, firstName: 'Li', lastName: 'Wu' });
  await makeHold(win, { amount: 7_700, firstName: 'Carlos', lastName: 'Pérez' });
  await openHistory(win);
  await expect(rows(win)).toHaveCount(3);
  await search(win, '7001');
  await expect(rows(win)).toHaveCount(3);
  await search(win, 'perez');
  await expect(rows(win)).toHaveCount(1);
  await expect(rows(win)).toContainText('Carlos Pérez');
  await search(win, sale.references.codOper ?? '');
  await expect(rows(win)).toHaveCount(1);
  await expect(rows(win)).toContainText('Yariela Quintero');
  await search(win, 'nobody of that name');
  await expect(win.getByText('Nothing matches')).toBeVisible();
});

test('the details of a payment hold every reference, the keyed values and the raw answer, never the card', async ({
  win,
}) => {
  const hold = await makeHold(win, { amount: 8_100, family: 'form', lastName: 'Santamaría' });
  await openHistory(win);
  await expect(win.getByRole('heading', { name: 'Held. The card was not charged.' })).toBeVisible();
  await win.getByText('References', { exact: true }).click();
  const { codOper, authToken } = hold.references;
  await expect(win.getByText(codOper ?? 'none', { exact: true })).toBeVisible();
  await expect(win.getByText(authToken ?? 'none', { exact: true })).toBeVisible();
  await win.getByRole('tab', { name: 'Entered' }).click();
  await expect(win.getByText('guadalupe@example.com', { exact: true })).toBeVisible();
  await win.getByRole('tab', { name: 'At the service' }).click();
  await expect(win.locator('pre')).toContainText('"RespCode": "00"');
  expect((await win.content()).replace(/\s/g, '')).not.toContain(visa);
});

test('the receipt of a payment opens with the charged amount', async ({ win, app }) => {
  await makeSale(win, { amount: 12_345 });
  await openHistory(win);
  const opened = app.waitForEvent('window');
  await win.getByRole('button', { name: 'Open the service’s receipt' }).click();
  const receipt = await opened;
  await expect(receipt.getByText('123.45').first()).toBeVisible();
});

test('the found payments are exported as CSV, masked, to the chosen file', async ({ win, app, kept }) => {
  const file = path.join(kept, 'export.csv');
  await makeSale(win, { amount: 2_350, lastName: 'Quintero' });
  await makeSale(win, { amount: 3_300, lastName: 'Bernal', description: '=1+1' });
  await makeSale(win, { amount: 4_200, lastName: 'Bernal' });
  await openHistory(win);
  await search(win, 'bernal');
  await expect(rows(win)).toHaveCount(2);
  await saveTo(app, file);
  await win.getByRole('button', { name: 'Export' }).click();
  await win.getByRole('menuitem', { name: 'As CSV' }).click();
  await expect(win.getByText(`2 payments exported to ${path.basename(file)}`)).toBeVisible();
  const written = readFileSync(file, 'utf8');
  expect(written.trim().split('\n')).toHaveLength(3);
  expect(written).toContain('33.00');
  expect(written).not.toContain('Quintero');
  expect(written).not.toContain(visa);
  // A formula stays a text (CSV injection).
  expect(written).not.toMatch(/(^|,|")=1\+1/m);
});

test('the day close counts charges and holds, and lists payments without an answer, which a supervisor resolves with outcome, reference and note', async ({
  startApp,
  kept,
}) => {
  const win = await firstWindow(await startApp({ userData: path.join(kept, 'user-data-of-a-day') }));
  await makeSale(win, { amount: 10_000 });
  await makeSale(win, { amount: 2_550 });
  await makeHold(win, { amount: 7_700 });
  await orderFault(win, { kind: 'lost-answer' }, 1);
  await makeSale(win, { amount: 4_400, lastName: 'Quintero' });
  await win.keyboard.press('Control+4');
  const report = win.getByRole('main');
  await expect(report.getByText(/^B\/\.\s125\.50$/).first()).toBeVisible();
  await expect(report.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
  await expect(report.getByRole('listitem').filter({ hasText: /^Sale 2/ })).toBeVisible();
  await expect(report.getByText('1 hold, 1 still open')).toBeVisible();
  await expect(report.getByRole('region', { name: 'Unconfirmed' }).getByRole('listitem')).toContainText('Quintero');
  await expect(report.getByRole('table', { name: 'By outcome' }).getByRole('row', { name: /^Held\s+1/ })).toBeVisible();
  await win.keyboard.press('Alt+ArrowLeft');
  await expect(report.getByText('Nothing happened on this day')).toBeVisible();

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
