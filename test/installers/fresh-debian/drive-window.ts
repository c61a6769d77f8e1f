/**
 * Drives the window of a running program over DevTools, as a cashier at the keyboard does:
 * `node drive-window.ts ADDRESS pay|read SCREENSHOT`. Pays, or opens the history; prints what the screen then says and
 * closes the window.
 */
import { chromium, type Page } from 'playwright';
import { cards, pay } from '#build/demo/screens.ts';
import { untilResult } from '#build/demo/results.ts';
import { cashier } from './cashier.ts';

const [address = '', deed = '', picture = ''] = process.argv.slice(2);

async function paid(page: Page): Promise<string> {
  await page.locator('#charge-amount:focus').waitFor();
  await pay(page, { operation: 'sell', card: cards.mastercard, ...cashier });
  await untilResult(page);
  return page.locator('section[data-tone]').filter({ visible: true }).innerText();
}

async function read(page: Page): Promise<string> {
  await page.getByRole('heading').first().waitFor();
  await page.keyboard.press('Control+3');
  const rows = page.getByRole('grid').locator('[role="row"][aria-selected]');
  await rows.first().waitFor();
  return (await rows.allInnerTexts()).join('\n');
}

const browser = await chromium.connectOverCDP(address);
const [context] = browser.contexts();
const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
if (page === undefined) throw new Error('The program has no window');
page.setDefaultTimeout(60_000);
console.log(deed === 'pay' ? await paid(page) : await read(page));
await page.screenshot({ path: picture });
await page.close();
await browser.close();
