/** The frame: each banner, the environments, the rail of each role, the theme of the system. */
import { inOneLook, wordsOf } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { shownSeat, type SeatOptions } from '#test/fixtures/shown/seat.ts';
import { mostUnknowns } from '#shared/ledger/history.ts';
import { attemptOf, contradictedAttempt, hoursFromNow, idOf } from '#test/fixtures/shown/attempts.ts';
import { steeringDocuments } from '#shared/audit/seat-deeds.ts';
import { environments } from '#shared/environment.ts';
import { roles } from '#shared/role.ts';

inOneLook('es', (look, t) => {
  const scene = { role: 'cashier', operatorName: 'Ana', settings: look } as const;

  test.describe(`the banner, ${look.language}, ${look.theme}`, () => {
    // The words of every reason are unit tests.
    test('says what payments wait for, what is wrong besides, and what to do', async ({ show, change, page }) => {
      await test.step('says why the ledger can’t be used', async () => {
        await show(scene);
        const banner = page.getByRole('status').filter({ hasText: t('banners:ledger') });
        for (const reason of ['disk-full', 'disconnected'] as const) {
          await change({ ...scene, ledger: { available: false, reason }, answers: { safe: 2, unsafe: 1 } });
          await expect(banner).toContainText(t(`failures:ledger.${reason}`));
          await expect(banner).toContainText(t('banners:answersSafe', { count: 2 }));
          await expect(banner).toContainText(t('banners:answersUnsafe', { count: 1 }));
        }
      });
      await test.step('says that payments wait for a damaged file, for each document', async () => {
        const banner = page.getByRole('status').filter({ hasText: t('banners:damagedFile') });
        for (const document of steeringDocuments) {
          await change({ ...scene, damagedFiles: [{ document, file: '/data/kept.json', reason: 'damaged' }] });
          await expect(banner).toContainText(t(`banners:damagedFileNext.${document}`, { file: '/data/kept.json' }));
          await expect(banner).toContainText(t('banners:damagedFileAsk'));
          await expect(banner.getByRole('button')).toHaveCount(0);
        }
      });
      await test.step('says why the key store can’t be used', async () => {
        const banner = page.getByRole('status').filter({ hasText: t('banners:vault') });
        for (const reason of ['locked', 'no-key-store'] as const) {
          await change({ ...scene, vault: { reason } });
          await expect(banner).toContainText(t(`failures:vault.${reason}`));
        }
      });
      await test.step('says that the record is on another server, and what it lacks', async () => {
        const banner = page.getByRole('status').filter({ hasText: t('banners:otherServer') });
        for (const missing of [0, 1, 2]) {
          const writtenBack = 2 - missing;
          await change({ ...scene, ledger: { otherServer: { missing, writtenBack, awaited: [] } } });
          await expect(banner).toContainText(t('banners:otherServerNext'));
          const lacks = t('banners:otherServerMissing', { count: missing });
          await (missing === 0 ? expect(banner).not.toContainText(lacks) : expect(banner).toContainText(lacks));
          const had = t('banners:otherServerWrittenBack', { count: writtenBack });
          await (writtenBack === 0 ? expect(banner).not.toContainText(had) : expect(banner).toContainText(had));
        }
      });
      await test.step('says what is wrong beside the payments, and what to do', async () => {
        const other = { missing: 0, writtenBack: 0, awaited: ['Hotel desk', 'Bar'] };
        const failed = { at: hoursFromNow(-2), detail: 'ENOSPC: no space left on device, write' };
        const cases: readonly (readonly [scene: SeatOptions, says: string, also: string])[] = [
          [{ ledger: { keptFile: '/data/old.db' } }, t('banners:ledgerAnew'), '/data/old.db'],
          [{ vault: { keptFile: '/data/old-keys.json' } }, t('banners:vaultAnew'), '/data/old-keys.json'],
          [{ answers: { unsafe: 1 } }, t('banners:answersUnsafe', { count: 1 }), ''],
          [{ ledger: { keyDiffers: true } }, t('banners:keyDiffersNext'), ''],
          [{ ledger: { unkept: ['fsync'] } }, t('banners:unkept'), t('banners:unkeptNext', { settings: 'fsync' })],
          [
            { ledger: { otherServer: other } },
            t('banners:otherServer'),
            t('banners:otherServerAwaited', { seats: 'Hotel desk, Bar' }),
          ],
          [{ backups: { failed } }, t('banners:backup'), `: ${t('failures:file.full')} `],
          [{ ledger: { damaged: 1 } }, t('banners:damaged', { count: 1 }), t('banners:damagedNext')],
          [{ ledger: { damaged: 3 } }, t('banners:damaged', { count: 3 }), t('banners:damagedNext')],
        ];
        for (const [options, says, also] of cases) {
          await change({ ...scene, ...options });
          await expect(page.getByRole('status').filter({ hasText: says })).toContainText(also);
          await expect(page.getByText('ENOSPC')).toHaveCount(0);
        }
      });
    });

    test('lets a supervisor go on without a damaged file', async ({ show, page, main }) => {
      const damaged = { document: 'vault', file: '/data/vault.json', reason: 'damaged' } as const;
      await show({ ...scene, role: 'supervisor', damagedFiles: [damaged] });
      main.seat.goOnWithout.fails({ kind: 'file', doing: 'write', detail: 'EACCES: permission denied' });
      await page.getByRole('button', { name: t('banners:damagedFileGo') }).click();
      await expect(page.getByRole('alert').filter({ hasText: t('failures:file.refused') })).toBeVisible();
      main.seat.goOnWithout.answers(damaged);
      await main.seat.goOnWithout.by(
        page.getByRole('button', { name: t('banners:damagedFileGo') }).click(),
        (input) => input.document === 'vault',
      );
      main.seat.damagedFiles.answers([]);
      await main.emit('vault.changed', {});
      await expect(page.getByRole('status').filter({ hasText: t('banners:damagedFile') })).toBeHidden();
      await expect(page.getByRole('main')).toBeFocused();
    });

    test('says that a file was changed outside, and what a supervisor can do', async ({ show, change, page }) => {
      await show({ ...scene, role: 'supervisor' });
      const file = '/data/merchants.json';
      const document = t('audit:deed.damagedDocument.merchants');
      const banner = page.getByRole('status').filter({ hasText: t('banners:changedFile') });
      for (const reason of ['changed', 'unsealed', 'earlier'] as const) {
        await change({ ...scene, role: 'supervisor', damagedFiles: [{ document: 'merchants', file, reason }] });
        await expect(banner).toContainText(t(`banners:changedFileNext.${reason}`, { file, document }));
        await expect(banner.getByRole('button', { name: t(`banners:changedFileGo.${reason}`) })).toBeVisible();
      }
    });

    test('says that an answer is of another ledger, and lets it be set aside', async ({ show, page, main }) => {
      const stray = {
        id: idOf(3),
        operation: 'sell',
        amount: 120_00,
        currencySign: 'B/.',
        startedAt: hoursFromNow(-1),
        outcome: 'approved',
        reference: 'SANDBOX_QX1K',
        file: '/data/waiting.json',
      } as const;
      await show({ ...scene, role: 'supervisor', answers: { safe: 1, strays: [stray] } });
      const banner = page.getByRole('status').filter({ hasText: t('banners:stray', { count: 1 }) });
      await expect(banner).toContainText('SANDBOX_QX1K');
      await expect(banner).toContainText('/data/waiting.json');
      const { file: _file, ...answer } = stray;
      main.answers.setAside.fails({ kind: 'ledger', reason: 'disk-full', detail: '' });
      await banner.getByRole('button', { name: t('banners:straySetAside') }).click();
      await expect(page.getByRole('alert').filter({ hasText: t('failures:ledger.disk-full') })).toBeVisible();
      main.answers.setAside.answers(answer);
      await main.answers.setAside.by(
        banner.getByRole('button', { name: t('banners:straySetAside') }).click(),
        ({ id }) => id === stray.id,
      );
      main.answers.waiting.answers({ safe: 0, unsafe: 0, strays: [], unread: [] });
      await main.emit('answers.changed', {});
      await expect(banner).toBeHidden();
    });

    test('says of lost answers what they contradict, and what not to repeat', async ({ show, page, main }) => {
      await test.step('says first that a late answer contradicts the record, and who made it', async () => {
        main.history.unknowns.answers([
          contradictedAttempt({ environment: 'production' }),
          attemptOf('sell', 'unknown', { id: idOf(2), environment: 'production' }),
        ]);
        await show(scene);
        const banner = page.getByRole('status').filter({ hasText: t('banners:contradicted', { count: 1 }) });
        await expect(banner).toContainText('120.00');
        await expect(banner).toContainText('Celia');
        await expect(banner).toContainText(t('outcomes:state.declined'));
        await expect(page.getByRole('status').filter({ hasText: t('banners:unknown', { count: 1 }) })).toBeVisible();
      });
      await test.step('says of a lost answer to a refund alone not to repeat it, and no word of charging', async () => {
        main.history.unknowns.answers([
          attemptOf('refund', 'unknown', { environment: 'production', chargeId: idOf(9) }),
        ]);
        await main.emit('history.changed', { attemptIds: null });
        await expect(
          page.getByRole('status').filter({ hasText: t('banners:unknownReversal', { count: 1 }) }),
        ).toBeVisible();
      });
      await test.step('says of payments and refunds together not to repeat any of them', async () => {
        main.history.unknowns.answers([
          attemptOf('sell', 'unknown', { environment: 'production' }),
          attemptOf('refund', 'unknown', { environment: 'production', id: idOf(2), chargeId: idOf(9) }),
        ]);
        await main.emit('history.changed', { attemptIds: null });
        const banner = page.getByRole('status').filter({ hasText: t('banners:unknownMixed', { count: 2 }) });
        await expect(banner).toBeVisible();
        await expect(page.getByText(t('banners:unknown', { count: 2 }))).toHaveCount(0);
      });
      await test.step('says of as many unconfirmed payments as are read that there may be more', async () => {
        const all = Array.from({ length: mostUnknowns }, (_, number) =>
          attemptOf('sell', 'unknown', { environment: 'production', id: idOf(number + 1), amount: 100 }),
        );
        main.history.unknowns.answers(all);
        await main.emit('history.changed', { attemptIds: null });
        const banner = page.getByRole('status').filter({ hasText: t('banners:unknownMany', { count: all.length }) });
        await expect(banner).toContainText('B/.\u00a0500.00');
        await banner.getByRole('button', { name: t('unconfirmed:banner.show') }).click();
        await expect(page.getByText(t('unconfirmed:cut', { count: all.length }))).toBeVisible();
      });
    });

    test('counts and sums unconfirmed payments, says since when, and opens them', async ({ show, page, main }) => {
      const real = { environment: 'production' } as const;
      main.history.unknowns.answers([
        attemptOf('sell', 'unknown', { ...real, startedAt: hoursFromNow(-3.1) }),
        attemptOf('sell', 'unknown', { ...real, id: idOf(2), amount: 1_130_50 }),
        attemptOf('sell', 'unknown', { ...real, id: idOf(3), amount: 10_00, currencySign: 'USD' }),
      ]);
      await show(scene);
      const banner = page.getByRole('status').filter({ hasText: t('banners:unknown', { count: 3 }) });
      const total = 'B/.\u00a01,250.50 + USD\u00a010.00';
      await expect(banner).toContainText(
        t('unconfirmed:banner.many', { total, age: t('unconfirmed:hours', { hours: 3, minutes: '06' }) }),
      );
      await banner.getByRole('button', { name: t('unconfirmed:banner.show') }).click();
      await expect(page.getByRole('option')).toHaveCount(3);
    });
  });

  test.describe(`the frame, ${look.language}, ${look.theme}`, () => {
    test('names the environment of payments, and offers the screens of the role', async ({ show, change, page }) => {
      await test.step('names the environment of payments', async () => {
        await show(scene);
        const band = page.getByRole('banner');
        const note = { training: 'environment.trainingNote', test: 'environment.testNote', production: null } as const;
        for (const environment of environments) {
          await change({ ...scene, environment });
          await expect(page).toHaveTitle(
            environment === 'training'
              ? t('title.builtIn')
              : t(`title.${environment}`, {
                  merchant: environment === 'test' ? 'Ferretería La Esquina (test)' : 'Ferretería La Esquina, S. A.',
                }),
          );
          await expect(band).toContainText(`Ana · ${t('role.cashier')}`);
          const words = note[environment];
          if (words === null) await expect(band).not.toContainText(t('environment.trainingNote'));
          else await expect(band).toContainText(t(words));
        }
      });
      await test.step('offers the screens of the role', async () => {
        const rail = page.getByRole('navigation', { name: t('nav.label') });
        const reports = rail.getByRole('button', { name: t('nav.reports') });
        for (const role of roles) {
          await change({ ...scene, role });
          await expect(page.getByRole('banner')).toContainText(t(`role.${role}`));
          await expect(rail.getByRole('button', { name: t('nav.charge') })).toHaveAttribute('aria-current', 'page');
          await (role === 'cashier' ? expect(reports).toBeHidden() : expect(reports).toBeVisible());
        }
      });
    });

    test('cuts only the names when they are long @thorough', async ({ show, page }) => {
      const operatorName = 'Maximiliano Buenaventura de la Concepción Arosemena';
      const merchant = { name: 'Ferretería y Materiales de Construcción La Esquina de San Francisco, S. A.' };
      await show({ ...scene, role: 'supervisor', operatorName, merchant, environment: 'test' });
      const band = page.getByRole('banner');
      const whole = (text: string) =>
        band.getByText(text).evaluate((shown) => {
          const texts = document.createRange();
          texts.selectNodeContents(shown);
          return shown.scrollWidth <= shown.clientWidth && texts.getBoundingClientRect().right < innerWidth;
        });
      for (const width of [1920, 1280, 1093]) {
        await page.setViewportSize({ width, height: 720 });
        expect(await whole(t('environment.testNote')), `${width}`).toBe(true);
        const [name, role, lock] = await Promise.all(
          [band.getByText(operatorName), band.getByTitle(operatorName), band.getByText(t('seat.lock'))].map((each) =>
            each.boundingBox(),
          ),
        );
        expect((name?.x ?? 0) + (name?.width ?? 0), `${width}`).toBeLessThan((role?.x ?? 0) + (role?.width ?? 0) - 60);
        expect((role?.x ?? 0) + (role?.width ?? 0), `${width}`).toBeLessThanOrEqual(lock?.x ?? 0);
      }
      // 300 %: one line.
      await page.setViewportSize({ width: 427, height: 240 });
      expect(await whole(t('seat.signOut'))).toBe(true);
      expect((await band.boundingBox())?.height).toBe(32);
      await show({ ...scene, role: 'supervisor', operatorName });
      expect(await whole(t('seat.signOut'))).toBe(true);
      expect((await band.boundingBox())?.height).toBe(32);
      await show({ ...scene, role: 'supervisor', operatorName: 'Celia' });
      await page.setViewportSize({ width: 800, height: 600 });
      expect(await whole(t('environment.trainingNote'))).toBe(true);
    });

    test('says that a setting was not changed, that the seat was not locked or left', async ({ show, page, main }) => {
      main.seat.save.fails({ kind: 'file', doing: 'write', detail: 'EROFS: read-only file system' });
      main.session.lock.fails({ kind: 'ledger', reason: 'disk-full', detail: '' });
      main.session.signOut.fails({ kind: 'ledger', reason: 'disk-full', detail: '' });
      main.history.search.answers({ attempts: [], more: false });
      await show(scene);
      const palette = async () => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type(t('settings:seat.choices.theme.options.light'));
        await page.getByRole('option', { selected: true }).waitFor();
        await page.keyboard.press('Enter');
      };
      const told = (words: string) => page.getByRole('status').filter({ hasText: words });
      for (const [act, words, why] of [
        [() => page.keyboard.press('Control+Shift+L'), 'save', 'failures:file.refused'],
        [() => page.keyboard.press('Control+l'), 'lock', 'failures:ledger.disk-full'],
        [palette, 'save', 'failures:file.refused'],
        [() => page.getByRole('button', { name: t('seat.lock') }).click(), 'lock', 'failures:ledger.disk-full'],
        [() => page.getByRole('button', { name: t('seat.signOut') }).click(), 'signOut', 'failures:ledger.disk-full'],
      ] as const) {
        await act();
        await expect(told(t(`banners:failedAct.${words}`))).toContainText(t(why));
      }
      // Each stays until it succeeds, wherever, or somebody closes it.
      const acts = ['save', 'lock', 'signOut'] as const;
      const expectTold = async (...left: readonly (typeof acts)[number][]) => {
        for (const act of acts)
          await expect(told(t(`banners:failedAct.${act}`)), act).toHaveCount(left.includes(act) ? 1 : 0);
      };
      await expectTold('save', 'lock', 'signOut');
      main.session.lock.answers(undefined);
      await main.session.lock.by(page.keyboard.press('Control+l'));
      await expectTold('save', 'signOut');
      await main.emit('seat.changed', {});
      await expectTold('signOut');
      await told(t('banners:failedAct.signOut'))
        .getByRole('button', { name: t('action.close') })
        .click();
      await expectTold();
      await expect(page.getByRole('main')).toBeFocused();
    });

    test('offers to lock and to sign out', async ({ show, page, main }) => {
      main.session.lock.answers(undefined);
      main.session.signOut.answers(undefined);
      await show(scene);
      await main.session.lock.by(page.keyboard.press('Control+l'));
      await main.session.signOut.by(page.getByRole('button', { name: t('seat.signOut') }).click());
    });
  });
});

test('the page follows the colour scheme of the system', async ({ show, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await show({ settings: { theme: 'system' } });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.emulateMedia({ colorScheme: null });
});

test('the page says that it starts for as long as main has not answered', async ({ show, page, main }) => {
  await show();
  const settings = main.seat.settings.waits();
  await page.reload();
  await expect(page.getByRole('status')).toHaveText(wordsOf('en')('wait.session'));
  settings.answers(shownSeat().settings);
  await expect(page.getByRole('navigation')).toBeVisible();
});
