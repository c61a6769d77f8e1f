/** Desktop notifications of expiring holds. Only on the stand-in, which records notifications. */
import path from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { storeAged } from '#test/e2e/stage/aged-ledger.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { fillHold } from '#test/e2e/stage/filled-ledger.ts';
import { callBridge, keyPayment, received, send } from '#test/e2e/stage/keyed-payment.ts';
import { target } from '#test/e2e/stage/launch-program.ts';
import { connectTo, dbusDaemon, startBroker, startDaemon } from '#test/shell/message-bus.ts';

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

const click = (app: ElectronApplication, at: number): Promise<boolean> =>
  app.evaluate(
    ({ Notification }, place) => (Notification as unknown as { click(at: number): Promise<boolean> }).click(place),
    at,
  );

const onStandIn =
  'expiring holds are notified, and a click shows them, but opens no window of a program that was closed';
if (target === 'stand-in')
  test(onStandIn, async ({ startApp, userData }) => {
    const ledger = path.join(userData, 'ledger.db');
    await fillHold(userData, 12_000);
    storeAged(ledger, 24);
    await fillHold(userData, 3_000);
    // A hold of the form family lasts five days, so 23 and 47 hours are left.
    storeAged(ledger, 5 * 24 - 47);
    const bus = await (dbusDaemon === null ? startBroker() : startDaemon());
    const desktop = connectTo(bus);
    await desktop.serveNotifications(() => 'server');
    const app = await startApp({ env: { DBUS_SESSION_BUS_ADDRESS: bus.address } });
    const open = await firstWindow(app);
    const bodies = { 24: '1 hold, B/. 120.00.', 48: '1 hold, B/. 30.00.' };
    await expect
      .poll(() => notifications(app))
      .toEqual(
        Object.entries(bodies).map(([hours, body]) => ({
          title: `Holds run out within ${hours} hours`,
          body: expect.stringContaining(body),
        })),
      );
    // The operator clicks a while later, when everything that nobody keeps is collected.
    expect(await click(app, 0)).toBe(true);
    await expect(open.getByRole('heading', { name: 'Holds', level: 1 })).toBeVisible();
    await open.keyboard.press('Control+1');
    // A program that was closed and waits for a payment would not wait for another one.
    await callBridge(open, 'training', 'order', { fault: { kind: 'delay', milliseconds: 6_000 }, times: 1 });
    await keyPayment(open, { amount: '120' });
    await send(open);
    await expect.poll(() => received(open)).toBe(1);
    const ended = app.waitForEvent('close', { timeout: 30_000 });
    await app.evaluate(({ app: program }) => program.quit());
    expect(await click(app, 1)).toBe(true);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
    await ended;
    desktop.close();
    await bus.stop();
  });
