/** Fills the Charge form at once and sends it, and keys a supervisor's passcode. The end-to-end specs test the keying itself. */
import type { Page } from '@playwright/test';

/** Texts by field, with the field ids of the form. */
type KeyedTexts = Readonly<Record<string, string>>;

const card = { cardNumber: '4059310181757001', expiry: '09/30', securityCode: '123' };

/** A payment of 120.00 with a published test card. */
export const wholePayment: KeyedTexts = {
  amount: '120.00',
  concept: 'Order 1182',
  ...card,
  firstName: 'María José',
  lastName: 'Castillero',
  email: 'mj.castillero@example.com',
  phone: '+507 6020-1236',
};

export const fieldOf = (page: Page, name: string) => page.locator(`#charge-${name}`);

/** Fills the fields as `fill` does, one after the other, but in one round trip to the page. */
export async function fillAll(page: Page, texts: KeyedTexts): Promise<void> {
  const names = Object.keys(texts);
  await Promise.all(names.map((name) => fieldOf(page, name).waitFor()));
  await page.evaluate(async (all) => {
    for (const [name, text] of Object.entries(all)) {
      const field = document.querySelector<HTMLInputElement>(`#charge-${name}`);
      field?.focus();
      field?.select();
      document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
      // Handlers of the next field see this one.
      await Promise.resolve();
    }
  }, texts);
}

export async function keyForm(page: Page, changes: KeyedTexts = {}): Promise<void> {
  await fillAll(page, { ...wholePayment, ...changes });
}

/** Keys the card alone, which a refusal cleared. */
export async function keyCard(page: Page): Promise<void> {
  await fillAll(page, card);
}

/** Pastes a text into a field. */
export const paste = (page: Page, name: string, text: string): Promise<void> =>
  fieldOf(page, name).evaluate((field, pasted) => {
    field.focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

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

/** Keys a supervisor's name, which has the focus, and passcode. */
export async function keySupervisor(page: Page): Promise<void> {
  await page.keyboard.type('Celia');
  await page.keyboard.press('Tab');
  await page.keyboard.type('quiet harbour');
}

/** Presses F9 as often as a trembling hand, before the page is drawn again. */
export const pressTwice = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const _press of [1, 2]) dispatchEvent(new KeyboardEvent('keydown', { key: 'F9', cancelable: true }));
  });

/** Switches to the operation if the form shows the other one. */
export async function chooseOperation(page: Page, operation: 'authorize' | 'sell'): Promise<void> {
  const chosen = page.locator(`input[type="radio"][value="${operation}"]`);
  if (!(await chosen.isChecked())) await page.keyboard.press('F8');
}
