/** Presses keys as a person does. All steps of the demo go through here, and nothing is clicked. */
import type { Locator, Page } from 'playwright';

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
export const untilFocused = (page: Page, element: Locator): Promise<void> =>
  page.locator(':focus').and(element).waitFor();

/** Selects an option of the focused list by its first letters. */
export async function chooseByLetters(page: Page, list: Locator, wanted: string): Promise<void> {
  await page.keyboard.type(wanted);
  const chosen = await list.locator('option:checked').textContent();
  if (chosen?.startsWith(wanted) !== true) throw new Error(`“${wanted}” was keyed, and “${chosen ?? ''}” is chosen`);
}
