/** Operates the screens by keyboard, as a person does: nothing is clicked. */
import type { Locator, Page } from 'playwright';
import { common } from '#shared/locales/en/common.ts';
import { charge } from '#shared/locales/en/screens/charge.ts';
import { fields } from '#shared/locales/en/payments/fields.ts';
import { holds } from '#shared/locales/en/screens/holds.ts';
import { reversals } from '#shared/locales/en/screens/reversals.ts';
import { settings } from '#shared/locales/en/settings/settings.ts';
import { training } from '#shared/locales/en/settings/training.ts';

/** More tab stops than any screen has. Beyond it, the field can't be reached by keyboard. */
const maxTabStops = 80;

/** Presses Tab until the element has the focus. Throws after one round of the whole screen. */
export async function tabTo(page: Page, element: Locator, what: string): Promise<void> {
  const focused = page.locator(':focus').and(element);
  for (let pressed = 0; pressed <= maxTabStops; pressed++) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${what} can't be reached with the Tab key`);
}

/** Waits until the screen focuses the element by itself. */
const untilFocused = (page: Page, element: Locator): Promise<void> => page.locator(':focus').and(element).waitFor();

/** Selects an option of the focused list by its first letters. */
async function chooseByLetters(page: Page, list: Locator, wanted: string): Promise<void> {
  await page.keyboard.type(wanted);
  const chosen = await list.locator('option:checked').textContent();
  if (chosen?.startsWith(wanted) !== true) throw new Error(`“${wanted}” was keyed, and “${chosen ?? ''}” is chosen`);
}

/** Published test cards. */
export const cards = {
  visa: '4059310181757001',
  mastercard: '5517747952039692',
  secondVisa: '4916012776136988',
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

const listOf = (page: Page): Locator => page.getByRole('grid', { name: holds.list });

/** Opens the queue and waits for its rows, because it accepts keys only from then on. */
async function openHolds(page: Page): Promise<void> {
  await page.keyboard.press('Control+2');
  await listOf(page).or(page.getByText(holds.empty.title)).or(page.getByText(holds.empty.filteredTitle)).waitFor();
}

/** Captures the only hold of this customer. Does not wait for the result. */
export async function capture(page: Page, lastName: string): Promise<void> {
  const { keyboard } = page;
  const list = listOf(page);
  await openHolds(page);
  await keyboard.press('Control+F');
  await untilFocused(page, page.getByRole('textbox', { name: holds.filter.label }));
  await keyboard.type(lastName);
  await list.getByRole('row', { name: lastName }).waitFor();
  // The heading row and one hold remain.
  await list.getByRole('row').nth(2).waitFor({ state: 'detached' });
  await keyboard.press('Enter');
  await untilFocused(page, list);
  await keyboard.press('Enter');
  await untilFocused(page, page.getByRole('region', { name: holds.review.label }).getByRole('textbox'));
  await keyboard.press('F9');
}

/** Refunds a part of the newest payment. Does not wait for the result. */
export async function refundNewest(page: Page, amount: string, reason: string): Promise<void> {
  const { keyboard } = page;
  await keyboard.press('Control+3');
  await page.getByRole('button', { name: reversals.refund.open }).waitFor();
  await keyboard.press('Control+Shift+X');
  await untilFocused(page, page.getByRole('textbox', { name: reversals.refund.amount }));
  await keyboard.press('Control+A');
  await keyboard.type(amount);
  await tabTo(page, page.getByRole('textbox', { name: common.label.reason }), common.label.reason);
  await keyboard.type(reason);
  await keyboard.press('F9');
}

/** Opens the section. */
async function openTraining(page: Page): Promise<void> {
  const { keyboard } = page;
  await keyboard.press('Control+5');
  const tabs = page.getByRole('tab');
  const section = page.getByRole('tab', { name: settings.sections.training });
  await section.waitFor();
  await tabTo(page, tabs, settings.sections.label);
  for (let pressed = 0; pressed < (await tabs.count()); pressed++) {
    if ((await section.getAttribute('aria-selected')) === 'true') break;
    await keyboard.press('ArrowDown');
  }
}

/** Has the gateway answer questions about its records, by which a lost answer is found. */
export async function answerRecords(page: Page): Promise<void> {
  await openTraining(page);
  const records = page.getByRole('switch', { name: training.panel.records });
  await tabTo(page, records, training.panel.records);
  await page.keyboard.press('Space');
  await page.locator(':checked').and(records).waitFor();
}

/** Makes the gateway refuse the next request with a code of the service. */
export async function orderCode(page: Page, code: string): Promise<void> {
  const { keyboard } = page;
  await openTraining(page);
  const list = page.getByLabel(training.panel.fault);
  await tabTo(page, list, training.panel.fault);
  await chooseByLetters(page, list, settings.training.kinds['header-status']);
  const field = page.getByRole('combobox', { name: training.panel.code });
  await tabTo(page, field, training.panel.code);
  await keyboard.press('Control+A');
  await keyboard.type(code);
  await keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: code }).waitFor();
}
