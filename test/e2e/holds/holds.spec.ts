/** The queue of holds in the running program: summed up, opened by mouse, and captured by keyboard. */
import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/stage/fixture.ts';
import { emptyQueue, makeHold } from '#test/e2e/stage/made-payments.ts';

// One program serves all but what ends it, because a start costs more than what a spec does with it.
test.use({ sharing: true });
test.describe.configure({ mode: 'default' });

const rows = (win: Page) => win.getByRole('grid').locator('[role="row"][aria-selected]');

/** Opens the queue by its shortcut, which focuses the list. */
async function openQueue(win: Page): Promise<void> {
  await win.keyboard.press('Control+2');
  await expect(win.getByRole('grid', { name: /^Holds/ })).toBeFocused();
}

test('the queue sums up its holds and opens them by mouse, and one is captured by keyboard and leaves it', async ({
  win,
}) => {
  await emptyQueue(win);
  await makeHold(win, { amount: 4_512, lastName: 'Chiari Arosemena' });
  await makeHold(win, { amount: 9_900, lastName: 'Him González' });
  await win.keyboard.press('Control+2');
  await expect(win.getByText(/^B\/\.\s144\.12$/).first()).toBeVisible();
  await rows(win).nth(1).click();
  await expect(win.getByRole('complementary').getByText('Guadalupe Him González')).toBeVisible();
  await rows(win).nth(0).locator('[data-mark]').click();
  await expect(win.getByText('1 hold selected')).toBeVisible();
  await win.getByRole('columnheader', { name: 'Selected' }).click();
  await expect(win.getByText('2 holds selected')).toBeVisible();
  await win.getByRole('columnheader', { name: 'Selected' }).click();
  await win.keyboard.press('Control+1');
  await openQueue(win);
  await expect(rows(win)).toHaveCount(2);
  await win.keyboard.press('ArrowDown');
  await win.keyboard.press('Enter');
  await expect(win.getByRole('textbox', { name: 'Description' })).toBeFocused();
  await expect(win.getByRole('textbox', { name: 'Description' })).toHaveValue('Repuestos');
  // Enter does not charge, not even twice.
  await win.keyboard.press('Enter');
  await expect(rows(win)).toHaveCount(2);
  await win.keyboard.press('F9');
  await expect(win.getByRole('heading', { name: 'Charged.' })).toBeFocused();
  await expect(win.getByRole('region', { name: 'Charged.' })).toContainText(/B\/\.\s99\.00/);
  await expect(rows(win)).toHaveCount(1);
  await expect(rows(win)).toContainText('Chiari Arosemena');
  await win.keyboard.press('Escape');
  await expect(win.getByRole('grid')).toBeFocused();
});
