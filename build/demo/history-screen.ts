/** Operates the History screen by keyboard: gives a part of the newest charge back. */
import type { Page } from 'playwright';
import { reversals } from '#shared/locales/en/screens/reversals.ts';
import { tabTo, untilFocused } from './keyboard.ts';

/** Refunds a part of the newest payment. Does not wait for the result. */
export async function refundNewest(page: Page, amount: string, reason: string): Promise<void> {
  const { keyboard } = page;
  await keyboard.press('Control+3');
  await page.getByRole('button', { name: reversals.refund.open }).waitFor();
  await keyboard.press('Control+Shift+X');
  await untilFocused(page, page.getByRole('textbox', { name: reversals.refund.amount }));
  await keyboard.press('Control+A');
  await keyboard.type(amount);
  await tabTo(page, page.getByRole('textbox', { name: reversals.reason }), reversals.reason);
  await keyboard.type(reason);
  await keyboard.press('F9');
}
