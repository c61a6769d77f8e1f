/** Operates the Holds screen by keyboard: finds a hold by its customer, reviews and captures it. */
import type { Locator, Page } from 'playwright';
import { holds } from '#shared/locales/en/screens/holds.ts';
import { untilFocused } from './keyboard.ts';

const listOf = (page: Page): Locator => page.getByRole('grid', { name: holds.list });

/** Opens the queue and waits for its rows, because it accepts keys only from then on. */
export async function openHolds(page: Page): Promise<void> {
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
