/** Keys as a person presses them: everything that the demo does on the screens goes through here, and nothing is clicked. */
import type { Locator, Page } from 'playwright';

/** More stops than any screen has: past it, the field can't be reached by keyboard. */
const stops = 80;

/** Presses Tab until the element has the focus. Throws when the whole screen has been gone through. */
export async function tabTo(page: Page, element: Locator, what: string): Promise<void> {
  const focused = page.locator(':focus').and(element);
  for (let pressed = 0; pressed <= stops; pressed++) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${what} can't be reached with the Tab key`);
}

/** Waits until the element has the focus by itself. */
export const untilFocused = (page: Page, element: Locator): Promise<void> =>
  page.locator(':focus').and(element).waitFor();

/** Chooses in the list that has the focus, by the first letters of what is wanted. */
export async function chooseByLetters(page: Page, list: Locator, wanted: string): Promise<void> {
  await page.keyboard.type(wanted);
  const chosen = await list.locator('option:checked').textContent();
  if (chosen?.startsWith(wanted) !== true) throw new Error(`“${wanted}” was keyed, and “${chosen ?? ''}” is chosen`);
}
