/** Keys a payment on the Charge screen as a cashier does: by keyboard only, in the order of a phone call. */
import type { Page } from '@playwright/test';

/** Published test cards (field notes). */
export const visa = '4059310181757001';
export const mastercard = '5517747952039692';

export interface KeyedPayment {
  readonly amount: string;
  readonly card?: string;
  readonly hold?: boolean;
  readonly concept?: string;
}

/**
 * Fills the empty form. Waits for the caret in the amount, where the screen puts it. Digits are keyed one by one; words come at
 * once, because each key costs as much as a call.
 */
export async function keyPayment(
  win: Page,
  { amount, card = visa, hold = false, concept = 'Order 1182' }: KeyedPayment,
) {
  const { keyboard } = win;
  await win.getByRole('textbox', { name: 'Amount', exact: true }).and(win.locator(':focus')).waitFor();
  if (hold) await keyboard.press('F8');
  await keyboard.type(amount);
  await keyboard.press('Tab');
  await keyboard.insertText(concept);
  await keyboard.press('Tab');
  // Number, expiry and code each move the caret on when complete.
  await keyCard(win, card);
  // The tax is computed from the amount, and the description is the concept.
  for (const [index, text] of ['María José', 'Castillero', 'mj.castillero@example.com', '+507 6020-1236'].entries()) {
    if (index > 0) await keyboard.press('Tab');
    await keyboard.insertText(text);
  }
}

/** Keys the card, starting at its number. The caret ends in the first name. */
export async function keyCard(win: Page, card: string = visa): Promise<void> {
  const { keyboard } = win;
  await keyboard.type(card);
  await win.locator('#charge-expiry:focus').waitFor();
  await keyboard.type('0930');
  await win.locator('#charge-securityCode:focus').waitFor();
  await keyboard.type('123');
  await win.locator('#charge-firstName:focus').waitFor();
}

/** Reviews with Enter and charges with F9. Two keys, so that no slip moves money. */
export async function send(win: Page): Promise<void> {
  await win.keyboard.press('Enter');
  await win.getByRole('heading', { name: 'Confirm with the customer' }).waitFor();
  await win.keyboard.press('F9');
}

/** Draft of a payment in training, as the page sends it. */
export const trainingDraft = (amount: number, card: string = visa) => ({
  draftId: crypto.randomUUID(),
  merchantId: 'training',
  amount,
  taxAmount: 0,
  firstName: 'Ana',
  lastName: 'Pérez',
  email: 'ana@example.org',
  phone: '50760201236',
  concept: 'Order',
  description: 'Order 7',
  customFieldValues: [],
  card: {
    number: card,
    expMonth: '12',
    expYear: '40',
    securityCode: '123',
    brand: card === visa ? 'VISA' : 'MASTERCARD',
  },
});

/** Calls the bridge as the page may, to order faults or change settings. */
export function callBridge(win: Page, group: string, name: string, input: unknown): Promise<unknown> {
  return win.evaluate(
    ([group, name, input]) =>
      (window as unknown as { caja: { call(...message: unknown[]): Promise<unknown> } }).caja.call(group, name, input),
    [group, name, input] as const,
  );
}

/** Payments that have reached the program's own training service. */
export async function received(win: Page): Promise<number> {
  const { value } = (await callBridge(win, 'training', 'status', undefined)) as { value: { received: number } };
  return value.received;
}

/** Tells whether the card number is in the page's markup or in a field. */
export async function pageHolds(win: Page, card: string): Promise<boolean> {
  const held = await win.evaluate(() =>
    [document.documentElement.outerHTML, ...[...document.querySelectorAll('input')].map((input) => input.value)].join(
      '\n',
    ),
  );
  return held.replace(/[\s-]/g, '').includes(card);
}

/** Activates a test merchant whose service is at this loopback port. */
export const useMerchantAt = (win: Page, port: number): Promise<void> =>
  useMerchant(win, { baseUrl: `https://127.0.0.1:${port}`, connectTimeout: 30_000 });

/** Activates a test merchant. @param facts its service, and what differs from the usual */
export async function useMerchant(win: Page, facts: { readonly baseUrl: string; readonly [fact: string]: unknown }) {
  const name = 'Ferretería El Tornillo';
  const merchant = { id: 'new', name, environment: 'test', proxy: { kind: 'none' }, taxRates: [700], ...facts };
  const secrets = { cclw: 'A'.repeat(128), apiKey: 'part1|part2', clientCertificate: null };
  const saved = await callBridge(win, 'merchants', 'save', { merchant, secrets });
  // A new merchant's id comes from its environment and name, not from the screen.
  const { value } = saved as { value: { merchant: { id: string } } };
  await callBridge(win, 'merchants', 'activate', { merchantId: value.merchant.id });
  await win.getByText(name).first().waitFor();
}
