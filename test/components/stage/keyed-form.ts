/** Fills the Charge form at once and sends it. The end-to-end specs test the keying itself. */
import type { Page } from '@playwright/test';

/** Texts by field, with the field ids of the form. */
type KeyedTexts = Readonly<Record<string, string>>;

/** A payment of 120.00 with a published test card. */
export const wholePayment: KeyedTexts = {
  amount: '120.00',
  concept: 'Order 1182',
  cardNumber: '4059310181757001',
  expiry: '09/30',
  securityCode: '123',
  firstName: 'María José',
  lastName: 'Castillero',
  email: 'mj.castillero@example.com',
  phone: '+507 6020-1236',
};

export const fieldOf = (page: Page, name: string) => page.locator(`#charge-${name}`);

export async function keyForm(page: Page, changes: KeyedTexts = {}): Promise<void> {
  for (const [name, text] of Object.entries({ ...wholePayment, ...changes })) await fieldOf(page, name).fill(text);
}

/** Reviews with Enter. The review takes the focus. */
export async function review(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await page.locator('#charge-read-back:focus').waitFor();
}

/** Keys a sale or a hold and sends it. */
export async function sendPayment(page: Page, operation: 'authorize' | 'sell' = 'sell', changes: KeyedTexts = {}) {
  await chooseOperation(page, operation);
  await keyForm(page, changes);
  await review(page);
  await page.keyboard.press('F9');
}

/** Switches to the operation if the form shows the other one. */
export async function chooseOperation(page: Page, operation: 'authorize' | 'sell'): Promise<void> {
  const chosen = page.locator(`input[type="radio"][value="${operation}"]`);
  if (!(await chosen.isChecked())) await page.keyboard.press('F8');
}
