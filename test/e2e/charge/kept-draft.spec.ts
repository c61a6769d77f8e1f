/** An order that was being typed when the program ended: offered after the restart, without its card, and no digit of it on disk. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';

test('an order that was typed before a restart is continued afterwards, without its card', async ({ startApp }) => {
  const first = await startApp();
  const before = await firstWindow(first);
  await before.locator('#charge-amount').fill('75.50');
  await before.locator('#charge-cardNumber').fill('4059310181757001');
  await before.locator('#charge-concept').fill('Card 4059 3101 8175 7001');
  await before.locator('#charge-lastName').fill('Castillero');
  const folder = await first.evaluate(({ app }) => app.getPath('userData'));
  const file = path.join(folder, 'drafts.json');
  await expect.poll(() => textOf(file)).toContain('Castillero');
  await first.close();
  expect(textOf(file)).toContain('75.50');
  expect(textOf(file)).not.toMatch(/4059|7001/);

  const after = await firstWindow(await startApp());
  await after.getByRole('button', { name: 'Continue the order' }).click();
  await expect(after.locator('#charge-amount')).toHaveValue('75.50');
  await expect(after.locator('#charge-lastName')).toHaveValue('Castillero');
  await expect(after.locator('#charge-cardNumber')).toHaveValue('');
});

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
