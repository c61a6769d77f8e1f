/** Settings: the merchants of the seat, their form, the change of the active one, the connection check. */
import type { Locator } from '@playwright/test';
import type { Page } from '@playwright/test';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expectOnTop } from '#test/components/stage/pixels/on-top.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { held, merchantOf, merchantView, unset } from '#test/fixtures/shown/seat.ts';
import { checkSteps } from '#shared/seat/connection-check.ts';

const inUse = merchantView(merchantOf('training'));
const live = merchantView(merchantOf('production'), { active: false });
const unready = merchantView(merchantOf('test', { id: 'unready', name: 'Bakery' }), {
  active: false,
  has: { cclw: unset, apiKey: unset, clientCertificate: unset },
});

inOneLook('es', (look, t) => {
  const scene = { role: 'supervisor', screen: 'settings', settings: look } as const;

  test.describe(`the merchants, ${look.language}, ${look.theme}`, () => {
    test('are listed, the built-in one unchangeable, or said to be unreadable', async ({ show, page, main }) => {
      await show(scene);
      const list = page.getByRole('navigation', { name: t('settings:merchants.list') });
      await expect(list.getByRole('button', { name: /Training/ })).toHaveAttribute('aria-current', 'true');
      await expect(list.getByRole('searchbox')).toHaveCount(0);
      await expect(page.getByText(t('settings:merchants.trainingText'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('settings:check.run') })).toBeVisible();
      main.merchants.list.fails({ kind: 'internal', reference: 'R-10' });
      await main.emit('merchants.changed', {});
      await expect(page.getByRole('alert').filter({ hasText: 'R-10' })).toBeVisible();
    });

    for (const [width, height, mark] of [
      [1280, 720, ''],
      [640, 360, ' @thorough'],
    ] as const)
      test(`are found by words of their names, with a way to a new one, ${width} px${mark}`, async ({ show, page }) => {
        await page.setViewportSize({ width, height });
        const branches = Array.from({ length: 200 }, (_each, number) => {
          const merchant = merchantOf('test', { id: `branch-${number}`, name: `Panadería Él, sucursal ${number}` });
          return merchantView(merchant, { active: false });
        });
        const chosen = merchantView(merchantOf('test', { id: 'head-office', name: 'Sede' }));
        await show({ ...scene, merchants: [...branches, chosen] });
        const list = page.getByRole('navigation', { name: t('settings:merchants.list') });
        if (width === 1280) await expect(list.locator('[aria-current=true]')).toBeInViewport({ ratio: 0.9 });
        const add = page.getByRole('button', { name: t('settings:merchants.add') });
        await expect(add).toBeInViewport({ ratio: 1 });
        await expectOnTop(add);
        const field = list.getByRole('searchbox', { name: t('settings:find.label') });
        await field.fill('199 panaderia');
        await expect(list.getByRole('button', { name: /Panadería/ })).toHaveText([/ 199/]);
        await field.fill('zapatería');
        await expect(list.getByText(t('settings:find.none'))).toBeVisible();
        await field.press('Escape');
        await expect(list.getByRole('button', { name: /Panadería/ })).toHaveCount(200);
        await add.click();
        await page.mouse.wheel(0, -5000);
        await expect(list.getByText(t('settings:merchants.newTitle'))).toBeInViewport({ ratio: 1 });
      });

    test('bring the chosen one into a small window @thorough', async ({ show, page }) => {
      await page.setViewportSize({ width: 640, height: 360 });
      const branches = Array.from({ length: 12 }, (_each, number) => {
        const merchant = merchantOf('test', { id: `branch-${number}`, name: `Panadería, sucursal ${number}` });
        return merchantView(merchant, { active: false });
      });
      await show({ ...scene, merchants: [inUse, ...branches] });
      await page.getByRole('button', { name: 'Panadería, sucursal 1 Pruebas' }).click();
      await expect(page.getByRole('heading', { name: 'Panadería, sucursal 1' })).toBeInViewport({ ratio: 1 });
    });

    test('are shown to a cashier who can use another, and without a form', async ({ show, page }) => {
      await show({ ...scene, role: 'cashier', merchants: [inUse, unready] });
      await page.getByRole('button', { name: /Bakery/ }).click();
      await expect(page.getByRole('button', { name: t('settings:merchants.use') })).toBeVisible();
      await expect(page.getByRole('button', { name: t('settings:merchants.add') })).toBeHidden();
      await expect(page.getByRole('textbox')).toHaveCount(0);
    });

    test('name what one lacks before its use, and keep text and focus over a lock', async ({ show, change, page }) => {
      await show({ ...scene, merchants: [inUse, unready] });
      await page.getByRole('button', { name: /Bakery/ }).click();
      const missing = t('settings:merchants.missing.cclw');
      await expect(page.getByText(t('settings:merchants.notReady', { missing })).first()).toBeVisible();
      const edges = async (field: Locator) => (await field.boundingBox()) ?? { x: -1, y: -1 };
      const [name, address, webCode, apiKey] = await Promise.all(
        (['name', 'baseUrl', 'cclw', 'apiKey'] as const)
          .map((field) => page.getByLabel(t(`settings:fields.${field}`), { exact: true }).filter({ visible: true }))
          .map(edges),
      );
      const heading = await edges(page.getByRole('heading', { name: 'Bakery' }));
      expect([address?.y, apiKey?.y, name?.x], 'inputs of a pair stand level, below the heading').toEqual([
        name?.y,
        webCode?.y,
        heading.x,
      ]);
      const typed = page.getByRole('textbox', { name: t('settings:fields.name'), exact: true });
      await typed.fill('Bakery of the square');
      await change({ ...scene, access: { kind: 'locked', name: 'Celia', names: ['Celia'] } });
      await expect(page.getByLabel(t('signIn:passcode'), { exact: true })).toBeFocused();
      await change(scene);
      await expect(typed).toHaveValue('Bakery of the square');
      await expect(typed).toBeFocused();
    });

    test('are switched and removed once confirmed, not while the seat is busy', async ({ show, page, main }) => {
      main.merchants.activate.answers({ ...live, active: true });
      await show({ ...scene, merchants: [inUse, live] });
      await page.getByRole('button', { name: /Ferretería/ }).click();
      await page.getByRole('button', { name: t('settings:merchants.use') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t('settings:merchants.useConfirm.production'));
      const use = dialog.getByRole('button', { name: t('settings:merchants.use') });
      const input = await main.merchants.activate.by(use.click());
      expect(input).toEqual({ merchantId: 'esquina' });
      await expect(dialog).toBeHidden();
      main.merchants.list.answers([
        { ...inUse, active: false },
        { ...live, active: true },
      ]);
      await main.emit('merchants.changed', {});
      await expect(page.getByRole('button', { name: /Ferretería/ })).toBeFocused();
      main.merchants.list.answers([inUse, live]);
      await main.emit('merchants.changed', {});
      const pending = main.merchants.remove.waits();
      await page
        .getByRole('region', { name: t('settings:groups.actions') })
        .getByRole('button', { name: t('settings:remove') })
        .click();
      const confirm = dialog.getByRole('button', { name: t('settings:merchants.removeConfirm') });
      await main.merchants.remove.by(confirm.click());
      await expect(confirm).toBeDisabled();
      await page.keyboard.press('Escape');
      pending.fails({ kind: 'busy' });
      await expect(dialog.getByRole('alert')).toContainText(t('failures:busy.title'));
    });

    test('say why the one in use can’t be removed, and show the focus on the box that a save leads to', async ({
      show,
      page,
    }) => {
      await show({ ...scene, environment: 'production' });
      await expect(page.getByText(t('settings:merchants.removeActive'))).toBeVisible();
      // Its own scroll bar stands in the margin of the page, which scrolls to no side.
      expect(await page.getByRole('tabpanel').evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
      await page.getByRole('checkbox', { name: '7 %' }).click();
      await page.keyboard.press('Control+s');
      const first = page.getByRole('checkbox', { name: '0 %', exact: true });
      await expect(first).toBeFocused();
      await expect(first).toHaveCSS('outline-style', 'solid');
      const add = page.getByRole('button', { name: t('settings:fields.customAdd') });
      for (const id of ['order', 'branch']) {
        await add.press('Enter');
        await page.keyboard.type(id);
        await expect(page.getByRole('textbox', { name: t('settings:fields.customId') }).last()).toHaveValue(id);
      }
      await page.getByRole('button', { name: t('settings:fields.customRemove', { number: 1 }) }).press('Enter');
      await expect(add).toBeFocused();
    });

    test('are saved once they are complete', async ({ show, page, main }) => {
      main.merchants.save.fails({ kind: 'name-taken' });
      await show(scene);
      await page.getByRole('button', { name: t('settings:merchants.add') }).click();
      await expect(page.getByRole('heading', { level: 2, name: t('settings:merchants.newTitle') })).toBeVisible();
      await page.getByRole('button', { name: t('settings:save'), exact: true }).click();
      const name = page.getByRole('textbox', { name: t('settings:fields.name'), exact: true });
      await expect(name).toBeFocused();
      await expect(name).toHaveAttribute('aria-invalid', 'true');
      await name.fill('Bakery');
      await page.getByRole('textbox', { name: t('settings:fields.baseUrl') }).fill('https://pay.example.com');
      await page.keyboard.press('Control+s');
      const webCode = page.getByRole('textbox', { name: t('settings:fields.cclw') });
      await expect(webCode).toBeFocused();
      await page.keyboard.type('3F9A');
      await expect(webCode).not.toHaveAccessibleDescription(t('settings:issues.required'));
      expect(main.merchants.save.inputs).toEqual([]);
      await page.getByRole('button', { name: t('settings:merchants.discard') }).click();
      await expect(name).toBeHidden();
      const list = page.getByRole('navigation', { name: t('settings:merchants.list') });
      await expect(list.locator('[aria-current="true"]')).toBeFocused();
    });

    test('ask for their keys anew when their address, authority or proxy changes', async ({ show, page, main }) => {
      main.merchants.save.answers(live);
      await show({
        ...scene,
        environment: 'production',
        has: { cclw: { set: true, ending: '3F9A' }, apiKey: held, clientCertificate: unset },
      });
      const group = (name: string) => page.getByRole('group', { name });
      const webCode = group(t('settings:fields.cclw'));
      await expect(webCode).toContainText(t('settings:fields.storedEnding', { ending: '3F9A' }));
      const address = page.getByRole('textbox', { name: t('settings:fields.baseUrl') });
      await address.fill('https://localhost:8443/another/path');
      await expect(page.getByText(t('settings:issues.keyAgain'))).toHaveCount(0);
      await address.fill('https://elsewhere.example.com');
      await expect(page.getByText(t('settings:issues.keyAgain'))).toHaveCount(2);
      await page.keyboard.press('Control+s');
      await expect(address).toHaveAccessibleDescription(new RegExp('localhost:8443'));
      await expect(address).toBeFocused();
      expect(main.merchants.save.inputs).toEqual([]);
      for (const [name, text] of [
        [t('settings:fields.cclw'), 'NEWCODE'],
        [t('settings:fields.apiKey'), 'N|EW'],
      ] as const) {
        await group(name)
          .getByRole('button', { name: t('history:views.replace') })
          .click();
        await page.getByRole('textbox', { name }).fill(text);
      }
      const saved = await main.merchants.save.by(page.keyboard.press('Control+s'));
      expect(saved).toMatchObject({
        merchant: { baseUrl: 'https://elsewhere.example.com' },
        secrets: { cclw: 'NEWCODE', apiKey: 'N|EW' },
      });
    });

    test('take a default operation and a receipt heading, without a card number', async ({ show, page, main }) => {
      main.merchants.save.answers(live);
      await show({ ...scene, environment: 'production' });
      await page.getByRole('combobox', { name: t('settings:fields.defaultOperation') }).selectOption('authorize');
      const receipt = page.getByRole('group', { name: t('settings:groups.receipt') });
      const field = (name: 'receiptAddress' | 'receiptPhone' | 'taxId' | 'receiptNote') =>
        receipt.getByRole('textbox', { name: t(`settings:fields.${name}`) });
      await field('taxId').fill('155704849-2-2021 DV 32');
      await field('receiptPhone').fill('+507 6020-1236');
      await field('receiptAddress').click();
      await page.keyboard.type('Calle 50\nPanamá');
      await field('receiptNote').fill('Card 4059 3101 8175 7001');
      await page.keyboard.press('Control+s');
      await expect(field('receiptNote')).toHaveAccessibleDescription(new RegExp(t('settings:issues.cardNumberHere')));
      await expect(field('receiptNote')).toBeFocused();
      await field('receiptNote').fill('1\n2\n3\n4\n5\n6\n7');
      await page.keyboard.press('Control+s');
      await expect(field('receiptNote')).toHaveAccessibleDescription(
        new RegExp(t('settings:issues.tooManyLines', { max: 6 })),
      );
      expect(main.merchants.save.inputs).toEqual([]);
      await field('receiptNote').fill('No returns.');
      const saved = await main.merchants.save.by(page.keyboard.press('Control+s'));
      expect(saved).toMatchObject({
        merchant: {
          defaultOperation: 'authorize',
          taxId: '155704849-2-2021 DV 32',
          receiptPhone: '+507 6020-1236',
          receiptAddress: 'Calle 50\nPanamá',
          receiptNote: 'No returns.',
        },
      });
    });

    test('say that their keys were entered for another address', async ({ show, page }) => {
      const elsewhere = {
        differs: 'address',
        keyedFor: 'https://one.example.com',
        asked: 'https://two.example.com',
      } as const;
      const edited = merchantView(merchantOf('production', { baseUrl: 'https://two.example.com' }), { elsewhere });
      await show({ ...scene, environment: 'production', merchants: [inUse, edited] });
      await page.getByRole('button', { name: /Ferretería/ }).click();
      const { keyedFor, asked } = elsewhere;
      await expect(page.getByText(t('failures:secrets-elsewhere.address', { keyedFor, asked }))).toBeVisible();
      await expect(page.getByText(t('settings:issues.keyAgain'))).toHaveCount(2);
      const replace = page.getByRole('group').getByRole('button', { name: t('history:views.replace'), exact: true });
      const tops = await replace.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
      expect(tops).toHaveLength(2);
      expect(new Set(tops).size).toBe(1);
    });

    test('keep the keyed values when main refuses them', async ({ show, page, main }) => {
      main.merchants.save.fails({ kind: 'name-taken' });
      await show({ ...scene, environment: 'production' });
      const name = page.getByRole('textbox', { name: t('settings:fields.name'), exact: true });
      await name.fill('Bakery');
      const saved = await main.merchants.save.by(page.keyboard.press('Control+s'));
      expect(saved.merchant.name).toBe('Bakery');
      expect(saved.secrets).toEqual({});
      await expect(name).toHaveValue('Bakery');
      await expect(page.getByText(t('settings:issues.nameTaken'))).toBeVisible();
      main.merchants.save.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
      await page.keyboard.press('Control+s');
      await expect(page.getByRole('alert')).toContainText(t('failures:ledger.recording'));
    });
  });

  test.describe(`the device fingerprint and the buyer’s IP address, ${look.language}, ${look.theme}`, () => {
    test('are checked: the former is off, tells who receives what, and is on with an https address alone', async ({
      show,
      page,
      main,
    }) => {
      main.merchants.save.answers(({ merchant }) => ({ ...live, merchant }));
      await show({ ...scene, environment: 'production' });
      await page.getByText(t('settings:groups.advanced'), { exact: true }).click();
      await expect(page.getByText(t('settings:groups.collectorText'))).toBeVisible();
      const address = page.getByRole('textbox', { name: t('settings:fields.collectorUrl') });
      await expect(address).toHaveValue('');
      await address.fill('http://fraud.example.com/collect.js');
      await page.keyboard.press('Control+s');
      await expect(address).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByText(t('settings:issues.url'))).toBeVisible();
      await address.fill('https://fraud.example.com/collect.js');
      const saved = await main.merchants.save.by(page.keyboard.press('Control+s'));
      expect(saved.merchant).toMatchObject({
        collectorUrl: 'https://fraud.example.com/collect.js',
        collectorTimeout: 5_000,
      });
      await address.fill('');
      const cleared = await main.merchants.save.by(page.keyboard.press('Control+s'));
      expect(cleared.merchant.collectorUrl).toBeNull();
      const buyer = page.getByRole('textbox', { name: t('settings:fields.buyerIp') });
      await buyer.fill('203.0.113.777');
      await page.keyboard.press('Control+s');
      await expect(buyer).toHaveAccessibleDescription(new RegExp(t('settings:issues.ip')));
      await buyer.fill('203.0.113.7');
      const { merchant } = await main.merchants.save.by(page.keyboard.press('Control+s'));
      expect(merchant.buyerIp).toBe('203.0.113.7');
    });
  });

  test.describe(`certificate files, ${look.language}, ${look.theme}`, () => {
    const withoutCertificate = { ...scene, environment: 'production', has: { clientCertificate: unset } } as const;
    const pem = (kind: string): string => `-----BEGIN ${kind}-----\nAAAA\n-----END ${kind}-----\n`;
    const add = (page: Page) =>
      page
        .getByRole('group', { name: t('settings:fields.clientCertificate') })
        .getByRole('button', { name: t('settings:fields.add') });
    test('are read in full before a save requested meanwhile', async ({ show, page, main }) => {
      main.merchants.save.answers(live);
      await show(withoutCertificate);
      // The keyboard stays where its keys were pressed.
      await add(page).press('Enter');
      await expect(page.getByRole('radio', { name: 'PEM' })).toBeFocused();
      await page.getByRole('button', { name: t('action.cancel'), exact: true }).press('Enter');
      await expect(add(page)).toBeFocused();
      await add(page).click();
      // Reads are held back and then end in the reverse order of the choice.
      await page.evaluate(() => {
        const read = File.prototype.text;
        const held: (() => void)[] = [];
        File.prototype.text = function text(this: File) {
          return new Promise((resolve) => held.push(() => resolve(read.call(this))));
        };
        Object.assign(window, {
          releaseFiles: () => {
            File.prototype.text = read;
            for (const release of held.toReversed()) release();
          },
        });
      });
      for (const [field, name, kind] of [
        [t('settings:fields.certificateFile'), 'seat.pem', 'CERTIFICATE'],
        [t('settings:fields.keyFile'), 'seat.key', 'PRIVATE KEY'],
      ] as const) {
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: field }).click();
        await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(pem(kind)) });
        await expect(page.getByText(name)).toBeVisible();
      }
      await page.keyboard.press('Control+s');
      expect(main.merchants.save.inputs).toEqual([]);
      const input = await main.merchants.save.by(
        page.evaluate(() => (window as unknown as { releaseFiles: () => void }).releaseFiles()),
      );
      expect(input.secrets.clientCertificate).toEqual({
        kind: 'pem',
        certificate: pem('CERTIFICATE'),
        key: pem('PRIVATE KEY'),
      });
    });

    test('are saved with a file whose read ends just before the key press, or said to be unreadable', async ({
      show,
      page,
    }) => {
      await show(withoutCertificate);
      await add(page).click();
      // The key press falls between the end of the read and the next drawing of the page.
      await page.evaluate(() => {
        const read = File.prototype.text;
        File.prototype.text = async function text(this: File) {
          File.prototype.text = read;
          const content = await read.call(this);
          const press = (turns: number): void =>
            turns > 0
              ? queueMicrotask(() => press(turns - 1))
              : void window.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true }));
          press(20);
          return content;
        };
      });
      const field = page.getByRole('button', { name: t('settings:fields.certificateFile') });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), field.click()]);
      await chooser.setFiles({ name: 'seat.pem', mimeType: 'text/plain', buffer: Buffer.from(pem('CERTIFICATE')) });
      // Of the two files only the key is missing.
      await expect(page.getByText(t('settings:issues.file'))).toHaveCount(1);
      await page.evaluate(() => {
        const read = File.prototype.text;
        File.prototype.text = () => {
          File.prototype.text = read;
          return Promise.reject(new DOMException('', 'NotReadableError'));
        };
      });
      const [next] = await Promise.all([page.waitForEvent('filechooser'), field.click()]);
      await next.setFiles({ name: 'seat.pem', mimeType: 'text/plain', buffer: Buffer.from('AAAA') });
      await expect(page.getByText(t('settings:issues.fileUnreadable'))).toBeVisible();
    });

    test('that can’t be used are not saved in place of the stored one', async ({ show, page, main }) => {
      await show({ ...scene, environment: 'production', merchant: { extraCa: pem('CERTIFICATE') } });
      await page.getByText(t('settings:groups.advanced')).click();
      const stored = page.getByRole('group', { name: t('settings:fields.extraCa') });
      await stored.getByRole('button', { name: t('history:views.replace') }).click();
      const field = page.getByRole('button', { name: t('settings:fields.extraCa') });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), field.click()]);
      await chooser.setFiles({ name: 'ca.key', mimeType: 'text/plain', buffer: Buffer.from(pem('PRIVATE KEY')) });
      await expect(page.getByText(t('settings:issues.pem'))).toBeVisible();
      await page.getByText(t('settings:groups.advanced')).click();
      await page.keyboard.press('Control+s');
      await expect(field).toBeFocused();
      expect(main.merchants.save.inputs).toEqual([]);
    });

    test('leave the focus with what takes the place of their field', async ({ show, page }) => {
      await show({ ...scene, environment: 'production' });
      await page.getByText(t('settings:groups.advanced')).click();
      const field = page.getByRole('button', { name: t('settings:fields.extraCa') });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), field.press('Enter')]);
      await chooser.setFiles({ name: 'ca.pem', mimeType: 'text/plain', buffer: Buffer.from(pem('CERTIFICATE')) });
      const stored = page.getByRole('group', { name: t('settings:fields.extraCa') });
      await expect(stored.getByRole('button', { name: t('history:views.replace') })).toBeFocused();
    });
  });

  test.describe(`the connection check, ${look.language}, ${look.theme}`, () => {
    test('shows that it is running, that it failed as a whole, or each step with its finding', async ({
      show,
      page,
      main,
    }) => {
      const pending = main.merchants.checkConnection.waits();
      await page.setViewportSize({ width: 1093, height: 614 });
      await show(scene);
      const button = page.getByRole('button', { name: t('settings:check.run') });
      await main.merchants.checkConnection.by(button.click());
      await expect(page.getByRole('status').filter({ hasText: t('settings:check.running') })).toBeVisible();
      pending.fails({ kind: 'merchant-incomplete', missing: ['cclw'] });
      await expect(page.getByRole('alert').filter({ hasText: t('failures:merchant-incomplete.title') })).toBeVisible();
      const statuses = ['passed', 'warning', 'failed', 'skipped'] as const;
      main.merchants.checkConnection.answers({
        host: 'localhost',
        port: 8443,
        steps: checkSteps.map((step, index) => ({
          step,
          status: statuses[index % 4] ?? 'passed',
          milliseconds: index === 3 ? null : 12.4,
          ...(step === 'certificate'
            ? { finding: 'certificateGood', values: { host: 'localhost', validTo: '2027-01-01T12:00:00.000Z' } }
            : { finding: 'notReached', values: {} }),
        })),
        chain: [
          {
            subject: 'CN=localhost',
            issuer: 'CN=Training CA',
            validFrom: '2026-01-01T00:00:00.000Z',
            validTo: '2027-01-01T00:00:00.000Z',
            fingerprint256: 'AB:CD:EF',
          },
        ],
      });
      await button.click();
      const table = page.getByRole('table', { name: t('settings:check.title', { host: 'localhost:8443' }) });
      for (const step of checkSteps) {
        await expect(
          table.getByRole('rowheader', { name: t(`settings:check.steps.${step}`), exact: false }).first(),
        ).toBeVisible();
      }
      await expect(table.getByRole('row').last()).toBeInViewport({ ratio: 0.9 });
      const failed = `${t('settings:check.statuses.failed')}: ${t('settings:check.steps.tls')}`;
      await expect(page.getByRole('status').filter({ hasText: failed })).toBeVisible();
      await expect(table).toContainText(/ 2027\./);
      await expect(table).not.toContainText('2027-01');
      await expect(table.getByText(t('connection:found.notReached')).first()).toBeVisible();
      await expect(table.getByRole('img', { name: t('settings:check.statuses.failed') }).first()).toBeVisible();
      await page.getByText(t('settings:check.chain')).click();
      await expect(page.getByText('CN=Training CA')).toBeVisible();
    });
  });
});
