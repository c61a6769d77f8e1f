/** Screens of a seat without an operator: sign-in, lock, first supervisor, new passcode, damaged file. */
import { inOneLook, wordsOf } from '#test/components/stage/looks.ts';
import { pixelFindings } from '#test/components/stage/pixels/findings.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attempt, detailsOf, listed } from '#test/fixtures/shown/attempts.ts';
import { emptyReport } from '#test/fixtures/shown/report.ts';

inOneLook('es', (look, t) => {
  const settings = look;
  const names = ['Ana', 'Beto', 'Celia'];

  test.describe(`signing in, ${look.language}, ${look.theme}`, () => {
    const signedOut = { settings, access: { kind: 'signed-out', names } } as const;

    test('has a button for each of a few names, needs one, and goes to the passcode', async ({ show, page, main }) => {
      main.session.signIn.answers(undefined);
      await show(signedOut);
      await expect(page.getByRole('radiogroup', { name: t('label.operator') }).getByRole('radio')).toHaveCount(3);
      await page.getByRole('button', { name: t('signIn:title') }).click();
      await expect(page.getByText(t('signIn:required')).first()).toBeVisible();
      await page.getByText('Beto').click();
      await expect(page.getByLabel(t('signIn:passcode'))).toBeFocused();
      await page.keyboard.type('quiet harbour');
      const keyed = await main.session.signIn.by(page.keyboard.press('Enter'));
      expect(keyed).toEqual({ name: 'Beto', passcode: 'quiet harbour' });
      await expect(page.getByLabel(t('signIn:passcode'))).toHaveValue('');
    });

    test('shows the whole of a long name on its button @thorough', async ({ show, page }) => {
      const long = 'María de los Ángeles Guadalupe Montenegro Vallarino Obaldía';
      await show({ settings, access: { kind: 'signed-out', names: [long, 'Ana'] } });
      await expect(page.getByText(long)).toBeVisible();
      expect(await pixelFindings(page)).toEqual([]);
    });

    test('takes the first letters of a name for its button', async ({ show, page, main }) => {
      main.session.signIn.answers(undefined);
      await show({ settings, access: { kind: 'signed-out', names: ['Ana', 'Celeste', 'Celia'] } });
      await expect(page.getByRole('radio', { name: 'Ana' })).toBeFocused();
      await page.keyboard.type('Celi');
      await expect(page.getByRole('radio', { name: 'Celia' })).toBeChecked();
      await page.keyboard.press('Tab');
      await page.keyboard.type('quiet harbour');
      const keyed = await main.session.signIn.by(page.keyboard.press('Enter'));
      expect(keyed.name).toBe('Celia');
    });

    test('searches many names, and completes the beginning of one', async ({ show, page, main }) => {
      main.session.signIn.answers(undefined);
      const many = [...names, 'Dora', 'Elías Ábrego', 'Fidel', 'Graciela'];
      await show({ settings, access: { kind: 'signed-out', names: many } });
      const name = page.getByRole('combobox', { name: t('label.operator') });
      await expect(name).toBeFocused();
      await expect(page.getByRole('option')).toHaveCount(0);
      await page.keyboard.type('abrego');
      await expect(page.getByRole('option', { name: 'Elías Ábrego' })).toBeVisible();
      await name.fill('c');
      await expect(page.getByRole('option', { name: 'Celia' })).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(name).toHaveValue('Celia');
      await page.keyboard.type('quiet harbour');
      const keyed = await main.session.signIn.by(page.keyboard.press('Enter'));
      expect(keyed.name).toBe('Celia');
    });

    test('shows a good part of many names in a low window', async ({ show, page }) => {
      await page.setViewportSize({ width: 1093, height: 614 });
      const many = Array.from({ length: 300 }, (_, index) => `Operador ${index}`);
      await show({ settings, access: { kind: 'signed-out', names: many } });
      await expect(page.getByRole('combobox')).toBeFocused();
      await page.keyboard.type('o');
      const list = page.getByRole('listbox');
      await expect(list).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('option', { name: 'Operador 6', exact: true })).toBeInViewport({ ratio: 1 });
      // The arrows scroll the list, which axe does not see: it takes what scrolls for out of reach of the keyboard.
      await page.keyboard.press('Escape');
      await expect(list).toBeHidden();
    });

    test('changes the language at once, and keeps it after the sign-in', async ({ show, change, page, main }) => {
      const other = look.language === 'en' ? 'es' : 'en';
      main.seat.save.answers((input) => input);
      await show({ settings, access: { kind: 'signed-out', names: ['Ana'] } });
      await page.getByText({ en: 'English', es: 'Español' }[other]).click();
      await expect(page.getByRole('heading', { level: 1, name: wordsOf(other)('signIn:title') })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${other}`));
      expect(main.seat.save.inputs).toEqual([]);
      const saved = await main.seat.save.by(change({ settings, role: 'cashier', operatorName: 'Ana' }));
      expect(saved.language).toBe(other);
      await change({ settings: saved, role: 'cashier', operatorName: 'Ana' });
    });

    test('says why the operator is at work no more', async ({ show, page }) => {
      for (const ended of ['inactive', 'replaced'] as const) {
        await show({ settings, access: { kind: 'signed-out', names: ['Ana'], ended } });
        await expect(page.getByRole('status').filter({ hasText: t(`signIn:ended.${ended}`) })).toBeVisible();
        await expect(page.getByLabel(t('signIn:passcode'))).toBeFocused();
      }
    });

    test('shows that it is in progress, and counts wrong tries up to the wait', async ({ show, page, main }) => {
      const pending = main.session.signIn.waits();
      await show({ settings, access: { kind: 'signed-out', names: ['Ana'] } });
      const passcode = page.getByLabel(t('signIn:passcode'));
      await expect(passcode).toBeFocused();
      await passcode.fill('wrong harbour');
      await main.session.signIn.by(page.keyboard.press('Enter'));
      await expect(page.locator('button[data-loading="true"]')).toBeVisible();
      pending.fails({ kind: 'wrong-passcode', left: 2 });
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(t('failures:wrong-passcode.title'));
      await expect(alert).toContainText(t('signIn:wrong.left', { count: 2, name: 'Ana' }));
      main.session.signIn.fails({ kind: 'locked-out', until: '2026-11-21T15:10:00.000Z' });
      await passcode.fill('wrong harbour');
      await page.keyboard.press('Enter');
      await expect(alert).toContainText(t('failures:locked-out.title'));
      await expect(alert).toContainText('10:10');
    });

    test('names the environment of payments', async ({ show, change, page }) => {
      await show(signedOut);
      const band = page.getByRole('banner');
      for (const environment of ['training', 'test', 'production'] as const) {
        await change({ ...signedOut, environment });
        if (environment !== 'training') await expect(band).toContainText('Ferretería La Esquina');
        if (environment === 'production') await expect(band).not.toContainText(t('environment.test'));
        else await expect(band).toContainText(t(`environment.${environment}`));
      }
    });
  });

  test.describe(`the locked seat, ${look.language}, ${look.theme}`, () => {
    test('waits for its operator or another one', async ({ show, page, main }) => {
      await show({ settings, access: { kind: 'locked', name: 'Ana', names } });
      await expect(page.getByRole('heading', { level: 1, name: t('signIn:locked.title') })).toBeVisible();
      await expect(page.getByText(t('signIn:locked.text', { name: 'Ana' }))).toBeVisible();
      await expect(page.getByLabel(t('signIn:passcode'))).toBeFocused();
      main.session.signIn.fails({ kind: 'wrong-passcode', left: 2 });
      await page.keyboard.type('wrong harbour');
      await page.keyboard.press('Enter');
      // No name is keyed here that could be wrong.
      await expect(page.getByRole('alert')).toContainText(t('signIn:wrong.passcode'));
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('signIn:required'))).toBeVisible();
      await page.getByRole('button', { name: t('signIn:locked.other') }).click();
      await expect(page.getByText(t('signIn:required'))).toHaveCount(0);
      await expect(page.getByText(t('signIn:locked.otherText', { name: 'Ana' }))).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: t('signIn:title') })).toBeVisible();
    });

    test('speaks to whoever switches the user, not to the one who locked it', async ({ show, change, page, main }) => {
      const working = { settings, role: 'supervisor', operatorName: 'Ana' } as const;
      const failure = { kind: 'damaged-file', file: 'operators.json' } as const;
      await show(working);
      await change({ settings, access: { kind: 'locked', name: 'Ana', names } });
      main.session.signIn.fails(failure);
      const alert = page.getByRole('alert');
      // The texts of the test are a supervisor's.
      const own = t('failures:damaged-file.body', { file: failure.file });
      const signIn = async (): Promise<void> => {
        await page.getByLabel(t('signIn:passcode')).fill('quiet harbour');
        await page.keyboard.press('Enter');
      };
      await signIn();
      await expect(alert).toContainText(own);
      await page.getByRole('button', { name: t('signIn:locked.other') }).click();
      await page.getByText('Beto').click();
      await signIn();
      await expect(alert).toContainText('Pida a un supervisor que decida.');
      // Ana comes back after all.
      await change(working);
      await change({ settings, access: { kind: 'locked', name: 'Ana', names } });
      await signIn();
      await expect(alert).toContainText(own);
    });

    test('hides and keeps the work, but not the card, nor for another operator', async ({ show, change, page }) => {
      const working = { settings, role: 'cashier', operatorName: 'Ana' } as const;
      await show(working);
      await page.locator('#charge-amount').fill('12.50');
      await page.locator('#charge-cardNumber').fill('4059310181757001');
      await change({ settings, access: { kind: 'locked', name: 'Ana', names } });
      await expect(page.getByRole('heading', { level: 1, name: t('signIn:locked.title') })).toBeVisible();
      await expect(page.locator('#charge-amount')).toBeHidden();
      await change(working);
      await expect(page.locator('#charge-amount')).toHaveValue('12.50');
      await expect(page.locator('#charge-cardNumber')).toHaveValue('');
      await change({ settings, access: { kind: 'locked', name: 'Ana', names } });
      await change({ ...working, operatorName: 'Beto' });
      await expect(page.locator('#charge-amount')).toHaveValue('');
    });

    for (const [screen, name] of [
      ['history', 'history:search.label'],
      ['history', 'dates:from'],
      ['reports', 'dates:until'],
    ] as const)
      test(`gives the focus back to “${name}” of ${screen}`, async ({ show, change, page, main }) => {
        main.history.search.answers({ attempts: [listed(attempt())], more: false });
        main.history.show.answers(detailsOf(attempt()));
        main.reports.figures.answers(emptyReport);
        const working = { settings, role: 'supervisor', operatorName: 'Ana' } as const;
        await show({ ...working, screen });
        // Before, the key would go to the screen from which it is opened.
        await page.getByRole('heading', { level: 1, name: t(`nav.${screen}`) }).waitFor();
        if (name === 'dates:from') await page.keyboard.press('Control+Shift+f');
        const field = page.getByRole('main').getByLabel(t(name), { exact: true });
        await field.focus();
        await change({ settings, access: { kind: 'locked', name: 'Ana', names } });
        await expect(page.getByLabel(t('signIn:passcode'))).toBeFocused();
        await change(working);
        await expect(field).toBeFocused();
      });
  });

  test.describe(`the form for an own passcode, ${look.language}, ${look.theme}`, () => {
    const fresh = { settings, access: { kind: 'new-passcode', name: 'Ana', why: 'known' } } as const;
    test('refuses a passcode that is short, easy, not repeated or the current one', async ({ show, page, main }) => {
      await test.step('refuses a new passcode that is too short, too easy or not repeated', async () => {
        await show(fresh);
        await expect(page.getByRole('heading', { level: 1, name: t('signIn:fresh.title') })).toBeVisible();
        for (const [first, second, key] of [
          ['abc', 'abc', 'signIn:tooShort'],
          ['12345678', '12345678', 'signIn:tooEasy'],
          ['4917305', '4917305', 'signIn:tooShort'],
          ['quiet harbour', 'quiet harbor', 'signIn:differs'],
        ] as const) {
          await page.getByLabel(t('signIn:next')).fill(first);
          await page.getByLabel(t('signIn:repeat')).fill(second);
          await page.getByRole('button', { name: t('signIn:fresh.submit') }).click();
          await expect(page.getByText(t(key)), first).toBeVisible();
        }
        expect(main.session.changePasscode.inputs).toEqual([]);
      });
      await test.step('refuses the current passcode', async () => {
        main.session.changePasscode.fails({ kind: 'invalid', issues: [{ path: 'next', code: 'passcode-unchanged' }] });
        await page.getByLabel(t('signIn:next')).fill('quiet harbour');
        await page.getByLabel(t('signIn:repeat')).fill('quiet harbour');
        await page.keyboard.press('Enter');
        await expect(page.getByLabel(t('signIn:next'))).toBeFocused();
        await expect(page.locator(':focus')).toHaveAccessibleDescription(new RegExp(t('signIn:unchanged')));
      });
    });

    test('says that a short passcode of an earlier version has to go', async ({ show, page }) => {
      await show({ settings, access: { kind: 'new-passcode', name: 'Ana', why: 'weak' } });
      await expect(page.getByText(t('signIn:fresh.text.weak', { name: 'Ana' }))).toBeVisible();
      await expect(page.getByLabel(t('signIn:next'))).toHaveAccessibleDescription(t('signIn:nextHint'));
    });
  });

  test.describe(`the screen of a seat that nobody can sign in to, ${look.language}, ${look.theme}`, () => {
    test('offers to create the first supervisor, or to return to training', async ({ show, page, main }) => {
      main.session.createSupervisor.answers(undefined);
      main.session.practise.answers(undefined);
      await show({ settings, environment: 'production', access: { kind: 'first-supervisor' } });
      const name = page.getByRole('textbox', { name: t('signIn:first.name') });
      await expect(name).toBeFocused();
      await page.getByRole('button', { name: t('signIn:first.submit') }).click();
      await expect(name).toHaveAttribute('aria-invalid', 'true');
      const practise = page.getByRole('button', { name: t('signIn:first.practise') });
      main.session.practise.fails({ kind: 'ledger', reason: 'disk-full', detail: '' });
      await practise.click();
      await expect(page.getByRole('alert')).toContainText(t('failures:ledger.disk-full'));
      main.session.practise.answers(undefined);
      await main.session.practise.by(practise.click());
      await expect(page.getByRole('alert')).toHaveCount(0);
      await name.fill('Celia');
      await page.getByLabel(t('signIn:passcode')).fill('quiet harbour');
      await page.getByLabel(t('signIn:repeat')).fill('quiet harbour');
      const created = await main.session.createSupervisor.by(page.keyboard.press('Enter'));
      expect(created).toEqual({ name: 'Celia', passcode: 'quiet harbour' });
    });

    test('says that the file of the operators can’t be read, or of a newer version', async ({ show, change, page }) => {
      const file = '/home/ana/operators.json';
      await show({ settings, access: { kind: 'damaged', file } });
      for (const kind of ['damaged', 'newer'] as const) {
        await change({ settings, access: { kind, file } });
        await expect(page.getByRole('alert')).toContainText(file);
        await expect(page.getByRole('alert')).toContainText(t(`signIn:${kind}.title`));
      }
    });
  });
});
