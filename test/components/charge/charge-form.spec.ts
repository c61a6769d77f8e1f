/** The Charge form: empty, filled, issues of each field, the review. */
import { inOneLook, wordsOf } from '#test/components/stage/looks.ts';
import {
  chooseOperation,
  fieldOf,
  keyForm,
  paste,
  review,
  sendPayment,
  wholePayment,
} from '#test/components/stage/keyed-form.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { saidFields } from '#test/fixtures/payment-fields.ts';
import { attemptOf } from '#test/fixtures/shown/attempts.ts';

inOneLook('es', (look, t) => {
  const scene = { role: 'cashier', operatorName: 'Ana', settings: look } as const;

  test.describe(`the Charge form, ${look.language}, ${look.theme}`, () => {
    test('is empty at first, with the caret in the amount, in at most 75 words of the whole window', async ({
      show,
      change,
      page,
    }) => {
      await show(scene);
      await expect(page.getByRole('heading', { level: 1, name: t('charge:title') })).toBeVisible();
      await expect(page.getByRole('textbox', { name: t('fields:amount.label'), exact: true })).toBeFocused();
      await expect(page.locator('html')).toHaveAttribute('lang', look.language === 'en' ? 'en-GB' : 'es-PA');
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look.theme);
      for (const language of ['es', 'en'] as const) {
        await change({ ...scene, settings: { ...look, language } });
        await page.getByRole('heading', { level: 1, name: wordsOf(language)('charge:title') }).waitFor();
        const words = (await page.locator('body').innerText()).split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));
        expect(words.length, words.join(' ')).toBeLessThanOrEqual(75);
        // Nothing is summed up yet, and what is not optional needs no mark.
        await expect(page.getByRole('complementary').getByRole('term')).toHaveCount(0);
        expect(words.join(' ')).not.toContain('*');
      }
    });

    test('repeats each value at once, of the card four digits, and in the result', async ({ show, page, main }) => {
      main.payments.sell.answers(attemptOf('sell', 'approved', { phone: '50760201236' }));
      await show(scene);
      const summary = page.getByRole('complementary');
      await keyForm(page, { phone: '50760201236' });
      await page.clock.runFor(60);
      await expect(summary.getByRole('heading', { name: t('charge:summary.title') })).toBeVisible();
      const repeated = ['•••• 7001', 'María José Castillero', '7.85', 'mj.castillero@example.com', '+507 6020-1236'];
      for (const words of repeated) await expect(summary).toContainText(words);
      await expect(summary).not.toContainText('4059');
      await review(page);
      await expect(page.getByRole('region', { name: t('charge:readBack.label') })).toContainText('+507 6020-1236');
      await page.keyboard.press('F9');
      await page.getByRole('button', { name: t('charge:title') }).waitFor();
      await expect(summary).toContainText('+507 6020-1236');
    });

    test('names the missing fields when it is empty, and focuses the first one', async ({ show, page }) => {
      await show(scene);
      await page.getByRole('button', { name: t('charge:summary.review') }).click();
      await expect(page.getByRole('alert').filter({ hasText: t('charge:fix', { count: 9 }) })).toBeVisible();
      await expect(fieldOf(page, 'amount')).toBeFocused();
      const missing = {
        amount: t('fields:amount.required'),
        concept: t('fields:concept.required'),
        cardNumber: t('charge:issue.required.cardNumber'),
        expiry: t('charge:issue.required.expiry'),
        securityCode: t('charge:issue.required.securityCode'),
        firstName: t('fields:firstName.required'),
        email: t('fields:email.required'),
        phone: t('fields:phone.required'),
      };
      for (const [name, words] of Object.entries(missing)) {
        await expect(fieldOf(page, name)).toHaveAttribute('required', '');
        await expect(fieldOf(page, name)).toHaveAccessibleDescription(words);
        await expect(fieldOf(page, name)).toHaveAttribute('aria-invalid', 'true');
      }
    });

    // One of each kind of words: which value is wrong is a unit test.
    const issues = [
      ['amount', '1.234', t('charge:issue.amount.too-many-decimals')],
      ['cardNumber', '4059 3101 8175 7002', t('charge:issue.cardNumber.luhn')],
      ['firstName', 'A'.repeat(26), t('charge:issue.too-long', { count: 26, max: 25 })],
      ['email', 'castillero', t('charge:issue.email')],
      ['taxAmount', '200.00', t('charge:issue.tax-over-amount')],
      ['taxAmount', '4059310181757001', t('charge:issue.amount.too-large')],
      ['description', 'x'.repeat(1000), null],
      ['address', '4059310181757001', t('charge:issue.card-number-here')],
      ['concept', '4059310181757001', t('charge:issue.card-number-here')],
      ['lastName', '4059310181757001', t('charge:issue.card-number-here')],
      ['phone', '4059 3101 8175 7001/', t('charge:issue.card-number-here')],
      ['phone', '602012364059310181757001', t('charge:issue.phone-too-long', { count: 24, max: 16 })],
    ] as const;
    test('refuses each wrong value at its field, and keeps it', async ({ show, page, main }) => {
      await show(scene);
      await page.keyboard.press('F7');
      const right: Readonly<Record<string, string>> = { ...wholePayment, taxAmount: '7.85', description: 'Order 1182' };
      await keyForm(page, right);
      for (const [name, text, words] of issues) {
        const field = fieldOf(page, name);
        await field.fill(text);
        await fieldOf(page, name === 'email' ? 'phone' : 'email').focus();
        await page.keyboard.press('Enter');
        await expect(field).toBeFocused();
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        if (words !== null) await expect(field, text).toHaveAccessibleDescription(words);
        // The summary doesn't repeat a card number that stands in another field.
        await expect(page.locator('body')).not.toContainText(/4059 ?3101/);
        await expect(page.getByRole('heading', { name: t('charge:review.title') })).toBeHidden();
        await field.fill(right[name] ?? '');
      }
      await expect(page.getByRole('button', { name: t('charge:more.hide'), expanded: true })).toBeVisible();
      expect(main.payments.sell.inputs).toEqual([]);
    });

    for (const [typed, offer] of [
      ['1,234.50', 'separatorOffer'],
      ['B/. 1,234.50', 'currencyOffer'],
    ] as const) {
      test(`suggests the meaning of the amount ${typed}`, async ({ show, page }) => {
        await show(scene);
        await fieldOf(page, 'amount').fill(typed);
        await fieldOf(page, 'firstName').focus();
        await expect(fieldOf(page, 'amount')).toHaveAttribute('aria-invalid', 'true');
        const reading = 'B/.\u00a01,234.50';
        const use = page.getByRole('button', { name: t('charge:issue.useReading', { reading }) });
        const { y = 0, height = 0 } = (await fieldOf(page, 'amount').boundingBox()) ?? {};
        // Hides nothing of what was typed, and stands apart from the next field.
        expect((await use.boundingBox())?.y).toBeGreaterThanOrEqual(y + height);
        const [offered, label] = await Promise.all([
          use.boundingBox(),
          page.getByText(t('fields:concept.label'), { exact: true }).first().boundingBox(),
        ]);
        expect((label?.y ?? 0) - (offered?.y ?? 0) - (offered?.height ?? 0)).toBeGreaterThanOrEqual(8);
        await expect(fieldOf(page, 'amount')).toHaveAccessibleDescription(
          t(`charge:issue.amount.${offer}`, { reading }),
        );
        await page.keyboard.press('F6');
        await expect(fieldOf(page, 'amount')).toHaveValue('1234.50');
        await expect(fieldOf(page, 'concept')).toBeFocused();
        await page.keyboard.press('F7');
        await expect(fieldOf(page, 'taxAmount')).toHaveValue('80.76');
      });
    }

    test('takes the offered meaning of an amount with Enter, which shows it before', async ({ show, page }) => {
      await show(scene);
      await page.keyboard.type('1,250');
      await expect(
        page.getByRole('button', { name: t('charge:issue.useReading', { reading: 'B/.\u00a01,250.00' }) }),
      ).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(fieldOf(page, 'amount')).toHaveValue('1250.00');
      await expect(fieldOf(page, 'concept')).toBeFocused();
    });

    test('shows the custom fields of the merchant among the optional ones', async ({ show, page }) => {
      const customFields = [{ id: 'room', nameOrLabel: 'Room number', value: '12' }];
      await show({ ...scene, merchant: { customFields } });
      await page.keyboard.press('F7');
      await expect(page.getByRole('textbox', { name: 'Room number' })).toHaveValue('12');
    });

    test('shows a review before it sends', async ({ show, page, main }) => {
      await show(scene);
      for (const operation of ['authorize', 'sell'] as const) {
        await chooseOperation(page, operation);
        await keyForm(page);
        await review(page);
        const summary = page.getByRole('complementary');
        await expect(summary.getByRole('heading', { name: t('charge:review.title') })).toBeVisible();
        const words = { amount: 'B/.\u00a0120.00', card: '', merchant: '' };
        await expect(summary.getByRole('button', { name: t(`charge:review.${operation}Button`, words) })).toBeVisible();
        await expect(fieldOf(page, 'amount')).toBeDisabled();
        await page.keyboard.press('Escape');
        await expect(fieldOf(page, 'amount')).toBeEnabled();
      }
      expect(main.payments.sell.inputs).toEqual([]);
      expect(main.payments.authorize.inputs).toEqual([]);
    });

    test('starts every payment with the merchant’s default operation and concept', async ({
      show,
      change,
      page,
      main,
    }) => {
      const chosen = (operation: string) => page.locator(`input[type="radio"][value="${operation}"]`);
      main.payments.authorize.answers(attemptOf('authorize', 'approved'));
      await show(scene);
      await sendPayment(page, 'authorize');
      await page.locator('h2[tabindex="-1"]:focus').waitFor();
      await page.keyboard.press('F2');
      await expect(chosen('sell')).toBeChecked();
      await page.keyboard.press('F8');
      await expect(chosen('authorize')).toBeChecked();
      await page.getByRole('button', { name: t('charge:clear') }).click();
      await expect(chosen('sell')).toBeChecked();
      // An untouched form follows the setting, one that was begun doesn't.
      await change({ ...scene, merchant: { defaultOperation: 'authorize' } });
      await expect(chosen('authorize')).toBeChecked();
      await change({ ...scene, merchant: { defaultOperation: 'authorize', defaultConcept: 'Taller' } });
      await expect(fieldOf(page, 'concept')).toHaveValue('Taller');
      await fieldOf(page, 'amount').fill('120');
      await change({ ...scene, merchant: { defaultOperation: 'sell', defaultConcept: 'Workshop' } });
      await expect(fieldOf(page, 'amount')).toHaveValue('120');
      await expect(fieldOf(page, 'concept')).toHaveValue('Taller');
      await expect(chosen('authorize')).toBeChecked();
    });

    test('warns of an amount below the merchant’s minimum without refusing it', async ({ show, page }) => {
      await show({ ...scene, merchant: { warnBelow: 200_00 } });
      await keyForm(page);
      await review(page);
      await expect(
        page.getByRole('complementary').getByText(t('charge:warning.belowMinimum', { minimum: 'B/.\u00a0200.00' })),
      ).toBeVisible();
    });
  });
});

const t = wordsOf('en');
const scene = { role: 'cashier', operatorName: 'Ana' } as const;

test.describe('the keys of the Charge form', () => {
  test('go through the fields and back, and clear and bring back all but the card', async ({ show, page }) => {
    await test.step('go through the fields in the order in which callers say them, with nothing between', async () => {
      await show(scene);
      await fieldOf(page, 'amount').and(page.locator(':focus')).waitFor();
      for (const name of saidFields) {
        await expect(fieldOf(page, name)).toBeFocused();
        await page.keyboard.press('Tab');
      }
      await expect(page.getByRole('button', { name: t('charge:more.show') })).toBeFocused();
    });
    await test.step('return to the place that was left when the review is closed', async () => {
      await keyForm(page);
      await fieldOf(page, 'email').focus();
      await page.keyboard.press('Home');
      await review(page);
      await page.keyboard.press('Escape');
      await expect(fieldOf(page, 'email')).toBeFocused();
      await page.keyboard.type('x');
      await expect(fieldOf(page, 'email')).toHaveValue('xmj.castillero@example.com');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: t('charge:review.title') }).waitFor();
    });
    await test.step('review after the optional fields were closed with the focus inside', async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('F7');
      await keyForm(page);
      await fieldOf(page, 'address').focus();
      await page.keyboard.press('F7');
      await expect(fieldOf(page, 'address')).toHaveCount(0);
      await expect(fieldOf(page, 'phone')).toBeFocused();
      await review(page);
    });
    await test.step('clear everything, and bring all but the card back', async () => {
      await page.keyboard.press('Escape');
      await keyForm(page);
      await page.keyboard.press('Control+Shift+Backspace');
      await expect(page.getByText(t('charge:cleared'))).toBeVisible();
      await expect(fieldOf(page, 'amount')).toBeFocused();
      await expect(fieldOf(page, 'amount')).toHaveValue('');
      await page.keyboard.press('Control+Shift+Backspace');
      await expect(fieldOf(page, 'amount')).toHaveValue('120.00');
      await expect(fieldOf(page, 'phone')).toHaveValue('+507 6020-1236');
      await expect(fieldOf(page, 'cardNumber')).toHaveValue('');
      await expect(fieldOf(page, 'securityCode')).toHaveValue('');
      await page.keyboard.press('Control+Shift+Backspace');
      await page.keyboard.type('5');
      await expect(page.getByText(t('charge:cleared'))).toBeHidden();
      await page.keyboard.press('Control+Shift+Backspace');
      await expect(fieldOf(page, 'amount')).toHaveValue('');
    });
  });

  test('keep the label of the one with the caret in sight beside many of the merchant’s', async ({ show, page }) => {
    const many = Array.from({ length: 20 }, (_each, at) => ({ id: `f${at}`, nameOrLabel: `Field ${at}`, value: '' }));
    await show({ ...scene, merchant: { customFields: many } });
    await page.keyboard.press('F7');
    await expect(fieldOf(page, 'address')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('label[for="charge-amount"]')).toBeInViewport({ ratio: 1 });
  });

  test('never bring cleared card data back by undo and redo', async ({ show, page }) => {
    await show(scene);
    for (const [name, typed] of [
      ['cardNumber', '4059310181757001'],
      ['cardNumber', '405'],
      ['expiry', '12/3'],
      ['securityCode', '73'],
    ] as const) {
      const field = fieldOf(page, name);
      await field.focus();
      await page.keyboard.type(typed);
      await page.getByRole('button', { name: t('charge:clear') }).click();
      await field.focus();
      for (const keys of ['Control+z', 'Control+z', 'Control+z', 'Control+y', 'Control+y', 'Control+y']) {
        await page.keyboard.press(keys);
        await expect(field).toHaveValue('');
      }
    }
  });
});

test.describe('what is typed or pasted as one on the Charge form', () => {
  test('a card with expiry and code fills three fields, and its text stays nowhere else', async ({ show, page }) => {
    await show(scene);
    await paste(page, 'cardNumber', 'Card: 4059310181757001\tExp 03/2029; CVV 123');
    await expect(fieldOf(page, 'cardNumber')).toHaveValue('•••• •••• •••• 7001');
    await expect(fieldOf(page, 'expiry')).toHaveValue('03/29');
    await expect(fieldOf(page, 'securityCode')).toHaveValue('123');
    await expect(fieldOf(page, 'firstName')).toBeFocused();
    expect(await page.content()).not.toContain('4059310181757001');
    await page.keyboard.press('Control+Shift+Backspace');
    for (const name of ['cardNumber', 'expiry', 'securityCode']) {
      await fieldOf(page, name).focus();
      await page.keyboard.press('Control+z');
      await expect(fieldOf(page, name)).toHaveValue('');
    }
  });

  test('a card number, an expiry or a code is understood, grouped and hidden', async ({ show, page }) => {
    await test.step('a number, an expiry or a code alone is taken with the label before it', async () => {
      await show(scene);
      for (const text of ['tarjeta: 4059-3101-8175-7001', 'Nº 4059\u00a03101\u00a08175\u00a07001.']) {
        await fieldOf(page, 'cardNumber').fill('5517');
        await fieldOf(page, 'expiry').fill('10/29');
        await paste(page, 'cardNumber', text);
        await expect(fieldOf(page, 'expiry'), text).toBeFocused();
        await expect(fieldOf(page, 'cardNumber'), text).toHaveValue('•••• •••• •••• 7001');
        await expect(fieldOf(page, 'expiry')).not.toHaveAttribute('aria-invalid', 'true');
      }
      await paste(page, 'expiry', 'vence: 03/2029');
      await expect(fieldOf(page, 'expiry')).toHaveValue('03/29');
      await paste(page, 'securityCode', 'CVV: 123');
      await expect(fieldOf(page, 'securityCode')).toHaveValue('123');
      await expect(fieldOf(page, 'firstName')).toBeFocused();
    });
    await test.step('a card number is grouped, and without the focus hidden but for its last four', async () => {
      const card = fieldOf(page, 'cardNumber');
      await card.fill('5517-7479.5203 9692');
      await expect(fieldOf(page, 'expiry')).toBeFocused();
      await expect(card).toHaveValue('•••• •••• •••• 9692');
      await card.focus();
      await expect(card).toHaveValue('5517 7479 5203 9692');
    });
    await test.step('an expiry is understood as it is typed or pasted', async () => {
      const expiry = fieldOf(page, 'expiry');
      for (const [typed, shown] of typedExpiries) {
        await expiry.fill('');
        await expiry.focus();
        await page.keyboard.type(typed);
        await fieldOf(page, 'amount').focus();
        await expect(expiry, typed).toHaveValue(shown);
      }
      for (const [typed, shown, words] of wrongExpiries) {
        await expiry.fill('');
        await expiry.focus();
        // The security code follows at once. It must not be read in this field, nor in the column beside the form.
        await page.keyboard.type(`${typed}123`);
        await expect(expiry, typed).toHaveValue(shown);
        await expect(expiry, typed).toHaveAccessibleDescription(words);
        await expect(expiry, typed).toBeFocused();
      }
      for (const pasted of ['2029-03', '03 / 29']) {
        await expiry.fill('');
        await paste(page, 'expiry', pasted);
        await expect(expiry, pasted).toHaveValue('03/29');
        await expect(fieldOf(page, 'securityCode')).toBeFocused();
      }
    });
  });

  const tracks = [
    '%B4059310181757001^DOE/JOHN                  ^30091011234500000000?',
    ';4059310181757001=30091011234500000000?',
    // A reader for the American layout on a computer with the Latin American one.
    'ñ4059310181757001¡30091011234500000000_',
  ];
  test('of a stripe that a reader types, the number is taken and no other field gets anything', async ({
    show,
    page,
  }) => {
    await show(scene);
    for (const track of tracks) {
      await fieldOf(page, 'cardNumber').fill('');
      await fieldOf(page, 'cardNumber').focus();
      await page.keyboard.type(track);
      await page.keyboard.press('Enter');
      await expect(fieldOf(page, 'expiry'), track).toBeFocused();
      await expect(fieldOf(page, 'cardNumber'), track).toHaveValue('•••• •••• •••• 7001');
      for (const name of ['expiry', 'securityCode', 'firstName'])
        await expect(fieldOf(page, name), track).toHaveValue('');
    }
  });

  const typedExpiries = [
    ['129', '01/29'],
    ['032029', '03/29'],
    ['０３２９', '03/29'],
    ['12/9', '12/9'],
  ] as const;
  const wrongExpiries = [
    ['0124', '01/24', t('charge:issue.expiry.past')],
    ['1/24', '1/24', t('charge:issue.expiry.past')],
    ['1325', '13/25', t('charge:issue.expiry.month')],
    ['012024', '01/2024', t('charge:issue.expiry.past')],
  ] as const;
  test('messages at fields follow the language at once, and no keyed value is lost', async ({ show, change, page }) => {
    const message = (language: 'en' | 'es') => wordsOf(language)('charge:issue.amount.too-many-decimals');
    await show(scene);
    await keyForm(page, { amount: '12.345' });
    await page.keyboard.press('Enter');
    for (const language of ['es', 'en'] as const) {
      await change({ ...scene, settings: { language } });
      await expect(fieldOf(page, 'amount')).toHaveAccessibleDescription(message(language));
      await expect(fieldOf(page, 'amount')).toHaveValue('12.345');
      await expect(fieldOf(page, 'concept')).toHaveValue('Order 1182');
    }
  });

  test('a name is divided, and a concept is the description until one is typed', async ({ show, page }) => {
    await test.step('a full name is divided, and typing the last name takes that back', async () => {
      await show(scene);
      await fieldOf(page, 'firstName').fill('Rosa Montenegro');
      await page.keyboard.press('Tab');
      await expect(fieldOf(page, 'lastName')).toBeFocused();
      await expect(fieldOf(page, 'lastName')).toHaveValue('Montenegro');
      await expect(fieldOf(page, 'lastName')).toHaveAccessibleDescription(t('charge:dividedName'));
      await page.keyboard.type('Ríos');
      await expect(fieldOf(page, 'firstName')).toHaveValue('Rosa Montenegro');
      await expect(fieldOf(page, 'lastName')).toHaveValue('Ríos');
      await expect(page.getByText(t('charge:dividedName'))).toBeHidden();
    });
    await test.step('the description is the concept until another one is typed', async () => {
      await fieldOf(page, 'concept').fill('Order 1182');
      await page.keyboard.press('F7');
      await expect(fieldOf(page, 'description')).toHaveValue('Order 1182');
      await fieldOf(page, 'description').fill('Drill');
      await fieldOf(page, 'concept').fill('Order 1183');
      await expect(fieldOf(page, 'description')).toHaveValue('Drill');
      await fieldOf(page, 'description').fill('');
      await expect(fieldOf(page, 'description')).toHaveValue('');
      await fieldOf(page, 'concept').focus();
      await expect(fieldOf(page, 'description')).toHaveValue('Order 1183');
    });
  });
});

test('the Charge form needs no scrolling on a small laptop @thorough', async ({ show, page }) => {
  await show(scene);
  await page.keyboard.press('Enter');
  const scrolls = () =>
    fieldOf(page, 'amount').evaluate((field) => {
      for (let box: Element | null = field; box !== null; box = box.parentElement) {
        if (box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== 'visible') return true;
      }
      return false;
    });
  for (const [width, height] of [
    [1024, 640],
    [1093, 614],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const name of ['amount', 'phone']) await expect(fieldOf(page, name)).toBeInViewport({ ratio: 1 });
    const button = page.getByRole('button', { name: t('charge:summary.review') });
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect.poll(scrolls, String(width)).toBe(false);
  }
  await page.keyboard.press('F7');
  await expect(fieldOf(page, 'address')).toBeInViewport({ ratio: 1 });
});

test('the host that receives data about this computer is named, where a collector runs', async ({ show, page }) => {
  const merchant = { collectorUrl: 'https://fraud.example.com/collect.js?m=1' };
  const line = page.getByText(t('charge:collector', { host: 'fraud.example.com' }));
  await show({ ...scene, merchant });
  await expect(line).toBeVisible();
  await show({ ...scene, merchant: { ...merchant, families: { authorize: 'form', sell: 'json' } } });
  await expect(page.getByRole('button', { name: t('charge:summary.review') })).toBeVisible();
  await expect(line).toBeHidden();
});
