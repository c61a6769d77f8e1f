/** Keying on the Charge screen: messages at the field, suggestions instead of guesses, both languages, no accessibility faults. */
import { aSeat } from '#test/fixtures/seat-settings.ts';
import type { Page } from '@playwright/test';
import { callBridge, keyPayment, mastercard, send, visa } from '#test/e2e/stage/keyed-payment.ts';
import { expect, test } from '#test/e2e/stage/fixture.ts';

// One program serves all, because a start costs more than what a spec does with it.
test.use({ sharing: true });
test.describe.configure({ mode: 'default' });

const save = (win: Page, change: { readonly language?: 'en' | 'es'; readonly theme?: 'light' | 'dark' }) =>
  callBridge(win, 'seat', 'save', aSeat({ seat: 'Desk 1', ...change }));

test('Enter on an empty Charge form names the required fields and focuses the first', async ({ win }) => {
  await win.keyboard.press('Enter');
  const amount = win.getByRole('textbox', { name: 'Amount', exact: true });
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription('Enter the amount.');
  await expect(win.getByRole('combobox', { name: 'Phone' })).toHaveAccessibleDescription('Enter the phone.');
  await expect(win.getByText(/^Fix \d+ fields to continue\.$/)).toBeVisible();
});

test('messages at fields follow the language at once, and no keyed value is lost', async ({ win }) => {
  await keyPayment(win, { amount: '12.345' });
  await win.keyboard.press('Enter');
  await expect(win.getByText('Two decimals at most.')).toBeVisible();
  await save(win, { language: 'es' });
  await expect(win.getByText('Dos decimales como máximo.')).toBeVisible();
  await expect(win.getByRole('textbox', { name: 'Monto', exact: true })).toHaveValue('12.345');
  await expect(win.getByRole('textbox', { name: 'Concepto' })).toHaveValue('Order 1182');
  await expect(win.getByRole('button', { name: 'Revisar' })).toBeVisible();
  await save(win, { language: 'en' });
  await expect(win.getByText('Two decimals at most.')).toBeVisible();
});

test('an amount with separators is only suggested in its likely meaning', async ({ win }) => {
  await win.keyboard.type('1,234.50');
  await win.keyboard.press('Tab');
  const amount = win.getByRole('textbox', { name: 'Amount', exact: true });
  await expect(amount).toHaveAccessibleDescription('Typed with separators. Is it B/. 1,234.50?');
  await expect(amount).toHaveValue('1,234.50');
  await win.keyboard.press('F6');
  await expect(amount).toHaveValue('1234.50');
  // The merchant of the training has a concept, so the card is next.
  await expect(win.getByRole('textbox', { name: 'Card number' })).toBeFocused();
  await win.keyboard.press('F7');
  await expect(win.getByRole('textbox', { name: 'ITBMS 7 %' })).toHaveValue('80.76');
});

test('an amount below the merchant’s minimum causes a warning but is not refused', async ({ win }) => {
  await keyPayment(win, { amount: '0.99' });
  await expect(win.getByText('Below B/. 1.00 the service may refuse it.')).toBeVisible();
  await send(win);
  await expect(win.getByRole('heading', { name: /Charged|Not accepted/ })).toBeVisible();
});

for (const [typed, message] of [
  ['6013770095374264', 'Only Visa and Mastercard are taken.'],
  ['4059310181757002', 'A digit is wrong: read the number back.'],
  ['405931018175', 'A digit is missing or too many: check the number.'],
  ['4059x', 'Digits only.'],
] as const) {
  // The title names the test's folder, in which the search for secrets must find no number.
  test(`a wrong card number shows the message “${message}”`, async ({ win }) => {
    await win.getByRole('textbox', { name: 'Card number' }).focus();
    await win.keyboard.type(typed);
    await win.keyboard.press('Tab');
    await expect(win.getByRole('textbox', { name: 'Card number' })).toHaveAccessibleDescription(message);
  });
}

test('a pasted card number is cleaned, grouped, and hidden except for its last four digits on blur', async ({
  win,
}) => {
  const card = win.getByRole('textbox', { name: 'Card number' });
  await card.fill('5517-7479.5203 9692');
  await expect(win.getByRole('textbox', { name: 'Expiry' })).toBeFocused();
  await expect(card).toHaveValue('•••• •••• •••• 9692');
  await card.focus();
  await expect(card).toHaveValue('5517 7479 5203 9692');
});

test('limits, expiry and letters are reported at their fields', async ({ win }) => {
  await keyPayment(win, { amount: '10', card: mastercard });
  await win.getByRole('combobox', { name: 'First name' }).fill('A'.repeat(26));
  await win.getByRole('textbox', { name: 'Expiry' }).fill('01/20');
  await win.getByRole('combobox', { name: 'Phone' }).fill('call me');
  await win.getByRole('combobox', { name: 'E-mail' }).fill('nobody');
  await win.keyboard.press('Enter');
  await expect(win.getByRole('textbox', { name: 'Expiry' })).toBeFocused();
  await expect(win.getByText('This card has expired.')).toBeVisible();
  await expect(win.getByText('26 characters; 25 at most.')).toBeVisible();
  await expect(win.getByText('Digits only; +, - and spaces may stand between.')).toBeVisible();
  await expect(win.getByText('Not an e-mail address: check it.')).toBeVisible();
});

test('the whole Charge form fits on a screen of 1280 by 720 without scrolling', async ({ win }) => {
  await win.setViewportSize({ width: 1280, height: 720 });
  await win.keyboard.press('F7');
  const last = await win.getByRole('textbox', { name: /^Address/ }).boundingBox();
  expect((last?.y ?? 720) + (last?.height ?? 0)).toBeLessThanOrEqual(720);
  const review = await win.getByRole('button', { name: 'Review' }).boundingBox();
  expect((review?.y ?? 720) + (review?.height ?? 0)).toBeLessThanOrEqual(720);
});

test('Enter still reviews after the optional fields were collapsed with the focus inside', async ({ win }) => {
  await keyPayment(win, { amount: '12', card: visa });
  await win.keyboard.press('F7');
  await win.getByRole('textbox', { name: /^Address/ }).focus();
  await win.keyboard.press('F7');
  await expect(win.getByRole('textbox', { name: /^Address/ })).toHaveCount(0);
  await expect(win.getByRole('combobox', { name: 'Phone' })).toBeFocused();
  await win.keyboard.press('Enter');
  await expect(win.getByRole('heading', { name: 'Confirm with the customer' })).toBeVisible();
});

for (const [what, name, typed] of [
  ['a card number', 'Card number', visa],
  ['half a card number', 'Card number', '405'],
  ['an expiry', 'Expiry', '12/3'],
  ['a security code', 'Security code', '73'],
] as const) {
  test(`undo and redo never restore ${what} that was cleared`, async ({ win }) => {
    const field = win.getByRole('textbox', { name });
    await field.focus();
    await win.keyboard.type(typed);
    await win.getByRole('button', { name: 'Clear' }).click();
    await field.focus();
    for (const keys of ['Control+z', 'Control+z', 'Control+z', 'Control+y', 'Control+y', 'Control+y']) {
      await win.keyboard.press(keys);
      await expect(field).toHaveValue('');
    }
  });
}
