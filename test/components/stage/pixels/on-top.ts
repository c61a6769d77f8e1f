/** Tells whether something is seen whole, neither scrolled off nor painted over. */
import { expect, type Locator } from '@playwright/test';

/** Expects that the first and the last line of each part are what is seen in their place. */
export async function expectOnTop(...parts: readonly Locator[]): Promise<void> {
  for (const part of parts) {
    const isOnTop = await part.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [top + 1, bottom - 1].every((y) => {
        const seen = document.elementFromPoint((left + right) / 2, y);
        return seen !== null && (element.contains(seen) || seen.contains(element));
      });
    });
    expect(isOnTop, (await part.textContent()) ?? '').toBe(true);
  }
}
