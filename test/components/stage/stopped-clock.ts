/** Stops the page's clock for some steps. */
import type { Page } from '@playwright/test';
import { hoursFromNow } from '#test/fixtures/shown/attempts.ts';

/** Runs steps by a stopped clock, because the seconds that a busy machine takes for them would count as well. */
export async function withStoppedClock(page: Page, steps: () => Promise<void>): Promise<void> {
  await page.clock.pauseAt(hoursFromNow(1));
  try {
    await steps();
  } finally {
    await page.clock.resume();
  }
}
