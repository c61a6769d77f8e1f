/** The client certificate chosen as files on the page: it is stored in the key store, and never returned to the page. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { makeCertificates } from '#electron/training/server/certificates.ts';
import { passphrase, pkcs12 } from '#test/gateway/support/pkcs12-identity.ts';
import { expect, test } from '#test/e2e/stage/fixture.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';

// One program serves both, because a start costs more than what a spec does with it.
test.use({ sharing: true });
test.describe.configure({ mode: 'default' });

/** Keys a merchant up to the choice of its certificate. */
async function keyMerchant(win: Page, name: string): Promise<void> {
  await win.keyboard.press('Control+5');
  await win.getByRole('button', { name: 'Add a merchant' }).click();
  await win.getByRole('textbox', { name: 'Name' }).fill(name);
  await win.getByRole('textbox', { name: 'Address of the service' }).fill('https://127.0.0.1:1/');
  await win.getByLabel('Web code (cclw)').fill('AB'.repeat(64));
  await win.getByRole('textbox', { name: 'API key' }).fill('first-part|second-part');
  await win.getByRole('checkbox', { name: '0 %', exact: true }).check();
  await win.getByRole('group', { name: 'Client certificate' }).getByRole('button', { name: 'Add' }).click();
}

/** Chooses files in a file field, as the operator does in the system's dialog. */
async function choose(win: Page, field: string, name: string, buffer: Buffer): Promise<void> {
  const chooser = win.waitForEvent('filechooser');
  await win.getByRole('button', { name: field }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  await expect(win.getByText(name)).toBeVisible();
}

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
  const page = await win.evaluate(() =>
    [document.documentElement.outerHTML, ...[...document.querySelectorAll('input')].map(({ value }) => value)].join(),
  );
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
  await keyMerchant(win, 'Hotel Miramar');
  await choose(win, 'Private key (PEM)', 'seat.key', Buffer.from(client.certificate));
  await expect(win.getByText('This file is not a PEM private key.')).toBeVisible();
  await choose(win, 'Certificate (PEM)', 'seat.pem', Buffer.from(client.certificate));
  await choose(win, 'Private key (PEM)', 'seat-2.key', Buffer.from(client.key));
  await saveAndSearch(win, kept, 'Hotel Miramar', [lineOf(client.certificate), lineOf(client.key)]);
});

test('a PKCS#12 file and its passphrase are stored and never shown', async ({ win, kept }) => {
  await keyMerchant(win, 'Hotel Coral');
  await win.getByText('PKCS#12', { exact: true }).click();
  await choose(win, 'Certificate with its key (.p12, .pfx)', 'seat.p12', Buffer.from(pkcs12, 'base64'));
  await win.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  await saveAndSearch(win, kept, 'Hotel Coral', [pkcs12.slice(200, 260), passphrase]);
});
