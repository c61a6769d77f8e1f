/** A hostile page in the program's window reaches nobody, while the same page in a plain Chromium reaches everybody. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launchChromium } from '#test/components/stage/chromium.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { leakedNames, tryEveryWayOut, tryToLeave, waysOut, waysToLeave } from './hostile-page.ts';
import { listenForLeaks, type Listeners } from './listeners.ts';

const missing = (listeners: Listeners, ways: readonly string[]): readonly string[] =>
  ways.filter((way) => !listeners.arrived.has(way));

/** Attacks from a page without any protection, until every way has arrived: proof and measure of time for the others. */
async function attackFromPlainChromium(listeners: Listeners): Promise<void> {
  const browser = await launchChromium();
  const blank = async (): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${listeners.ports.http}/blank`);
    return page;
  };
  await (await blank()).evaluate(tryEveryWayOut, listeners.ports);
  await expect.poll(() => missing(listeners, waysOut)).toEqual([]);
  for (const way of waysToLeave) await (await blank()).evaluate(tryToLeave, [way, listeners.ports.http] as const);
  await expect.poll(() => missing(listeners, waysToLeave)).toEqual([]);
  await browser.close();
}

/** Returns the names that Chromium looked up, from its own log of the network. */
function lookedUp(netLog: string): readonly string[] {
  const { constants, events } = JSON.parse(readFileSync(netLog, 'utf8')) as {
    readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
    readonly events: readonly { readonly type: number; readonly params?: object }[];
  };
  const types = Object.entries(constants.logEventTypes).filter(([name]) => name.startsWith('HOST_RESOLVER'));
  const numbers = new Set(types.map(([, number]) => number));
  const texts = events.filter(({ type }) => numbers.has(type)).map(({ params }) => JSON.stringify(params ?? {}));
  return leakedNames.filter((name) => texts.some((text) => text.includes(name)));
}

test('a hostile page in the window reaches nobody and looks up no name', async ({ startApp, kept }) => {
  const netLog = path.join(kept, 'net-log.json');
  const app = await startApp({ args: [`--log-net-log=${netLog}`] });
  const page = await firstWindow(app);
  const [own, plain] = [await listenForLeaks(), await listenForLeaks()];
  await page.evaluate(tryEveryWayOut, own.ports);

  // Once more without the content policy, as if a hole were found in it.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Page.setBypassCSP', { enabled: true });
  await page.reload();
  await page.getByRole('heading').first().waitFor();
  await page.evaluate(tryEveryWayOut, own.ports);
  for (const way of waysToLeave) await page.evaluate(tryToLeave, [way, own.ports.http] as const);

  await attackFromPlainChromium(plain);
  expect([...own.arrived]).toEqual([]);
  own.close();
  plain.close();
  await app.close();
  expect(lookedUp(netLog)).toEqual([]);
});
