/** The passphrase that replaces a system's key store: set, required at the next start, and wrong. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, firstWindow, target, test } from '#test/e2e/stage/fixture.ts';

const onStandIn = target === 'stand-in';
/** Real Electron finds none in a run without a keyring (`build/ci/end-to-end.ts --key-store none`). */
const mayLackOne = onStandIn || process.env['CAJA_KEY_STORE'] === 'none';

const replaced = 'a passphrase replaces a missing key store of the system, and is required at the next start';
if (mayLackOne)
  test(replaced, async ({ startApp }) => {
    const env = { CAJA_HOST_KEYSTORE: 'missing' };
    const app = await startApp({ env });
    const win = await firstWindow(app);
    await win.keyboard.press('Control+5');
    await win.getByRole('tab', { name: 'Key store' }).click();
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
    await again.getByRole('tab', { name: 'Key store' }).click();
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

const guessed = 'a key store that is guessed to be plain text asks for no passphrase, and says when it is locked';
if (onStandIn)
  test(guessed, async ({ startApp, userData }) => {
    const app = await startApp({ env: { CAJA_HOST_KEYSTORE_NAME: 'basic_text' } });
    const win = await firstWindow(app);
    await win.keyboard.press('Control+5');
    await win.getByRole('tab', { name: 'Key store' }).click();
    await expect(win.getByText('The key store works')).toBeVisible();
    await expect(win.getByText('basic_text')).toBeVisible();
    await expect(win.getByRole('textbox', { name: 'New passphrase' })).toBeHidden();
    const lock = path.join(userData, 'stand-in-keystore-locked');
    writeFileSync(lock, '');
    await win.reload();
    await win.getByRole('heading', { level: 1 }).first().waitFor();
    await win.keyboard.press('Control+5');
    await win.getByRole('tab', { name: 'Key store' }).click();
    await expect(win.getByRole('tabpanel').getByText(/can’t be opened right now. Nothing is lost/)).toBeVisible();
    await expect(win.getByRole('textbox', { name: 'New passphrase' })).toBeHidden();
    rmSync(lock);
    await win.reload();
    await win.getByRole('heading', { level: 1 }).first().waitFor();
    await win.keyboard.press('Control+5');
    await win.getByRole('tab', { name: 'Key store' }).click();
    await expect(win.getByText('The key store works')).toBeVisible();
  });
