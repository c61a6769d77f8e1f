/** Orders from links: at the start, from a second start, and at a locked seat, where they wait for a sign-in. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { executableOf } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { target } from '#test/e2e/stage/launch-program.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';
import { heading, passcodes } from '#test/e2e/stage/staffed-seat.ts';

test('a link fills the form in, a second one waits, and a locked seat shows it only after a sign-in', async ({
  startApp,
  userData,
}) => {
  const app = await startApp({ args: ['caja://charge?amount=12.50&concept=Order+1182&name=Ana+Vega'] });
  const win = await firstWindow(app);
  await expect(win.getByText('Filled in from a link.')).toBeVisible();
  await expect(win.getByLabel('Amount').first()).toHaveValue('12.50');
  await expect(win.getByLabel('Concept')).toHaveValue('Order 1182');

  const args = [root, `--user-data-dir=${userData}`, '--amount', '88.00', '--concept', 'Order 1183'];
  const [code] = await once(spawn(executableOf(target), args, { stdio: 'ignore' }), 'exit');
  expect(code).toBe(0);
  await expect(win.getByText('88.00 · Order 1183')).toBeVisible();
  await expect(win.getByLabel('Amount').first()).toHaveValue('12.50');
  await win.getByRole('button', { name: 'Discard the order' }).click();
  expect(await callBridge(win, 'training', 'status', undefined)).toMatchObject({ value: { received: 0 } });

  await callBridge(win, 'session', 'createSupervisor', { name: 'Rosa', passcode: passcodes.Rosa });
  await win.getByRole('button', { name: 'Sign out' }).click();
  await heading(win, 'Sign in').waitFor();
  await app.evaluate(
    ({ app: electron }, url) => electron.emit('open-url', { preventDefault: () => undefined }, url),
    'caja://charge?amount=5.25',
  );
  expect(await callBridge(win, 'payments', 'waitingOrder', undefined)).toMatchObject({ ok: false });
  await win.getByLabel('Passcode').and(win.locator(':focus')).waitFor();
  await win.keyboard.type(passcodes.Rosa);
  await win.keyboard.press('Enter');
  await win.keyboard.press('Control+1');
  await expect(win.getByLabel('Amount').first()).toHaveValue('5.25');
  const log = readFileSync(path.join(userData, 'logs/main.log'), 'utf8');
  expect(log).not.toMatch(/caja:\/\/charge|Order 118|5\.25/);
});
