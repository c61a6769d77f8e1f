/** Main opens the receipt of an approval only, and only a plain https link, whatever the page asks. */
import { expect, test } from 'vitest';
import { openReceipt } from '#electron/shell/receipts/open-receipt.ts';
import type { Receipts } from '#electron/shell/receipts/receipts.ts';
import { attempt, attemptOf } from '#test/fixtures/shown/attempts.ts';

function recording(): Receipts & { readonly opened: string[] } {
  const opened: string[] = [];
  return {
    opened,
    openOutside: (url) => {
      opened.push(`outside ${url}`);
      return Promise.resolve();
    },
    openMessage: () => Promise.reject(new Error('not asked')),
    openTraining: async (url, sign) => opened.push(`training ${url} ${sign}`) > 0,
    owns: () => false,
    mayShow: () => false,
  };
}

const receiptUrl = 'https://pay.example.org/r';

test('the receipt of an approval opens outside, and a training receipt in the program', async () => {
  const receipts = recording();
  expect(await openReceipt(receipts, attempt({ receiptUrl, environment: 'production' }))).toMatchObject({ ok: true });
  expect(await openReceipt(receipts, attempt({ receiptUrl }))).toMatchObject({ ok: true });
  expect(receipts.opened).toEqual([`outside ${receiptUrl}`, `training ${receiptUrl} B/.`]);
});

test.each([
  ['a decline', attemptOf('sell', 'declined', { receiptUrl, environment: 'production' })],
  ['an unknown payment', attemptOf('sell', 'unknown', { receiptUrl, environment: 'production' })],
  ['a link with a user part', attempt({ receiptUrl: 'https://bank.example@evil.example/', environment: 'production' })],
  ['a link without https', attempt({ receiptUrl: 'http://pay.example.org/', environment: 'production' })],
  ['no link', attempt({ receiptUrl: null })],
])('nothing opens for %s', async (_name, shown) => {
  const receipts = recording();
  expect(await openReceipt(receipts, shown)).toEqual({ ok: false, failure: { kind: 'not-found' } });
  expect(receipts.opened).toEqual([]);
});
