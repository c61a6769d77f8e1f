/** Two operators at one seat, by keyboard: its locks, and the first supervisor of a live merchant. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { callBridge, keyPayment, pageHolds, received, send, visa } from '#test/e2e/stage/keyed-payment.ts';
import { connectTo, dbusDaemon, startBroker, startDaemon } from '#test/shell/message-bus.ts';
import { heading, passcodes, staffing, workAs } from '#test/e2e/stage/staffed-seat.ts';

// One program, whose operators come from a file, serves all that a seat with operators suffices for.
test.use({ sharing: { prepare: staffing } });
test.describe.configure({ mode: 'default' });

test('a payment in progress continues during the lock, and its outcome is shown afterwards', async ({ win, kept }) => {
  await workAs(win, 'Rosa');
  await callBridge(win, 'training', 'order', { fault: { kind: 'delay', milliseconds: 3_000 }, times: 1 });
  const before = await received(win);
  await keyPayment(win, { amount: '31.40' });
  await send(win);
  await expect.poll(() => received(win)).toBe(before + 1);
  await win.keyboard.press('Control+L');
  await heading(win, 'Locked').waitFor();
  const lines = () => readFileSync(path.join(kept, 'ipc.jsonl'), 'utf8').split('\n');
  const lockedAt = lines().length;
  // A locked page is not notified of writes, but the training gateway knows when it has answered.
  const state = () => readFileSync(path.join(kept, 'user-data', 'training.jsonl'), 'utf8');
  await expect.poll(state).toContain('3140');
  await win.getByRole('textbox', { name: 'Passcode' }).focus();
  await win.keyboard.type(passcodes.Rosa);
  const sentToPage = lines().slice(lockedAt).join('\n');
  expect(sentToPage).not.toMatch(/"name":"(?!session\.changed")\w+\.\w+"/);
  expect(sentToPage).not.toContain('"amount"');
  await win.keyboard.press('Enter');
  await win.getByRole('heading', { name: /^Charged/ }).waitFor();
  await expect(win.getByText('31.40').first()).toBeVisible();
});

test('an idle seat locks itself', async ({ app, win }) => {
  await workAs(win, 'Rosa');
  await keyPayment(win, { amount: '20' });
  // Five minutes pass for the program without a key press. They stay, so no other spec of this program comes after.
  await app.evaluate(() => {
    const Real = Date;
    class Later extends Real {
      constructor(...given: ConstructorParameters<typeof Date> | []) {
        if (given.length === 0) super(Real.now() + 300_000);
        else super(...given);
      }
    }
    globalThis.Date = Later as DateConstructor;
  });
  await heading(win, 'Locked').waitFor();
  expect(await pageHolds(win, visa)).toBe(false);
});

test('a seat locks when the computer sleeps, and when the system’s session is locked @thorough', async ({
  startApp,
  kept,
}) => {
  const onLinux = process.platform === 'linux';
  // A bus of its own, so that the test locks no desktop.
  const bus = onLinux ? await (dbusDaemon === null ? startBroker() : startDaemon()) : null;
  const desktop = bus === null ? null : connectTo(bus);
  const userData = path.join(kept, 'user-data-of-locks');
  const env = bus === null ? {} : { DBUS_SESSION_BUS_ADDRESS: bus.address };
  const app = await startApp({ userData, env, ...(await staffing(userData)) });
  const win = await firstWindow(app);
  await workAs(win, 'Rosa');
  const tell = (event: 'suspend' | 'lock-screen') =>
    app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event);
  const lockSession = async (): Promise<void> =>
    desktop === null
      ? tell('lock-screen')
      : desktop.signal('/org/gnome/ScreenSaver', 'org.gnome.ScreenSaver', 'ActiveChanged', 'b', [true]);
  for (const lock of [() => tell('suspend'), lockSession]) {
    await win.keyboard.press('Control+1');
    await keyPayment(win, { amount: '20' });
    await expect(win.getByRole('textbox', { name: 'Card number' })).toHaveValue(/7001$/);
    await lock();
    await heading(win, 'Locked').waitFor();
    expect(await pageHolds(win, visa)).toBe(false);
    const passcode = win.getByRole('textbox', { name: 'Passcode' });
    await passcode.and(win.locator(':focus')).waitFor();
    // Keys that follow those of the form at once would be refused, because they may be meant for it.
    await passcode.click();
    await win.keyboard.type(passcodes.Rosa);
    await win.keyboard.press('Enter');
    await expect(win.getByRole('textbox', { name: 'Card number' })).toHaveValue('');
    await expect(win.getByRole('textbox', { name: 'Amount' })).toHaveValue('20.00');
    await win.getByRole('button', { name: 'Clear all' }).click();
  }
  await app.close();
  desktop?.close();
  await bus?.stop();
});

test('a live merchant requires a first supervisor, or a return to training @thorough', async ({ startApp, kept }) => {
  const file = path.join(kept, 'live.json');
  const live = {
    name: 'Hotel Miramar',
    environment: 'production',
    baseUrl: 'https://127.0.0.1:1',
    cclw: 'D'.repeat(128),
    apiKey: 'ONE|TWO',
    proxy: { kind: 'none' },
  };
  writeFileSync(file, JSON.stringify({ version: 1, merchants: [live], activate: live.name }));
  const userData = path.join(kept, 'user-data-of-a-live-merchant');
  const win = await firstWindow(await startApp({ userData, args: ['--provision', file] }));
  await heading(win, 'Create the supervisor').waitFor();
  expect(await callBridge(win, 'payments', 'warm', undefined)).toMatchObject({ failure: { kind: 'signed-out' } });
  await win.getByRole('button', { name: 'Go to training instead' }).click();
  await heading(win, 'New payment').waitFor();
  expect(await callBridge(win, 'session', 'practise', undefined)).toMatchObject({ failure: { kind: 'not-permitted' } });
  const live_ = (await callBridge(win, 'merchants', 'list', undefined)) as { value: { merchant: { id: string } }[] };
  await callBridge(win, 'merchants', 'activate', { merchantId: live_.value[1]?.merchant.id });
  await heading(win, 'Create the supervisor').waitFor();
  await win.getByRole('textbox', { name: 'Your name' }).fill('Rosa');
  await win.getByLabel('Passcode').fill('12345678');
  await win.getByLabel('Repeat it').fill('12345678');
  await win.keyboard.press('Enter');
  await expect(win.getByText('Too easy to guess.')).toBeVisible();
  await win.getByLabel('Passcode').fill(passcodes.Rosa);
  await win.getByLabel('Repeat it').fill(passcodes.Rosa);
  await win.keyboard.press('Enter');
  await expect(win.getByRole('banner')).toContainText('Rosa · Supervisor');
  await expect(win.getByRole('banner')).toContainText('Hotel Miramar');
});
