/** Operates the Charge screen by keyboard: keys a payment, reviews it and sends it. */
import type { Page } from 'playwright';
import { charge } from '#shared/locales/en/screens/charge.ts';
import { fields } from '#shared/locales/en/payments/fields.ts';
import { tabTo, untilFocused } from './keyboard.ts';

/** Published test cards. */
export const cards = {
  visa: '4059310181757001',
  mastercard: '5517747952039692',
  secondVisa: '4916012776136988',
  secondMastercard: '5451819737278230',
} as const;

export interface KeyedPayment {
  readonly operation: 'authorize' | 'sell';
  /** Amount as typed. */
  readonly amount: string;
  readonly card: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly concept: string;
  readonly description: string;
}

/** Opens the screen with an empty form. */
async function newPayment(page: Page): Promise<void> {
  const amount = page.locator('#charge-amount');
  await page.keyboard.press('Control+1');
  await page.getByRole('heading', { name: charge.titleDone }).or(amount).first().waitFor();
  if (await amount.isHidden()) await page.keyboard.press('F2');
  await untilFocused(page, amount);
}

/** Keys every field of a payment, reviews it and sends it. Does not wait for the result. */
export async function pay(page: Page, payment: KeyedPayment): Promise<void> {
  const { keyboard } = page;
  await newPayment(page);
  const wanted = page.getByRole('radio', { name: new RegExp(`^${charge.mode[payment.operation]}`) });
  if (!(await wanted.isChecked())) await keyboard.press('F8');
  await keyboard.type(payment.amount);
  await keyboard.press('Tab');
  await keyboard.type(payment.concept);
  await keyboard.press('Tab');
  await keyCard(page, payment.card);
  const mailbox = `${payment.firstName}.${payment.lastName}`.normalize('NFD').replace(/[^\w.]/g, '');
  const customer = [payment.firstName, payment.lastName, `${mailbox.toLowerCase()}@example.com`, '+507 6020-1236'];
  for (const [index, text] of customer.entries()) {
    if (index > 0) await keyboard.press('Tab');
    await keyboard.type(text);
  }
  await keyMore(page, payment);
  await tabTo(page, page.getByRole('button', { name: charge.summary.review }), charge.summary.review);
  await keyboard.press('Enter');
  await untilFocused(page, page.locator('#charge-read-back'));
  await keyboard.press('F9');
}

/** Keys the card. Each field moves the focus on once it is complete. */
async function keyCard(page: Page, card: string): Promise<void> {
  await untilFocused(page, page.locator('#charge-cardNumber'));
  await page.keyboard.type(card);
  await untilFocused(page, page.locator('#charge-expiry'));
  await page.keyboard.type(`12${String((new Date().getFullYear() + 3) % 100).padStart(2, '0')}`);
  await untilFocused(page, page.locator('#charge-securityCode'));
  await page.keyboard.type('123');
  await untilFocused(page, page.locator('#charge-firstName'));
}

/** Keys the description in place of the concept that stands there. The tax follows the amount. */
async function keyMore(page: Page, { description }: KeyedPayment): Promise<void> {
  const text = page.locator('#charge-description');
  // The section stays open for later payments.
  if (await text.isHidden()) await page.keyboard.press('F7');
  await text.waitFor();
  await tabTo(page, text, fields.description.label);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(description);
}
