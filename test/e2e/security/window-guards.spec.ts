/** The window around card data: hidden from screenshots, printed only where a layout exists, held while a payment runs. */
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { expect, test } from '#test/e2e/stage/fixture.ts';
import { callBridge, keyCard, keyPayment, received, send } from '#test/e2e/stage/keyed-payment.ts';

const isHidden = (app: ElectronApplication) => () =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isContentProtected());

const isEnabled = (app: ElectronApplication, id: string) => () =>
  app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.enabled, id);

const passcode = 'palanca-de-rosa-71';
const number = (win: Page) => win.getByRole('textbox', { name: 'Card number' });

// One program serves all, and the last one ends it, because a start costs more than what a spec does with it.
test.use({ sharing: true });
test.describe.configure({ mode: 'default' });

test('the window is hidden from screenshots while a card is on it, unless the seat shows it', async ({ app, win }) => {
  const hidden = isHidden(app);
  expect(await hidden()).toBe(false);
  await number(win).focus();
  await keyCard(win);
  await expect.poll(hidden).toBe(true);
  await callBridge(win, 'seat', 'save', aSeat({ screenCapture: 'shown' }));
  await expect.poll(hidden).toBe(false);
  await callBridge(win, 'seat', 'save', aSeat({ screenCapture: 'hidden' }));
  await expect.poll(hidden).toBe(true);
  await win.keyboard.press('Control+3');
  await expect.poll(hidden).toBe(false);
  // Leaving the screen has wiped the card.
  await win.keyboard.press('Control+1');
  await number(win).focus();
  await keyCard(win);
  await expect.poll(hidden).toBe(true);
  await win.reload();
  await expect.poll(hidden).toBe(false);
});

test('the end of the system’s session waits for a payment under way', async ({ app, win }) => {
  const mayEnd = () =>
    app.evaluate(({ BrowserWindow }) => {
      let held = false;
      BrowserWindow.getAllWindows()[0]?.emit('query-session-end', { preventDefault: () => (held = true) });
      return !held;
    });
  expect(await mayEnd()).toBe(true);
  await callBridge(win, 'training', 'order', { fault: { kind: 'delay', milliseconds: 3_000 }, times: 1 });
  await keyPayment(win, { amount: '120' });
  await send(win);
  await expect.poll(mayEnd).toBe(false);
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeVisible();
  await expect.poll(mayEnd).toBe(true);
});

test('a locked seat shows no log, prints nothing and keeps no claim of its page', async ({ app, win }) => {
  await callBridge(win, 'session', 'createSupervisor', { name: 'Rosa', passcode });
  await win.getByRole('banner').getByText('Rosa').waitFor();
  await number(win).focus();
  await keyCard(win);
  await expect.poll(isHidden(app)).toBe(true);
  expect(await isEnabled(app, 'print')()).toBe(false);
  expect(await isEnabled(app, 'show-log')()).toBe(true);
  await win.keyboard.press('Control+4');
  await expect.poll(isEnabled(app, 'print')).toBe(true);
  await win.keyboard.press('Control+L');
  await expect.poll(isEnabled(app, 'show-log')).toBe(false);
  expect(await isEnabled(app, 'print')()).toBe(false);
  expect(await isHidden(app)()).toBe(false);
});

test('a print dialog that nobody answers holds up no other paper, no payment and not the end of the program, which holds up the end of Windows’ session while it waits for a payment', async ({
  app,
  win,
  kept,
}) => {
  await win.getByLabel('Passcode').fill(passcode);
  await win.keyboard.press('Enter');
  await win.getByRole('banner').getByText('Rosa').waitFor();
  const file = path.join(kept, 'close.pdf');
  await app.evaluate(({ app: program, dialog }, filePath) => {
    program.on('web-contents-created', (_event, contents) => {
      contents.print = () => undefined;
    });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  const day = new Date().toISOString();
  const close = {
    kind: 'day-close',
    query: { first: day.slice(0, 10), last: day.slice(0, 10), environment: 'training' },
  };
  const order = { document: { ...close, size: 'a4' }, language: 'en' };
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  void callBridge(win, 'paper', 'print', order).catch(() => undefined);
  await expect.poll(windows).toBe(2);
  expect(await callBridge(win, 'paper', 'savePdf', order)).toMatchObject({ ok: true, value: { path: file } });
  await callBridge(win, 'training', 'order', { fault: { kind: 'delay', milliseconds: 6_000 }, times: 1 });
  const before = await received(win);
  await keyPayment(win, { amount: '130' });
  await send(win);
  await expect.poll(() => received(win)).toBe(before + 1);
  const main = app.process();
  const ended = app.waitForEvent('close', { timeout: 30_000 });
  const holders = await app.evaluate(async ({ BaseWindow, BrowserWindow }) => {
    Object.defineProperty(process, 'platform', { value: 'win32' });
    BrowserWindow.getAllWindows()[0]?.close();
    const end = { holders: 0, preventDefault: () => (end.holders += 1) };
    // In the program itself, because it ends with its payment, however slow the machine is.
    while (end.holders === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      if (BrowserWindow.getAllWindows().length > 0) continue;
      // Windows lets no window hold it up that is not shown.
      const shown = BaseWindow.getAllWindows().filter((each) => each.isVisible() || each.isMinimized());
      for (const each of shown) each.emit('query-session-end', end);
    }
    return end.holders;
  });
  expect(holders).toBe(1);
  await ended;
  // By a signal where a reader of the file still held it back.
  expect([0, 'SIGKILL']).toContain(main.exitCode ?? main.signalCode);
});
