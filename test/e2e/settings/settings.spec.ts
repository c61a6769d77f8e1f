/** Merchants in the running program: their secrets and certificates go in and never come out. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { makeCertificates } from '#electron/training/server/certificates.ts';
import { passphrase, pkcs12 } from '#test/gateway/support/pkcs12-identity.ts';
import { expect, test } from '#test/e2e/stage/fixture.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';

/** Made-up secrets that belong to no merchant. */
const cclw = 'ABCDEF0123456789'.repeat(8);
const apiKey = 'first-part|second-part';

// One program serves all, because a start costs more than what a spec does with it.
test.use({ sharing: true });
test.describe.configure({ mode: 'default' });

async function openSettings(win: Page): Promise<void> {
  await win.getByRole('navigation').waitFor();
  await win.keyboard.press('Control+5');
  const tab = win.getByRole('tab', { name: 'Merchants' });
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
  const { client: makeClient } = await makeCertificates(new Date());
  const client = await makeClient();
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
