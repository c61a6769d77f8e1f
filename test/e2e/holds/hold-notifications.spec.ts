/** Desktop notifications of expiring holds, at 48 and at 24 hours. Only on the stand-in, which records notifications. */
import path from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { storeAged } from '#test/e2e/stage/aged-ledger.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { fillHolds } from '#test/e2e/stage/filled-ledger.ts';
import { callBridge, keyPayment, send } from '#test/e2e/stage/keyed-payment.ts';
import { target } from '#test/e2e/stage/launch-program.ts';

interface ShownNotification {
  readonly title: string;
  readonly body: string;
}

/** Notifications so far. Real Electron passes them to the system, which can't be queried. */
const notifications = (app: ElectronApplication): Promise<readonly ShownNotification[]> =>
  app.evaluate(({ Notification }) =>
    (Notification as unknown as { readonly shown: readonly ShownNotification[] }).shown.map(({ title, body }) => ({
      title,
      body,
    })),
  );

/** Clicks the first one. */
const click = (app: ElectronApplication): Promise<boolean> =>
  app.evaluate(({ Notification }) => (Notification as unknown as { click(at: number): Promise<boolean> }).click(0));

const onStandIn = 'expiring holds are notified at 48 hours and at 24 hours, once each, and a click shows them';
if (target === 'stand-in')
  test(onStandIn, async ({ startApp, userData }) => {
    await fillHolds(userData, [
      { amount: 12_000, lastName: 'Wu', family: 'form' },
      { amount: 3_000, lastName: 'Paz', family: 'form' },
    ]);
    // A hold of the form family lasts five days, so 47 hours are left.
    const ledger = path.join(userData, 'ledger.db');
    storeAged(ledger, 5 * 24 - 47);
    const first = await startApp();
    const open = await firstWindow(first);
    await expect
      .poll(() => notifications(first))
      .toEqual([
        {
          title: 'Holds run out within 48 hours',
          body: '2 holds, B/. 150.00. Capture them before the funds are freed.',
        },
      ]);
    // A click opens no window of a program that was closed and waits for a payment, because it would not wait for another one.
    await callBridge(open, 'training', 'order', { fault: { kind: 'delay', milliseconds: 6_000 }, times: 1 });
    await keyPayment(open, { amount: '120' });
    await send(open);
    const ended = first.waitForEvent('close', { timeout: 30_000 });
    await first.evaluate(({ app: program }) => program.quit());
    expect(await click(first)).toBe(true);
    expect(await first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
    await ended;

    storeAged(ledger, 24);
    const second = await startApp();
    const page = await firstWindow(second);
    await expect
      .poll(async () => (await notifications(second)).map(({ title }) => title))
      .toEqual(['Holds run out within 24 hours']);
    // The operator clicks a while later, when everything that nobody keeps is collected.
    expect(await click(second)).toBe(true);
    await expect(page.getByRole('heading', { name: 'Holds', level: 1 })).toBeVisible();
  });
