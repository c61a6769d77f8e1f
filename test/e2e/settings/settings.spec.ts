/** Settings in the running program: merchants and their hidden secrets and certificates, language, theme, training faults, connection check. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { makeCertificates } from '#electron/training/server/certificates.ts';
import { passphrase, pkcs12 } from '#test/gateway/support/pkcs12-identity.ts';
import { expect, test } from '#test/e2e/stage/fixture.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';
import { makeSale } from '#test/e2e/stage/made-payments.ts';

/** Made-up secrets that belong to no merchant. */
const cclw = 'ABCDEF0123456789'.repeat(8);
const apiKey = 'first-part|second-part';

// One program serves all, because a start costs more than what a spec does with it.
test.use({ sharing: true });
test.describe.configure({ mode: 'default' });

async function openSettings(win: Page, section?: string): Promise<void> {
  await win.getByRole('navigation').waitFor();
  await win.keyboard.press('Control+5');
  const tab = win.getByRole('tab', { name: section ?? 'Merchants' });
  await tab.waitFor();
  await tab.click();
}

/** Keys a new merchant. */
async function keyMerchant(win: Page, name: string): Promise<void> {
  await openSettings(win);
  // By keyboard, because the pointer misses a button that moves when the page around it is still being read.
  await win.getByRole('button', { name: 'Add a merchant' }).press('Enter');
  const field = win.getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  await field.fill(name);
  await win.getByRole('textbox', { name: 'Address of the service' }).fill('https://127.0.0.1:1/');
  await win.getByLabel('Web code (cclw)').fill(`  ${cclw} `);
  await win.getByRole('textbox', { name: 'API key' }).fill(apiKey);
  await win.getByRole('checkbox', { name: '0 %', exact: true }).check();
}

async function addMerchant(win: Page, name: string): Promise<void> {
  await keyMerchant(win, name);
  await win.keyboard.press('Control+s');
  await expect(win.getByRole('heading', { name, level: 2 })).toBeVisible();
}

/** The whole content of the page: its markup and the values of its fields. */
const pageText = (win: Page): Promise<string> =>
  win.evaluate(() =>
    [document.documentElement.outerHTML, ...[...document.querySelectorAll('input')].map(({ value }) => value)].join(),
  );

test('an added merchant shows missing values at their fields, and no typed value is lost', async ({ win }) => {
  await openSettings(win);
  await win.getByRole('button', { name: 'Add a merchant' }).click();
  await win.getByRole('textbox', { name: 'Address of the service' }).fill('http://example.test');
  await win.keyboard.press('Control+s');
  const name = win.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/Required\./);
  const address = win.getByRole('textbox', { name: 'Address of the service' });
  await expect(address).toHaveAccessibleDescription(/Enter an address that starts with https:/);
  await expect(address).toHaveValue('http://example.test');
  await expect(win.getByText('5 fields need attention.')).toBeVisible();
  // Leaving for another screen loses nothing.
  await win.keyboard.press('Control+3');
  await win.keyboard.press('Control+5');
  await expect(win.getByRole('textbox', { name: 'Address of the service' })).toHaveValue('http://example.test');
});

test('secrets of a merchant never come out: not on the page, over the bridge or on disk', async ({ win, kept }) => {
  await addMerchant(win, 'Ferretería Él Martillo, S. A.');
  await expect(win.getByText('Set, ends in')).toHaveCount(2);
  for (const secret of [cclw, apiKey]) {
    expect(await pageText(win)).not.toContain(secret);
    expect(JSON.stringify(await callBridge(win, 'merchants', 'list', undefined))).not.toContain(secret);
  }
  const vault = readFileSync(path.join(kept, 'user-data/vault.json'), 'utf8');
  expect(vault).not.toContain(cclw);
  expect(vault).not.toContain('first-part');
  await win.reload();
  await openSettings(win);
  await win.getByRole('button', { name: /^Ferretería/ }).click();
  await expect(win.getByText('Set, ends in')).toHaveCount(2);
  for (const secret of [cclw, apiKey]) expect(await pageText(win)).not.toContain(secret);
});

test('an edited merchant keeps its new tax rates and its former secrets', async ({ win }) => {
  await addMerchant(win, 'Hotel Miramar');
  await win.getByRole('textbox', { name: 'Other rates, %' }).fill('7.255');
  await win.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(win.getByRole('textbox', { name: 'Other rates, %' })).toHaveAccessibleDescription(/0 to 100/);
  await win.getByRole('textbox', { name: 'Other rates, %' }).fill('');
  await win.getByRole('checkbox', { name: '10 %', exact: true }).check();
  await win.getByRole('combobox', { name: 'Usual rate' }).selectOption('10 %');
  await win.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(win.getByText('Saved', { exact: true })).toBeVisible();
  const { value } = (await callBridge(win, 'merchants', 'list', undefined)) as {
    value: { merchant: { name: string; taxRates: readonly number[] }; has: object }[];
  };
  expect(value.find(({ merchant }) => merchant.name === 'Hotel Miramar')).toMatchObject({
    merchant: { taxRates: [1000, 0] },
    has: { cclw: { set: true }, apiKey: { set: true }, clientCertificate: { set: false } },
  });
});

test('another merchant is activated after an explained confirmation, and removed only when inactive', async ({
  win,
}) => {
  await addMerchant(win, 'Hotel Coral');
  await win.getByRole('button', { name: 'Use this merchant' }).click();
  await expect(win.getByRole('dialog')).toContainText('go to the test service. No card is charged.');
  await win.getByRole('dialog').getByRole('button', { name: 'Use this merchant' }).click();
  await expect(win.getByRole('banner').getByText('Hotel Coral')).toBeVisible();
  await expect(
    win.getByRole('region', { name: 'Use', exact: true }).getByRole('button', { name: 'Remove' }),
  ).toBeDisabled();
  await win.getByRole('button', { name: /^Training/ }).click();
  await win.getByRole('button', { name: 'Use this merchant' }).click();
  await win.getByRole('dialog').getByRole('button', { name: 'Use this merchant' }).click();
  await expect(win.getByRole('banner').getByText('No money moves')).toBeVisible();
  await win.getByRole('button', { name: /^Hotel Coral/ }).click();
  await win.getByRole('region', { name: 'Use', exact: true }).getByRole('button', { name: 'Remove' }).click();
  await win.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
  await expect(win.getByRole('button', { name: /^Hotel Coral/ })).toHaveCount(0);
});

test('the theme changes at once, and the name of the seat is recorded', async ({ win }) => {
  await openSettings(win, 'This seat');
  await win.getByText('Dark', { exact: true }).click();
  await expect(win.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await win.getByRole('textbox', { name: 'Name of this seat' }).fill('Recepción 2');
  await win.keyboard.press('Enter');
  await expect(win.getByText('Saved', { exact: true })).toBeVisible();
  expect((await makeSale(win, { amount: 1_500 })).seat).toBe('Recepción 2');
});

test('a fault of the training gateway can be ordered and switched off', async ({ win }) => {
  await openSettings(win, 'Training');
  await win.getByRole('combobox', { name: 'Answer or fault' }).selectOption('Answer with a code of the service');
  await win.getByRole('combobox', { name: 'Code of the service' }).fill('0');
  await win.getByRole('button', { name: 'Activate' }).click();
  await expect(win.getByText('Enter a number from 1 to 99999.')).toBeVisible();
  await win.getByRole('combobox', { name: 'Code of the service' }).fill('613');
  await win.getByRole('combobox', { name: 'How often' }).selectOption('Until switched off');
  await win.getByRole('button', { name: 'Activate' }).click();
  await expect(win.getByText(/Answer with code 613, and the bank does nothing/)).toBeVisible();
  expect((await makeSale(win, { amount: 1_700 })).service.code).toBe('613');
  await win.getByRole('button', { name: 'Switch off' }).click();
  await expect(win.getByText('No fault: published test cards are approved')).toBeVisible();
  expect((await makeSale(win, { amount: 1_800 })).state).toBe('approved');
});

test('the connection check shows the finding of each step and sends no transaction', async ({ win }) => {
  const before = await callBridge(win, 'training', 'status', undefined);
  await openSettings(win);
  await win.getByRole('button', { name: 'Check the connection' }).click();
  const report = win.getByRole('table', { name: /^Connection to localhost:/ });
  await expect(report.getByRole('row', { name: /Encryption/ })).toContainText('TLSv1.3');
  await expect(report.getByRole('row', { name: /Certificate The/ })).toContainText('good until');
  await win.getByText('Certificates of the service').click();
  await expect(win.getByText('Caja training authority').first()).toBeVisible();
  const { value } = before as { value: { processed: number } };
  expect(await callBridge(win, 'training', 'status', undefined)).toMatchObject({
    value: { processed: value.processed },
  });
});

test('an unreachable shared ledger is reported, and the one on this computer stays in use', async ({ win }) => {
  await openSettings(win, 'Payment database');
  await win.getByRole('radio', { name: 'In a shared PostgreSQL database' }).check();
  await win.getByRole('textbox', { name: 'Address of the database' }).fill('postgres://caja:secret@127.0.0.1:1/caja');
  await win.getByRole('button', { name: 'Use this payment database' }).click();
  await expect(win.getByText('Leave the password out of the address. It has its own field.')).toBeVisible();
  await win.getByRole('textbox', { name: 'Address of the database' }).fill('postgres://caja@127.0.0.1:1/caja');
  await win.getByRole('button', { name: 'Use this payment database' }).click();
  await expect(win.getByRole('alert')).toContainText('Nothing was changed. This payment database can’t be used.');
  await expect(win.getByRole('alert')).toContainText('The shared payment database does not answer.');
  expect((await makeSale(win, { amount: 1_900 })).state).toBe('approved');
});

test('a backup is made in the folder that the operator chooses', async ({ app, win, kept }) => {
  const file = path.join(kept, 'backup.db');
  await makeSale(win, { amount: 1_600 });
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await openSettings(win, 'Payment database');
  await win.getByRole('button', { name: 'Back up now' }).click();
  await expect(win.getByText(/^\d+ payments? saved to backup\.db/)).toBeVisible();
  expect(readFileSync(file).subarray(0, 15).toString()).toBe('SQLite format 3');
});

const addCertificate = (win: Page): Promise<void> =>
  win.getByRole('group', { name: 'Client certificate' }).getByRole('button', { name: 'Add' }).click();

/** Chooses files in a file field, as the operator does in the system's dialog. */
async function choose(win: Page, field: string, name: string, buffer: Buffer): Promise<void> {
  const chooser = win.waitForEvent('filechooser');
  await win.getByRole('button', { name: field }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  await expect(win.getByText(name)).toBeVisible();
}

/** Saves the merchant, whose certificate is nowhere on the page and in no answer. */
async function saveAndSearch(win: Page, kept: string, name: string, pieces: readonly string[]): Promise<void> {
  await win.keyboard.press('Control+s');
  await expect(win.getByRole('heading', { name, level: 2 })).toBeVisible();
  await expect(win.getByRole('group', { name: 'Client certificate' }).getByText('Kept in the key store')).toBeVisible();
  const merchants = await callBridge(win, 'merchants', 'list', undefined);
  expect(merchants).toMatchObject({
    value: expect.arrayContaining([
      expect.objectContaining({
        merchant: expect.objectContaining({ name }),
        has: expect.objectContaining({ clientCertificate: { set: true, ending: null } }),
      }),
    ]),
  });
  const page = await pageText(win);
  const answers = readFileSync(path.join(kept, 'ipc.jsonl'), 'utf8');
  expect(answers).toContain('clientCertificate');
  for (const piece of pieces) {
    expect(page).not.toContain(piece);
    expect(answers).not.toContain(piece);
  }
}

/** A line near the end of a PEM text. Earlier lines may occur in other certificates of the same authority. */
const lineOf = (pem: string): string =>
  pem
    .split('\n')
    .filter((line) => /^[A-Za-z0-9+/=]+$/.test(line))
    .at(-2) ?? pem;

test('a client certificate and its key, chosen as PEM files, are stored and never shown', async ({ win, kept }) => {
  const { client } = await makeCertificates(new Date());
  await keyMerchant(win, 'Hotel Pem');
  await addCertificate(win);
  await choose(win, 'Private key (PEM)', 'seat.key', Buffer.from(client.certificate));
  await expect(win.getByText('This file is not a PEM private key.')).toBeVisible();
  await choose(win, 'Certificate (PEM)', 'seat.pem', Buffer.from(client.certificate));
  await choose(win, 'Private key (PEM)', 'seat-2.key', Buffer.from(client.key));
  await saveAndSearch(win, kept, 'Hotel Pem', [lineOf(client.certificate), lineOf(client.key)]);
});

test('a PKCS#12 file and its passphrase are stored and never shown', async ({ win, kept }) => {
  await keyMerchant(win, 'Hotel Pkcs');
  await addCertificate(win);
  await win.getByText('PKCS#12', { exact: true }).click();
  await choose(win, 'Certificate with its key (.p12, .pfx)', 'seat.p12', Buffer.from(pkcs12, 'base64'));
  await win.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  await saveAndSearch(win, kept, 'Hotel Pkcs', [pkcs12.slice(200, 260), passphrase]);
});
