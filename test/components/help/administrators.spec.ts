/** The help: its keys, and the documents for administrators by keyboard, in both languages and in the smallest window. */
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, detailsOf, listed } from '#test/fixtures/shown/attempts.ts';

inOneLook('es', (look, t) => {
  test('the keys of one screen stand under one heading, each action once', async ({ show, page, main }) => {
    const sale = attemptOf('sell', 'approved');
    main.history.search.answers({ attempts: [listed(sale)], more: false });
    main.history.show.answers(detailsOf(sale));
    await show({ role: 'supervisor', screen: 'history', settings: look });
    await page.getByRole('button', { name: t('printing:receipt') }).waitFor();
    await page.keyboard.press('F1');
    const sheet = page.getByRole('dialog', { name: t('help:title') });
    const own = sheet.getByRole('table', { name: t('nav.history'), exact: true });
    await expect(own).toHaveCount(1);
    await expect(own.getByRole('row', { name: t('history:export.csv') })).toBeVisible();
    await expect(sheet.getByRole('row', { name: t('printing:receipt') })).toHaveText(/F4.*Ctrl\+P/);
  });

  test('the help shows the administrators’ documents without a network', async ({ show, page }) => {
    await show({ role: 'supervisor', environment: 'test', settings: look });
    await page.keyboard.press('F1');
    const dialog = page.getByRole('dialog', { name: t('help:title') });
    const origin = new URL(page.url()).origin;
    const elsewhere: string[] = [];
    const note = (request: { url: () => string }) => {
      if (new URL(request.url()).origin !== origin) elsewhere.push(request.url());
    };
    page.on('request', note);
    await dialog.getByRole('tab', { name: t('help:tabs.administrators') }).click();
    await expect(dialog.getByText(t('help:administrators.note'))).toBeVisible();

    const documents = dialog.getByRole('navigation', { name: t('help:administrators.documents') });
    await documents.getByRole('button', { name: t('help:administrators.names.shared-ledger') }).focus();
    await page.keyboard.press('Enter');
    await expect(documents.locator('[aria-current]')).toHaveText(t('help:administrators.names.shared-ledger'));
    const text = dialog.getByRole('article');
    await expect(text.getByRole('heading', { level: 3 })).toHaveText('A ledger that several seats share');
    await expect(text).not.toContainText('**');

    await text.getByRole('button', { name: 'synchronous standby' }).focus();
    await page.keyboard.press('Enter');
    await expect(documents.locator('[aria-current]')).toHaveText(t('help:administrators.names.administration'));
    const heading = text.getByRole('heading', { name: 'A synchronous standby', exact: true });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();

    await dialog
      .getByRole('navigation', { name: t('help:administrators.contents') })
      .getByRole('button', { name: 'Size', exact: true })
      .press('Enter');
    await expect(text.getByRole('heading', { name: 'Size', exact: true })).toBeFocused();
    await expect(text.getByRole('columnheader', { name: 'Refused payments' })).toBeVisible();
    await expect(text.getByText('benchmarks.md')).toHaveCount(1);
    await expect(text.getByRole('button', { name: 'benchmarks.md' })).toHaveCount(0);

    await page.setViewportSize({ width: 640, height: 480 });
    const box = text.getByRole('region').first();
    await box.focus();
    await expect(box).toBeFocused();
    const content = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(content, 'pixels that stick out of the dialog').toBe(0);
    page.off('request', note);
    expect(elsewhere, 'requests to other servers').toEqual([]);
  });
});
