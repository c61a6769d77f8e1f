/** The mocked main keeps tests honest: it enforces the contract and names calls without an answer. */
import { shownSeat } from '#test/fixtures/shown/seat.ts';
import { accessibilityFindings } from './accessibility.ts';
import { mockMain } from './mocked-main.ts';
import { expect, test } from './test.ts';

test('the mocked main names a call that has no answer', async ({ page }) => {
  const { receive, faults } = mockMain(page);
  await receive('ledger', 'move', undefined);
  expect(faults).toEqual(['ledger.move was called and has no answer']);
});

test('the mocked main names a call that the contract does not have', async ({ page }) => {
  const { receive, faults } = mockMain(page);
  await receive('payments', 'payBack', {});
  expect(faults).toEqual(['payments.payBack is not in the contract']);
});

test('the mocked main refuses an argument that the contract refuses', async ({ page }) => {
  const { main, receive, faults } = mockMain(page);
  main.merchants.activate.answers(shownSeat().merchant);
  await receive('merchants', 'activate', { merchantId: 7 });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain('merchants.activate was called with what the contract refuses');
  expect(main.merchants.activate.inputs).toEqual([]);
});

test('the mocked main can’t send an answer or event that the contract does not allow', async ({ page }) => {
  const { main, receive, faults } = mockMain(page);
  const shapeless = { cancelled: 'perhaps' } as never;
  expect(() => main.payments.cancel.answers(shapeless)).toThrow('payments.cancel can’t answer this');
  main.payments.cancel.answers(() => shapeless);
  await receive('payments', 'cancel', { draftId: '0199b2f0-0000-7000-8000-000000000001' });
  expect(faults[0]).toContain('payments.cancel can’t answer this');
  await expect(main.emit('payments.sent', { draftId: 'none' })).rejects.toThrow();
});

test('a mocked call can be awaited and answered later, and its argument is recorded', async ({ page }) => {
  const { main, receive } = mockMain(page);
  const pending = main.merchants.activate.waits();
  const expected = main.merchants.activate.expect();
  const result = receive('merchants', 'activate', { merchantId: 'esquina' });
  const input = await expected;
  pending.fails({ kind: 'busy' });
  expect(input).toEqual({ merchantId: 'esquina' });
  expect(await result).toEqual({ ok: false, failure: { kind: 'busy' } });
});

test('the page is served with the program’s content policy, which blocks inline styles', async ({
  stage,
  show,
  page,
}) => {
  await show();
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.body.append(style);
  });
  await expect.poll(() => stage.faults().join('\n')).toContain('Content Security Policy');
  stage.forgive();
});

test('a shown state has nothing left of the previous one', async ({ show, page }) => {
  await show();
  await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await show();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
});

test('axe finds each planted fault in what is new of a state that had no findings', async ({ show, page }) => {
  await show();
  expect(await accessibilityFindings(page)).toEqual([]);
  const planted = '<div><input><font color="#eeeeee">Faint</font><h4></h4><ul><div>Stray</div></ul></div>';
  const form = page.locator('#charge-form');
  await form.evaluate((element, added) => element.insertAdjacentHTML('beforeend', added), planted);
  const found = await accessibilityFindings(page);
  await form.evaluate((element) => element.lastElementChild?.remove());
  expect(found.map((finding) => finding.split(':', 1)[0])).toEqual(
    expect.arrayContaining(['label', 'color-contrast', 'empty-heading', 'list']),
  );
  expect(await accessibilityFindings(page)).toEqual([]);
});
