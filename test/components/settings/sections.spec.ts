/** Settings: the seat, the operators and the training panel, for each role that sees them. */
import { isPersonalSetting, seatChoiceNames } from '#shared/seat/settings.ts';
import { inOneLook, wordsOf } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { doneWork } from '#test/fixtures/shown/works.ts';
import { hoursFromNow } from '#test/fixtures/shown/attempts.ts';
import { operatorOf, shownSeat, trainingStatus } from '#test/fixtures/shown/seat.ts';
import { noLimits, programName } from '#shared/seat/operators.ts';
import { roles } from '#shared/role.ts';
import { languages } from '#shared/languages.ts';

const allOperators = {
  idleMinutes: 10,
  limits: noLimits,
  operators: [
    operatorOf(1, { name: 'Celia', role: 'supervisor' }),
    operatorOf(2, { name: 'Ana', lockedUntil: hoursFromNow(0.25) }),
    operatorOf(3, { name: 'Beto', role: 'back-office', mustChange: true }),
    operatorOf(4, { name: 'Dora', active: false }),
  ],
};

inOneLook('en', (look, t) => {
  const scene = { role: 'supervisor', operatorName: 'Celia', screen: 'settings', settings: look } as const;
  const tab = (name: 'seat' | 'operators' | 'training') => ({ name: t(`settings:sections.${name}`) });

  test.describe(`the settings of the seat, ${look.language}, ${look.theme}`, () => {
    for (const role of roles) {
      test(`are shown to the role ${role} as far as it may change them`, async ({ show, page }) => {
        await show({ ...scene, role, environment: 'production' });
        const isSupervisor = role === 'supervisor';
        const own = ['seat', 'operators'] as const;
        const all = ['merchants', ...own, 'training', 'ledger', 'audit'] as const;
        const names = isSupervisor
          ? all.map((name) => t(`settings:sections.${name}`))
          : own.map((name) => t(name === 'operators' ? 'settings:operators.own' : `settings:sections.${name}`));
        await expect(page.getByRole('tab')).toHaveText(names);
        await page.getByRole('tab', tab('seat')).click();
        await expect(page.getByText(t('settings:seat.version', { version: '0.1.0', platform: 'linux' }))).toBeVisible();
        await expect(page.getByRole('radiogroup')).toHaveCount(
          seatChoiceNames
            .filter((choice) => isSupervisor || isPersonalSetting(choice))
            .filter((choice) => role !== 'cashier' || choice !== 'documentPaper').length,
        );
        await expect(page.getByRole('region', { name: t('settings:policy.title') })).toHaveCount(isSupervisor ? 1 : 0);
        await expect(page.getByRole('region', { name: t('settings:vault.title') })).toHaveCount(isSupervisor ? 1 : 0);
        const name = page.getByRole('textbox', { name: t('settings:seat.name') });
        if (isSupervisor) await expect(name).toHaveValue('Front desk 2');
        else await expect(name).toHaveCount(0);
        await expect(page.getByRole('button', { name: t('settings:save'), exact: true })).toHaveCount(
          isSupervisor ? 1 : 0,
        );
      });
    }

    test('open where they were left, with the focus on that section', async ({ show, page, main }) => {
      main.training.status.answers(trainingStatus);
      await show(scene);
      await page.getByRole('tab', tab('training')).click();
      await page.keyboard.press('Control+1');
      await expect(page.getByRole('tab')).toHaveCount(0);
      await page.keyboard.press('Control+5');
      await expect(page.getByRole('tab', tab('training'))).toBeFocused();
      await expect(page.getByRole('tab', { selected: true })).toHaveText(tab('training').name);
    });

    test('mark the shown section at its start as the rail does, with one ring', async ({ show, page }) => {
      await show(scene);
      await page.getByRole('tab', tab('seat')).click();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowDown');
      const drawn = await page.getByRole('tab', tab('seat')).evaluate((shown) => {
        const { borderInlineStartWidth, borderInlineEndWidth, borderRadius, boxShadow, outlineWidth } =
          getComputedStyle(shown);
        const list = shown.parentElement ?? shown;
        const rule = getComputedStyle(list, '::before').borderRightColor;
        const ring = getComputedStyle(list).outlineStyle;
        return [borderInlineStartWidth, borderInlineEndWidth, borderRadius, boxShadow, outlineWidth, rule, ring];
      });
      expect(drawn).toEqual(['3px', '0px', '6px', 'none', '2px', 'rgba(0, 0, 0, 0)', 'none']);
      // The system's ground, whatever the appearance, because the words are in the system's colour.
      await page.emulateMedia({ forcedColors: 'active' });
      await expect(page.getByRole('tab', tab('seat'))).toHaveCSS('background-color', 'rgb(255, 255, 255)');
      await page.emulateMedia({ forcedColors: null });
    });

    test('name the packages inside the program, and where their licences are', async ({ show, page, main }) => {
      main.seat.insidePackages.answers([
        { name: '@mantine/core', version: '9.7.3', licence: 'MIT' },
        { name: 'victory-vendor', version: '37.3.6', licence: 'MIT AND ISC AND BSD-3-Clause' },
      ]);
      main.seat.showLegalFiles.answers(undefined);
      await show({ ...scene, role: 'cashier' });
      await page.getByRole('tab', tab('seat')).click();
      await page.getByRole('button', { name: t('settings:about.open') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('row', { name: '@mantine/core 9.7.3 MIT' })).toBeVisible();
      await expect(dialog).toContainText('sbom.cdx.json');
      await main.seat.showLegalFiles.by(dialog.getByRole('button', { name: t('settings:about.show') }).click());
      await page.keyboard.press('Escape');
    });

    test('save what support needs, for supervisors, and say where it is', async ({ show, page, main }) => {
      main.seat.saveDiagnostics.answers({ path: '/home/celia/diagnostics.zip', rows: 6 });
      const save = page.getByRole('button', { name: t('settings:diagnostics.save') });
      await show({ ...scene, role: 'back-office' });
      await page.getByRole('tab', tab('seat')).click();
      await expect(save).toHaveCount(0);
      await show(scene);
      await page.getByRole('tab', tab('seat')).click();
      await main.seat.saveDiagnostics.by(save.click());
      const done = doneWork('export-diagnostics', { count: 6, file: '/home/celia/diagnostics.zip' });
      await main.emit('work.progress', [done]);
      await expect(page.getByText(t('work:done.export-diagnostics', { path: 'diagnostics.zip' }))).toBeVisible();
    });

    test('say when the program was made without the list', async ({ show, page, main }) => {
      main.seat.insidePackages.answers(null);
      await show(scene);
      await page.getByRole('tab', tab('seat')).click();
      await page.getByRole('button', { name: t('settings:about.open') }).click();
      await expect(page.getByText(t('settings:about.missing'))).toBeVisible();
      await page.keyboard.press('Escape');
    });

    test('are saved, require a name, and change the language at once', async ({ show, page, main, change }) => {
      main.seat.save.answers(shownSeat().settings);
      await show(scene);
      await page.getByRole('tab', tab('seat')).click();
      const name = page.getByRole('textbox', { name: t('settings:seat.name') });
      await name.fill(' ');
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('settings:issues.required'))).toBeVisible();
      await name.fill('Back office');
      const saved = await main.seat.save.by(page.keyboard.press('Enter'));
      expect(saved).toEqual({ ...shownSeat().settings, ...look, seat: 'Back office' });
      await expect(page.getByText(t('settings:saved'))).toBeVisible();
      const other = look.language === 'en' ? 'es' : 'en';
      await main.seat.save.by(
        page.getByText(languages[other].name, { exact: true }).click(),
        ({ language }) => language === other,
      );
      await change({ ...scene, settings: { ...look, language: other } });
      await expect(page.getByRole('heading', { level: 1, name: wordsOf(other)('nav.settings') })).toBeVisible();
    });
  });

  test(`the settings of the seat keep a choice that is on its way when the next one is made, ${look.language}`, async ({
    show,
    page,
    main,
  }) => {
    main.seat.save.waits();
    await show({ ...scene, settings: { ...look, theme: 'light' } });
    await page.getByRole('tab', tab('seat')).click();
    const dark = { name: t('settings:seat.choices.theme.options.dark') };
    await main.seat.save.by(page.getByText(dark.name, { exact: true }).click());
    await expect(page.getByRole('radio', dark)).toBeChecked();
    const next = await main.seat.save.by(
      page.getByText(languages.es.name, { exact: true }).click(),
      ({ language }) => language === 'es',
    );
    expect(next).toMatchObject({ theme: 'dark', language: 'es' });
  });

  test.describe(`the operators, ${look.language}, ${look.theme}`, () => {
    test.beforeEach(async ({ show, page, main }) => {
      main.operators.list.answers(allOperators);
      await show(scene);
      await page.getByRole('tab', tab('operators')).click();
    });

    test('are listed with their state, and have limits by role', async ({ page, main }) => {
      await test.step('are listed with their state, for a supervisor', async () => {
        const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
        await expect(row('Celia')).toContainText(t('settings:operators.you'));
        await expect(row('Ana')).toContainText(t('settings:operators.waits', { time: '10:15' }).slice(0, 8));
        await expect(row('Beto')).toContainText(t('settings:operators.mustChange'));
        await expect(row('Dora')).toContainText(t('settings:operators.inactive'));
        const [line, change] = await Promise.all([
          row('Dora').boundingBox(),
          row('Dora').getByRole('button').boundingBox(),
        ]);
        expect((change?.x ?? 0) + (change?.width ?? 0)).toBeCloseTo((line?.x ?? 0) + (line?.width ?? 0), 0);
      });
      await test.step('have limits by role, which take amounts and nothing else', async () => {
        const limits = { ...noLimits, cashier: { payment: 1_500_00, day: null, reversal: null, again: null } };
        main.operators.setLimits.answers({ ...allOperators, limits });
        const form = page.getByRole('form', {
          name: t('settings:operators.limits.of', { role: t('role.cashier') }),
        });
        const payment = form.getByRole('textbox', { name: t('settings:operators.limits.payment') });
        await payment.fill('much');
        await page.keyboard.press('Enter');
        await expect(form.getByText(t('settings:issues.amount'))).toBeVisible();
        expect(main.operators.setLimits.inputs).toEqual([]);
        await payment.fill('B/. 1,500.00');
        const saved = await main.operators.setLimits.by(page.keyboard.press('Enter'));
        expect(saved).toEqual({ role: 'cashier', payment: 1_500_00, day: null, reversal: null, again: null });
        await expect(form.getByRole('status')).toHaveText(t('settings:saved'));
        await payment.fill('2');
        await expect(form.getByRole('status')).toHaveCount(0);
      });
    });

    test('are changed in a dialog, which says what was refused and what it emptied', async ({ page, main }) => {
      await test.step('are changed in a dialog that shows a refusal', async () => {
        const pending = main.operators.change.waits();
        await page.getByRole('button', { name: t('settings:operators.edit', { name: 'Celia' }) }).click();
        const dialog = page.getByRole('dialog', { name: t('settings:operators.edit', { name: 'Celia' }) });
        await expect(dialog.getByRole('radio', { checked: true })).toBeFocused();
        await dialog.getByRole('radio', { name: t('role.cashier') }).check();
        const save = dialog.getByRole('button', { name: t('settings:save') });
        await main.operators.change.by(save.click());
        await expect(save).toBeDisabled();
        await page.keyboard.press('Escape');
        pending.fails({ kind: 'last-supervisor' });
        await expect(dialog.getByRole('alert')).toContainText(t('failures:last-supervisor.body'));
      });
      await test.step('get role and passcode in one step, and a refusal says that it emptied it', async () => {
        await page.keyboard.press('Escape');
        main.operators.change.fails({ kind: 'internal', reference: 'R-9' });
        await page.getByRole('button', { name: t('settings:operators.edit', { name: 'Ana' }) }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('radio', { name: t('role.supervisor') }).check();
        const passcode = dialog.getByLabel(t('settings:operators.reset'));
        await passcode.fill('quiet harbour');
        const save = dialog.getByRole('button', { name: t('settings:save') });
        const sent = await main.operators.change.by(save.click());
        expect(sent).toMatchObject({ role: 'supervisor', passcode: 'quiet harbour' });
        await expect(dialog.getByRole('alert')).toContainText('R-9');
        await expect(passcode).toHaveValue('');
        await expect(passcode).toHaveAccessibleDescription(new RegExp(t('settings:issues.typeAgain')));
        await passcode.fill('quiet harbour');
        await expect(dialog.getByText(t('settings:issues.typeAgain'))).toBeHidden();
      });
      await test.step('are told why the last try failed, not an earlier one', async () => {
        await page.keyboard.press('Escape');
        main.operators.change.fails({ kind: 'last-supervisor' });
        main.operators.resetPasscode.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
        await page.getByRole('button', { name: t('settings:operators.edit', { name: 'Ana' }) }).click();
        const dialog = page.getByRole('dialog');
        const save = dialog.getByRole('button', { name: t('settings:save') });
        await dialog.getByRole('radio', { name: t('role.back-office') }).check();
        await save.click();
        await expect(dialog.getByRole('alert')).toContainText(t('failures:last-supervisor.body'));
        await dialog.getByRole('radio', { name: t('role.cashier') }).check();
        await dialog.getByLabel(t('settings:operators.reset')).fill('quiet harbour');
        await save.click();
        // There was no payment that could have been sent.
        await expect(dialog.getByRole('alert')).toContainText(t('failures:ledger.recording'));
      });
    });

    test('are added with a word unless the name is in use, and give the focus on', async ({ page, main }) => {
      const add = page.getByRole('button', { name: t('settings:operators.add') });
      await add.click();
      await page.getByRole('button', { name: t('action.cancel') }).click();
      await expect(add).toBeFocused();
      await expect(page.getByRole('status').filter({ hasText: t('settings:saved') })).toHaveCount(0);
      await page.keyboard.press('Enter');
      main.operators.add.fails({ kind: 'name-taken' });
      await page.getByRole('textbox', { name: t('settings:fields.name') }).fill('Ana');
      await page.getByLabel(t('settings:operators.addPasscode')).fill('quiet harbour');
      await main.operators.add.by(page.keyboard.press('Enter'));
      await expect(page.getByText(t('settings:operators.taken'))).toBeVisible();
      main.operators.add.answers(allOperators);
      await page.getByRole('textbox', { name: t('settings:fields.name') }).fill('Dora');
      await page.getByLabel(t('settings:operators.addPasscode')).fill('quiet harbour');
      await main.operators.add.by(page.keyboard.press('Enter'));
      await expect(add).toBeFocused();
      await expect(page.getByRole('status').filter({ hasText: t('settings:saved') })).toBeVisible();
    });
  });

  test.describe(`the operators in other states, ${look.language}, ${look.theme}`, () => {
    test.beforeEach(({ main }) => main.operators.list.answers(allOperators));

    test('leave the rules below their list within reach, however many they are', async ({ show, page, main }) => {
      const many = Array.from({ length: 300 }, (_, index) => operatorOf(index + 1, { name: `Operator ${index}` }));
      main.operators.list.answers({ ...allOperators, operators: many });
      await show(scene);
      await page.getByRole('tab', tab('operators')).click();
      const rules = page.getByRole('heading', { name: t('settings:operators.limits.title') });
      await rules.waitFor();
      expect((await rules.boundingBox())?.y).toBeLessThan(2 * 720);
    });

    test('are reduced to the own passcode for a cashier', async ({ show, page, main }) => {
      main.session.changePasscode.fails({ kind: 'wrong-passcode', left: 4 });
      await show({ ...scene, role: 'cashier', operatorName: 'Ana' });
      await page.getByRole('tab', { name: t('settings:operators.own') }).click();
      await expect(page.getByRole('heading', { name: t('settings:operators.own') })).toBeVisible();
      await expect(page.getByRole('table')).toBeHidden();
      await page.getByLabel(t('settings:operators.current')).fill('quiet harbour');
      await page.getByLabel(t('signIn:next')).fill('loud harbour');
      await page.getByLabel(t('signIn:repeat')).fill('loud harbour');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: t('signIn:wrong.passcode') })).toBeVisible();
    });

    test('are found by words of their names once they are many', async ({ show, page, main }) => {
      const many = Array.from({ length: 600 }, (_each, number) => operatorOf(number));
      main.operators.list.answers({ ...allOperators, operators: many });
      await show(scene);
      await page.getByRole('tab', tab('operators')).click();
      await expect(page.getByRole('button', { name: t('settings:operators.add') })).toBeInViewport({ ratio: 1 });
      await page.getByRole('searchbox', { name: t('settings:find.label') }).fill('599 oper');
      await expect(
        page.getByRole('table', { name: t('settings:sections.operators') }).getByRole('rowheader'),
      ).toHaveText(['Operator 599']);
    });

    test('are reported when they can’t be read', async ({ show, page, main }) => {
      main.operators.list.fails({ kind: 'internal', reference: 'R-8' });
      await show(scene);
      await page.getByRole('tab', tab('operators')).click();
      await expect(page.getByRole('alert').filter({ hasText: 'R-8' })).toBeVisible();
    });

    test('begin with the first supervisor, who is created here', async ({ show, page, main }) => {
      await show({ ...scene, operatorName: programName, access: { kind: 'open' } });
      await page.getByRole('tab', tab('operators')).click();
      await expect(page.getByText(t('settings:operators.open', { name: programName }))).toBeVisible();
      await page.getByRole('button', { name: t('settings:operators.openCreate') }).click();
      await expect(page.getByRole('textbox', { name: t('signIn:first.name') })).toBeFocused();
      main.session.current.answers(shownSeat(scene).session);
      await main.emit('session.changed', { anew: true });
      await expect(page.getByRole('button', { name: t('settings:operators.add') })).toBeVisible();
      await expect(page.getByRole('main').filter({ visible: true })).toBeFocused();
    });
  });

  test.describe(`the training panel, ${look.language}, ${look.theme}`, () => {
    test.beforeEach(({ main }) => main.training.status.answers(trainingStatus));

    test('says that no fault is active, and accepts an order', async ({ show, page, main }) => {
      main.training.order.answers({ ...trainingStatus, active: { fault: { kind: 'lost-answer' }, times: 1 } });
      await show({ ...scene, role: 'cashier' });
      await page.getByRole('tab', tab('training')).click();
      await expect(page.getByText(t('training:faults.none'))).toBeVisible();
      // 3.6 : 1 against the page and the thumb.
      await expect(page.locator('.mantine-Switch-track')).toHaveCSS('background-color', 'rgb(125, 136, 147)');
      await page.getByRole('combobox', { name: t('training:panel.fault') }).selectOption('lost-answer');
      const ordered = await main.training.order.by(
        page.getByRole('button', { name: t('training:panel.order') }).click(),
      );
      expect(ordered).toEqual({ fault: { kind: 'lost-answer' }, times: 1 });
      await expect(page.getByRole('status').filter({ hasText: t('training:faults.lost-answer') })).toBeVisible();
      await expect(page.getByRole('button', { name: t('training:panel.switchOff') })).toBeVisible();
    });

    test('refuses wrong orders, and finds a code of the service by its words', async ({ show, page, main }) => {
      await test.step('refuses an order of a wrong code, without a text, or of a delay without an end', async () => {
        await show(scene);
        await page.getByRole('tab', tab('training')).click();
        for (const [kind, role, label, text] of [
          ['header-status', 'combobox', 'training:panel.code', '0'],
          ['form-error', 'textbox', 'training:panel.errorText', ''],
          ['delay', 'textbox', 'settings:training.seconds', '500'],
        ] as const) {
          await page.getByRole('combobox', { name: t('training:panel.fault') }).selectOption(kind);
          const field = page.getByRole(role, { name: t(label) });
          await field.fill(text);
          await page.getByRole('button', { name: t('training:panel.order') }).click();
          await expect(field, kind).toHaveAttribute('aria-invalid', 'true');
        }
        expect(main.training.order.inputs).toEqual([]);
      });
      await test.step('finds a code of the service by its words, and orders it processed', async () => {
        const fault = { kind: 'header-status', code: 550, processed: true } as const;
        main.training.order.answers({ ...trainingStatus, active: { fault, times: 1 } });
        await page.getByRole('combobox', { name: t('training:panel.fault') }).selectOption('header-status');
        await page.getByRole('combobox', { name: t('training:panel.code') }).fill('saving data');
        await page.getByRole('option', { name: '550 Error saving data, in the database' }).click();
        await page.getByRole('switch', { name: t('training:panel.bankProcesses') }).check({ force: true });
        const ordered = await main.training.order.by(
          page.getByRole('button', { name: t('training:panel.order') }).click(),
        );
        expect(ordered).toEqual({ fault, times: 1 });
        const words = t('training:faults.header-status', { code: 550, bank: t('training:bank.processes') });
        await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
      });
    });

    test('says that another merchant is active', async ({ show, page }) => {
      await show({ ...scene, environment: 'test' });
      await page.getByRole('tab', tab('training')).click();
      const name = 'Ferretería La Esquina (test)';
      await expect(page.getByText(t('settings:training.notInUse', { name }))).toBeVisible();
    });

    test('says that it can’t be read', async ({ show, page, main }) => {
      main.training.status.fails({ kind: 'internal', reference: 'R-9' });
      await show(scene);
      await page.getByRole('tab', tab('training')).click();
      await expect(page.getByRole('alert').filter({ hasText: 'R-9' })).toBeVisible();
    });
  });
});
