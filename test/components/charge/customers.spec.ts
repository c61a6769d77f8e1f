/** Earlier customers beside the fields of the Charge form: offered while one is typed, filled in only when chosen, without a card. */
import { fieldOf } from '#test/components/stage/keyed-form.ts';
import { attemptOf, earlierCardOf, idOf } from '#test/fixtures/shown/attempts.ts';
import { mariaNunez } from '#test/fixtures/examples.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';

const maria = { ...mariaNunez, lastAt: '2026-11-18T15:00:00.000Z', againId: null };
const mario = { ...maria, firstName: 'Mario', lastName: 'Castillero', email: 'mario@example.org', address: null };
const filled = { firstName: 'María', lastName: 'Núñez', email: 'maria@hotel.example', phone: '50760201236' };

inOneLook('es', (look, t) => {
  const scene = { role: 'cashier', operatorName: 'Ana', settings: look } as const;

  test.describe(`earlier customers, ${look.language}, ${look.theme}`, () => {
    test('are offered by F5 and a telephone number, and fill in all but the card', async ({ show, page, main }) => {
      main.payments.customers.answers([maria, mario]);
      await show(scene);
      await page.keyboard.press('F5');
      const name = fieldOf(page, 'firstName');
      await expect(name).toBeFocused();
      await expect(name).toHaveAccessibleDescription(t('charge:customers.hint'));
      const asked = await main.payments.customers.by(page.keyboard.insertText('6020-1236'));
      expect(asked).toEqual({ merchantId: 'training', text: '6020-1236' });
      const options = page.getByRole('listbox').getByRole('option');
      await expect(options).toHaveCount(2);
      await expect(page.getByRole('status').filter({ hasText: /2/ })).toHaveText(
        t('charge:customers.found', { count: 2 }),
      );
      await expect(options.first()).toContainText('+507 6020-1236 · maria@hotel.example');
      await page.keyboard.press('ArrowDown');
      await expect(options.first()).toHaveAttribute('aria-selected', 'true');
      await expect(name).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '');
      await page.keyboard.press('Enter');
      for (const [field, text] of Object.entries(filled)) await expect(fieldOf(page, field)).toHaveValue(text);
      for (const field of ['cardNumber', 'expiry', 'securityCode', 'amount']) {
        await expect(fieldOf(page, field)).toHaveValue('');
      }
      await expect(page.getByRole('listbox')).toHaveCount(0);
      await page.keyboard.press('F7');
      await expect(fieldOf(page, 'address')).toHaveValue('Calle 50');
    });

    for (const size of [
      { width: 1093, height: 614 },
      { width: 640, height: 360 },
    ])
      test(`are offered in sight in ${size.width} × ${size.height} @thorough`, async ({ show, page, main }) => {
        await page.setViewportSize(size);
        main.payments.customers.answers(
          [1, 2, 3, 4, 5].map((day) => ({ ...maria, lastAt: `2026-11-0${day}T15:00:00.000Z`, againId: idOf(day) })),
        );
        await show(scene);
        await fieldOf(page, 'phone').pressSequentially('6020');
        const keys = page.getByText(t('charge:customers.close'));
        await expect(keys).toBeInViewport({ ratio: 1 });
        // The marked one has a key more, and its line breaks.
        await page.keyboard.press('ArrowDown');
        await expect(page.getByText(t('charge:customers.again'))).toBeInViewport({ ratio: 1 });
        await expect(keys).toBeInViewport({ ratio: 1 });
        await expect(fieldOf(page, 'phone')).toBeInViewport({ ratio: 1 });
        await page.keyboard.press('Escape');
      });

    test('have their card charged again by one key, if they have such a card', async ({ show, page, main }) => {
      main.payments.customers.answers([mario, { ...maria, againId: idOf(1) }]);
      main.payments.earlierCard.answers(earlierCardOf(attemptOf('sell', 'approved', filled)));
      await show(scene);
      await page.keyboard.press('F5');
      await page.keyboard.type('mar');
      const options = page.getByRole('option');
      await expect(options).toHaveCount(2);
      const hint = page.getByText(t('charge:customers.again'));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+Enter');
      await expect(options).toHaveCount(2);
      await expect(hint).toBeHidden();
      await page.keyboard.press('ArrowDown');
      await expect(hint).toBeVisible();
      const asked = await main.payments.earlierCard.by(page.keyboard.press('Shift+Enter'));
      expect(asked).toEqual({ attemptId: idOf(1) });
      const dialog = page.getByRole('dialog', { name: t('history:again.title') });
      await expect(dialog.getByRole('textbox', { name: t('fields:amount.label') })).toBeFocused();
      await expect(dialog).toContainText('María Núñez');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(fieldOf(page, 'firstName')).toBeFocused();
      await expect(fieldOf(page, 'firstName')).toHaveValue('');
    });

    test('change nothing while none is chosen, and leave Enter to the form', async ({ show, page, main }) => {
      main.payments.customers.answers([maria]);
      await show(scene);
      const email = fieldOf(page, 'email');
      await email.pressSequentially('mar');
      await expect(page.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('option')).toHaveCount(0);
      await expect(email).toBeFocused();
      await email.pressSequentially('i');
      await expect(page.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('option')).toHaveCount(0);
      await expect(email).toHaveValue('mari');
      await expect(email).toHaveAttribute('aria-invalid', 'true');
      await expect(fieldOf(page, 'firstName')).toHaveValue('');
    });
  });
});

test.describe('earlier customers', () => {
  const scene = { role: 'cashier', operatorName: 'Ana' } as const;

  test('are filled in by a click, and keep an address that theirs does not replace', async ({ show, page, main }) => {
    main.payments.customers.answers([maria, mario]);
    await show(scene);
    await page.keyboard.press('F7');
    await fieldOf(page, 'address').fill('Via España');
    await fieldOf(page, 'lastName').pressSequentially('Cas');
    await page.getByRole('option', { name: 'Mario Castillero' }).click();
    await expect(fieldOf(page, 'email')).toHaveValue('mario@example.org');
    await expect(fieldOf(page, 'address')).toHaveValue('Via España');
  });

  test('are looked for by both names, and never by a card number or a few letters', async ({ show, page, main }) => {
    await show(scene);
    await fieldOf(page, 'firstName').fill('María');
    await main.payments.customers.expect();
    const asked = await main.payments.customers.by(fieldOf(page, 'lastName').fill('Nú'));
    expect(asked).toMatchObject({ text: 'María Nú' });
    const before = main.payments.customers.inputs.length;
    await fieldOf(page, 'phone').fill('4059310181757001');
    await page.clock.runFor(1_000);
    await fieldOf(page, 'phone').fill('602');
    await page.clock.runFor(1_000);
    expect(main.payments.customers.inputs).toHaveLength(before);
  });

  test('are those of the whole text for keys that come before them', async ({ show, page, main }) => {
    main.payments.customers.answers([maria, mario]);
    await show(scene);
    await fieldOf(page, 'firstName').pressSequentially('mari');
    const options = page.getByRole('option');
    await expect(options).toHaveCount(2);
    main.payments.customers.answers([mario]);
    // At once, so that no pause of a loaded machine lies between them.
    await Promise.all(['o', 'ArrowDown'].map((key) => page.keyboard.press(key)));
    await page.clock.runFor(1_000);
    await expect(options).toHaveCount(1);
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    main.payments.customers.answers([maria, mario]);
    await fieldOf(page, 'firstName').fill('mari');
    await page.clock.runFor(1_000);
    await expect(options).toHaveCount(2);
    main.payments.customers.answers([mario]);
    await Promise.all(['o', 'ArrowDown', 'Enter'].map((key) => page.keyboard.press(key)));
    await page.clock.runFor(1_000);
    await expect(fieldOf(page, 'lastName')).toHaveValue('Castillero');
  });

  test('vanish when the seat is locked, and come back to nobody', async ({ show, change, page, main }) => {
    main.payments.customers.answers([maria]);
    await show(scene);
    await fieldOf(page, 'phone').pressSequentially('6020');
    await expect(page.getByRole('option')).toHaveCount(1);
    await change({ ...scene, access: { kind: 'locked', name: 'Ana', names: ['Ana'] } });
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(page.getByText('maria@hotel.example')).toHaveCount(0);
    await change(scene);
    await expect(fieldOf(page, 'amount')).toBeVisible();
    await expect(page.getByRole('option')).toHaveCount(0);
  });
});
