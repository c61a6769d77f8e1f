/** The system's key store: replaced by a passphrase, locked, and asking somebody for its password. */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { executableOf } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { target } from '#test/e2e/stage/launch-program.ts';
import { times } from '#test/support/thorough.ts';
import { callBridge, keyPayment, pageHolds, send, useMerchantAt, visa } from '#test/e2e/stage/keyed-payment.ts';

const onStandIn = target === 'stand-in';
/** Real Electron finds none in a run without a keyring (`build/ci/end-to-end.ts --key-store none`). */
const mayLackOne = onStandIn || process.env['CAJA_KEY_STORE'] === 'none';

const replaced = 'a passphrase replaces a missing key store of the system, and is required at the next start @thorough';
if (mayLackOne)
  test(replaced, async ({ startApp }) => {
    const env = { CAJA_HOST_KEYSTORE: 'missing' };
    const app = await startApp({ env });
    const win = await firstWindow(app);
    await win.keyboard.press('Control+5');
    await win.getByRole('tab', { name: 'This seat' }).click();
    const passphrase = win.getByRole('textbox', { name: 'New passphrase' });
    await passphrase.fill('short');
    await win.getByRole('button', { name: 'Set the passphrase' }).click();
    await expect(win.getByText('Use 10 characters or more.')).toBeVisible();
    await passphrase.fill('nine lives of a cat');
    await win.getByRole('textbox', { name: 'Repeat it' }).fill('nine lives of a dog');
    await win.getByRole('button', { name: 'Set the passphrase' }).click();
    await expect(win.getByText('The two are not the same.')).toBeVisible();
    await win.getByRole('textbox', { name: 'Repeat it' }).fill('nine lives of a cat');
    await win.getByRole('button', { name: 'Set the passphrase' }).click();
    await expect(win.getByText('The key store works')).toBeVisible();
    await app.close();
    const again = await firstWindow(await startApp({ env }));
    await again.keyboard.press('Control+5');
    await again.getByRole('tab', { name: 'This seat' }).click();
    const asked = again.getByRole('textbox', { name: 'Passphrase of the key store' });
    await asked.fill('nine lives of a dog');
    await again.getByRole('button', { name: 'Unlock' }).click();
    await expect(
      again
        .getByRole('alert')
        .or(again.getByText(/passphrase.*(wrong|not right|not the)/i))
        .first(),
    ).toBeVisible();
    await asked.fill('nine lives of a cat');
    await again.getByRole('button', { name: 'Unlock' }).click();
    await expect(again.getByText('The key store works')).toBeVisible();
  });

const waits = { CAJA_HOST_KEYSTORE: 'waits' } as const;
const asksText = /This system is asking for the password of its key store. Look for its window/;

const heldUp =
  'a key store that asks holds up no training payment, tells a real one, and lets it go on with the same card once answered';
if (onStandIn)
  test(heldUp, async ({ startApp, userData }) => {
    const before = await startApp();
    const first = await firstWindow(before);
    // Nothing listens there.
    await useMerchantAt(first, 1);
    await callBridge(first, 'merchants', 'activate', { merchantId: 'training' });
    await before.close();

    const win = await firstWindow(await startApp({ env: waits }));
    await expect(win.getByText(asksText)).toBeVisible();
    await keyPayment(win, { amount: '20' });
    await send(win);
    await expect(win.getByRole('heading', { name: 'Charged.' })).toBeVisible();
    await win.keyboard.press('F2');

    const { value } = (await callBridge(win, 'merchants', 'list', undefined)) as {
      readonly value: readonly { readonly merchant: { readonly id: string; readonly environment: string } }[];
    };
    const real = value.find(({ merchant }) => merchant.environment === 'test')?.merchant.id;
    await callBridge(win, 'merchants', 'activate', { merchantId: real });
    await expect(win).toHaveTitle(/^TEST/);
    await keyPayment(win, { amount: '30' });
    await send(win);
    const panel = win.getByRole('alert').filter({ hasText: 'Nothing was sent.' });
    await expect(panel).toContainText(asksText);
    const charge = win.getByRole('button', { name: /Charge.*30\.00/ });
    await expect(charge).toBeHidden();
    // The key that charges waits too, because the card is kept for one more try alone.
    await win.keyboard.press('F9');
    await expect(panel).toBeVisible();
    expect(await pageHolds(win, visa)).toBe(false);
    writeFileSync(path.join(userData, 'stand-in-keystore-answer'), 'open');
    await charge.click();
    await expect(win.getByText('No connection to the service: it refused the connection.')).toBeVisible();
    await expect(win.getByText(asksText)).toBeHidden();
    await win.keyboard.press('F3');
    await expect(win.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('30.00');
  });

const ends = 'a program whose key store asks ends with its window, also before anybody could notice the question';
if (onStandIn)
  test(ends, async ({ startApp }) => {
    for (const noticed of times([false], [false, true])) {
      const app = await startApp({ env: waits });
      const win = await firstWindow(app);
      if (noticed) await expect(win.getByText(asksText)).toBeVisible();
      const ended = new Promise((resolve) => app.process().once('exit', resolve));
      await win.close();
      expect(await ended).toBe(0);
    }
  });

const refusedFile =
  'a script whose file needs a key store that asks gets a code of its own, and nothing is applied @thorough';
if (onStandIn)
  test(refusedFile, async ({ kept, userData }) => {
    const file = path.join(kept, 'seat.json');
    const merchant = { name: 'Shop', environment: 'test', baseUrl: 'https://127.0.0.1:1', cclw: 'CODE', apiKey: 'KEY' };
    writeFileSync(file, JSON.stringify({ version: 1, merchants: [merchant], activate: 'Shop' }));
    const provision = (env: Readonly<Record<string, string>>) =>
      new Promise<{ readonly code: number | null; readonly told: string }>((resolve) => {
        const options = [root, `--user-data-dir=${userData}`, '--lang=en', '--provision', file, '--exit'];
        const child = spawn(executableOf(target), options, { env: { ...process.env, ...env } });
        let told = '';
        for (const output of [child.stdout, child.stderr]) output.on('data', (data: Buffer) => (told += String(data)));
        child.once('close', (code) => resolve({ code, told }));
      });
    expect(await provision(waits)).toEqual({
      code: 10,
      told: expect.stringContaining('the password of its key store'),
    });
    expect(existsSync(path.join(userData, 'merchants.json'))).toBe(false);
    expect(await provision({})).toMatchObject({ code: 0 });
  });
