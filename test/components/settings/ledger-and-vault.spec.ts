/** Settings: the ledger in each state, its move, backups and purges, and the key store in each state. */
import type { Locator } from '@playwright/test';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, hoursFromNow, idOf } from '#test/fixtures/shown/attempts.ts';
import { embeddedAtFirst, shownSeat, type SeatOptions } from '#test/fixtures/shown/seat.ts';
import { doneWork, shownWork } from '#test/fixtures/shown/works.ts';

const postgres = { engine: 'postgres', url: 'postgres://caja@db:5432/caja', ca: null, poolSize: 2 } as const;
const severalServers =
  'postgres://caja@ledger-1.payments.example.com:5432,[2001:db8::17]:5432,ledger-3.payments.example.com/caja?target_session_attrs=read-write';

/** Mistakes in the address and their words, which stand next to its field. */
const addressIssues = [
  ['postgres://caja:secret@db/caja', 'password'],
  ['postgres://caja@db', 'form'],
  ['postgres://caja@db:70000/caja', 'port'],
  ['postgres://caja@db-1,db-2/caja?target_session_attrs=any', 'target'],
  ['postgres://caja@db/caja?sslmode=require', 'parameter'],
] as const;

inOneLook('en', (look, t) => {
  const scene = { role: 'supervisor', screen: 'settings', settings: look } as const;
  const ledgerTab = { name: t('settings:sections.ledger') };
  const vaultTab = { name: t('settings:sections.seat') };

  test.describe(`the ledger in Settings, ${look.language}, ${look.theme}`, () => {
    test.beforeEach(async ({ show, page }) => {
      await show(scene);
      await page.getByRole('tab', ledgerTab).click();
    });

    test('is shown as working, with what is wrong besides, or as unavailable', async ({ change, page }) => {
      await test.step('is shown as working, with what is wrong with it all the same', async () => {
        const panel = page.getByRole('tabpanel');
        const works = panel.getByText(t('settings:ledger.works'), { exact: true });
        await expect(works).toBeVisible();
        await expect(panel.getByRole('radiogroup', { name: t('settings:ledger.intro') })).toBeVisible();
        // One made by hand may be said beside it.
        await expect(panel).toContainText('No automatic backup was made yet.');
        await expect(panel).toContainText('/home/ana/Caja backups');
        const backups = {
          done: { at: hoursFromNow(-30), file: '/home/ana/one.db', attempts: 40 },
          failed: { at: hoursFromNow(-6), detail: 'ENOSPC: no space left on device, write' },
        };
        const cases: readonly (readonly [SeatOptions, ...string[]])[] = [
          [{ backups }, t('failures:file.full'), '40'],
          [{ ledger: { choice: postgres, keyDiffers: true } }, t('banners:keyDiffers')],
          [{ ledger: { damaged: 3 } }, t('banners:damaged', { count: 3 }), t('banners:damagedNext')],
          [
            { ledger: { choice: postgres, unkept: ['fsync', 'full_page_writes'] } },
            t('banners:unkept'),
            'fsync, full_page_writes',
            t('settings:ledger.worksFaulty'),
          ],
        ];
        for (const [options, ...words] of cases) {
          await change({ ...scene, ...options });
          for (const each of words) await expect(panel).toContainText(each);
        }
        await expect(works).toBeHidden();
      });
      await test.step('is shown as unavailable, with the reason, the detail and the kept file', async () => {
        const status = page
          .getByRole('tabpanel')
          .getByRole('status')
          .filter({ hasText: t('settings:ledger.away') });
        const kept = { detail: 'SQLITE_IOERR', keptFile: '/data/old.db' };
        for (const reason of ['corrupt', 'disconnected'] as const) {
          await change({ ...scene, ledger: { available: false, reason, ...kept } });
          for (const words of [t(`failures:ledger.${reason}`), ...Object.values(kept)])
            await expect(status).toContainText(words);
        }
      });
    });

    test('can be chosen at several servers, with mistakes in the address next to it', async ({ page, main }) => {
      main.ledger.choose.fails({ kind: 'ledger-not-chosen', reason: 'disconnected', detail: 'ECONNREFUSED' });
      await page.getByRole('radio', { name: t('settings:ledger.shared') }).check();
      const url = page.getByRole('textbox', { name: t('settings:ledger.url') });
      const choose = page.getByRole('button', { name: t('settings:ledger.choose') });
      await expect(url).toHaveValue('');
      for (const [text, issue] of addressIssues) {
        await url.fill(text);
        await choose.click();
        await expect(url).toHaveAttribute('aria-invalid', 'true');
        await expect(page.getByText(t(`settings:issues.ledgerAddress.${issue}`, { name: 'sslmode' }))).toBeVisible();
        await expect(url).toBeFocused();
      }
      // Copied from a document that broke it into lines.
      await url.fill(severalServers.replaceAll(',', ',\n  '));
      await expect(url).not.toHaveAttribute('aria-invalid', 'true');
      // Sent without the file, it would trust the authorities of the system.
      const authority = page.getByRole('button', { name: t('settings:ledger.ca') });
      const choosers = page.waitForEvent('filechooser');
      await authority.click();
      const chooser = await choosers;
      await chooser.setFiles({ name: 'ca.key', mimeType: 'text/plain', buffer: Buffer.from('PRIVATE KEY') });
      await expect(page.getByText(t('settings:issues.pem'))).toBeVisible();
      await url.press('Enter');
      await expect(authority).toBeFocused();
      expect(main.ledger.choose.inputs).toEqual([]);
      await authority
        .locator('..')
        .getByRole('button', { name: t('action.remove') })
        .click();
      const chosen = await main.ledger.choose.by(url.press('Enter'));
      expect(chosen).toEqual({ choice: { ...postgres, url: severalServers }, password: null });
      await expect(page.getByRole('alert').filter({ hasText: 'ECONNREFUSED' })).toBeVisible();
      await expect(url).toHaveValue(severalServers);
    });

    test('says why a server can’t be chosen, and that nothing was changed', async ({ page, main }) => {
      await page.getByRole('radio', { name: t('settings:ledger.shared') }).check();
      await page.getByRole('textbox', { name: t('settings:ledger.url') }).fill(severalServers);
      await page.setViewportSize({ width: 1093, height: 614 });
      for (const reason of ['not-postgres', 'untrusted'] as const) {
        main.ledger.choose.fails({ kind: 'ledger-not-chosen', reason, detail: '' });
        await page.getByRole('textbox', { name: t('settings:ledger.url') }).press('Enter');
        const alert = page.getByRole('alert').filter({ hasText: t(`failures:ledger.${reason}`) });
        await expect(alert).toContainText(t('failures:ledger-not-chosen.title'));
        await expect(alert).toBeInViewport({ ratio: 0.9 });
      }
      const chosen = { ...embeddedAtFirst, choice: postgres };
      main.ledger.choose.answers(chosen);
      main.ledger.status.answers(chosen);
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('settings:ledger.chosen'))).toBeVisible();
      await expect(page.getByRole('main')).toBeFocused();
    });

    test('can be backed up by another plan, and at once', async ({ page, main }) => {
      main.ledger.planBackups.answers(shownSeat().backups);
      const every = page.getByRole('combobox', { name: t('settings:ledger.backups.every') });
      const plan = await main.ledger.planBackups.by(every.selectOption('week'));
      expect(plan).toEqual({ every: 'week', keep: 7 });
      main.ledger.backUp.waits();
      await page.getByRole('button', { name: t('settings:ledger.backUp'), exact: true }).click();
      await main.emit('work.progress', [doneWork('backup', { count: 1_200, file: '/home/ana/copy.db' })]);
      const words = t('work:done.backup', { count: 1_200, path: 'copy.db' });
      await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
      expect(words).toContain('1,200');
    });

    test('can be replaced by a backup after a confirmation, unless it is busy', async ({ page, main }) => {
      main.ledger.restore.fails({ kind: 'busy' });
      await page.getByRole('button', { name: t('settings:ledger.restore') }).click();
      const dialog = page.getByRole('dialog', { name: t('settings:ledger.restoreTitle') });
      await expect(dialog).toContainText(t('settings:ledger.restoreText'));
      await expect(dialog.getByRole('button', { name: t('action.cancel') })).toBeFocused();
      const confirm = dialog.getByRole('button', { name: t('settings:ledger.restoreConfirm') });
      await main.ledger.restore.by(confirm.click());
      await expect(page.getByRole('alert').filter({ hasText: t('failures:busy.title') })).toBeVisible();
    });

    test('can be purged of old payments after a confirmation', async ({ page, main }) => {
      main.ledger.purge.waits();
      const remove = page.getByRole('button', { name: t('settings:remove'), exact: true });
      await remove.click();
      await expect(page.getByText(t('settings:ledger.purgeFuture'))).toBeVisible();
      await page.getByRole('textbox', { name: t('settings:ledger.purgeBefore') }).fill('2024-01-01');
      await remove.click();
      const confirm = page.getByRole('dialog').getByRole('button', { name: t('settings:ledger.purgeConfirm') });
      const purged = await main.ledger.purge.by(confirm.click());
      expect(purged).toEqual({ before: '2024-01-01T05:00:00.000Z' });
      await main.emit('work.progress', [doneWork('purge', { count: 3, file: '/home/ana/old.csv' })]);
      const words = t('work:done.purge', { count: 3, path: 'old.csv' });
      await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
    });
  });

  test.describe(`the ledger in other states, ${look.language}, ${look.theme}`, () => {
    test('is left with unconfirmed payments only after a question that counts them', async ({ show, page, main }) => {
      const unknown = (count: number) => attemptOf('sell', 'unknown', { id: idOf(count) });
      main.history.unknowns.answers([unknown(1), unknown(2)]);
      main.ledger.choose.fails({ kind: 'busy' });
      await show(scene);
      await page.getByRole('tab', ledgerTab).click();
      await page.getByRole('radio', { name: t('settings:ledger.shared') }).check();
      await page.getByRole('textbox', { name: t('settings:ledger.url') }).fill(severalServers);
      await page.getByRole('button', { name: t('settings:ledger.choose') }).click();
      const dialog = page.getByRole('dialog', { name: t('settings:ledger.leaveTitle', { count: 2 }) });
      const confirm = dialog.getByRole('button', { name: t('settings:ledger.leaveConfirm') });
      await main.ledger.choose.by(confirm.click());
      await expect(dialog).toBeHidden();
    });

    for (const verified of [true, false]) {
      test(`can be copied into the shared one, ${verified ? 'proved' : 'differing'}`, async ({ show, page, main }) => {
        const pending = main.ledger.move.waits();
        await show({ ...scene, ledger: { choice: postgres } });
        await page.getByRole('tab', ledgerTab).click();
        await main.ledger.move.by(
          page.getByRole('button', { name: t('settings:ledger.moveStart'), exact: true }).click(),
        );
        await main.emit('work.progress', [shownWork('move', { step: { done: 1_250, total: 5_000 } })]);
        const panel = page.getByRole('tabpanel');
        await expect(panel.getByText(t('work:amount.payments', { done: '1,250', total: '5,000' }))).toBeVisible();
        const bar = panel.getByRole('progressbar', { name: t('work:running.move') });
        await expect(bar).toHaveAttribute('aria-valuenow', '25');
        await main.emit('work.progress', [doneWork('move', { count: 5_000, amount: 120_000_00, agrees: verified })]);
        pending.answers({ attempts: 5_000, amount: 120_000_00, verified });
        const words = verified
          ? t('work:done.move', { count: 5_000, amount: 'B/.\u00a0120,000.00' })
          : t('settings:ledger.moveDiffers');
        await expect(panel.getByRole('status').filter({ hasText: words })).toBeVisible();
        await expect(bar).toBeHidden();
      });
    }

    test('says before a purge which payments stay for the duplicate guard', async ({ show, page, main }) => {
      const guarded = shownSeat().merchant;
      const merchants = [1, 72].map((duplicateWindowHours) => ({
        ...guarded,
        merchant: { ...guarded.merchant, duplicateWindowHours },
      }));
      await show({ ...scene, merchants });
      await page.getByRole('tab', ledgerTab).click();
      const limit = t('settings:ledger.purgeRecent', { count: 72 });
      await expect(page.getByRole('tabpanel').getByText(limit)).toBeVisible();
      const field = page.getByRole('textbox', { name: t('settings:ledger.purgeBefore') });
      await field.fill('2026-11-20');
      await page.getByRole('button', { name: t('settings:remove'), exact: true }).click();
      await expect(field).toHaveAccessibleDescription(limit);
      await expect(page.getByRole('dialog')).toBeHidden();
      expect(main.ledger.purge.inputs).toEqual([]);
    });

    test('says that it lies on another server, which a supervisor can agree to', async ({ show, page, main }) => {
      main.ledger.acceptServer.fails({ kind: 'ledger', reason: 'disconnected', detail: 'ECONNRESET' });
      await show({ ...scene, ledger: { choice: postgres, otherServer: { missing: 2, awaited: [], writtenBack: 1 } } });
      await page.getByRole('tab', ledgerTab).click();
      const panel = page.getByRole('tabpanel');
      await expect(panel.getByText(t('banners:otherServer'))).toContainText(
        `${t('banners:otherServerWrittenBack', { count: 1 })} ${t('banners:otherServerMissing', { count: 2 })}`,
      );
      const accept = panel.getByRole('button', { name: t('settings:ledger.acceptServer') });
      await main.ledger.acceptServer.by(accept.click());
      await expect(panel.getByRole('alert')).toContainText(t('failures:ledger.disconnected'));
    });
  });

  test.describe(`the key store in Settings, ${look.language}, ${look.theme}`, () => {
    test('is shown as working, or as unusable with what mends it', async ({ show, page, change }) => {
      await test.step('is shown as working', async () => {
        await show(scene);
        await page.getByRole('tab', vaultTab).click();
        await expect(page.getByRole('status').filter({ hasText: t('settings:vault.works') })).toContainText('gnome');
      });
      await test.step('is shown as unusable, with what mends it', async () => {
        const status = page
          .getByRole('tabpanel')
          .getByRole('status')
          .filter({ hasText: t('settings:vault.reason') });
        const unlock = page.getByRole('button', { name: t('signIn:locked.unlock') });
        const set = page.getByRole('button', { name: t('settings:vault.set') });
        for (const reason of ['locked', 'wrong-passphrase', 'no-key-store', 'damaged'] as const) {
          await change({
            ...scene,
            vault: { reason, backend: '', keptFile: reason === 'damaged' ? '/data/keys' : null },
          });
          await expect(status).toContainText(t(`failures:vault.${reason}`));
          const locked = reason === 'locked' || reason === 'wrong-passphrase';
          await (locked ? expect(unlock).toBeVisible() : expect(unlock).toBeHidden());
          await (reason === 'no-key-store' ? expect(set).toBeVisible() : expect(set).toBeHidden());
        }
      });
    });

    test('can be unlocked, and refuses a wrong passphrase', async ({ show, page, main }) => {
      main.vault.unlock.fails({ kind: 'vault', reason: 'wrong-passphrase' });
      await show({ ...scene, role: 'cashier', vault: { reason: 'locked', backend: 'passphrase' } });
      await page.getByRole('tab', vaultTab).click();
      await page.getByLabel(t('settings:vault.passphrase'), { exact: true }).fill('quiet harbour');
      const tried = await main.vault.unlock.by(page.keyboard.press('Enter'));
      expect(tried).toEqual({ passphrase: 'quiet harbour' });
      await expect(page.getByRole('alert').filter({ hasText: t('failures:vault.wrong-passphrase') })).toBeVisible();
      await expect(page.getByLabel(t('settings:vault.passphrase'), { exact: true })).toHaveValue('');
    });

    test('refuses a passphrase that is too short or not repeated', async ({ show, page, main }) => {
      await show({ ...scene, vault: { reason: 'no-key-store', backend: 'basic_text' } });
      await page.getByRole('tab', vaultTab).click();
      const [fresh, repeated] = (['settings:vault.newPassphrase', 'signIn:repeat'] as const).map((label) =>
        page.getByLabel(t(label), { exact: true }),
      ) as [Locator, Locator];
      for (const [first, second, key] of [
        ['short', 'short', 'settings:vault.tooShort'],
        ['quiet harbour', 'quiet harbor', 'settings:vault.differs'],
      ] as const) {
        await fresh.fill(first);
        await repeated.fill(second);
        await page.getByRole('button', { name: t('settings:vault.set') }).click();
        await expect(page.getByText(t(key))).toBeVisible();
        expect((await fresh.boundingBox())?.y).toBe((await repeated.boundingBox())?.y);
      }
      expect(main.vault.setPassphrase.inputs).toEqual([]);
    });
  });
});
