/** Shows what the company sets as disabled and marked, in Settings and above the screens, without a button that fails. */
import type { Page } from '@playwright/test';
import { managedParts } from '#shared/policy/policy-rules.ts';
import { noLimits } from '#shared/seat/operators.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { merchantOf, merchantView, operatorOf, type SeatOptions } from '#test/fixtures/shown/seat.ts';

const file = '/etc/caja/policy.json';
const url = 'postgres://caja@ledger.example.com:5432/caja';
const shared = { engine: 'postgres', url, ca: null } as const;
const policies = {
  used: { file, foreign: null, usable: true, managed: managedParts, ledger: shared, merchants: 'none' },
  broken: { file, foreign: null, usable: false, managed: managedParts, ledger: null, merchants: 'none' },
} as const satisfies Record<string, NonNullable<SeatOptions['policy']>>;
const live = merchantView(merchantOf('production'), { active: false });

inOneLook('en', (look, t) => {
  const scene = { role: 'supervisor', operatorName: 'Celia', screen: 'settings', settings: look } as const;
  const open = (page: Page, section: 'seat' | 'operators' | 'ledger' | 'merchants') =>
    page.getByRole('tab', { name: t(`settings:sections.${section}`) }).click();

  test.describe(`a policy, ${look.language}, ${look.theme}`, () => {
    const policy = policies.used;
    const note = t('settings:policy.managed');

    for (const [name, read] of Object.entries(policies)) {
      test(`that is ${name} fixes the language, and the page of the seat names its file`, async ({
        show,
        page,
        main,
      }) => {
        const words = t(read.usable ? 'settings:policy.managed' : 'settings:policy.locked');
        main.updates.state.answers({ kind: 'not-looked' });
        await show({ ...scene, policy: read });
        await open(page, 'seat');
        const language = page.getByRole('radiogroup', { name: t('settings:seat.choices.language.label') });
        for (const option of await language.getByRole('radio').all()) await expect(option).toBeDisabled();
        const theme = page.getByRole('radiogroup', { name: t('settings:seat.choices.theme.label') });
        await expect(theme.getByRole('radio').first()).toBeEnabled();
        await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
        const about = page.getByRole('region', { name: t('settings:policy.title') });
        await expect(about).toContainText(file);
        await expect(about).toContainText(
          read.usable ? t('settings:policy.parts.idle-lock') : t('settings:policy.unusable'),
        );
        await about.scrollIntoViewIfNeeded();
      });
    }

    test('fixes the idle lock', async ({ show, page, main }) => {
      main.operators.list.answers({ operators: [operatorOf(1)], idleMinutes: 3, limits: noLimits });
      await show({ ...scene, policy });
      await open(page, 'operators');
      const minutes = page.getByRole('textbox', { name: t('settings:operators.idle') });
      await expect(minutes).toBeDisabled();
      await expect(minutes).toHaveValue('3');
      await expect(page.getByText(note, { exact: true })).toBeVisible();
      await expect(page.locator('form').filter({ has: minutes }).getByRole('button')).toHaveCount(0);
      await minutes.scrollIntoViewIfNeeded();
    });

    test('fixes the merchants, which are still shown and used', async ({ show, page }) => {
      await show({ ...scene, policy, merchants: [merchantView(merchantOf('training')), live] });
      await page.getByRole('button', { name: /Ferretería/ }).click();
      await expect(page.getByText(live.merchant.baseUrl)).toBeVisible();
      await expect(page.getByText(t('settings:policy.merchantsProvisioned'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('settings:merchants.use') })).toBeEnabled();
      for (const button of ['settings:merchants.add', 'settings:remove'] as const) {
        await expect(page.getByRole('button', { name: t(button) })).toHaveCount(0);
      }
      await expect(page.getByRole('textbox')).toHaveCount(0);
    });

    test('fixes the payment database, except for its password and its connections', async ({ show, page, main }) => {
      main.ledger.choose.fails({ kind: 'set-by-policy', rule: 'ledger' });
      await show({ ...scene, policy, ledger: { choice: { ...shared, poolSize: 4 } } });
      await open(page, 'ledger');
      await expect(page.getByText(note, { exact: true })).toBeVisible();
      for (const field of ['embedded', 'shared'] as const) {
        await expect(page.getByRole('radio', { name: t(`settings:ledger.${field}`) })).toBeDisabled();
      }
      await expect(page.getByRole('textbox', { name: t('settings:ledger.url') })).toBeDisabled();
      await page.getByLabel(t('settings:ledger.password'), { exact: true }).fill('password of the role');
      const choose = page.getByRole('button', { name: t('settings:ledger.choose') });
      const input = await main.ledger.choose.by(choose.click());
      expect(input).toEqual({ choice: { ...shared, poolSize: 4 }, password: 'password of the role' });
      await expect(page.getByRole('alert')).toContainText(t('failures:set-by-policy.changed'));
    });
  });

  test('another payment database than the seat’s stops payments, and says why', async ({ show, page, main }) => {
    main.ledger.choose.fails({ kind: 'ledger-not-chosen', reason: 'disconnected', detail: 'ECONNREFUSED' });
    await show({ ...scene, policy: policies.used, ledger: { forbidden: true } });
    const banner = page.getByRole('status').filter({ hasText: t('banners:ledgerForbidden') });
    await expect(banner.first()).toContainText(t('banners:ledgerForbiddenNext'));
    await open(page, 'ledger');
    await expect(page.getByRole('tabpanel')).toContainText(t('settings:ledger.forbiddenNext'));
    await expect(page.getByRole('radio', { name: t('settings:ledger.shared') })).toBeChecked();
    await expect(page.getByRole('textbox', { name: t('settings:ledger.url') })).toHaveValue(url);
    const choose = page.getByRole('button', { name: t('settings:ledger.choose') });
    const input = await main.ledger.choose.by(choose.click());
    expect(input).toEqual({ choice: { ...shared, poolSize: 2 }, password: null });
  });

  test(`a policy that can’t be used is told above every screen, ${look.language}`, async ({ show, page }) => {
    await show({ ...scene, screen: 'charge', policy: policies.broken });
    const banner = page.getByRole('status').filter({ hasText: t('banners:policyUnusable') });
    await expect(banner).toContainText(t('banners:policyUnusableNext', { file }));
    await page.keyboard.press('Control+5');
    await expect(page.getByText(t('settings:policy.locked'), { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: t('settings:merchants.add') })).toHaveCount(0);
  });

  test('a file that others than administrators can write fixes nothing', async ({ show, page, main }) => {
    main.updates.state.answers({ kind: 'not-looked' });
    const foreign = String.raw`C:\ProgramData\Caja\policy.json`;
    await show({ ...scene, policy: { foreign } });
    await open(page, 'seat');
    const about = page.getByRole('region', { name: t('settings:policy.title') });
    await expect(about).toContainText(t('settings:policy.none'));
    await expect(about).toContainText(t('settings:policy.foreign'));
    await expect(about).toContainText(foreign);
    const language = page.getByRole('radiogroup', { name: t('settings:seat.choices.language.label') });
    await expect(language.getByRole('radio').first()).toBeEnabled();
  });

  test('a merchant that is not allowed is told above every screen and in Settings', async ({ show, page }) => {
    const policy = { ...policies.used, managed: ['merchants'], merchants: 'listed' } as const;
    const stray = { ...live, active: true, allowed: false };
    await show({ ...scene, environment: 'production', allowed: false, policy, merchants: [stray] });
    await expect(page.getByRole('status').filter({ hasText: t('banners:merchantNotAllowed') })).toBeVisible();
    await expect(page.getByRole('tabpanel').getByText(t('banners:merchantNotAllowedNext'))).toBeVisible();
    await expect(page.getByText(t('settings:policy.merchantsListed'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('settings:merchants.add') })).toBeVisible();
  });
});
