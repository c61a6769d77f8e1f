/** Life of the program: title and menu in both languages, restart, damaged files, provisioning, the end. */
import { training } from '#shared/locales/es/settings/training.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { mastercard, received, trainingDraft } from '#test/e2e/stage/keyed-payment.ts';

const call = (page: Page, group: string, name: string, input?: unknown): Promise<unknown> =>
  page.evaluate(([g, n, i]) => window.caja.call(g, n, i), [group, name, input] as const);

const title = (app: ElectronApplication): Promise<string | undefined> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());

/** Labels of the menu with their shortcuts, such as `Charge CmdOrCtrl+1`. */
const menu = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(({ Menu }) => {
    const items = (Menu.getApplicationMenu()?.items ?? []).flatMap((item) => [item, ...(item.submenu?.items ?? [])]);
    return items.map(({ label, accelerator }) => `${label} ${accelerator ?? ''}`.trim());
  });

const choose = (app: ElectronApplication, id: string): Promise<void> =>
  app.evaluate(({ Menu }, chosen) => Menu.getApplicationMenu()?.getMenuItemById(chosen)?.click(), id);

const payment = (amount: number) => trainingDraft(amount, mastercard);

const seatFile = (fields: object) =>
  JSON.stringify({
    version: 1,
    merchants: [
      {
        name: 'Panadería Ñandú',
        cclw: 'C'.repeat(128),
        apiKey: 'PARTONE|PARTTWO',
        environment: 'test',
        baseUrl: 'https://localhost:1',
        ...fields,
      },
    ],
    activate: 'Panadería Ñandú',
  });

test('the first start is in training, named in the title, in a window that fits every screen; its menu has its shortcuts, follows the language of the seat, and leads to the screens; it ends with the system’s session', async ({
  app,
  win,
}) => {
  await expect.poll(() => title(app)).toContain('TRAINING');
  await expect(win.getByText('Training', { exact: true }).first()).toBeVisible();
  // Playwright drives a page whether it is shown or not.
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
  const size = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize());
  expect(size).toEqual([1280, 720]);
  const left = await app.evaluate(({ ipcMain, Menu }) => ({
    // The stand-in alone can tell: Electron's own menu, which loads the page anew, is gone by the time of a test.
    ownMenuStood: Boolean((Menu as { readonly defaultStood?: boolean }).defaultStood),
    channelsOfStore: ipcMain.listenerCount('electron-store-get-data'),
  }));
  expect(left).toEqual({ ownMenuStood: false, channelsOfStore: 0 });
  const hidden = await win.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(hidden).toBeLessThanOrEqual(0);

  await expect.poll(() => menu(app)).toContain('Charge CmdOrCtrl+1');
  for (const entry of ['Holds CmdOrCtrl+2', 'History CmdOrCtrl+3', 'Reports CmdOrCtrl+4', 'Settings CmdOrCtrl+,']) {
    expect(await menu(app)).toContain(entry);
  }
  await choose(app, 'holds');
  await expect(win.getByRole('heading', { name: 'Holds' })).toBeVisible();
  await choose(app, 'new-payment');
  await expect(win.getByLabel('Card number')).toBeVisible();

  await call(win, 'seat', 'save', aSeat({ language: 'es', seat: 'Caja 1' }));
  await expect.poll(() => menu(app)).toContain('Nuevo cobro CmdOrCtrl+N');
  await expect.poll(() => title(app)).toContain('PRÁCTICA');
  expect(await menu(app)).toContain('Preautorizaciones CmdOrCtrl+2');
  await call(win, 'seat', 'save', aSeat({ language: 'en', seat: 'Caja 1' }));
  await expect.poll(() => title(app)).toContain('TRAINING');

  await test.step('a page that crashes twice in a row is loaded again once its operator has read what became of the payments', async () => {
    const asked = await app.evaluate(async ({ BrowserWindow, dialog }) => {
      const told: string[] = [];
      const loads: string[] = [];
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (contents === undefined) throw new Error('No window');
      contents.reload = () => void loads.push(`after ${told.length} texts`);
      dialog.showMessageBox = async (...given: readonly unknown[]) => {
        const { detail, buttons } = given.at(-1) as { readonly detail: string; readonly buttons: readonly string[] };
        told.push(detail, ...buttons);
        return { response: 0, checkboxChecked: false };
      };
      for (const _crash of [1, 2]) contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
      await new Promise<void>((done) => {
        setImmediate(done);
      });
      return { told, loads };
    });
    expect(asked.told[0]).toContain('stands in History');
    expect(asked.told.slice(1)).toEqual(['Load again', 'Quit']);
    expect(asked.loads).toEqual(['after 0 texts', 'after 3 texts']);
  });

  await test.step('the program ends with the system’s session', async () => {
    // A closed program can't be asked for its process any more.
    const main = app.process();
    const ended = app.waitForEvent('close', { timeout: 30_000 });
    await app.evaluate(({ BrowserWindow }) => {
      setImmediate(() => BrowserWindow.getAllWindows()[0]?.emit('session-end', { reasons: ['shutdown'] }));
    });
    await ended;
    // By a signal where a reader of the file still held it back.
    expect([0, 'SIGKILL']).toContain(main.exitCode ?? main.signalCode);
  });
});

const quitTwice = (app: ElectronApplication): Promise<void> =>
  app.evaluate((electron) => {
    electron.app.quit();
    globalThis.setTimeout(() => electron.app.quit(), 300);
  });

/** Sends the signal twice, which Windows doesn't have. */
async function terminateTwice(app: ElectronApplication): Promise<void> {
  const main = app.process();
  main.kill('SIGTERM');
  await setTimeout(300);
  main.kill('SIGTERM');
}

test('the end waits for a payment in progress, however often it is asked for, and a restart keeps payments, settings, what can be captured and a typed order without its card, in files of their owner alone', async ({
  startApp,
  userData,
}) => {
  const first = await startApp();
  const page = await firstWindow(first);
  await call(page, 'seat', 'save', aSeat({ language: 'es', theme: 'dark', seat: 'Caja 7' }));
  const sold = (await call(page, 'payments', 'sell', payment(4_500))) as {
    value: { id: string; state: string; references: { codOper: string } };
  };
  expect(sold.value.state).toBe('approved');
  const held = (await call(page, 'payments', 'authorize', payment(7_550))) as typeof sold;
  await page.locator('#charge-amount').fill('75.50');
  await page.locator('#charge-cardNumber').fill('4059310181757001');
  await page.locator('#charge-concept').fill('Card 4059 3101 8175 7001');
  await page.locator('#charge-lastName').fill('Castillero');
  const typed = path.join(userData, 'drafts.json');
  await expect.poll(() => existsSync(typed) && readFileSync(typed, 'utf8')).toContain('Castillero');
  await call(page, 'training', 'order', { fault: { kind: 'delay', milliseconds: 3_000 }, times: 1 });
  const before = await received(page);
  const draft = payment(7_700);
  void call(page, 'payments', 'sell', draft).catch(() => undefined);
  await expect.poll(() => received(page)).toBeGreaterThan(before);
  const ended = once(first.process(), 'exit');
  await (process.platform === 'win32' ? quitTwice(first) : terminateTwice(first));
  expect(await ended).toEqual([0, null]);
  expect(readFileSync(typed, 'utf8')).toContain('75.50');
  expect(readFileSync(typed, 'utf8')).not.toMatch(/4059|7001/);
  for (const name of ['ledger.db', 'vault.json', 'logs/main.log']) {
    // Windows has no such permission bits, but the folder of the account is closed to others.
    const others = process.platform === 'win32' ? 0o066 : 0;
    expect(statSync(path.join(userData, name)).mode & 0o077, name).toBe(others);
  }

  const second = await startApp();
  const again = await firstWindow(second);
  // The screens appear before a ledger that is slow to open.
  await expect.poll(() => call(again, 'ledger', 'status')).toMatchObject({ value: { available: true } });
  expect(await call(again, 'seat', 'settings')).toMatchObject({
    value: { language: 'es', theme: 'dark', seat: 'Caja 7' },
  });
  expect(await call(again, 'history', 'show', { id: draft.draftId })).toMatchObject({ value: { state: 'approved' } });
  expect(await call(again, 'history', 'show', { id: sold.value.id })).toMatchObject({
    value: { amount: 4_500, state: 'approved', card: { brand: 'MASTERCARD', lastFour: '9692' } },
  });
  const capture = { holdId: held.value.id, amount: 7_550, description: 'Order 7' };
  expect(await call(again, 'holds', 'capture', capture)).toMatchObject({ value: { state: 'approved' } });
  // The receipt link of the authorization is from the previous start.
  const opened = second.waitForEvent('window');
  expect(await call(again, 'history', 'openReceipt', { id: held.value.id })).toMatchObject({ ok: true });
  const receipt = await opened;
  await expect(receipt.getByText('75.50').first()).toBeVisible();
  await expect(receipt.getByText(training.receipt.captured)).toBeVisible();
  await expect(receipt.getByText(held.value.references.codOper)).toBeVisible();

  await again.getByRole('button', { name: 'Continuar el pedido' }).click();
  await expect(again.locator('#charge-amount')).toHaveValue('75.50');
  await expect(again.locator('#charge-lastName')).toHaveValue('Castillero');
  await expect(again.locator('#charge-cardNumber')).toHaveValue('');
});

test('a program that is told twice by its menu to end waits for a payment in progress all the same @thorough', async ({
  startApp,
  userData,
}) => {
  const first = await startApp();
  const page = await firstWindow(first);
  await call(page, 'training', 'order', { fault: { kind: 'delay', milliseconds: 3_000 }, times: 1 });
  void call(page, 'payments', 'sell', payment(7_700)).catch(() => undefined);
  await expect.poll(() => received(page)).toBe(1);
  const ended = once(first.process(), 'exit');
  await quitTwice(first);
  expect(await ended).toEqual([0, null]);
  const ledger = new DatabaseSync(path.join(userData, 'ledger.db'), { readOnly: true });
  expect(ledger.prepare('select state from attempts').all()).toEqual([{ state: 'approved' }]);
  ledger.close();
});

test('a damaged ledger stops payments until a supervisor goes on, damaged settings are kept until others are saved, and both begin anew @thorough', async ({
  startApp,
  userData,
}) => {
  mkdirSync(userData);
  const file = path.join(userData, 'ledger.db');
  writeFileSync(file, Buffer.alloc(8_192, 0x5a));
  writeFileSync(path.join(userData, 'seat.json'), '{"language":"es","theme":');

  const page = await firstWindow(await startApp());
  const banner = page.getByRole('status').filter({ hasText: 'Go on without it' });
  await expect(banner).toContainText(file);
  const refused = { ok: false, failure: { kind: 'damaged-file', file } };
  expect(await call(page, 'payments', 'sell', payment(1_200))).toEqual(refused);
  await banner.getByRole('button', { name: 'Go on without it' }).click();
  await expect.poll(() => call(page, 'ledger', 'status')).toMatchObject({ value: { available: true, reason: null } });
  const status = (await call(page, 'ledger', 'status')) as { value: { keptFile: string } };
  expect(readFileSync(status.value.keptFile)).toEqual(Buffer.alloc(8_192, 0x5a));
  await expect(page.getByText(status.value.keptFile).first()).toBeVisible();
  expect(await call(page, 'payments', 'sell', payment(1_200))).toMatchObject({ value: { state: 'approved' } });

  expect(await call(page, 'seat', 'settings')).toMatchObject({ value: { language: 'en' } });
  await call(page, 'seat', 'save', aSeat({ language: 'en', theme: 'dark', seat: 'Caja 7' }));
  const kept = readdirSync(userData).find((name) => name.startsWith('seat.damaged'));
  expect(readFileSync(path.join(userData, kept ?? ''), 'utf8')).toBe('{"language":"es","theme":');
});

test('a provisioning file sets up a merchant before the first screen, with its secrets only as ciphertext, and an edit of it in its file stops payments until a supervisor puts back what was saved', async ({
  startApp,
  kept,
  userData,
}) => {
  const given = path.join(kept, 'seat.json');
  writeFileSync(given, seatFile({}));
  const app = await startApp({ args: ['--provision', given] });
  const first = await firstWindow(app);
  await expect.poll(() => title(app)).toContain('Panadería Ñandú');
  await expect(first.getByText('Panadería Ñandú').first()).toBeVisible();
  expect(await call(first, 'merchants', 'active')).toMatchObject({
    value: { active: true, has: { cclw: { set: true }, apiKey: { set: true }, clientCertificate: { set: false } } },
  });
  const draft = { ...payment(5_000), merchantId: await activeMerchant(first) };
  // No service listens there, so the payment is reported as not sent.
  expect(await call(first, 'payments', 'sell', draft)).toMatchObject({
    value: { state: 'not-sent', notSentCause: 'refused', environment: 'test' },
  });
  await app.close();
  for (const name of ['vault.json', 'merchants.json', 'logs/main.log']) {
    const text = readFileSync(path.join(userData, name), 'utf8');
    expect(text).not.toContain('CCCCCCCC');
    expect(text).not.toContain('PARTONE');
  }

  const file = path.join(userData, 'merchants.json');
  const saved = readFileSync(file, 'utf8');
  const edited = saved.replace('"duplicateWindowHours": 24', '"duplicateWindowHours": 0');
  expect(edited).not.toBe(saved);
  writeFileSync(file, edited);
  const page = await firstWindow(await startApp());
  const banner = page.getByRole('status').filter({ hasText: file });
  await expect(banner).toContainText('was changed outside Caja');
  const another = { ...payment(5_100), merchantId: draft.merchantId };
  const refused = { ok: false, failure: { kind: 'damaged-file', file } };
  expect(await call(page, 'payments', 'sell', another)).toEqual(refused);
  await banner.getByRole('button', { name: 'Put back what Caja saved' }).click();
  await expect(banner).toBeHidden();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(saved));
  expect(await call(page, 'payments', 'sell', another)).toMatchObject({ value: { state: 'not-sent' } });
  const aside = readdirSync(userData).find((name) => name.startsWith('merchants.damaged'));
  expect(readFileSync(path.join(userData, aside ?? ''), 'utf8')).toBe(edited);
});

const activeMerchant = async (page: Page): Promise<string> =>
  ((await call(page, 'merchants', 'active')) as { value: { merchant: { id: string } } }).value.merchant.id;
