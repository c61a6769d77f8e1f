/** A policy of the company in force: in main, at each call that could break it, and on the screens. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { merchant, secrets, shared } from '#test/fixtures/call-arguments.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { callBridge } from '#test/e2e/stage/keyed-payment.ts';

function policyIn(folder: string, content: object | string): Readonly<Record<string, string>> {
  const file = path.join(folder, 'policy.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(file, 0o644);
  return { CAJA_POLICY_FILE: file };
}

const whole = {
  version: 1,
  language: 'es',
  idleMinutes: 2,
  ledger: { engine: 'sqlite' },
  merchants: { provisionedOnly: true },
};
const refusedBy = (rule: string) => ({ ok: false, failure: { kind: 'set-by-policy', rule } });

test('what the policy fixes is in force, marked, and refused to a page that asks for it all the same @thorough', async ({
  startApp,
  kept,
}) => {
  const env = policyIn(kept, whole);
  const page = await firstWindow(await startApp({ env }));
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/);
  const english = aSeat({ language: 'en', seat: 'Caja 1' });
  expect(await callBridge(page, 'seat', 'save', english)).toEqual(refusedBy('language'));
  expect(await callBridge(page, 'merchants', 'save', { merchant, secrets: { cclw: secrets.cclw } })).toEqual(
    refusedBy('merchants'),
  );
  const choice = { choice: shared, password: null };
  expect(await callBridge(page, 'ledger', 'choose', choice)).toMatchObject({ ok: false });
  expect(
    await callBridge(page, 'session', 'createSupervisor', { name: 'Sol', passcode: secrets.passcode }),
  ).toMatchObject({ ok: true });
  expect(await callBridge(page, 'operators', 'setIdleMinutes', { minutes: 15 })).toEqual(refusedBy('idle-lock'));
  expect(await callBridge(page, 'operators', 'list', undefined)).toMatchObject({ value: { idleMinutes: 2 } });

  await page
    .getByRole('link', { name: 'Ajustes' })
    .or(page.getByRole('button', { name: 'Ajustes' }))
    .first()
    .click();
  await page.getByRole('tab', { name: 'Esta caja' }).click();
  await expect(page.getByText('Lo fija su empresa', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Política de la empresa' })).toContainText(
    env['CAJA_POLICY_FILE'] ?? '',
  );
});
